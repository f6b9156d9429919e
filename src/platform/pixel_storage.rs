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
///
/// What is multisampled is [`PixelStorage::SAMPLES`] times that, one behind the other, sample by sample. Sample 0 is the one
/// that counts where one must stand for all.
#[derive(Debug)]
pub struct PixelStorage {
    allocation: NonNull<u8>,
    /// The first cache line in `allocation`.
    base: NonNull<u8>,
    layout: Layout,
    width: u32,
    height: u32,
    samples: u32,
    /// 4 for float colours, else 1.
    components: u32,
    stride_bytes: usize,
    /// From one component or sample to the next.
    plane_bytes: usize,
}

// SAFETY: all access goes through raw pointers; the tile writer keeps concurrent writers in disjoint tiles, and the
// renderer orders readers after writers.
unsafe impl Send for PixelStorage {}
// SAFETY: as above.
unsafe impl Sync for PixelStorage {}

impl PixelStorage {
    /// Samples per pixel of a multisampled plane.
    pub const SAMPLES: u32 = 4;

    /// A zeroed plane, or `None` when the memory cannot be had.
    pub fn new(width: u32, height: u32) -> Option<PixelStorage> {
        PixelStorage::with_samples(width, height, false)
    }

    /// A zeroed plane with [`PixelStorage::SAMPLES`] samples per pixel, or with one, or `None` when the memory cannot be
    /// had.
    pub fn with_samples(width: u32, height: u32, multisampled: bool) -> Option<PixelStorage> {
        PixelStorage::allocate(width, height, 1, multisampled)
    }

    /// The same for float colours.
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
        let stride_bytes = (width.max(1) as usize)
            .next_multiple_of(16)
            .checked_mul(4)?;
        let rows = (height.max(1) as usize).next_multiple_of(4);
        let plane_bytes = stride_bytes.checked_mul(rows)?;
        let size = plane_bytes
            .checked_mul((components * samples) as usize)?
            .checked_add(CACHE_LINE)?;
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
            samples,
            components,
            stride_bytes,
            plane_bytes,
        })
    }

    /// Its pixels are float colours.
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

    /// Distance between rows.
    pub fn stride_bytes(&self) -> usize {
        self.stride_bytes
    }

    /// Samples per pixel: 1, or [`PixelStorage::SAMPLES`].
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Pointer to a sample of pixel (x, y), for the tile writer: to a component (0 to 3) of float colours, else to component 0.
    pub fn sample_ptr(&self, x: u32, y: u32, sample: u32, component: u32) -> *mut u32 {
        assert!(
            x < self.width.max(1) && y < self.height.max(1) && sample < self.samples,
            "pixel inside the plane"
        );
        assert!(component < self.components);
        let plane = (sample * self.components + component) as usize * self.plane_bytes;
        // SAFETY: inside the allocation by the assertions.
        unsafe {
            self.base
                .as_ptr()
                .add(plane + y as usize * self.stride_bytes + x as usize * 4)
                .cast()
        }
    }

    fn assert_row(&self, x: u32, y: u32, len: usize) {
        assert!(
            x as usize + len <= self.width as usize && y < self.height,
            "row inside the plane"
        );
    }

    fn read_part(&self, x: u32, y: u32, [sample, component]: [u32; 2], out: &mut [u32]) {
        self.assert_row(x, y, out.len());
        if !out.is_empty() {
            let row = self.sample_ptr(x, y, sample, component);
            // SAFETY: in bounds by the assertion; raw copy, no reference to shared memory is made.
            unsafe { std::ptr::copy_nonoverlapping(row, out.as_mut_ptr(), out.len()) };
        }
    }

    fn write_part(&self, x: u32, y: u32, [sample, component]: [u32; 2], pixels: &[u32]) {
        self.assert_row(x, y, pixels.len());
        if !pixels.is_empty() {
            let row = self.sample_ptr(x, y, sample, component);
            // SAFETY: as in `read_part`.
            unsafe { std::ptr::copy_nonoverlapping(pixels.as_ptr(), row, pixels.len()) };
        }
    }

    /// Copies one sample of `out.len()` pixels of row `y` from column `x` on. The renderer must have been flushed.
    pub fn read_sample_row(&self, x: u32, y: u32, sample: u32, out: &mut [u32]) {
        self.read_part(x, y, [sample, 0], out);
    }

    /// Writes one sample of `pixels` in row `y` from column `x` on. The renderer must have been flushed.
    pub fn write_sample_row(&self, x: u32, y: u32, sample: u32, pixels: &[u32]) {
        self.write_part(x, y, [sample, 0], pixels);
    }

    /// Copies `out.len()` pixels of row `y` from column `x` on, of sample 0 where there are several. The renderer must have
    /// been flushed.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [u32]) {
        self.read_sample_row(x, y, 0, out);
    }

    /// Writes `pixels` to row `y` from column `x` on, to all samples. The renderer must have been flushed.
    pub fn write_row(&self, x: u32, y: u32, pixels: &[u32]) {
        (0..self.samples).for_each(|sample| self.write_sample_row(x, y, sample, pixels));
    }

    /// Copies float colours from (x, y) on, one sample of them.
    pub fn read_sample_colors(&self, x: u32, y: u32, sample: u32, out: &mut [[f32; 4]]) {
        let mut row = vec![0; out.len()];
        for component in 0..4 {
            self.read_part(x, y, [sample, component], &mut row);
            for (color, bits) in out.iter_mut().zip(&row) {
                color[component as usize] = f32::from_bits(*bits);
            }
        }
    }

    /// Writes float colours from (x, y) on, one sample of them.
    pub fn write_sample_colors(&self, x: u32, y: u32, sample: u32, colors: &[[f32; 4]]) {
        for component in 0..4 {
            let bits = |color: &[f32; 4]| color[component as usize].to_bits();
            let row: Vec<u32> = colors.iter().map(bits).collect();
            self.write_part(x, y, [sample, component], &row);
        }
    }

    /// Copies float colours from (x, y) on, the averages of their samples.
    pub fn read_colors(&self, x: u32, y: u32, out: &mut [[f32; 4]]) {
        self.read_sample_colors(x, y, 0, out);
        let mut more = vec![[0.0; 4]; if self.samples > 1 { out.len() } else { 0 }];
        for sample in 1..self.samples {
            self.read_sample_colors(x, y, sample, &mut more);
            let sums = out.as_flattened_mut().iter_mut();
            sums.zip(more.as_flattened()).for_each(|(sum, c)| *sum += c);
        }
        if self.samples > 1 {
            let sums = out.as_flattened_mut().iter_mut();
            sums.for_each(|sum| *sum /= Self::SAMPLES as f32);
        }
    }

    /// Writes float colours from (x, y) on, to all samples.
    pub fn write_colors(&self, x: u32, y: u32, colors: &[[f32; 4]]) {
        (0..self.samples).for_each(|sample| self.write_sample_colors(x, y, sample, colors));
    }

    /// As [`PixelStorage::read_row`] for a colour plane, but each component is the rounded average of the samples
    /// (GL 1.5 section 4.1.11).
    pub fn resolve_row(&self, x: u32, y: u32, out: &mut [u32]) {
        if self.samples == 1 {
            return self.read_row(x, y, out);
        }
        self.assert_row(x, y, out.len());
        if out.is_empty() {
            return;
        }
        let rows: [*const u32; Self::SAMPLES as usize] =
            std::array::from_fn(|sample| self.sample_ptr(x, y, sample as u32, 0).cast_const());
        for (i, out) in out.iter_mut().enumerate() {
            // SAFETY: in bounds by the assertion; each sample is read for itself, no reference is made.
            *out = average(rows.map(|row| unsafe { row.add(i).read() }));
        }
    }
}

/// The average of each byte of four words, rounded to nearest, halves up.
#[inline(always)]
fn average(samples: [u32; 4]) -> u32 {
    const EVEN: u32 = 0x00ff_00ff;
    let sum = |shift: u32| samples.iter().map(|s| s >> shift & EVEN).sum::<u32>();
    let half = |shift: u32| (sum(shift) + 0x0002_0002) >> 2 & EVEN;
    half(0) | half(8) << 8
}

impl Drop for PixelStorage {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_rounded_by_component() {
        assert_eq!(average([0xff00_ff00; 4]), 0xff00_ff00);
        assert_eq!(average([0xff00_0001, 0, 0, 0x0000_0001]), 0x4000_0001);
        assert_eq!(average([u32::MAX; 4]), u32::MAX);
    }

    #[test]
    fn samples_are_planes_of_their_own() {
        let plane = PixelStorage::with_samples(5, 3, true).unwrap();
        assert_eq!(plane.samples(), 4);
        plane.write_row(1, 2, &[0x1010_1010; 4]);
        plane.write_sample_row(2, 2, 3, &[0x5010_1010]);
        let mut row = [0; 5];
        plane.read_row(0, 2, &mut row);
        assert_eq!(row, [0, 0x1010_1010, 0x1010_1010, 0x1010_1010, 0x1010_1010]);
        plane.resolve_row(0, 2, &mut row);
        assert_eq!(row, [0, 0x1010_1010, 0x2010_1010, 0x1010_1010, 0x1010_1010]);
        plane.read_sample_row(0, 1, 3, &mut row);
        assert_eq!(row, [0; 5]);
        assert!(PixelStorage::with_samples(u32::MAX, u32::MAX, true).is_none());
    }
}
