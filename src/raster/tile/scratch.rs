//! Working memory of a tile job.
#![forbid(unsafe_code)]

use super::prefetch::TilePrefetch;
use crate::kernel::Scratch;
use crate::raster::coverage::tile::TileCoverage;
use crate::raster::geometry::list::List;
use crate::simd::LanesF32;

/// Working memory of one tile job, reused.
#[derive(Default)]
pub(crate) struct TileScratch {
    pub(crate) coverage: TileCoverage,
    pub(crate) planes: List<[f32; 4]>,
    pub(crate) outputs: Vec<LanesF32>,
    /// All the collected primitives are affine.
    pub(crate) is_affine: bool,
    /// Of the tile that comes next.
    pub(crate) prefetch: TilePrefetch,
    pub(super) kernel: Scratch,
}
