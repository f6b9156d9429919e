//! Assembles whole functions: prologue, loops, jumps around the blocks.
#![forbid(unsafe_code)]

pub(crate) mod arrays;
pub(crate) mod flow;
pub(crate) mod group;
pub(crate) mod hoist;
pub(crate) mod interleaved;
pub(crate) mod straight;
