//! Assembles functions: everything around the code of the regions.
//!
//! - [`straight`] makes the whole function: prologue, preamble, the loop over groups, blocks and calls.
//! - [`group`] emits the begin and end of the function and of each group; [`hoist`] loads constants before the loop.
//! - [`interleaved`] is the loop of straight programs with calls, [`arrays`] that of programs over arrays.
//! - [`flow`] ends blocks: a jump while the lanes agree, else the dispatcher.
//!
//! Code that jumps opens with a drawing of its states.
#![forbid(unsafe_code)]

pub(crate) mod arrays;
pub(crate) mod flow;
pub(crate) mod group;
pub(crate) mod hoist;
pub(crate) mod interleaved;
pub(crate) mod straight;
