//! What a profile's machine does not have, found in the code of a program.
//!
//! | room | what is in it |
//! |---|---|
//! | `finite` | Constants that are infinite, where a program needs them. |
//! | `unset` | Variables that results depend on although nothing has written them. |

mod finite;
mod unset;

use super::profile::{Profile, Stage};
use finite::{first_infinite, live_values};
use unset::{check_outputs, check_unset};

use crate::frontend::c_like::entry::Entry;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::interface::{LodMode, fragment_input};
use crate::ir::{Inst, Op, Program, Span, ValueId};
use std::cell::OnceCell;

/// The first operation that the profile refuses.
pub(super) fn check_machine(
    profile: &Profile,
    module: &Module,
    entry: &Entry,
) -> Result<(), ProgramError> {
    check_levels(profile, entry)?;
    check_unset(entry)?;
    check_outputs(profile, entry)?;
    let program = &entry.code.program;
    // Vertex shaders that look up a texture are few; what is live is asked for in them only.
    let live = OnceCell::new();
    let is_live = |inst: &Inst| {
        let live: &Vec<bool> = live.get_or_init(|| live_values(program));
        inst.results().any(|v| live[v.index()])
    };
    for inst in program.insts() {
        let is_vertex = profile.stage == Some(Stage::Vertex);
        // Each row is an operation, the profiles without it, and the reference's number for that.
        let refused = match inst.op {
            Op::Sample if is_vertex && profile.model < 30 => is_live(inst).then_some((
                "a look-up of a texture in a vertex shader before model 3",
                4545,
            )),
            Op::Sample if is_vertex => {
                let mode = LodMode::from_immediate(inst.imm[1]);
                let is_plain = mode != Some(LodMode::Explicit);
                is_plain.then_some(("a look-up without a level in a vertex shader", 4532))
            }
            Op::Kill if is_vertex => Some(("clip or discard in a vertex shader", 4532)),
            Op::Ddx | Op::Ddy if is_vertex => Some(("a derivative in a vertex shader", 4532)),
            Op::Ddx | Op::Ddy if matches!(profile.name, "ps_2_0" | "ps_2_b") => {
                Some(("a derivative in ps_2_0 and ps_2_b", 4532))
            }
            _ => None,
        };
        if let Some((name, number)) = refused {
            let name = name.to_owned();
            let rule = Shading::RefusedByProfile { name, number };
            return Err(ProgramError {
                kind: ErrorKind::CLike(Rule::Shading(rule)),
                span: inst.span,
            });
        }
    }
    if profile.stage == Some(Stage::Fragment) {
        check_place(program)?;
    }
    check_unlevelled(entry)?;
    if profile.stage.is_some() {
        check_functions(module, entry)?;
    }
    if profile.stage.is_some()
        && let Some(span) = first_infinite(module, entry)
    {
        let why = "a number here is infinite, or no number, which these profiles do not hold";
        return Err(refusal(why, 4579, span));
    }
    Ok(())
}

/// The functions of the library that no machine of these profiles has, with the reference's numbers.
const ABSENT: &[(&str, u32)] = &[("asint", 3543), ("asuint", 3543), ("noise", 4532)];

/// Refuses functions that no machine has, where something reads what they give.
fn check_functions(module: &Module, entry: &Entry) -> Result<(), ProgramError> {
    let number = |id: FunctionId| {
        let name = &*module.functions[id.0 as usize].name;
        let known = ABSENT.iter().find(|(n, _)| *n == name);
        known.map(|(_, number)| *number)
    };
    let mut calls = { entry.library.iter() }
        .filter_map(|(id, made)| Some((number(*id)?, made)))
        .peekable();
    if calls.peek().is_none() {
        return Ok(());
    }
    let program = &entry.code.program;
    let live = live_values(program);
    for (number, made) in calls {
        let is_read = |i: &&Inst| i.results().any(|v| made.contains(&v.0) && live[v.index()]);
        if let Some(inst) = program.insts().find(is_read) {
            let why = "a function that these profiles have in their texts only";
            return Err(refusal(why, number, inst.span));
        }
    }
    Ok(())
}

/// Refuses look-ups of vertex shaders whose level would come from derivatives, where something reads the texels.
fn check_unlevelled(entry: &Entry) -> Result<(), ProgramError> {
    if entry.unlevelled.is_empty() {
        return Ok(());
    }
    let program = &entry.code.program;
    let live = live_values(program);
    let is_read = |texel: &&[ValueId; 4]| texel.iter().any(|v| live[v.index()]);
    let Some(texel) = entry.unlevelled.iter().find(is_read) else {
        return Ok(());
    };
    let made = program.insts().find(|i| i.first_result == texel[0]);
    let span = made.map_or(Span::NONE, |i| i.span);
    let why = "a look-up without a level in a vertex shader; tex2Dlod has one";
    Err(refusal(why, 4532, span))
}

/// Refuses the depth of a pixel's place, and what follows it.
fn check_place(program: &Program) -> Result<(), ProgramError> {
    let place = 4 * fragment_input::POSITION;
    let is_depth = |i: &&Inst| i.op == Op::LoadInput && [place + 2, place + 3].contains(&i.imm[0]);
    let mut loads = program.insts().filter(is_depth).peekable();
    if loads.peek().is_none() {
        return Ok(());
    }
    let live = live_values(program);
    match loads.find(|i| live[i.first_result.index()]) {
        Some(load) => Err(refusal("the pixel's place is two numbers", 5631, load.span)),
        None => Ok(()),
    }
}

/// The error for what a machine lacks, with the reference's number.
pub(super) fn refusal(why: &'static str, number: u32, span: Span) -> ProgramError {
    ProgramError {
        kind: ErrorKind::CLike(Rule::Hlsl(HlslRule::Machine(why, number))),
        span,
    }
}

/// Refuses look-ups whose level or derivatives are given, where pixel shaders have none.
fn check_levels(profile: &Profile, entry: &Entry) -> Result<(), ProgramError> {
    if profile.stage != Some(Stage::Fragment) || profile.model >= 30 {
        return Ok(());
    }
    match entry.levels {
        [Some(span), _] => {
            let why = "a look-up at a level in a pixel shader before model 3";
            Err(refusal(why, 4532, span))
        }
        [None, Some(span)] if profile.model == 20 => {
            let why = "a look-up with derivatives in ps_2_0";
            Err(refusal(why, 5190, span))
        }
        _ => Ok(()),
    }
}
