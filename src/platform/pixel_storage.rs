//! Planes of pixels, for colours or for depth and stencil. Several threads read and write them through raw pointers.
//!
//! A plane is an array of tiles of 64×64 pixels. A tile has 16×16 blocks, and a block has 4×4 pixels in the order of lanes
//! ([`crate::simd::LANE_OFFSET`]). So a block is one cache line, which a kernel loads and stores as one vector. A tile is 16 KiB
//! in one piece. [`PixelStorage::read_rows`] and other functions in `rows` convert from and to rows of pixels.
//!
//! ```text
//!   plane (bottom row first)     tile: 256 blocks            block: 16 pixels, 64 bytes
//!   ┌────┬────┬──                ┌───┬───┬──┬───┐            ┌──┬──┬──┬──┐
//!   │ n  │n+1 │                  │240│241│ …│255│            │10│11│14│15│
//!   ├────┼────┼──                │ … │   │  │   │            │ 8│ 9│12│13│
//!   │ 0  │ 1  │ …                │ 16│ 17│ …│ 31│            │ 2│ 3│ 6│ 7│
//!   └────┴────┴──                │  0│  1│ …│ 15│            │ 0│ 1│ 4│ 5│
//!                                └───┴───┴──┴───┘            └──┴──┴──┴──┘
//! ```

mod band;
mod rows;
mod uniform_tiles;

#[cfg(test)]
mod tests;

use crate::platform::reserve::from_system;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use uniform_tiles::UniformTiles;

const CACHE_LINE: usize = 64;
/// Pixels per side of a tile.
const TILE: u32 = 64;
/// A pixel has 4 bytes.
const TILE_BYTES: usize = 4 * (TILE * TILE) as usize;

/// A plane of 32-bit pixels. It is padded to whole tiles, aligned to cache lines, and zeroed when it is made.
///
/// | contents | pixel |
/// |---|---|
/// | colours of bytes | `A << 24 \| R << 16 \| G << 8 \| B`, which X servers of depth 24 and 32 take without conversion |
/// | float colours | four planes, one after the other, with the bits of red, green, blue and alpha |
/// | depth and stencil | `depth << 8 \| stencil` |
///
/// A multisampled plane is [`PixelStorage::SAMPLES`] such planes, one after the other. Where one sample must represent all,
/// this is sample 0.
#[derive(Debug)]
pub struct PixelStorage {
    allocation: NonNull<u8>,
    /// The address of the first whole cache line in `allocation`.
    base: NonNull<u8>,
    layout: Layout,
    width: u32,
    height: u32,
    samples: u32,
    /// 4 for float colours, else 1.
    components: u32,
    /// Bytes from one row of tiles to the next.
    tile_row_bytes: usize,
    /// Bytes from one component or sample to the next.
    plane_bytes: usize,
    uniform: UniformTiles,
}

// SAFETY: all access goes through raw pointers. The tile writer keeps concurrent writers in disjoint tiles, and the renderer
// orders readers after writers.
unsafe impl Send for PixelStorage {}
// SAFETY: as above.
unsafe impl Sync for PixelStorage {}

impl PixelStorage {
    /// Samples per pixel of a multisampled plane.
    pub const SAMPLES: u32 = 4;

    /// Makes a zeroed plane, or returns `None` if memory is short.
    pub fn new(width: u32, height: u32) -> Option<PixelStorage> {
        PixelStorage::with_samples(width, height, false)
    }

    /// Makes a zeroed plane with [`PixelStorage::SAMPLES`] samples per pixel, or with one. Returns `None` if memory is short.
    pub fn with_samples(width: u32, height: u32, multisampled: bool) -> Option<PixelStorage> {
        PixelStorage::allocate(width, height, 1, multisampled)
    }

    /// Does the same for float colours.
    pub fn new_float(width: u32, height: u32, multisampled: bool) -> Option<PixelStorage> {
        PixelStorage::allocate(width, height, 4, multisampled)
    }

    fn allocate(
        width: u32,
        height: u32,
        components: u32,
        multisampled: bool,
    ) -> Option<PixelStorage> {
        let samples = if multisampled { Self::SAMPLES } else { 1 };
        let tiles = |pixels: u32| pixels.max(1).div_ceil(TILE) as usize;
        let tile_row_bytes = tiles(width).checked_mul(TILE_BYTES)?;
        let plane_bytes = tile_row_bytes.checked_mul(tiles(height))?;
        let size = plane_bytes
            .checked_mul((components * samples) as usize)?
            .checked_add(CACHE_LINE)?;
        let uniform = match components * samples {
            1 => UniformTiles::zeroed(tiles(width), tiles(height))?,
            _ => UniformTiles::unknown(),
        };
        // With this alignment the allocator takes fresh pages from the system, which cost nothing before they are touched. It
        // would clear a block of greater alignment here, even a front buffer that nobody reads.
        let layout = Layout::from_size_align(size, 16).ok()?;
        // SAFETY: the size is not zero.
        let allocation = NonNull::new(from_system(|| unsafe { alloc_zeroed(layout) }))?;
        // SAFETY: this is at most CACHE_LINE − 1 bytes further, inside the allocation.
        let base = unsafe { allocation.add(allocation.as_ptr().align_offset(CACHE_LINE)) };
        Some(PixelStorage {
            allocation,
            base,
            layout,
            width,
            height,
            samples,
            components,
            tile_row_bytes,
            plane_bytes,
            uniform,
        })
    }

    /// Whether the pixels are float colours.
    pub fn is_float(&self) -> bool {
        self.components > 1
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Samples per pixel: 1, or [`PixelStorage::SAMPLES`].
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Returns the address of the tile of pixel (x, y) in one sample, for the tile writer: no value of it is known any more.
    /// `component` is 0 to 3 for float colours, else 0. The tile has 4096 pixels, of which some may lie beyond the plane's edges.
    pub fn tile_ptr(&self, x: u32, y: u32, sample: u32, component: u32) -> *mut u32 {
        self.uniform.forget([x, y], [1, 1]);
        self.tile_address(x, y, sample, component)
    }

    /// The same for who does not write.
    pub fn tile_address(&self, x: u32, y: u32, sample: u32, component: u32) -> *mut u32 {
        assert!(
            x < self.width.max(1) && y < self.height.max(1) && sample < self.samples,
            "pixel inside the plane"
        );
        let row = self.tile_row(y / TILE, [sample, component]);
        row.wrapping_add((x / TILE) as usize * TILE_BYTES).cast()
    }

    /// Returns the address of a row of tiles of one sample and component.
    fn tile_row(&self, row: u32, [sample, component]: [u32; 2]) -> *mut u8 {
        assert!(sample < self.samples && component < self.components);
        let plane = (sample * self.components + component) as usize * self.plane_bytes;
        let start = plane + row as usize * self.tile_row_bytes;
        self.base.as_ptr().wrapping_add(start)
    }
}

impl Drop for PixelStorage {
    fn drop(&mut self) {
        // SAFETY: `allocate` allocated it with this layout.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) };
    }
}
