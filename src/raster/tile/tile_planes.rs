//! A tile's windows into the planes of the target. With `tile`, the one place of `raster` with unsafe code, because tiles of
//! one plane are written by several threads.

use crate::kernel::PixelWindow;
use crate::kernel::layout::{DEPTH_PLANE, MAX_PIXEL_PLANES, color_plane};
use crate::platform::PixelStorage;
use crate::raster::coverage::masks::{for_groups, rect_mask};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::SAMPLES;
use crate::raster::scene::bins::Pass;

/// The windows of a tile for each sample.
pub(crate) type SampleWindows<'a> = [[PixelWindow<'a>; MAX_PIXEL_PLANES]; SAMPLES];

/// A tile's windows into the planes of the pass's target. Its owner may access this tile.
pub(crate) struct TilePlanes<'a> {
    /// By sample; one counts where the target has one sample per pixel.
    pub(crate) samples: SampleWindows<'a>,
    pub(crate) n_samples: usize,
    /// The value that all pixels of a plane's tile have, where it is known.
    values: [Option<u32>; MAX_PIXEL_PLANES],
    knows_values: bool,
}

impl<'a> TilePlanes<'a> {
    /// # Safety
    /// While the windows live, no other thread touches the pixels of this tile. Each tile of a pass is given to one
    /// job, and nothing else touches a target's planes during a flush.
    pub(crate) unsafe fn new(pass: &'a Pass, x: i32, y: i32) -> TilePlanes<'a> {
        let mut samples = [[PixelWindow::NONE; MAX_PIXEL_PLANES]; SAMPLES];
        let n_samples = pass.target.samples() as usize;
        let mut values = [None; MAX_PIXEL_PLANES];
        for (number, plane) in numbered(pass) {
            values[number] = plane.uniform_tile(x as u32, y as u32);
        }
        let window = |plane: &'a PixelStorage, sample: usize, component: usize| {
            // A plane with fewer samples than the others, which no complete framebuffer has, is not written.
            if sample as u32 >= plane.samples() {
                return PixelWindow::NONE;
            }
            let tile = plane.tile_ptr(x as u32, y as u32, sample as u32, component as u32);
            // SAFETY: the plane has the whole tile; the caller keeps other threads out of it.
            unsafe { PixelWindow::new(tile) }
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
        TilePlanes {
            samples,
            n_samples,
            values,
            knows_values: pass.knows_values,
        }
    }

    /// Must be called before pixels are written other than by [`TilePlanes::fill`].
    pub(crate) fn forget_values(&mut self) {
        self.values = [None; MAX_PIXEL_PLANES];
    }

    /// Tells the planes which values their tile at (x, y) has, when everything is written.
    pub(crate) fn keep_values(self, pass: &Pass, x: i32, y: i32) {
        for (number, plane) in numbered(pass) {
            if let Some(value) = self.values[number] {
                plane.set_uniform_tile(x as u32, y as u32, value);
            }
        }
    }

    /// Sets the bits `mask` of the pixels `rect` (relative to the tile) of one plane, in all samples, to those of `value`.
    pub(crate) fn fill(&mut self, plane: usize, rect: PixelRect, value: u32, mask: u32) {
        if mask == 0 {
            return;
        }
        let is_whole = rect == PixelRect::tile(0, 0);
        let known = self.values[plane].map(|old| (old, old & !mask | value & mask));
        if known.is_some_and(|(old, new)| old == new) {
            return;
        }
        self.values[plane] = match known {
            Some((_, new)) if is_whole => Some(new),
            None if is_whole && mask == u32::MAX && self.knows_values => Some(value),
            _ => None,
        };
        for window in self.samples.iter().map(|sample| sample[plane]) {
            if is_whole {
                window.fill(value, mask);
                continue;
            }
            for_groups(rect, 0, 0, |x, y, group| {
                let old = window.load(group);
                let new = old.map(|pixel| pixel & !mask | value & mask);
                window.store(group, rect_mask(x, y, rect), &new);
            });
        }
    }
}

/// The planes whose tiles may have known values, by the number of their window: those of packed pixels.
fn numbered(pass: &Pass) -> impl Iterator<Item = (usize, &PixelStorage)> {
    let colors = pass.target.color.iter().take(DEPTH_PLANE).enumerate();
    let colors = colors.map(|(buffer, (_, plane))| (color_plane(buffer, 0), &**plane));
    let depth = pass.target.depth_stencil.as_deref();
    colors
        .chain(depth.map(|plane| (DEPTH_PLANE, plane)))
        .filter(|(_, plane)| pass.knows_values && !plane.is_float())
}
