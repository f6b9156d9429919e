//! One tile: its entries, fragments and pixels.
//!
//! - [`draw`]: carries out a bin in order; [`scratch`]: its memory.
//! - [`collect`]: what consecutive primitives of a draw cover, and their planes.
//! - [`fragments`]: the kernels over collected blocks; [`multisample`]: the same, sample by sample.
//! - [`clear`]: clears; [`tile_planes`]: the tile's windows into the planes of the target.
//! - [`prefetch`](mod@prefetch): asks for the pixels of the tile that comes next.
//!
//! Invariant: a tile belongs to one job. Holding [`TilePlanes`](tile_planes::TilePlanes) is the right to touch it, and making
//! one is the `unsafe` step.

pub(crate) mod clear;
pub(crate) mod collect;
pub(crate) mod draw;
pub(crate) mod fragments;
pub(crate) mod multisample;
pub(crate) mod prefetch;
pub(crate) mod scratch;
pub(crate) mod tile_planes;

#[cfg(test)]
mod tests;
