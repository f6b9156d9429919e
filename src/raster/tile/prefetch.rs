//! Prefetches the tile that this thread will probably draw next, a few lines at a time. A frame's planes do not fit the second
//! cache, and what comes first in a tile, often a clear, would wait for them.
#![forbid(unsafe_code)]

use crate::platform::PixelStorage;
use crate::raster::scene::bins::Pass;
use crate::simd::prefetch_at;

/// Bytes of a line of the caches.
const LINE: usize = 64;
/// Lines of a plane's tile.
const LINES: usize = 256;
/// Lines of each plane that one step asks for. Most tiles of fine meshes have enough triangles for all lines.
const AT_A_TIME: usize = 10;

/// The lines of a tile that have not been prefetched yet.
#[derive(Debug, Default)]
pub(crate) struct TilePrefetch {
    /// Where they begin in the first plane of colours and in that of depths; 0 where there is none.
    at: [usize; 2],
    n_left: usize,
}

impl TilePrefetch {
    /// Those of this tile of the pass.
    pub(crate) fn of(pass: &Pass, tile: Option<usize>) -> TilePrefetch {
        let Some(tile) = tile else {
            return TilePrefetch::default();
        };
        let (x, y) = pass.tile_corner(tile);
        let start = |plane: &PixelStorage| plane.tile_ptr(x as u32, y as u32, 0, 0).addr();
        let color = pass.target.color.first();
        TilePrefetch {
            at: [
                color.map_or(0, |(_, plane)| start(plane)),
                pass.target.depth_stencil.as_deref().map_or(0, start),
            ],
            n_left: LINES,
        }
    }

    /// Prefetches the next few.
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
