//! Planes of framebuffers, read as rows of resolved pixels. Components that a plane does not store are filled in.

use crate::format;
use crate::platform::PixelStorage;
use crate::raster::StoredColor;
use std::sync::Arc;

/// A part of a framebuffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// The colours that are read.
    Color,
    /// 24-bit depths in the upper bits of a word.
    Depth,
    /// 8-bit stencil values in the low bits of the same word.
    Stencil,
    /// Depths and stencil values together.
    DepthStencil,
}

/// A plane of pixels that is read. Several samples are resolved.
#[derive(Debug, Clone)]
pub struct Frame {
    storage: Arc<PixelStorage>,
    stored: StoredColor,
}

impl Frame {
    /// Makes a frame of a plane; `stored` are the colour components that it stores. All draws to the plane must be
    /// finished.
    pub fn of(storage: Arc<PixelStorage>, stored: StoredColor) -> Frame {
        Frame { storage, stored }
    }

    /// Clips a row of `count` pixels from x on to the plane. Returns its first position in the row, its first column, its
    /// count.
    pub fn visible(&self, x: i64, y: i64, count: usize) -> Option<(usize, u32, usize)> {
        if y < 0 || y >= self.storage.height() as i64 {
            return None;
        }
        let first = x.max(0);
        let end = (x + count as i64).min(self.storage.width() as i64);
        (first < end).then(|| ((first - x) as usize, first as u32, (end - first) as usize))
    }

    /// Clips a rectangle to the plane. Returns the distance from the rectangle's corner, the new corner, the new size.
    pub fn visible_rect(&self, at: [i64; 2], size: [u32; 2]) -> Option<[[u32; 2]; 3]> {
        let ends = self.size();
        let low = at.map(|at| at.max(0));
        let high = [0, 1].map(|i| (at[i] + i64::from(size[i])).min(ends[i].into()));
        let inside = |f: &dyn Fn(usize) -> i64| [f(0) as u32, f(1) as u32];
        (low[0] < high[0] && low[1] < high[1]).then(|| {
            [
                inside(&|i| low[i] - at[i]),
                inside(&|i| low[i]),
                inside(&|i| high[i] - low[i]),
            ]
        })
    }

    /// Reads packed colours from (x, y) on. Those outside the plane are 0 (their value is undefined).
    pub fn read(&self, x: i64, y: i64, out: &mut [u32]) {
        if self.is_float() {
            let mut colors = vec![[0.0; 4]; out.len()];
            self.read_colors(x, y, &mut colors);
            let pixels = out.iter_mut().zip(&colors);
            pixels.for_each(|(pixel, color)| *pixel = color_pixel(*color));
            return;
        }
        out.fill(0);
        if let Some((at, column, count)) = self.visible(x, y, out.len()) {
            self.storage
                .resolve_row(column, y as u32, &mut out[at..at + count]);
        }
        if let Some((keep, ones)) = self.fixed_bits() {
            out.iter_mut()
                .for_each(|pixel| *pixel = *pixel & keep | ones);
        }
    }

    /// Returns the bits of a packed colour that are read as stored, and the bits that read 1. Returns `None` when all are
    /// stored.
    fn fixed_bits(&self) -> Option<(u32, u32)> {
        let [r, g, b, a] = read_components(self.stored).map(u32::from);
        let keep = (a << 24 | r << 16 | g << 8 | b) * 0xff;
        (keep != !0).then_some((keep, (1 - a) * 0xff00_0000))
    }

    /// Passes each row of a rectangle inside a plane of packed pixels to `take` with its number, from the lowest row up.
    /// Rows hold colours as they are read, or with `raw` the depth and stencil pixels of the first sample.
    pub fn read_rows(
        &self,
        at: [u32; 2],
        size: [u32; 2],
        raw: bool,
        mut take: impl FnMut(u32, &[u32]),
    ) {
        if raw {
            return self.storage.read_rows(at, size, 0, take);
        }
        let Some((keep, ones)) = self.fixed_bits() else {
            return self.storage.resolve_rows(at, size, take);
        };
        let mut read = Vec::new();
        self.storage.resolve_rows(at, size, |y, row| {
            read.clear();
            read.extend(row.iter().map(|pixel| pixel & keep | ones));
            take(y, &read);
        });
    }

    /// Whether the colours are floats.
    pub fn is_float(&self) -> bool {
        self.storage.is_float()
    }

    /// Reads colours from (x, y) on as red, green, blue and alpha. Those outside the plane are 0.
    pub fn read_colors(&self, x: i64, y: i64, out: &mut [[f32; 4]]) {
        if !self.is_float() {
            let mut row = vec![0; out.len()];
            self.read(x, y, &mut row);
            let colors = out.iter_mut().zip(row);
            colors.for_each(|(out, pixel)| *out = pixel_color(pixel));
            return;
        }
        out.fill([0.0; 4]);
        if let Some((at, column, count)) = self.visible(x, y, out.len()) {
            let inside = &mut out[at..at + count];
            self.storage.read_colors(column, y as u32, inside);
        }
        let (stored, absent) = (read_components(self.stored), [0.0, 0.0, 0.0, 1.0]);
        for color in out {
            *color = std::array::from_fn(|c| if stored[c] { color[c] } else { absent[c] });
        }
    }

    /// Sets the bits in `mask` of pixels of a row to those of `values`, in all samples. The row is inside the plane.
    pub fn set_bits(&self, at: [u32; 2], mask: u32, values: &[u32]) {
        for sample in 0..self.storage.samples() {
            let size = [values.len() as u32, 1];
            self.storage.change_rows(at, size, sample, |_, row| {
                for (pixel, value) in row.iter_mut().zip(values) {
                    *pixel = *pixel & !mask | value & mask;
                }
            });
        }
    }

    /// The number of samples per pixel.
    pub fn samples(&self) -> u32 {
        self.storage.samples()
    }

    /// The colour components that the plane stores.
    pub fn stored(&self) -> StoredColor {
        self.stored
    }

    /// Reads one sample of a whole row inside the plane, as stored.
    pub fn read_sample(&self, y: u32, sample: u32, out: &mut [u32]) {
        self.storage.read_sample_row(0, y, sample, out);
    }

    /// Reads one sample of a whole row inside a plane of floats.
    pub fn read_sample_colors(&self, y: u32, sample: u32, out: &mut [[f32; 4]]) {
        self.storage.read_sample_colors(0, y, sample, out);
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.storage.width(), self.storage.height()]
    }

    /// Reads depth and stencil pixels from (x, y) on, of the first sample. Those outside the plane are 0.
    pub fn read_raw(&self, x: i64, y: i64, out: &mut [u32]) {
        out.fill(0);
        if let Some((at, column, count)) = self.visible(x, y, out.len()) {
            self.storage
                .read_row(column, y as u32, &mut out[at..at + count]);
        }
    }
}

/// Whether reading takes each stored component. The others read 0, alpha reads 1. Luminance and intensity read as red
/// (ARB_framebuffer_object 4.3.2).
fn read_components(stored: StoredColor) -> [bool; 4] {
    match stored {
        StoredColor::Rgba => [true; 4],
        StoredColor::Rgb | StoredColor::UnsignedRgb => [true, true, true, false],
        StoredColor::Alpha => [false, false, false, true],
        StoredColor::Luminance | StoredColor::Intensity | StoredColor::Red => {
            [true, false, false, false]
        }
        StoredColor::RedGreen => [true, true, false, false],
        StoredColor::LuminanceAlpha => [true, false, false, true],
    }
}

/// A packed colour as bytes R, G, B, A.
#[inline]
pub fn pixel_bytes(pixel: u32) -> [u8; 4] {
    format::swap_red_blue(pixel.to_le_bytes())
}

/// A packed colour as red, green, blue and alpha from 0 to 1.
pub fn pixel_color(pixel: u32) -> [f32; 4] {
    pixel_bytes(pixel).map(|c| c as f32 / 255.0)
}

/// Clamps a colour to 0 to 1 and packs it.
pub fn color_pixel(color: [f32; 4]) -> u32 {
    let [r, g, b, a] = format::rgba8(color);
    u32::from_le_bytes([b, g, r, a])
}
