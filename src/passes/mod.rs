//! Passes over the IR, one file each, and their order.
//!
//! A pass takes a verified program and leaves a verified one. The outputs stay the same, bit for bit, except for the bits of
//! NaN (DESIGN 3). Debug builds verify the program after each pass.
//!
//! | pass | what it does |
//! |---|---|
//! | [`expand_math`] | replaces mathematical functions by IEEE operations, with the bounds of docs/MATH.md |
//! | [`planar`] | drops the coordinates that samples of flat textures do not read |
//! | [`copy_prop`] | removes block parameters that get the same value over every edge |
//! | [`clamp`] | drops clamps and comparisons whose result follows from the ranges of their arguments |
//! | [`const_fold`] | computes operations on constants |
//! | [`if_convert`] | turns small branches into selections |
//! | [`forward`] | forwards stores to loads of the same block, and drops overwritten stores |
//! | [`strength`] | replaces operations by cheaper ones that give the same bits |
//! | [`cse`] | computes each value once |
//! | [`dce`] | drops instructions whose results nothing needs |
//!
//! [`STANDARD`] is the order. [`expand_math`] comes first, so that all other passes improve the operations that it makes.
//! [`if_convert`] comes before [`forward`]: without branches, more slots and overwritten outputs are in one block.
//!
//! A program may carry facts about its textures that no pass could find. `Program::fraction_units` are the texture image units
//! whose samples lie in [0, 1], and `Program::planar_units` those that read neither r nor q. [`ranges`] uses the first,
//! [`planar`] the second.
//!
//! # What is not a pass
//! - Engines split off what is the same for a whole run (see [`crate::kernel`]).
//! - Nothing analyses divergence. At each branch that is left, an engine checks whether its lanes agree.
#![forbid(unsafe_code)]

pub mod clamp;
pub mod const_fold;
pub mod copy_prop;
pub mod cse;
pub mod dce;
pub mod expand_math;
pub mod forward;
mod full_math;
pub mod if_convert;
pub mod planar;
pub mod ranges;
pub mod strength;
mod uses;

use crate::ir::Program;

/// A pass: its name in dumps and tests, and its function.
pub type Pass = (&'static str, fn(&mut Program));

/// The passes of [`standard`], in order.
pub const STANDARD: &[Pass] = &[
    ("expand_math", expand_math::expand),
    ("planar", planar::planar),
    ("copy_prop", copy_prop::copy_prop),
    ("clamp", clamp::clamp),
    ("const_fold", const_fold::const_fold),
    ("if_convert", if_convert::if_convert),
    ("forward", forward::forward),
    ("strength", strength::strength),
    ("cse", cse::cse),
    ("dce", dce::dce),
];

/// Runs the standard passes over a copy of the program, which then has no `Math` opcodes. Engines run the result.
///
/// `observe` is called with the program after each pass. Debug builds verify it there.
pub fn standard_observed(
    program: &Program,
    mut observe: impl FnMut(&'static str, &Program),
) -> Program {
    let mut out = Program {
        blocks: program.blocks.clone(),
        value_types: program.value_types.clone(),
        notes: Vec::new(),
        source: program.source.clone(),
        ..*program
    };
    for (name, pass) in STANDARD {
        pass(&mut out);
        debug_assert_eq!(crate::ir::verify::verify(&out), Ok(()), "after {name}");
        observe(name, &out);
    }
    out.id = crate::ir::ProgramId::unique();
    out
}

/// Does the same as [`standard_observed`] without an observer.
pub fn standard(program: &Program) -> Program {
    standard_observed(program, |_, _| ())
}
