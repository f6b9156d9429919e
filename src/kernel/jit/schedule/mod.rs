//! Orders machine operations.
//!
//! - [`list`] orders the nodes of any region: the longest chain first, as long as registers last.
//! - [`software_pipeline`] cuts long straight code into two stages, so that two groups overlap.
//! - [`unroll`] puts several groups of short code over arrays into one round.
//!
//! Invariants: a node comes after the nodes whose values it takes, and accesses of one resource keep their order unless
//! both are reads. [`crate::kernel::jit::allocate::checker`] checks both.
#![forbid(unsafe_code)]

pub(crate) mod list;
pub(crate) mod software_pipeline;
pub(crate) mod unroll;

#[cfg(test)]
mod tests;
