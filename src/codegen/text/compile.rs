//! All steps, from a program in Cg to a text.

use super::body::Body;
use super::constants::{Constants, Held};
use super::header::{Header, Variable};
use super::pressure::relieve;
use super::profile::{Limits, Profile};
use super::target::{held, target};
use crate::codegen::allocate::{self, Given, allocate};
use crate::codegen::graph::keep::Keeps;
use crate::codegen::legal::NEAR;
use crate::codegen::lines::{Code, Where};
use crate::codegen::literals;
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::steps::{graph, lines};
use crate::codegen::target::{Slot, Target};
use crate::frontend::assembly::arb::{names, state_row};
use crate::frontend::assembly::d3d::model::File;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::cg::profile::{Profile as CgProfile, Stage as ProfileStage};
use crate::frontend::c_like::cg::{Program, StageOptions};
use crate::frontend::c_like::entry::{Entry, live};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
use crate::ir::interface::varying;
use std::collections::BTreeMap;

/// How a text is made.
#[derive(Debug, Clone, Default)]
pub struct TextOptions {
    /// The arguments of the command line, for the header.
    pub command_line: String,
    /// Whether fixed function computes the position.
    pub is_position_invariant: bool,
    /// Whether WPOS counts from the upper edge, and in whole numbers.
    pub from_top: bool,
    pub is_integer: bool,
    /// The name of the file, for the header.
    pub file: String,
    /// The most temporaries, instructions and constants, where these are not the profile's.
    pub temporaries: Option<u32>,
    pub instructions: Option<u32>,
    pub constants: Option<u32>,
}

impl TextOptions {
    /// The limits of a profile, or those that options give.
    fn limits(&self, profile: &Profile) -> Limits {
        let own = &profile.limits;
        Limits {
            temporaries: self.temporaries.unwrap_or(own.temporaries),
            instructions: self.instructions.unwrap_or(own.instructions),
            constants: self.constants.unwrap_or(own.constants),
        }
    }

    /// Sets an option of the profile ([`CgProfile::option`]). Others than these change no text.
    pub fn set(&mut self, name: &str, value: &str) {
        let is_on = matches!(value, "1" | "true");
        match name {
            "PosInv" => self.is_position_invariant = is_on,
            "origin_upper_left" => self.from_top = is_on,
            "pixel_center_integer" => self.is_integer = is_on,
            "NumTemps" => self.temporaries = value.parse().ok(),
            "MaxInstructions" | "NumInstructionSlots" => self.instructions = value.parse().ok(),
            "MaxLocalParams" => self.constants = value.parse().ok(),
            _ => {}
        }
    }
}

/// Whether programs of a profile are texts here.
pub fn has_text(profile: &'static CgProfile) -> bool {
    Profile::of(profile).is_some()
}

/// A text.
#[derive(Debug, Clone)]
pub struct CgText {
    pub text: String,
    pub instructions: usize,
    pub temporaries: usize,
    /// For each row of the entry's uniform array the `program.local` that holds it.
    pub rows: Vec<Option<u32>>,
    /// What its head lists.
    pub variables: Vec<Variable>,
}

/// Why there is no text.
#[derive(Debug, Clone, thiserror::Error)]
pub enum TextError {
    #[error("{0}")]
    Program(ProgramError),
    #[error("profile \"{0}\" has no text here")]
    NoText(&'static str),
    #[error(
        "Temporary register limit of {limit} exceeded; {used} registers needed to compile program"
    )]
    Temporaries { used: u32, limit: u32 },
    #[error("Instruction limit of {limit} exceeded; {used} instructions needed to compile program")]
    Instructions { used: u32, limit: u32 },
    #[error(
        "Constant register limit exceeded; more than {limit} constant registers needed to compiled program"
    )]
    Constants { limit: u32 },
    #[error("{0}")]
    Refused(Refusal),
}

impl From<Refusal> for TextError {
    fn from(refusal: Refusal) -> TextError {
        let Refusal::Limit {
            used,
            limit,
            number,
            ..
        } = refusal
        else {
            return TextError::Refused(refusal);
        };
        match number {
            allocate::TOO_MANY => TextError::Temporaries { used, limit },
            literals::TOO_MANY => TextError::Constants { limit },
            _ => TextError::Refused(refusal),
        }
    }
}

impl TextError {
    /// The number of NVIDIA's compiler for what a profile has too little of.
    pub fn number(&self) -> Option<u32> {
        match self {
            TextError::Temporaries { .. } => Some(6001),
            TextError::Instructions { .. } => Some(6002),
            TextError::Constants { .. } => Some(6007),
            _ => None,
        }
    }

    /// A line in the form of NVIDIA's compiler.
    pub fn listing(&self, map: &SourceMap) -> String {
        match self {
            TextError::Program(error) => error.listing(map),
            _ => {
                let number = self.number().map_or(" ".to_owned(), |n| format!(" C{n}"));
                format!("(0) : error{number}: {self}\n")
            }
        }
    }
}

/// The text of a program's entry.
pub fn compile_cg(program: &Program, options: &TextOptions) -> Result<CgText, TextError> {
    let cg = program.profile();
    let profile = Profile::of(cg).ok_or(TextError::NoText(cg.name))?;
    let stage = match cg.stage {
        ProfileStage::Fragment => Stage::Fragment,
        _ => Stage::Vertex,
    };
    let entry = program.entry(&StageOptions {
        state: state_row,
        position_invariant: options.is_position_invariant && stage == Stage::Vertex,
        ..StageOptions::new(stage)
    });
    let entry = entry.map_err(TextError::Program)?;
    let is_invariant = stage == Stage::Vertex
        && (options.is_position_invariant || program.is_position_invariant(&entry));
    let limits = options.limits(&profile);
    let limit = limits.constants;
    let constants = Constants::new(&entry, &profile, limit);
    let constants = constants.ok_or(TextError::Constants { limit })?;
    let target = target(&entry, &constants, &profile, &limits, is_invariant);
    // Distances to clip planes are results of their own, which only some of these languages have.
    let is_clip = |s: &Slot| matches!(s.register.file, File::Output) && is_clip(s.vec4);
    if target.outputs.iter().any(is_clip) {
        return Err(TextError::Refused(Refusal::Lacks {
            what: "a distance to a clip plane".to_owned(),
            version: cg.name,
            number: 5000,
            span: Span::NONE,
        }));
    }
    let made = code(&target)?;
    let text = Text {
        profile: &profile,
        entry: &entry,
        target: &target,
        constants: &constants,
        is_invariant,
    };
    let made = text.print(program, options, &made)?;
    let (used, limit) = (made.instructions as u32, limits.instructions);
    match used <= limit {
        true => Ok(made),
        false => Err(TextError::Instructions { used, limit }),
    }
}

/// Whether a vector of output slots has distances to clip planes.
fn is_clip(vec4: u32) -> bool {
    (varying::CLIP_0..varying::TEX_COORD_0).contains(&vec4)
}

/// How far lines move, in the order in which this is tried.
const WINDOWS: [usize; 7] = [4, 8, 16, 32, 64, 128, usize::MAX];

/// The most lines that are put in another order.
const MOST_LINES: usize = 2048;

/// The lines of a target, and its registers.
fn code(target: &Target<'_>) -> Result<(Code, Vec<Given>), Refusal> {
    let mut flat = graph(target, Keeps::Asked)?;
    let mut code = lines(target, &mut flat, NEAR, false)?;
    let mut given = allocate(target, &code);
    // Other orders of the lines may take fewer temporaries. Finding one takes the square of their number.
    let is_short = code.lines.len() <= MOST_LINES;
    for window in WINDOWS.into_iter().filter(|_| is_short) {
        if let Ok(given) = given {
            return Ok((code, given));
        }
        let mut other = code.clone();
        relieve(&mut other, window);
        given = allocate(target, &other);
        if given.is_ok() {
            code = other;
        }
    }
    let given = given?;
    Ok((code, given))
}

/// What a text is printed of.
struct Text<'t> {
    profile: &'t Profile,
    entry: &'t Entry,
    target: &'t Target<'t>,
    constants: &'t Constants,
    is_invariant: bool,
}

impl Text<'_> {
    fn print(
        &self,
        program: &Program,
        options: &TextOptions,
        (code, given): &(Code, Vec<Given>),
    ) -> Result<CgText, TextError> {
        let body = Body {
            profile: self.profile,
            target: self.target,
            given,
            has_several_colors: self.entry.colors > 1,
        };
        let instructions = body.instructions(code)?;
        let held = held(self.constants, &code.definitions);
        let temporaries = temporaries(code, given);
        let mut text = format!("{}\n", self.profile.head);
        text += &self.options(options);
        let header = Header {
            profile: self.profile,
            program,
            entry: self.entry,
            constants: self.constants,
            options,
            is_invariant: self.is_invariant,
            live: &live::values(&self.entry.code.program, |_| false),
            n_kills: { code.lines.iter() }
                .filter(|l| l.opcode == Opcode::TexKill)
                .count(),
        };
        let (head, variables) = header.print(&held).map_err(TextError::Program)?;
        text += &head;
        text += &parameters(&held);
        for n in 0..temporaries {
            text += &format!("TEMP R{n};\n");
        }
        if code.lines.iter().any(|l| l.opcode == Opcode::Mova) {
            text += "ADDRESS A0;\n";
        }
        for line in &instructions {
            text += line;
            text.push('\n');
        }
        text += "END\n";
        text += &format!(
            "# {} instructions, {temporaries} R-regs\n",
            instructions.len()
        );
        Ok(CgText {
            text,
            instructions: instructions.len(),
            temporaries,
            rows: self.constants.locals(),
            variables,
        })
    }

    fn options(&self, asked: &TextOptions) -> String {
        let options = [
            (asked.from_top, "ARB_fragment_coord_origin_upper_left"),
            (asked.is_integer, "ARB_fragment_coord_pixel_center_integer"),
            (self.is_invariant, "ARB_position_invariant"),
            (self.entry.shadow_units != 0, "ARB_fragment_program_shadow"),
            (self.entry.colors > 1, "ARB_draw_buffers"),
        ];
        let named = options.iter().filter(|(has, _)| *has);
        let all = self
            .profile
            .option
            .into_iter()
            .chain(named.map(|(_, name)| *name));
        all.map(|name| format!("OPTION {name};\n")).collect()
    }
}

/// How many temporaries there are.
fn temporaries(code: &Code, given: &[Given]) -> usize {
    let of_line = code.lines.iter().flat_map(|l| {
        let reads = l.reads.iter().map(|r| r.from);
        reads.chain(l.to.map(|(to, _)| to))
    });
    let registers = of_line.filter_map(|at| match at {
        Where::Virtual(v) => Some(given[v as usize].register as usize + 1),
        _ => None,
    });
    registers.max().unwrap_or(0)
}

/// The array of all constants. Where nothing is, it has the local parameter of the number.
fn parameters(held: &BTreeMap<u32, Held>) -> String {
    let Some((last, _)) = held.last_key_value() else {
        return String::new();
    };
    let of = |n: u32| match held.get(&n).copied() {
        None | Some(Held::Local) => Binding::Local(n),
        Some(Held::State(state)) => Binding::Scene(state),
        Some(Held::Literal(words)) => Binding::Constant(words.map(literal)),
    };
    let all: Vec<Binding> = (0..=*last).map(of).collect();
    let runs = all.chunk_by(follows);
    let parts: Vec<String> = runs
        .map(|run| match run {
            [Binding::Constant(words)] => names::vector(words),
            [one] => names::binding(one),
            _ => names::binding_range(&run[0], run.len() as u32),
        })
        .collect();
    format!("PARAM c[{}] = {{ {} }};\n", last + 1, parts.join(",\n\t\t"))
}

/// A literal. The language cannot write what is no number; its results are anything.
fn literal(word: u32) -> f32 {
    match f32::from_bits(word) {
        x if x.is_nan() => 0.0,
        x => x,
    }
}

/// Whether one binding is the next of another one: of local parameters, or of a matrix.
fn follows(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Local(a), Binding::Local(b)) => a + 1 == *b,
        (
            Binding::Scene(SceneValue::MatrixRow(name, form, row)),
            Binding::Scene(SceneValue::MatrixRow(next, as_form, next_row)),
        ) => (name, form, row + 1) == (next, as_form, *next_row),
        _ => false,
    }
}
