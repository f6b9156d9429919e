//! Allocates registers, and checks the allocation.
//!
//! - [`linear`] walks over the scheduled nodes once. Where a register is needed, it takes that of the value whose next use
//!   is farthest away.
//! - [`file`](mod@file) is its state: which value each register holds, and where each value is.
//! - [`step`] is the result: loads, moves, spills, and nodes with their operands.
//! - [`checker`] replays the steps without knowing how they were chosen. Debug builds check every kernel.
#![forbid(unsafe_code)]

pub(crate) mod checker;
pub(crate) mod file;
pub(crate) mod linear;
pub(crate) mod step;

#[cfg(test)]
mod tests;
