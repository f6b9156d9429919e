//! Prefetches the tile that this thread will probably draw next, a few cache lines at a time. A frame's planes do not fit into
//! the second cache. Without this, the first entry of a tile, often a clear, would wait for them.
#![forbid(unsafe_code)]

use crate::platform::PixelStorage;
use crate::raster::scene::bins::Pass;
use crate::simd::prefetch_at;

/// Bytes of a cache line.
const LINE: usize = 64;
/// Cache lines of a tile of one plane.
const LINES: usize = 256;
/// Lines of each plane that one step prefetches. Most tiles of fine meshes have enough triangles for all lines.
const AT_A_TIME: usize = 10;

/// The rest of a tile that has not been prefetched yet.
#[derive(Debug, Default)]
pub(crate) struct TilePrefetch {
    /// The addresses of the next lines in the first colour plane and in the depth plane; 0 where there is no plane.
    at: [usize; 2],
    /// The number of lines that are left in each plane.
    n_left: usize,
}

impl TilePrefetch {
    /// Starts with all lines of a tile of the pass, or with none.
    pub(crate) fn of(pass: &Pass, tile: Option<usize>) -> TilePrefetch {
        let Some(tile) = tile else {
            return TilePrefetch::default();
        };
        let (x, y) = pass.tile_corner(tile);
        let start = |plane: &PixelStorage| plane.tile_address(x as u32, y as u32, 0, 0).addr();
        let color = pass.target.color.first();
        TilePrefetch {
            at: [
                color.map_or(0, |(_, plane)| start(plane)),
                pass.target.depth_stencil.as_deref().map_or(0, start),
            ],
            n_left: LINES,
        }
    }

    /// Prefetches the next few lines of each plane.
    #[inline(always)]
    pub(crate) fn step(&mut self) {
        if self.n_left == 0 {
            return;
        }
        for at in self.at.iter_mut().filter(|at| **at != 0) {
            for i in 0..AT_A_TIME {
                prefetch_at(*at + LINE * i);
            }
            *at += LINE * AT_A_TIME;
        }
        self.n_left = self.n_left.saturating_sub(AT_A_TIME);
    }
}
