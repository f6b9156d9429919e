//! One tile: its passes, fragments and pixels.

pub(crate) mod clear;
pub(crate) mod collect;
pub(crate) mod draw;
pub(crate) mod fragments;
pub(crate) mod multisample;
pub(crate) mod prefetch;
pub(crate) mod scratch;
pub(crate) mod tile_planes;
