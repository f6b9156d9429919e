//! The rows of an image for an X server: pictures are copied to them, upside down and in the visual's format.

use super::shown_tiles::ShownTiles;
use super::xlib::VisualInfo;
use crate::platform::PixelStorage;
use crate::platform::handover::{PAST, THROUGH, Way, copy_pixels, finish_copies};

/// The memory of an image's rows, the top one first. Who makes it promises that the memory is there as long as the value is
/// used, and that nobody else writes to it.
pub(super) struct ImageRows<'a> {
    pub(super) data: *mut u8,
    /// Bytes from row to row.
    pub(super) stride: usize,
    /// Bits of a pixel.
    pub(super) bits: u32,
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
    /// What the image holds already.
    pub(super) shown: &'a mut ShownTiles,
}

/// A rectangle of a picture, whose y counts from the bottom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rect {
    pub(super) at: [u32; 2],
    pub(super) size: [u32; 2],
}

impl ImageRows<'_> {
    /// Copies a rectangle of `pixels` to the same place of the image, which is as high. `opaque`: alpha becomes 1.
    pub(super) fn fill(
        &mut self,
        way: Way,
        pixels: &PixelStorage,
        rect: Rect,
        visual: &VisualInfo,
        opaque: bool,
    ) {
        match way {
            THROUGH => self.fill_by::<THROUGH>(pixels, rect, visual, opaque),
            PAST => self.fill_by::<PAST>(pixels, rect, visual, opaque),
        }
        finish_copies();
    }

    fn fill_by<const WAY: Way>(
        &mut self,
        pixels: &PixelStorage,
        rect: Rect,
        visual: &VisualInfo,
        opaque: bool,
    ) {
        let Rect { at, size } = rect;
        let height = pixels.height();
        let [x, y] = at;
        let is_inside = x + size[0] <= self.size[0] && height <= self.size[1];
        let is_plain = x.is_multiple_of(4) && pixels.samples() == 1 && !opaque && is_inside;
        if let Some(address) = self.plain_rows(x, visual).filter(|_| is_plain) {
            debug_assert!(y + size[1] <= height);
            return self.shown.copy_lacking(pixels, rect, |part| {
                let right = (part.at[0] - x) as usize;
                let to = |line: u32| address(height - 1 - line).wrapping_add(right);
                // SAFETY: the rectangle lies in the image, so its rows have room there. Its parts begin at multiples of four.
                unsafe { pixels.copy_rows::<WAY>(part.at, part.size, to) };
            });
        }
        self.shown.forget();
        let mut other = Vec::new();
        pixels.resolve_rows(at, size, |line, row| {
            let to = [x, height - 1 - line];
            if !opaque {
                return self.write_row::<WAY>(to, row, visual);
            }
            other.clear();
            other.extend(row.iter().map(|pixel| pixel | 0xff00_0000));
            self.write_row::<WAY>(to, &other, visual);
        });
    }

    /// The address of the pixels from column `x` on, by the row from the top, if the image has the format of planes and all rows
    /// are aligned to 16 bytes.
    fn plain_rows(&self, x: u32, visual: &VisualInfo) -> Option<impl Fn(u32) -> *mut u32 + use<>> {
        let stride = self.stride;
        let first = self.data.wrapping_add(4 * x as usize);
        let is_plain = self.bits == 32
            && is_rgb888(visual)
            && (first as usize).is_multiple_of(16)
            && stride.is_multiple_of(16);
        is_plain.then_some(move |y: u32| first.wrapping_add(y as usize * stride).cast())
    }

    /// Writes a row of pixels from (x, y) on, where y counts from the top. They are converted to the visual's format.
    fn write_row<const WAY: Way>(&mut self, [x, y]: [u32; 2], row: &[u32], visual: &VisualInfo) {
        assert!(
            x as usize + row.len() <= self.size[0] as usize && y < self.size[1],
            "row inside the image"
        );
        // SAFETY: the memory has width × height pixels with this stride, and the row lies inside by the assertion.
        unsafe {
            let line = self.data.add(y as usize * self.stride);
            match self.bits {
                32 if is_rgb888(visual) => {
                    copy_pixels::<WAY>(row, line.add(x as usize * 4).cast());
                }
                32 => row.iter().enumerate().for_each(|(i, p)| {
                    line.add((x as usize + i) * 4)
                        .cast::<u32>()
                        .write_unaligned(to_visual(*p, visual));
                }),
                16 => row.iter().enumerate().for_each(|(i, p)| {
                    line.add((x as usize + i) * 2)
                        .cast::<u16>()
                        .write_unaligned(to_visual(*p, visual) as u16);
                }),
                // No configuration has a visual of another pixel size.
                _ => {}
            }
        }
    }
}

/// Whether the visual's pixels have our format.
fn is_rgb888(v: &VisualInfo) -> bool {
    (v.red_mask, v.green_mask, v.blue_mask) == (0xff0000, 0xff00, 0xff)
}

/// Converts a pixel to the visual's format: the top bits of each component go where the visual has it.
pub(super) fn to_visual(pixel: u32, v: &VisualInfo) -> u32 {
    let place = |component: u32, mask: u64| {
        let (shift, bits) = (mask.trailing_zeros().min(63), mask.count_ones().min(8));
        (u64::from(component) >> (8 - bits) << shift) & mask
    };
    let rgb = place(pixel >> 16 & 255, v.red_mask)
        | place(pixel >> 8 & 255, v.green_mask)
        | place(pixel & 255, v.blue_mask);
    rgb as u32
}

/// Converts a pixel from the visual's format. Alpha is 1 for visuals without alpha.
pub(super) fn from_visual(pixel: u32, v: &VisualInfo) -> u32 {
    let take = |mask: u64| {
        let (shift, bits) = (mask.trailing_zeros().min(63), mask.count_ones().clamp(1, 8));
        let top = (1u64 << bits) - 1;
        ((((u64::from(pixel) & mask) >> shift) & top) * 255 / top) as u32
    };
    let alpha = if v.depth == 32 {
        pixel & 0xff00_0000
    } else {
        0xff00_0000
    };
    alpha | take(v.red_mask) << 16 | take(v.green_mask) << 8 | take(v.blue_mask)
}
