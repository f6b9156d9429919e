//! Pixel memory that several threads read and write by raw pointers: colour, depth and stencil planes.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

const CACHE_LINE: usize = 64;

/// A plane of 32-bit pixels, bottom row first. Rows and columns are padded to multiples of four, so that each 4×4
/// block of fragments lies in memory. Cache-line aligned; zeroed when made.
///
/// Colour planes hold `A << 24 | R << 16 | G << 8 | B` (what X servers of depth 24 and 32 take without conversion);
/// depth-stencil planes hold `depth << 8 | stencil`.
#[derive(Debug)]
pub struct PixelStorage {
    allocation: NonNull<u8>,
    /// The first cache line in `allocation`.
    base: NonNull<u8>,
    layout: Layout,
    width: u32,
    height: u32,
    stride_bytes: usize,
}

// SAFETY: all access goes through raw pointers; the tile writer keeps concurrent writers in disjoint tiles, and the
// renderer orders readers after writers.
unsafe impl Send for PixelStorage {}
// SAFETY: as above.
unsafe impl Sync for PixelStorage {}

impl PixelStorage {
    /// A zeroed plane, or `None` when the memory cannot be had.
    pub fn new(width: u32, height: u32) -> Option<PixelStorage> {
        let stride_bytes = (width.max(1) as usize)
            .next_multiple_of(16)
            .checked_mul(4)?;
        let rows = (height.max(1) as usize).next_multiple_of(4);
        let size = stride_bytes.checked_mul(rows)?.checked_add(CACHE_LINE)?;
        // The allocator's own alignment: it then takes fresh pages from the system, which cost nothing before they are
        // touched, while an over-aligned block would be cleared here, front buffers that nobody looks at included.
        let layout = Layout::from_size_align(size, 16).ok()?;
        // SAFETY: the size is not zero.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // SAFETY: at most CACHE_LINE − 1 bytes further, inside the allocation.
        let base = unsafe { allocation.add(allocation.as_ptr().align_offset(CACHE_LINE)) };
        Some(PixelStorage {
            allocation,
            base,
            layout,
            width,
            height,
            stride_bytes,
        })
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Distance between rows.
    pub fn stride_bytes(&self) -> usize {
        self.stride_bytes
    }

    /// Pointer to pixel (x, y), for the tile writer.
    pub fn pixel_ptr(&self, x: u32, y: u32) -> *mut u32 {
        assert!(
            x < self.width.max(1) && y < self.height.max(1),
            "pixel inside the plane"
        );
        // SAFETY: inside the allocation by the assertion.
        unsafe {
            self.base
                .as_ptr()
                .add(y as usize * self.stride_bytes + x as usize * 4)
                .cast()
        }
    }

    /// Copies `out.len()` pixels of row `y` from column `x` on. The renderer must have been flushed.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [u32]) {
        assert!(
            x as usize + out.len() <= self.width as usize && y < self.height,
            "row inside the plane"
        );
        if !out.is_empty() {
            // SAFETY: in bounds by the assertion; raw copy, no reference to shared memory is made.
            unsafe {
                std::ptr::copy_nonoverlapping(self.pixel_ptr(x, y), out.as_mut_ptr(), out.len())
            };
        }
    }

    /// Writes `pixels` to row `y` from column `x` on. The renderer must have been flushed.
    pub fn write_row(&self, x: u32, y: u32, pixels: &[u32]) {
        assert!(
            x as usize + pixels.len() <= self.width as usize && y < self.height,
            "row inside the plane"
        );
        if !pixels.is_empty() {
            // SAFETY: as in `read_row`.
            unsafe {
                std::ptr::copy_nonoverlapping(pixels.as_ptr(), self.pixel_ptr(x, y), pixels.len())
            };
        }
    }
}

impl Drop for PixelStorage {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) };
    }
}
