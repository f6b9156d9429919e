//! All steps, from a program in Cg to a text.

use super::constants::Constants;
use super::lacks::{check_bits, check_distances};
use super::pressure::relieve;
use super::print::Text;
use super::profile::{Limits, Profile};
use super::target::target;
use crate::codegen::allocate::{self, Given, allocate};
use crate::codegen::graph::keep::Keeps;
use crate::codegen::legal::NEAR;
use crate::codegen::lines::Code;
use crate::codegen::literals;
use crate::codegen::refusal::Refusal;
use crate::codegen::steps::{graph, lines};
use crate::codegen::target::Target;
use crate::frontend::assembly::arb::state_row;
use crate::frontend::binding::Binding;
use crate::frontend::c_like::cg::profile::{Profile as CgProfile, Stage as ProfileStage};
use crate::frontend::c_like::cg::{Program, StageOptions};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::source_map::SourceMap;
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
    /// In languages whose parameters have names, the name or literal of each number there.
    pub names: BTreeMap<u32, String>,
    /// What the application has to set beside its own parameters, by their numbers: literals and state, in languages that hold
    /// neither.
    pub constants: Vec<(u32, Binding)>,
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
    check_distances(&target)?;
    check_bits(&target)?;
    let text = Text {
        profile: &profile,
        entry: &entry,
        target: &target,
        constants: &constants,
        is_invariant,
    };
    let made = |keeps: Keeps| {
        let made = text.print(program, options, &code(&target, keeps)?)?;
        let (used, limit) = (made.instructions as u32, limits.instructions);
        match used <= limit {
            true => Ok(made),
            false => Err(TextError::Instructions { used, limit }),
        }
    };
    let unrolled = made(Keeps::Asked);
    let is_short = |made: &CgText| made.instructions <= MOST_UNROLLED;
    if !target.machine.has_loops() || unrolled.as_ref().is_ok_and(is_short) {
        return unrolled;
    }
    // Rounds that follow each other may not fit where a loop does, or take much more room.
    match (unrolled, made(Keeps::All)) {
        (Ok(unrolled), Ok(kept)) if 2 * kept.instructions > unrolled.instructions => Ok(unrolled),
        (Err(error), Ok(_)) if error.number().is_none() => Err(error),
        (_, Ok(kept)) => Ok(kept),
        (unrolled, Err(_)) => unrolled,
    }
}

/// Longer texts have loops instead, if these halve them.
const MOST_UNROLLED: usize = 80;

/// How far lines move, in the order in which this is tried.
const WINDOWS: [usize; 7] = [4, 8, 16, 32, 64, 128, usize::MAX];

/// The most lines that are put in another order.
const MOST_LINES: usize = 2048;

/// The lines of a target, and its registers.
fn code(target: &Target<'_>, keeps: Keeps) -> Result<(Code, Vec<Given>), Refusal> {
    let mut flat = graph(target, keeps)?;
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
