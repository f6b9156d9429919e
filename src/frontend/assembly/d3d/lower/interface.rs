//! What a shader reads and writes beside registers: constants, attributes, varyings, textures, and their slots.
//!
//! Attributes and varyings whose meaning GL has, too, are in its slots; all others get generic ones, in the order of
//! declarations. `Link` says which, so that stages can be linked by usage and index.

use crate::format::TextureShape;
use crate::frontend::assembly::d3d::model::*;
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};
use std::collections::{BTreeSet, HashMap};

/// A vector of uniforms that the application sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// `c#`
    Float(u32),
    /// `i#`, as integers in the bits of the words.
    Int(u32),
    /// `b#`, an integer in the first word.
    Bool(u32),
    /// The bump matrix of a texture stage: m00, m01, m10, m11.
    BumpMatrix(u32),
    /// The scale and offset of a texture stage's luminance.
    BumpLuminance(u32),
}

impl Constant {
    /// Its name in interfaces.
    pub fn name(self) -> String {
        match self {
            Constant::Float(n) => format!("c{n}"),
            Constant::Int(n) => format!("i{n}"),
            Constant::Bool(n) => format!("b{n}"),
            Constant::BumpMatrix(n) => format!("bump{n}"),
            Constant::BumpLuminance(n) => format!("luminance{n}"),
        }
    }
}

/// A register, its meaning, and its slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The register.
    pub register: Register,
    /// Its components that have this meaning, by bit.
    pub mask: u8,
    /// Its meaning.
    pub usage: Usage,
    /// The number of the meaning.
    pub index: u8,
    /// The vector of slots ([`crate::ir::interface`]).
    pub vec4: u32,
}

/// The interface of a shader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interface {
    /// What `Binding::Named` counts.
    pub constants: Vec<Constant>,
    /// Attributes of a vertex shader, varyings of a pixel shader.
    pub inputs: Vec<Link>,
    /// Varyings of a vertex shader.
    pub outputs: Vec<Link>,
    /// The samplers in use; a shape that no declaration gives is that of the bound texture.
    pub samplers: [Option<Option<TextureShape>>; 16],
}

/// The interface, and what only lowering needs.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) interface: Interface,
    /// Definitions, by their registers.
    pub(super) defined: HashMap<Register, [u32; 4]>,
    /// Float constants in use, ascending; with computed numbers all of them.
    pub(super) floats: Vec<u32>,
    /// Whether float constants are addressed by a computed number: then row n is constant n.
    pub(super) has_array: bool,
    /// Integers and truth values in use that nothing defines.
    pub(super) others: BTreeSet<Constant>,
}

/// How many registers from its own a source names: rows of a matrix.
pub(in crate::frontend::assembly::d3d) fn rows(opcode: Opcode, n: usize) -> u32 {
    match (opcode, n) {
        (Opcode::M4x4 | Opcode::M3x4, 1) => 4,
        (Opcode::M4x3 | Opcode::M3x3, 1) => 3,
        (Opcode::M3x2, 1) => 2,
        _ => 1,
    }
}

impl Plan {
    pub(super) fn of(shader: &Shader) -> Plan {
        let mut plan = Plan::default();
        for definition in shader.definitions() {
            plan.defined.insert(definition.register, definition.words);
        }
        // Collects the constants that are read and not defined in the shader, by their files.
        let mut floats = BTreeSet::new();
        for (instruction, _) in shader.instructions() {
            for (n, source) in instruction.sources.iter().enumerate() {
                let register = source.register;
                match register.file {
                    File::Const => {
                        plan.has_array |= source.index.is_some();
                        let last = register.number + rows(instruction.opcode, n);
                        floats.extend(register.number..last);
                    }
                    File::ConstInt if !plan.defined.contains_key(&register) => {
                        plan.others.insert(Constant::Int(register.number));
                    }
                    File::ConstBool if !plan.defined.contains_key(&register) => {
                        plan.others.insert(Constant::Bool(register.number));
                    }
                    _ => {}
                }
            }
            plan.bumps(instruction);
        }
        // An index may reach any constant, so that all of them become rows.
        if plan.has_array {
            let most = floats.last().map_or(0, |n| n + 1);
            let most = most.max(shader.version.addressable_constants());
            floats = (0..most.min(MOST_ROWS)).collect();
        }
        // The order of the rows is fixed now; the others can refer to it.
        plan.floats = floats.into_iter().collect();
        plan.name_constants();
        plan.link(shader);
        plan.samplers(shader);
        plan
    }

    /// The state of texture stages that an instruction reads.
    fn bumps(&mut self, instruction: &Instruction) {
        let Some(stage) = instruction.destination.map(|d| d.register.number) else {
            return;
        };
        let (matrix, luminance) = match instruction.opcode {
            Opcode::TexBem | Opcode::Bem => (true, false),
            Opcode::TexBemL => (true, true),
            _ => return,
        };
        if matrix {
            self.others.insert(Constant::BumpMatrix(stage));
        }
        if luminance {
            self.others.insert(Constant::BumpLuminance(stage));
        }
    }

    fn name_constants(&mut self) {
        let is_free = |n: &&u32| {
            let register = Register::new(File::Const, **n);
            !self.defined.contains_key(&register)
        };
        let floats = self.floats.iter().filter(is_free);
        let floats = floats.map(|n| Constant::Float(*n));
        let all = floats.chain(self.others.iter().copied());
        self.interface.constants = all.collect();
    }

    fn link(&mut self, shader: &Shader) {
        let pixel = shader.version.is_pixel();
        let mut generic = [0u32; 2];
        for (declaration, _) in shader.declarations() {
            let Declaration::Register(usage, index, destination) = declaration else {
                continue;
            };
            let register = destination.register;
            if !matches!(register.file, File::Input | File::Output) {
                continue;
            }
            let is_output = register.file == File::Output;
            // A usage that fixed function has as well goes to its slot.
            let known = match (pixel, is_output) {
                (true, _) => fragment_slot(*usage, *index),
                (false, false) => attribute_slot(*usage, *index),
                (false, true) => varying_slot(*usage, *index),
            };
            // Others take generic slots, in the order of their declarations.
            let next = &mut generic[usize::from(is_output)];
            let vec4 = known.unwrap_or_else(|| {
                let first = match (pixel, is_output) {
                    (true, _) => fragment_input::GENERIC_0,
                    (false, false) => attribute::GENERIC_0,
                    (false, true) => varying::GENERIC_0,
                };
                *next += 1;
                first + (*next - 1).min(varying::GENERICS - 1)
            });
            let link = Link {
                register,
                mask: destination.mask,
                usage: *usage,
                index: *index,
                vec4,
            };
            if is_output {
                self.interface.outputs.push(link);
            } else {
                self.interface.inputs.push(link);
            }
        }
    }

    fn samplers(&mut self, shader: &Shader) {
        for (declaration, _) in shader.declarations() {
            if let Declaration::Sampler(kind, destination) = declaration {
                let n = destination.register.number as usize;
                self.interface.samplers[n] = Some(Some(kind.shape()));
            }
        }
        let loads = shader
            .instructions()
            .filter(|(i, _)| i.opcode == Opcode::TexLdD);
        for (instruction, _) in loads {
            let n = instruction.sources[1].register.number as usize;
            self.interface.samplers[n].get_or_insert(None);
        }
        let version = shader.version;
        if !(version.is_pixel() && version.major() == 1) {
            return;
        }
        // Before version 2 the destination's number is that of the sampler.
        for (instruction, _) in shader.instructions() {
            let is_sample = matches!(
                instruction.opcode,
                Opcode::Tex
                    | Opcode::TexLd
                    | Opcode::TexBem
                    | Opcode::TexBemL
                    | Opcode::TexReg2Ar
                    | Opcode::TexReg2Gb
                    | Opcode::TexReg2Rgb
                    | Opcode::TexM3x2Tex
                    | Opcode::TexM3x3Tex
                    | Opcode::TexM3x3Spec
                    | Opcode::TexM3x3VSpec
                    | Opcode::TexDp3Tex
            );
            if let (Some(destination), true) = (&instruction.destination, is_sample) {
                self.interface.samplers[destination.register.number as usize] = Some(None);
            }
        }
    }
}

/// Rows that computed numbers reach at most.
const MOST_ROWS: u32 = 8192;

fn attribute_slot(usage: Usage, index: u8) -> Option<u32> {
    Some(match (usage, index) {
        (Usage::Position, 0) => attribute::POSITION,
        (Usage::BlendWeight, 0) => attribute::WEIGHT,
        (Usage::Normal, 0) => attribute::NORMAL,
        (Usage::Color, 0) => attribute::COLOR,
        (Usage::Color, 1) => attribute::SECONDARY_COLOR,
        (Usage::Fog, 0) => attribute::FOG_COORD,
        (Usage::BlendIndices, 0) => attribute::MATRIX_INDEX,
        (Usage::TexCoord, n @ 0..8) => attribute::TEX_COORD_0 + u32::from(n),
        _ => return None,
    })
}

fn varying_slot(usage: Usage, index: u8) -> Option<u32> {
    Some(match (usage, index) {
        (Usage::Position, 0) => varying::POSITION,
        (Usage::PointSize, 0) => varying::POINT_SIZE,
        (Usage::Color, 0) => varying::FRONT_COLOR,
        (Usage::Color, 1) => varying::FRONT_SECONDARY,
        (Usage::Fog, 0) => varying::FOG_COORD,
        (Usage::TexCoord, n @ 0..8) => varying::TEX_COORD_0 + u32::from(n),
        _ => return None,
    })
}

fn fragment_slot(usage: Usage, index: u8) -> Option<u32> {
    Some(match (usage, index) {
        (Usage::Color, 0) => fragment_input::COLOR,
        (Usage::Color, 1) => fragment_input::SECONDARY_COLOR,
        (Usage::Fog, 0) => fragment_input::FOG_COORD,
        (Usage::TexCoord, n @ 0..8) => fragment_input::TEX_COORD_0 + u32::from(n),
        _ => return None,
    })
}

/// The vector of slots of an output register that has no declaration.
pub(super) fn plain_output(register: Register) -> Option<u32> {
    let n = register.number;
    Some(match register.file {
        File::Position => varying::POSITION,
        File::Fog => varying::FOG_COORD,
        File::PointSize => varying::POINT_SIZE,
        File::AttributeOut => varying::FRONT_COLOR + n,
        File::TextureOut => varying::TEX_COORD_0 + n,
        File::ColorOut => fragment_output::COLOR_0 + n,
        File::DepthOut => fragment_output::DEPTH,
        _ => return None,
    })
}
