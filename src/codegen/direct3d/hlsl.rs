//! Programs in HLSL as targets, and the tables of constants of their shaders.

use super::read::ReadRegisters;
use super::scalars::{named_tests, numbered, scalars};
use super::shader::{Made, shader};
use super::uniforms::uniforms;
use crate::codegen::graph::keep::Keeps;
use crate::codegen::literals::{End, place_arrays};
use crate::codegen::machine;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::{ScalarConstant, Slot, Target};
use crate::frontend::assembly::d3d::model::{
    File, Item, Register, Shader, Statement, Usage, Version,
};
use crate::frontend::assembly::d3d::{Slots, ctab, text, tokens};
use crate::frontend::c_like::entry::Connector;
use crate::frontend::c_like::hlsl::constants::Constants;
use crate::frontend::c_like::hlsl::profile::{Profile, Stage};
use crate::frontend::c_like::hlsl::{Program, StageEntry, numbers, usage};
use crate::frontend::c_like::types::Scalar;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::source_map::SourceMap;
use crate::ir::interface::{fragment_input, fragment_output, varying};
use crate::ir::{Op, Program as Ir, Span};

/// The compiler's name in tables of constants.
const CREATOR: &str = "Trilobite HLSL compiler";

/// Microsoft's number for an infinite constant.
const INFINITE: u32 = 4579;

/// A shader of a program in HLSL.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub shader: Shader,
    pub table: ctab::ConstantTable,
    /// The slots of the program's inputs and outputs, by what they mean.
    pub inputs: Vec<Slot>,
    pub outputs: Vec<Slot>,
}

impl Compiled {
    /// The tokens, with the table of constants as a comment unless it is not wanted.
    pub fn tokens(&self, has_table: bool) -> Vec<u8> {
        tokens::encode(&self.with_table(has_table))
    }

    /// The listing: the constants, the assembly, and how many instruction slots it takes.
    pub fn listing(&self, has_table: bool) -> String {
        let mut out = match has_table {
            true => self.table.listing(),
            false => String::new(),
        };
        out += &text::disassemble(&self.shader);
        out + &Slots::of(&self.shader).line()
    }

    /// The shader, with the table of constants as its first statement.
    pub fn with_table(&self, has_table: bool) -> Shader {
        let mut shader = self.shader.clone();
        if has_table {
            let comment = Item::Comment(ctab::write(&self.table));
            let span = Span::NONE;
            shader.statements.insert(
                0,
                Statement {
                    item: comment,
                    span,
                },
            );
        }
        shader
    }
}

/// Why there is no shader: an error of the text, or the machine cannot run it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CompileError {
    #[error("{0}")]
    Text(ProgramError),
    #[error("{0}")]
    Refused(Refusal),
}

impl CompileError {
    /// A line in Microsoft's form.
    pub fn line(&self, map: &SourceMap) -> String {
        match self {
            CompileError::Text(error) => numbers::error_line(error, map),
            CompileError::Refused(refusal) => {
                let place = map.place(refusal.span());
                let (file, number) = (&place.file, refusal.number());
                let at = match refusal.span() {
                    Span::NONE => file.to_string(),
                    _ => format!("{file}({},{})", place.line, place.column),
                };
                format!("{at}: error X{number}: {refusal}\n")
            }
        }
    }

    /// Microsoft's number.
    pub fn number(&self) -> Option<u32> {
        match self {
            CompileError::Text(error) => numbers::of_error(&error.kind),
            CompileError::Refused(refusal) => Some(refusal.number()),
        }
    }
}

/// The shader of a program's entry.
pub fn compile_hlsl(program: &Program) -> Result<Compiled, CompileError> {
    let profile = program.profile();
    if profile.stage.is_none() {
        return Err(CompileError::Refused(Refusal::Lacks {
            what: "an effect as one shader".into(),
            version: profile.name,
            number: 3506,
            span: Span::NONE,
        }));
    }
    let entry = program.entry();
    // A shader with loops that stay is preferred to one with their rounds one after the other; these may have infinite
    // constants.
    let may_keep = match &entry {
        Ok(entry) => entry.may_keep_loops(),
        Err(error) => numbers::of_error(&error.kind) == Some(INFINITE),
    };
    if may_keep && machine::of_version(version(profile)).has_loops() {
        let with_loops = program.entry_with_loops().map_err(CompileError::Text);
        let kept = with_loops.and_then(|entry| compile_entry(program, &entry, Keeps::Costly));
        if kept.is_ok() {
            return kept;
        }
    }
    compile_entry(program, &entry.map_err(CompileError::Text)?, Keeps::Asked)
}

/// The shader of an entry.
fn compile_entry(
    program: &Program,
    entry: &StageEntry,
    keeps: Keeps,
) -> Result<Compiled, CompileError> {
    let profile = program.profile();
    let version = version(profile);
    let mut constants = entry.constants.clone();
    let given = |name: &str| program.gives_truth(name);
    let scalars = scalars(&constants, &given);
    let (mut shader, tested) = made(entry, &constants, profile, &scalars, keeps)?;
    // What branches and loops test has registers of its own, and what the shader does not read has none, so that others move.
    let read = ReadRegisters::of(&shader);
    if !tested.is_empty() || read.leaves_some_of(&constants) {
        let named = named_tests(&constants, &shader, &tested);
        let is_read = |name: &str, register: u32| {
            let is_tested = named.iter().any(|t| t.name == name);
            is_tested || read.has(&constants, name, register)
        };
        let moved = { program.constants(entry, &named, &is_read) }.map_err(CompileError::Text)?;
        let scalars = numbered(&moved, &named, &given);
        match made(entry, &moved, profile, &scalars, keeps) {
            Ok((other, _)) => (shader, constants) = (other, moved),
            Err(error) if !tested.is_empty() => return Err(error),
            // In other registers the shader may not fit.
            Err(_) => {}
        }
    }
    program
        .check_layout(&constants)
        .map_err(CompileError::Text)?;
    let target = target(entry, &constants, profile, version, &scalars);
    Ok(Compiled {
        table: ctab::ConstantTable {
            creator: CREATOR.to_owned(),
            version: version.token(),
            flags: 0,
            target: profile.name.to_owned(),
            constants: constants.entries,
        },
        shader,
        inputs: target.inputs,
        outputs: target.outputs,
    })
}

/// The shader of an entry with these registers.
fn made(
    entry: &StageEntry,
    constants: &Constants,
    profile: &Profile,
    scalars: &[ScalarConstant],
    keeps: Keeps,
) -> Result<Made, CompileError> {
    let target = target(entry, constants, profile, version(profile), scalars);
    shader(&target, version(profile), keeps).map_err(CompileError::Refused)
}

/// What is asked for.
fn target<'e>(
    entry: &'e StageEntry,
    constants: &Constants,
    profile: &Profile,
    version: Version,
    scalars: &[ScalarConstant],
) -> Target<'e> {
    let code = &entry.entry.code;
    let taken = vec![false; profile.constants[0] as usize];
    let [mut inputs, mut outputs] = [
        inputs(entry, &code.program),
        outputs(entry, &code.program, profile),
    ];
    place_inputs(&mut inputs, version);
    place_outputs(&mut outputs, version);
    let mut target = Target {
        machine: machine::of_version(version),
        program: &code.program,
        inputs,
        outputs,
        uniforms: uniforms(entry, constants),
        shapes: entry.entry.textures,
        shadows: 0,
        taken,
        chains: match profile.name {
            "ps_2_0" => Some(5426),
            "ps_2_b" => Some(4018),
            _ => None,
        },
        wishes: entry.wishes.clone(),
        scalars: scalars.to_vec(),
        bools: { constants.feeds.iter() }
            .filter(|f| f.scalar == Scalar::Bool)
            .map(|f| (f.register, f.component as u8))
            .collect(),
        left: entry.colors_as_bytes.clone(),
        definitions: Vec::new(),
    };
    // The registers of named constants are taken, up to the last one that is read.
    let named = constants.entries.iter();
    for constant in named.filter(|c| c.set == ctab::RegisterSet::Float) {
        let taken = target.taken.iter_mut().skip(constant.index as usize);
        taken.take(constant.count as usize).for_each(|t| *t = true);
    }
    // Only vertex shaders address constants by computed numbers.
    if !target.machine.is_pixel {
        place_arrays(&mut target, End::Last);
    }
    target
}

/// The version of a profile's shaders.
fn version(profile: &Profile) -> Version {
    let name = match profile.name {
        "vs_2_a" => "vs_2_x",
        "ps_2_a" | "ps_2_b" => "ps_2_x",
        name => name,
    };
    let mut all = Version::ALL.iter().copied();
    all.find(|v| v.name() == name).unwrap_or(Version::Ps30)
}

fn usage_of(name: &str) -> Option<Usage> {
    let name = name.to_ascii_lowercase();
    Usage::ALL.into_iter().find(|u| u.name() == name)
}

/// The slots of connectors with a meaning.
fn slots(connectors: &[Connector]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for connector in connectors {
        let semantic = connector.semantic.as_ref();
        let Some((name, index)) = semantic.and_then(|s| usage(&s.name)) else {
            continue;
        };
        let Some(usage) = usage_of(name) else {
            continue;
        };
        // Each row of a matrix or array is a usage with the next index. Connectors that share a slot are one.
        for (row, slot) in connector.slots.iter().enumerate() {
            let Some(vec4) = slot.map(|s| s / 4) else {
                continue;
            };
            let components = connector.columns.min(4) as u8;
            if let Some(known) = slots.iter_mut().find(|s| s.vec4 == vec4) {
                known.components = known.components.max(components);
                if known.scalar != connector.scalar {
                    known.scalar = Scalar::Float;
                }
                continue;
            }
            let index = (index as usize + row) as u8;
            slots.push(Slot {
                vec4,
                register: Register::new(File::Input, 0),
                usage: Some((usage, index)),
                components,
                scalar: connector.scalar,
            });
        }
    }
    slots
}

fn has(program: &Ir, op: Op, vec4: u32) -> bool {
    program.insts().any(|i| i.op == op && i.imm[0] / 4 == vec4)
}

fn inputs(entry: &StageEntry, program: &Ir) -> Vec<Slot> {
    let is_fragment = entry.entry.outputs.is_empty() || entry.entry.colors != 0;
    let mut slots = slots(&entry.entry.inputs);
    slots.retain(|s| {
        let is_position = is_fragment && s.vec4 == fragment_input::POSITION;
        !is_position && has(program, Op::LoadInput, s.vec4)
    });
    slots
}

fn outputs(entry: &StageEntry, program: &Ir, profile: &Profile) -> Vec<Slot> {
    if profile.stage != Some(Stage::Fragment) {
        let mut slots = slots(&entry.entry.outputs);
        slots.retain(|s| has(program, Op::StoreOutput, s.vec4));
        return slots;
    }
    let color = |n: u32| Slot {
        vec4: fragment_output::COLOR_0 + n,
        register: Register::new(File::ColorOut, n),
        usage: Some((Usage::Color, n as u8)),
        components: 4,
        scalar: Scalar::Float,
    };
    let depth = Slot {
        vec4: fragment_output::DEPTH,
        register: Register::new(File::DepthOut, 0),
        usage: Some((Usage::Depth, 0)),
        components: 0,
        scalar: Scalar::Float,
    };
    let colors = (0..4).filter(|n| has(program, Op::StoreOutput, fragment_output::COLOR_0 + n));
    let mut slots: Vec<Slot> = colors.map(color).collect();
    if entry.entry.writes_depth {
        slots.push(depth);
    }
    slots
}

/// Before model 3, pixel shaders have registers of colours and of coordinates.
fn place_inputs(slots: &mut [Slot], version: Version) {
    let is_named = version.is_pixel() && version.major() < 3;
    for (at, slot) in slots.iter_mut().enumerate() {
        slot.register = match slot.usage.filter(|_| is_named) {
            Some((Usage::Color, index)) => Register::new(File::Input, index.into()),
            Some((_, index)) => Register::new(File::Texture, index.into()),
            None => Register::new(File::Input, at as u32),
        };
    }
}

/// Before model 3, vertex shaders have registers for each kind of output.
fn place_outputs(slots: &mut [Slot], version: Version) {
    if version.is_pixel() {
        return;
    }
    for (at, slot) in slots.iter_mut().enumerate() {
        slot.register = match slot.vec4 {
            _ if version.major() == 3 => Register::new(File::Output, at as u32),
            varying::POSITION => Register::new(File::Position, 0),
            varying::FOG_COORD => Register::new(File::Fog, 0),
            varying::POINT_SIZE => Register::new(File::PointSize, 0),
            n @ (varying::FRONT_COLOR | varying::FRONT_SECONDARY) => {
                Register::new(File::AttributeOut, n - varying::FRONT_COLOR)
            }
            n => Register::new(File::TextureOut, n - varying::TEX_COORD_0),
        };
    }
}
