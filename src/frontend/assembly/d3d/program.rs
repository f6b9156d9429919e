//! A shader that has been checked, with its code.

use super::check::Slots;
use super::ctab::ConstantTable;
use super::lower::{Constant, Interface, lower};
use super::model::{Item, Shader, Version};
use super::{check, ctab, text, tokens};
use crate::format::TextureShape;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};
use crate::ir::signature::{Direction, Facts, Parameter, SamplerParameter, Scalar, Signature};
use crate::ir::{Op, Program, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether bytes begin with the version token of a shader, a word of 32 bits with its lowest byte first. What follows
/// is not read.
pub fn is_tokens(bytes: &[u8]) -> bool {
    let first = bytes.first_chunk().map(|b| u32::from_le_bytes(*b));
    first.is_some_and(|token| Version::of_token(token).is_some())
}

/// A shader of Direct3D 9.
#[derive(Debug, Clone)]
pub struct D3dProgram {
    shader: Shader,
    interface: Interface,
    code: Arc<BoundProgram>,
}

impl D3dProgram {
    /// Assembles a text of at most [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES) bytes. The code keeps the text as its
    /// source.
    ///
    /// The first error is returned. Its place is a range of bytes of the text.
    pub fn assemble(source: &[u8]) -> Result<D3dProgram, ProgramError> {
        D3dProgram::of_shader(text::parse(source)?, Some(source))
    }

    /// Loads a text, or a token stream where the bytes begin with a version token. Errors are those of
    /// [`D3dProgram::assemble`] and [`D3dProgram::from_tokens`].
    pub fn load(bytes: &[u8]) -> Result<D3dProgram, ProgramError> {
        if is_tokens(bytes) {
            D3dProgram::from_tokens(bytes)
        } else {
            D3dProgram::assemble(bytes)
        }
    }

    /// Reads a token stream of at most [`MAX_TOKEN_BYTES`](super::MAX_TOKEN_BYTES) bytes ("Direct3D Shader Codes").
    ///
    /// The first error is returned. Its place is a range of bytes of the stream. Bytes after the end token are ignored.
    pub fn from_tokens(bytes: &[u8]) -> Result<D3dProgram, ProgramError> {
        D3dProgram::of_shader(tokens::decode(bytes)?, None)
    }

    /// Checks a shader and makes its code.
    fn of_shader(shader: Shader, source: Option<&[u8]>) -> Result<D3dProgram, ProgramError> {
        check::check(&shader)?;
        let (code, interface) = lower(&shader);
        let mut code = code.with_text(&source.map(Arc::from));
        if let Some(source) = source {
            widen_places(Arc::make_mut(&mut code.program), source);
        }
        Ok(D3dProgram {
            shader,
            interface,
            code: Arc::new(code),
        })
    }

    /// Its version.
    pub fn version(&self) -> Version {
        self.shader.version
    }

    /// Its statements.
    pub fn shader(&self) -> &Shader {
        &self.shader
    }

    /// The constants, attributes, varyings and samplers that it reads and writes, with their slots.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Its code. Row `n` of the uniform array is what `bindings[n]` says; inputs and outputs have the slots of
    /// [`Interface`].
    pub fn code(&self) -> Arc<BoundProgram> {
        self.code.clone()
    }

    /// The shader as text, as Microsoft's disassembler writes it, without comments.
    pub fn disassemble(&self) -> String {
        text::disassemble(&self.shader)
    }

    /// The shader as tokens with its comments, each word with its lowest byte first.
    pub fn tokens(&self) -> Vec<u8> {
        tokens::encode(&self.shader)
    }

    /// The signature of the code as the function `main`, and the initial values of its uniforms, four for each row of
    /// the uniform array.
    ///
    /// All parameters are vectors of four floats. Attributes, varyings and results have the names of registers or of
    /// their meanings, constants those of registers. Constants without a definition begin as 0.
    pub fn signature(&self) -> (Signature, Vec<f32>) {
        let code = &self.code;
        // Inputs and results are the vectors that the code touches, so that unused ones are no parameters.
        let named = |op: Op, name: fn(&Self, u32) -> String| {
            let vectors = vectors_of(&code.program, op);
            let parameters = vectors.into_iter().map(move |n| (name(self, n), n));
            parameters.collect::<Vec<_>>()
        };
        let inputs = named(Op::LoadInput, D3dProgram::input_name).into_iter();
        let inputs = inputs.map(|(name, n)| vector(name, Direction::In(4 * n)));
        // Only named constants can be set. The values of others are known here.
        let uniforms = code.bindings.iter().zip(0..).filter_map(|(b, row)| {
            let name = match b {
                Binding::Named(n) => self.interface.constants[*n as usize].name(),
                _ => return None,
            };
            Some(vector(name, Direction::Uniform(4 * row)))
        });
        let outputs = named(Op::StoreOutput, D3dProgram::output_name).into_iter();
        let outputs = outputs.map(|(name, n)| vector(name, Direction::Out(4 * n)));
        let values = code.bindings.iter().flat_map(|b| match b {
            Binding::Constant(value) => *value,
            Binding::Scene(state) => state.default_value(),
            _ => [0.0; 4],
        });
        let signature = Signature {
            name: "main".to_owned(),
            parameters: inputs.chain(uniforms).chain(outputs).collect(),
            samplers: self.sampler_parameters(),
        };
        (signature, values.collect())
    }

    /// Its samplers as parameters. The size of a texture is one of the uniforms where the code reads it.
    fn sampler_parameters(&self) -> Vec<SamplerParameter> {
        let is_read = |n: u32| {
            let mut insts = self.code.program.insts();
            insts.any(|i| i.op == Op::Sample && i.imm[0] == n)
        };
        let state = |n: u32| {
            let is_it = |b: &Binding| matches!(b, Binding::Scene(SceneValue::TextureLod(unit, _)) if *unit == n);
            let row = self.code.bindings.iter().position(is_it)?;
            Some(4 * row as u32)
        };
        let samplers = self.interface.samplers.iter().zip(0..);
        let read = samplers.filter_map(|(s, n)| Some(((*s)?, n)).filter(|_| is_read(n)));
        read.map(|(shape, number)| SamplerParameter {
            name: format!("s{number}"),
            number,
            shape,
            state: state(number),
        })
        .collect()
    }

    /// The shape of the texture that it samples on a unit, 0 to 15; `None` if it samples none there. Before version 2
    /// the bound texture has the shape, which counts as 2D here.
    pub fn target(&self, unit: usize) -> Option<TextureShape> {
        let sampler = self.interface.samplers.get(unit).copied().flatten()?;
        Some(sampler.unwrap_or(TextureShape::D2))
    }

    /// The first constant table among its comments, or `None`. A table that is wrong is an error at the comment.
    pub fn constant_table(&self) -> Result<Option<ConstantTable>, ProgramError> {
        for statement in &self.shader.statements {
            let Item::Comment(words) = &statement.item else {
                continue;
            };
            if ctab::is_constant_table(words) {
                let table = ctab::read(words).map_err(|reason| ProgramError {
                    kind: ErrorKind::D3d(D3dRule::ConstantTable(reason)),
                    span: statement.span,
                })?;
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// The instruction slots that it takes.
    pub fn slots(&self) -> Slots {
        Slots::of(&self.shader)
    }

    /// The constant that `Binding::Named(n)` stands for. `None` where the interface has no constant of this number.
    pub fn constant(&self, n: u32) -> Option<Constant> {
        self.interface.constants.get(n as usize).copied()
    }

    fn input_name(&self, vec4: u32) -> String {
        let link = self.interface.inputs.iter().find(|l| l.vec4 == vec4);
        if let Some(link) = link {
            return link.register.to_string();
        }
        match vec4 {
            _ if !self.version().is_pixel() => format!("v{}", vec4 - attribute::POSITION),
            fragment_input::POSITION => "vPos".to_owned(),
            fragment_input::COLOR | fragment_input::SECONDARY_COLOR => {
                format!("v{}", vec4 - fragment_input::COLOR)
            }
            n => format!("t{}", n.saturating_sub(fragment_input::TEX_COORD_0)),
        }
    }

    fn output_name(&self, vec4: u32) -> String {
        let link = self.interface.outputs.iter().find(|l| l.vec4 == vec4);
        if let Some(link) = link {
            return link.register.to_string();
        }
        if self.version().is_pixel() {
            return match vec4 {
                fragment_output::DEPTH => "oDepth".to_owned(),
                0 if self.version().major() == 1 => "r0".to_owned(),
                n => format!("oC{n}"),
            };
        }
        match vec4 {
            varying::POSITION => "oPos".to_owned(),
            varying::FOG_COORD => "oFog".to_owned(),
            varying::POINT_SIZE => "oPts".to_owned(),
            varying::FRONT_COLOR | varying::FRONT_SECONDARY => {
                format!("oD{}", vec4 - varying::FRONT_COLOR)
            }
            n => format!("oT{}", n.saturating_sub(varying::TEX_COORD_0)),
        }
    }
}

/// Makes the places of statements those of whole statements: from the instruction's name to the end of its line, or to a comment.
fn widen_places(program: &mut Program, source: &[u8]) {
    let widened = |span: &mut Span| {
        let start = span.start as usize;
        let Some(rest) = source.get(start..).filter(|_| span.end > span.start) else {
            return;
        };
        let ends = |i: usize| {
            matches!(rest[i], b'\n' | b'\r' | b';')
                || rest[i..].starts_with(b"//")
                || rest[i..].starts_with(b"/*")
        };
        let end = (0..rest.len()).find(|i| ends(*i)).unwrap_or(rest.len());
        let statement = rest[..end].trim_ascii_end();
        span.end = span.end.max((start + statement.len()) as u32);
    };
    for block in &mut program.blocks {
        widened(&mut block.terminator_span);
        block.insts.iter_mut().for_each(|i| widened(&mut i.span));
    }
    program.notes.iter_mut().for_each(|n| widened(&mut n.span));
}

fn vector(name: String, direction: Direction) -> Parameter {
    Parameter {
        name,
        direction,
        scalar: Scalar::F32,
        components: 4,
        count: 1,
        facts: Facts::default(),
    }
}

/// The vectors of slots that instructions of an opcode name.
fn vectors_of(program: &Program, op: Op) -> BTreeSet<u32> {
    let slots = program.insts().filter(|i| i.op == op);
    slots.map(|i| i.imm[0] / 4).collect()
}
