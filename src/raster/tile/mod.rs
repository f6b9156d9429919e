//! One tile: its passes, fragments and pixels.

pub(crate) mod clear;
pub(crate) mod collect;
pub(crate) mod compact;
pub(crate) mod draw;
pub(crate) mod list;
pub(crate) mod multisample;
pub(crate) mod prefetch;
pub(crate) mod tile_planes;
