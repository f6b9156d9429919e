//! Pixel memory that several threads read and write by raw pointers: colour, depth and stencil planes.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

const CACHE_LINE: usize = 64;

/// A plane of 32-bit pixels, bottom row first. Rows and columns are padded to multiples of four, so that each 4×4
/// block of fragments lies in memory. Cache-line aligned; zeroed when made.
///
/// Colour planes hold `A << 24 | R << 16 | G << 8 | B` (what X servers of depth 24 and 32 take without conversion);
/// depth-stencil planes hold `depth << 8 | stencil`. Float colours are four such planes, one behind the other, with the
/// bits of red, green, blue and alpha.
#[derive(Debug)]
pub struct PixelStorage {
    allocation: NonNull<u8>,
    /// The first cache line in `allocation`.
    base: NonNull<u8>,
    layout: Layout,
    width: u32,
    height: u32,
    stride_bytes: usize,
    /// From one component's plane to the next; `None` for planes without components.
    component_bytes: Option<usize>,
}

// SAFETY: all access goes through raw pointers; the tile writer keeps concurrent writers in disjoint tiles, and the
// renderer orders readers after writers.
unsafe impl Send for PixelStorage {}
// SAFETY: as above.
unsafe impl Sync for PixelStorage {}

impl PixelStorage {
    /// A zeroed plane, or `None` when the memory cannot be had.
    pub fn new(width: u32, height: u32) -> Option<PixelStorage> {
        PixelStorage::allocate(width, height, 1)
    }

    /// The same for float colours.
    pub fn new_float(width: u32, height: u32) -> Option<PixelStorage> {
        PixelStorage::allocate(width, height, 4)
    }

    fn allocate(width: u32, height: u32, components: usize) -> Option<PixelStorage> {
        let stride_bytes = (width.max(1) as usize)
            .next_multiple_of(16)
            .checked_mul(4)?;
        let rows = (height.max(1) as usize).next_multiple_of(4);
        let plane_bytes = stride_bytes.checked_mul(rows)?;
        let size = plane_bytes.checked_mul(components)?;
        let size = size.checked_add(CACHE_LINE)?;
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
            component_bytes: (components > 1).then_some(plane_bytes),
        })
    }

    /// Its pixels are float colours.
    pub fn is_float(&self) -> bool {
        self.component_bytes.is_some()
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

    /// Pointer to pixel (x, y), for the tile writer; of float colours to its red.
    pub fn pixel_ptr(&self, x: u32, y: u32) -> *mut u32 {
        self.component_ptr(0, x, y)
    }

    /// Pointer to a component (0 to 3) of the float colour at (x, y).
    pub fn component_ptr(&self, component: usize, x: u32, y: u32) -> *mut u32 {
        assert!(
            x < self.width.max(1) && y < self.height.max(1),
            "pixel inside the plane"
        );
        assert!(component < if self.is_float() { 4 } else { 1 });
        let plane = component * self.component_bytes.unwrap_or(0);
        // SAFETY: inside the allocation by the assertions.
        unsafe {
            self.base
                .as_ptr()
                .add(plane + y as usize * self.stride_bytes + x as usize * 4)
                .cast()
        }
    }

    fn assert_row(&self, x: u32, y: u32, count: usize) {
        assert!(
            x as usize + count <= self.width as usize && y < self.height,
            "row inside the plane"
        );
    }

    /// Copies `out.len()` pixels of row `y` from column `x` on. The renderer must have been flushed.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [u32]) {
        self.read_component(0, x, y, out);
    }

    fn read_component(&self, component: usize, x: u32, y: u32, out: &mut [u32]) {
        self.assert_row(x, y, out.len());
        if !out.is_empty() {
            let source = self.component_ptr(component, x, y);
            // SAFETY: in bounds by the assertion; raw copy, no reference to shared memory is made.
            unsafe { std::ptr::copy_nonoverlapping(source, out.as_mut_ptr(), out.len()) };
        }
    }

    /// The same for float colours.
    pub fn read_colors(&self, x: u32, y: u32, out: &mut [[f32; 4]]) {
        let mut row = vec![0; out.len()];
        for component in 0..4 {
            self.read_component(component, x, y, &mut row);
            for (color, bits) in out.iter_mut().zip(&row) {
                color[component] = f32::from_bits(*bits);
            }
        }
    }

    /// Writes `pixels` to row `y` from column `x` on. The renderer must have been flushed.
    pub fn write_row(&self, x: u32, y: u32, pixels: &[u32]) {
        self.write_component(0, x, y, pixels);
    }

    fn write_component(&self, component: usize, x: u32, y: u32, pixels: &[u32]) {
        self.assert_row(x, y, pixels.len());
        if !pixels.is_empty() {
            let target = self.component_ptr(component, x, y);
            // SAFETY: as in `read_component`.
            unsafe { std::ptr::copy_nonoverlapping(pixels.as_ptr(), target, pixels.len()) };
        }
    }

    /// The same for float colours.
    pub fn write_colors(&self, x: u32, y: u32, colors: &[[f32; 4]]) {
        for component in 0..4 {
            let row: Vec<u32> = colors.iter().map(|c| c[component].to_bits()).collect();
            self.write_component(component, x, y, &row);
        }
    }
}

impl Drop for PixelStorage {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) };
    }
}
