//! All steps, from a program in Cg to a text.

use super::constants::Constants;
use super::error::TextError;
use super::lacks::{check_bits, check_distances};
use super::options::{CgText, TextOptions};
use super::pressure::relieve;
use super::print::Text;
use super::profile::Profile;
use super::target::target;
use crate::codegen::allocate::{Given, allocate};
use crate::codegen::graph::keep::Keeps;
use crate::codegen::legal::NEAR;
use crate::codegen::lines::Code;
use crate::codegen::refusal::Refusal;
use crate::codegen::steps::{graph, lines};
use crate::codegen::target::Target;
use crate::frontend::assembly::arb::state_row;
use crate::frontend::c_like::cg::profile::{Profile as CgProfile, Stage as ProfileStage};
use crate::frontend::c_like::cg::{Program, StageOptions};
use crate::frontend::c_like::tree::Stage;

/// Whether programs of a profile are texts here.
pub fn has_text(profile: &'static CgProfile) -> bool {
    Profile::of(profile).is_some()
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
