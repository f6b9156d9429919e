//! Bins: which primitives touch which tile.
#![forbid(unsafe_code)]

pub(crate) mod bins;
pub(crate) mod debug_map;
