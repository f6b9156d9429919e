//! The grid of tiles.
#![forbid(unsafe_code)]

/// Pixels per side of a tile.
pub(crate) const TILE: i32 = 64;

/// Groups (4×4 pixels) per side of a tile.
pub(crate) const GROUPS: usize = 16;
