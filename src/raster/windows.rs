//! A tile's windows into the planes of the target. With `tile`, the one place of `raster` with unsafe code, because tiles of
//! one plane are written by several threads.

use super::sample_coverage::SAMPLES;
use super::sample_fragments::SampleWindows;
use super::scene::Pass;
use super::setup::PixelRect;
use crate::kernel::PixelWindow;
use crate::kernel::layout::{DEPTH_PLANE, MAX_PIXEL_PLANES, color_plane};
use crate::platform::PixelStorage;

/// The windows of a tile into the planes of the pass's target. Holding it is the right to touch this tile.
pub(super) struct TileWindows<'a> {
    /// By sample; one counts where the target has one sample per pixel.
    pub(super) samples: SampleWindows<'a>,
    pub(super) n_samples: usize,
}

impl<'a> TileWindows<'a> {
    /// # Safety
    /// While the windows live, no other thread touches the pixels of this tile: each tile of a pass is given to one job,
    /// and nobody else touches a target's planes during a flush.
    pub(super) unsafe fn new(pass: &'a Pass, x: i32, y: i32) -> TileWindows<'a> {
        let mut samples = [[PixelWindow::NONE; MAX_PIXEL_PLANES]; SAMPLES];
        let n_samples = pass.target.samples() as usize;
        let window = |plane: &'a PixelStorage, sample: usize, component: usize| {
            // A plane with fewer samples than the others, which no complete framebuffer has, is not written.
            if sample as u32 >= plane.samples() {
                return PixelWindow::NONE;
            }
            // SAFETY: (x, y) lies inside the plane, whose rows and columns are padded to whole 4×4 blocks, and only
            // blocks with a pixel inside the plane are named; the caller keeps other threads out of the tile.
            unsafe {
                PixelWindow::new(
                    plane.sample_ptr(x as u32, y as u32, sample as u32, component as u32),
                    plane.stride_bytes() as isize,
                )
            }
        };
        for (sample, pixels) in samples.iter_mut().enumerate().take(n_samples) {
            let buffers = pass.target.color.iter().take(DEPTH_PLANE).enumerate();
            for (buffer, (_, plane)) in buffers {
                for component in 0..if plane.is_float() { 4 } else { 1 } {
                    pixels[color_plane(buffer, component)] = window(plane, sample, component);
                }
            }
            if let Some(plane) = &pass.target.depth_stencil {
                pixels[DEPTH_PLANE] = window(plane, sample, 0);
            }
        }
        TileWindows { samples, n_samples }
    }

    /// Sets the bits `mask` of the pixels `rect` (relative to the tile) of one plane, in all samples, to those of `value`.
    pub(super) fn fill(&mut self, plane: usize, rect: PixelRect, value: u32, mask: u32) {
        for sample in 0..self.n_samples {
            self.fill_sample(self.samples[sample][plane], rect, value, mask);
        }
    }

    fn fill_sample(&mut self, window: PixelWindow<'_>, rect: PixelRect, value: u32, mask: u32) {
        let PixelWindow {
            base, stride_bytes, ..
        } = window;
        if mask == 0 || base.is_null() {
            return;
        }
        for y in rect.y0..rect.y1 {
            // SAFETY: `rect` was cut to the tile and to the plane; `new`'s caller keeps other threads out. Tiles of one
            // plane share no pixel, and rows of pixels are plain u32.
            let row = unsafe {
                let start = base
                    .byte_offset(y as isize * stride_bytes)
                    .add(rect.x0 as usize);
                std::slice::from_raw_parts_mut(start, (rect.x1 - rect.x0) as usize)
            };
            match mask {
                u32::MAX => row.fill(value),
                _ => row
                    .iter_mut()
                    .for_each(|pixel| *pixel = (*pixel & !mask) | (value & mask)),
            }
        }
    }
}
