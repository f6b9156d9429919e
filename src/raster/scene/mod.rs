//! Bins: which primitives touch which tile.
//!
//! - [`bins`]: a pass holds the work for one target: pages, clears, and for each tile a list of entries.
//! - [`debug_map`]: the bins as text (`TRILOBITE_DEBUG=bins`).
//!
//! Invariants: entries of a bin are in the order of the commands, since one thread bins the pages one after the other. A bin
//! may hold a primitive that covers nothing of its tile, and never lacks one that covers something.
#![forbid(unsafe_code)]

pub(crate) mod bins;
pub(crate) mod debug_map;

#[cfg(test)]
mod tests;
