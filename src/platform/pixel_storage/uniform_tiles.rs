//! Which tiles of a plane have one value in all pixels, where that is known.
//!
//! Most tiles of many pictures are background. Clearing them to the value that they have, and copying them to an image that has
//! it, would only move memory.

use super::{PixelStorage, TILE};
use crate::platform::reserve::from_system;
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of each tile's pixels, row by row. A plane that is not of packed pixels with one sample each has no tiles here.
///
/// A value says what the memory holds, so readers need not ask for it. Writers forget it before they write.
#[derive(Debug)]
pub(super) struct UniformTiles {
    n_columns: usize,
    /// [`KNOWN`] with the value, or 0.
    tiles: Vec<AtomicU64>,
}

const KNOWN: u64 = 1 << 32;

impl UniformTiles {
    /// Those of a zeroed plane; `None` if memory is short.
    pub(super) fn zeroed(n_columns: usize, n_rows: usize) -> Option<UniformTiles> {
        let mut tiles = Vec::new();
        let n_tiles = n_columns.checked_mul(n_rows)?;
        from_system(|| tiles.try_reserve_exact(n_tiles)).ok()?;
        tiles.resize_with(n_tiles, || AtomicU64::new(KNOWN));
        Some(UniformTiles { n_columns, tiles })
    }

    /// Tiles of which nothing is ever known.
    pub(super) fn unknown() -> UniformTiles {
        UniformTiles {
            n_columns: 0,
            tiles: Vec::new(),
        }
    }

    /// The tile of pixel (x, y).
    fn tile(&self, x: u32, y: u32) -> Option<&AtomicU64> {
        self.tiles
            .get((y / TILE) as usize * self.n_columns + (x / TILE) as usize)
    }

    /// Must be called before pixels of a rectangle are written.
    pub(super) fn forget(&self, [x, y]: [u32; 2], [width, height]: [u32; 2]) {
        if self.tiles.is_empty() {
            return;
        }
        let tiles = |at: u32, n: u32| at / TILE..(at + n).div_ceil(TILE);
        for row in tiles(y, height) {
            for column in tiles(x, width) {
                if let Some(tile) = self.tile(column * TILE, row * TILE) {
                    tile.store(0, Ordering::Relaxed);
                }
            }
        }
    }
}

impl PixelStorage {
    /// The value of all pixels in the tile of pixel (x, y), if it is known: bits of the tile beyond the plane's edges included.
    pub fn uniform_tile(&self, x: u32, y: u32) -> Option<u32> {
        let value = self.uniform.tile(x, y)?.load(Ordering::Relaxed);
        (value & KNOWN != 0).then_some(value as u32)
    }

    /// The tile's writer says that all its pixels have this value.
    pub fn set_uniform_tile(&self, x: u32, y: u32, value: u32) {
        if let Some(tile) = self.uniform.tile(x, y) {
            tile.store(KNOWN | u64::from(value), Ordering::Relaxed);
        }
    }
}
