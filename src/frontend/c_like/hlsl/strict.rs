//! What Microsoft's compiler refuses because a machine lacks it, though ours does it all the same: loops, gradients in
//! loops, registers. Asked for by `--strict`.

use super::constants::registers_of;
use super::machine::refusal;
use super::profile::{Profile, Stage};
use super::program::StageEntry;
use super::registers::given_registers;
use crate::frontend::assembly::d3d::ctab::{self, RegisterSet};
use crate::frontend::c_like::entry::Sampler;
use crate::frontend::c_like::lower::Repeat;
use crate::frontend::c_like::tree::Module;
use crate::frontend::diagnostic::ProgramError;
use crate::ir::dominators::reverse_post_order;
use crate::ir::interface::LodMode;
use crate::ir::{Inst, Op, Program, Span};

/// The most rounds of a loop of the machine, and more than those that can be unrolled.
const MOST_ROUNDS: u32 = 255;
const MOST_UNROLLED: u32 = 1024;
/// Registers of outputs of a vertex shader of model 3.
const OUTPUTS: u32 = 12;

/// Refuses what the profile's machine lacks.
pub(super) fn check_strictly(
    profile: &Profile,
    module: &Module,
    made: &StageEntry,
) -> Result<(), ProgramError> {
    let program = &made.entry.code.program;
    let found = loops(profile, program, &made.entry.repeats)
        .or_else(|| indexed_writes(made))
        .or_else(|| branches(profile, made))
        .or_else(|| given_registers(profile, module, made))
        .or_else(|| constants(profile, module, made))
        .or_else(|| samplers(profile, made))
        .or_else(|| outputs(profile, made));
    match found {
        Some((why, number, span)) => Err(refusal(why, number, span)),
        None => Ok(()),
    }
}

/// Why, the reference's number, and where.
pub(super) type Refusal = (&'static str, u32, Span);

/// Loops that the machine cannot have, and look-ups in loops whose level comes from derivatives.
fn loops(profile: &Profile, program: &Program, repeats: &[Repeat]) -> Option<Refusal> {
    let own = repeats.iter().find_map(|r| loop_of_machine(profile, r));
    // The rounds of a loop that counts integers are the same for all pixels.
    let is_open = |r: &&Repeat| !r.is_counted && r.rounds.is_none();
    let Some(open) = repeats.iter().find(is_open).filter(|_| own.is_none()) else {
        return own;
    };
    let in_loop = loop_blocks(program);
    let needs_quad = |inst: &Inst| {
        let mode = LodMode::from_immediate(inst.imm[1]);
        inst.op == Op::Sample && mode != Some(LodMode::Explicit)
    };
    let blocks = program.blocks.iter().zip(&in_loop);
    let mut inner = blocks.filter(|(_, is)| **is).flat_map(|(b, _)| &b.insts);
    let found = inner.find(|i| profile.stage == Some(Stage::Fragment) && needs_quad(i))?;
    let why = "a look-up with a level from derivatives in a loop that cannot be unrolled";
    let number = if open.stays { 3526 } else { 3511 };
    Some((why, number, found.span))
}

/// Why the machine cannot have a loop.
fn loop_of_machine(profile: &Profile, r: &Repeat) -> Option<Refusal> {
    let counts_only = profile.has_loops() && !profile.has_open_loops();
    let is_long = r.rounds.is_some_and(|n| n > MOST_ROUNDS);
    // Each row is what the machine lacks, why, and the reference's number.
    Some(match r.rounds {
        Some(n) if r.must_unroll && n < MOST_UNROLLED => return None,
        _ if r.must_unroll => (
            "constants do not bound the rounds of this loop",
            3511,
            r.span,
        ),
        _ if !profile.has_loops() => {
            let why = "this profile has no loops, and this one cannot be unrolled";
            (why, 3511, r.span)
        }
        None if counts_only && !r.is_counted => (
            "this profile has loops that count to an integer only",
            if r.stays { 3525 } else { 3511 },
            r.span,
        ),
        _ if is_long && r.stays => ("a loop of more than 255 rounds is unrolled", 3531, r.span),
        Some(n) if n >= MOST_UNROLLED => ("a loop of so many rounds is not unrolled", 3511, r.span),
        _ => return None,
    })
}

/// Elements that are written by a computed number.
fn indexed_writes(made: &StageEntry) -> Option<Refusal> {
    let span = made.entry.indexed_write?;
    let why =
        "a write to an element by a computed number; these profiles have no registers for that";
    Some((why, 3500, span))
}

/// Branches that attributes ask for and that the machine does not have.
fn branches(profile: &Profile, made: &StageEntry) -> Option<Refusal> {
    let is_refused = |is_outside: bool| match profile.stage {
        Some(Stage::Fragment) => profile.model < 30,
        _ => profile.model < 20 || profile.name == "vs_2_0" && !is_outside,
    };
    let mut all = made.entry.branches.iter();
    let (span, _) = all.find(|(_, is_outside)| is_refused(*is_outside))?;
    Some(("this profile has no such branches", 3528, *span))
}

/// Of each block whether a path leads from it back to it.
fn loop_blocks(program: &Program) -> Vec<bool> {
    let n = program.blocks.len();
    let mut in_loop = vec![false; n];
    if program.instruction_limit.is_none() {
        return in_loop;
    }
    let order = reverse_post_order(program);
    // The blocks that can be reached, and what leads to each.
    let mut is_open = vec![false; n];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for block in order.iter().map(|b| b.index()) {
        is_open[block] = true;
        for next in program.blocks[block].terminator.successors() {
            before[next.index()].push(block);
            in_loop[block] |= next.index() == block;
        }
    }
    // Open blocks that lead to the first open one of this order are on a cycle with it (Kosaraju).
    for first in &order {
        let (mut cycle, mut stack) = (Vec::new(), vec![first.index()]);
        while let Some(block) = stack.pop() {
            if std::mem::replace(&mut is_open[block], false) {
                cycle.push(block);
                stack.extend(&before[block]);
            }
        }
        if cycle.len() > 1 {
            cycle.into_iter().for_each(|block| in_loop[block] = true);
        }
    }
    in_loop
}

/// Registers of constants beyond the last one of a pixel shader.
fn constants(profile: &Profile, module: &Module, made: &StageEntry) -> Option<Refusal> {
    if profile.stage != Some(Stage::Fragment) {
        return None;
    }
    let global = |e: &ctab::Entry| module.globals.iter().find(|g| g.name == e.name);
    // In model 3 a variable with registers of its own has them all, whatever of it is read.
    let end = |e: &ctab::Entry| {
        let named = global(e).filter(|g| g.semantic.is_some());
        let whole = named.filter(|_| profile.model >= 30);
        let whole = whole.map_or(0, |_| registers_of(&e.ty));
        u32::from(e.index) + whole.max(e.count.into())
    };
    let mut floats = { made.constants.entries.iter() }.filter(|e| e.set == RegisterSet::Float);
    let beyond = floats.find(|e| end(e) > profile.constants[0])?;
    let global = global(beyond);
    let is_named = global.is_some_and(|g| g.semantic.is_some());
    let number = match profile.model {
        ..30 => 5200,
        _ if is_named => 4509,
        _ => 4507,
    };
    let why = "more registers of constants than the profile has";
    Some((why, number, global.map_or(Span::NONE, |g| g.span)))
}

/// Image units beyond the last one.
fn samplers(profile: &Profile, made: &StageEntry) -> Option<Refusal> {
    let mut all = made.entry.samplers.iter();
    let is_member = |s: &&Sampler| s.unit.is_some() && s.name.contains('.');
    if all.clone().any(|s| is_member(&s)) {
        let why = "samplers and textures are no members of structures in these profiles";
        return Some((why, 3090, Span::NONE));
    }
    let beyond = all.find(|s| s.unit.is_some_and(|unit| unit >= profile.samplers))?;
    let (number, span) = match &beyond.semantic {
        Some(semantic) => (4509, semantic.span),
        None => (4510, Span::NONE),
    };
    Some(("more samplers than the profile has", number, span))
}

/// Outputs beyond the last one of a vertex shader of model 3.
fn outputs(profile: &Profile, made: &StageEntry) -> Option<Refusal> {
    if profile.stage != Some(Stage::Vertex) || profile.model < 30 {
        return None;
    }
    let all = made.entry.outputs.iter();
    let n = all.map(|c| c.slots.len() as u32).sum::<u32>();
    let number = if n > OUTPUTS { 5629 } else { 5622 };
    (n >= OUTPUTS).then_some(("more outputs than the profile has", number, Span::NONE))
}
