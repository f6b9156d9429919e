//! The memory of a tile job.
#![forbid(unsafe_code)]

use super::prefetch::TilePrefetch;
use crate::kernel::Scratch;
use crate::raster::coverage::tile::TileCoverage;
use crate::raster::geometry::list::List;
use crate::simd::LanesF32;

/// The memory that drawing a tile needs. A worker uses it for all of its tiles.
#[derive(Default)]
pub(crate) struct TileScratch {
    /// The covered groups, with their masks.
    pub(crate) coverage: TileCoverage,
    /// The planes of the collected primitives.
    pub(crate) planes: List<[f32; 4]>,
    /// The outputs of the fragment program, by group and slot.
    pub(crate) outputs: Vec<LanesF32>,
    /// Whether kernels for affine primitives, which do not divide by w, can draw all collected primitives.
    pub(crate) is_affine: bool,
    /// The pixels of the tile that probably comes next.
    pub(crate) prefetch: TilePrefetch,
    pub(super) kernel: Scratch,
}
