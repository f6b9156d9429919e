//! Planes of the framebuffer for reading, finished and resolved (GL 1.5 sections 4.1.11 and 4.3.2).

use super::image::{pixel_depth, transfer_depth_stencils};
use super::transfer::PixelState;
use crate::device::texture::texels::RowSource;
use crate::format;
use crate::gl::context::enums::*;
use crate::gl::framebuffer::bound::{draw_framebuffer, read_framebuffer};
use crate::gl::framebuffer::target::object_plane;
use crate::gl::framebuffer::window_buffers::render_target;
use crate::gl::{Context, GlError, Result};
use crate::platform::PixelStorage;
use crate::raster::StoredColor;
use std::sync::Arc;

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plane {
    /// The read buffer.
    Color,
    /// Depths.
    Depth,
    /// Stencil values.
    Stencil,
    /// Depths and stencil values together.
    DepthStencil,
}

/// A plane of the framebuffer for reading after everything drawn so far.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    storage: Arc<PixelStorage>,
    stored: StoredColor,
}

impl Frame {
    /// Finishes drawing and takes the plane; INVALID_OPERATION when there is none, and for a framebuffer object with
    /// several samples per pixel (EXT_framebuffer_multisample 4.3.2), INVALID_FRAMEBUFFER_OPERATION when the framebuffer is
    /// not complete.
    pub(crate) fn new(cx: &mut Context, plane: Plane) -> Result<Frame> {
        let frame = Frame::with_samples(cx, plane)?;
        if cx.framebuffer.read.is_some() && frame.storage.samples() > 1 {
            return Err(GlError::invalid_operation(
                "the framebuffer object has several samples per pixel",
            ));
        }
        Ok(frame)
    }

    /// The same where framebuffer objects may have several samples per pixel.
    pub(crate) fn with_samples(cx: &mut Context, plane: Plane) -> Result<Frame> {
        if let Some(own) = cx.framebuffer.read.clone() {
            read_framebuffer(cx).check_complete()?;
            cx.finish();
            let (storage, stored) = object_plane(cx, &own, plane)?;
            return Ok(Frame { storage, stored });
        }
        let surface = cx
            .surfaces
            .read
            .clone()
            .ok_or(GlError::invalid_operation("no surface to read from"))?;
        cx.finish();
        let buffers = surface.buffers();
        let storage = match (plane, cx.framebuffer.current_read_buffer(&cx.surfaces)) {
            (Plane::Color, NONE) => {
                return Err(GlError::invalid_operation("the read buffer is NONE"));
            }
            (Plane::Color, FRONT | FRONT_LEFT | LEFT | FRONT_AND_BACK) => buffers.front,
            (Plane::Color, _) => buffers.back.unwrap_or(buffers.front),
            (_, _) => buffers.depth_stencil.ok_or(GlError::invalid_operation(
                "the surface has no depth or stencil",
            ))?,
        };
        Ok(Frame {
            storage,
            stored: StoredColor::of_surface(surface.config().alpha),
        })
    }

    /// The part of a row from x on that lies in the plane: first position in `out`, first column, count.
    pub(crate) fn visible(&self, x: i64, y: i64, count: usize) -> Option<(usize, u32, usize)> {
        if y < 0 || y >= self.storage.height() as i64 {
            return None;
        }
        let first = x.max(0);
        let end = (x + count as i64).min(self.storage.width() as i64);
        (first < end).then(|| ((first - x) as usize, first as u32, (end - first) as usize))
    }

    /// The part of a rectangle that lies in the plane: its distance from the rectangle's corner, its corner, its size.
    pub(crate) fn visible_rect(&self, at: [i64; 2], size: [u32; 2]) -> Option<[[u32; 2]; 3]> {
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

    /// Reads colours from (x, y) on; those outside the plane are 0 (their value is undefined).
    pub(crate) fn read(&self, x: i64, y: i64, out: &mut [u32]) {
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

    /// The bits of a packed colour that are read as they are stored, and those that read 1; `None` when all are stored.
    fn fixed_bits(&self) -> Option<(u32, u32)> {
        let [r, g, b, a] = read_components(self.stored).map(u32::from);
        let keep = (a << 24 | r << 16 | g << 8 | b) * 0xff;
        (keep != !0).then_some((keep, (1 - a) * 0xff00_0000))
    }

    /// Hands the rows of a rectangle inside a plane of packed pixels to `take`, each with its number, from the lowest up:
    /// colours as they are read, or `raw` depth and stencil pixels of the first sample.
    pub(crate) fn read_rows(
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

    /// Its colours are floats.
    pub(crate) fn is_float(&self) -> bool {
        self.storage.is_float()
    }

    /// Reads colours from (x, y) on; those outside the plane are 0.
    pub(crate) fn read_colors(&self, x: i64, y: i64, out: &mut [[f32; 4]]) {
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

    /// Sets the bits `mask` of pixels of a row inside the plane, in all samples, to those of `values`.
    pub(crate) fn set_bits(&self, at: [u32; 2], mask: u32, values: &[u32]) {
        for sample in 0..self.storage.samples() {
            let size = [values.len() as u32, 1];
            self.storage.change_rows(at, size, sample, |_, row| {
                for (pixel, value) in row.iter_mut().zip(values) {
                    *pixel = *pixel & !mask | value & mask;
                }
            });
        }
    }

    /// Samples per pixel.
    pub(crate) fn samples(&self) -> u32 {
        self.storage.samples()
    }

    /// What of a colour it stores.
    pub(crate) fn stored(&self) -> StoredColor {
        self.stored
    }

    /// Reads one sample of a whole row inside the plane, as it is stored.
    pub(crate) fn read_sample(&self, y: u32, sample: u32, out: &mut [u32]) {
        self.storage.read_sample_row(0, y, sample, out);
    }

    /// The same for float colours.
    pub(crate) fn read_sample_colors(&self, y: u32, sample: u32, out: &mut [[f32; 4]]) {
        self.storage.read_sample_colors(0, y, sample, out);
    }

    /// The plane of depth and stencil of the framebuffer for drawing, for pixels that go there directly.
    pub(crate) fn depth_stencil_target(cx: &mut Context) -> Result<Frame> {
        draw_framebuffer(cx).check_complete()?;
        cx.finish();
        let target = render_target(cx);
        let storage = target.and_then(|target| target.depth_stencil.clone());
        let storage = storage.ok_or(GlError::invalid_operation("there is no stencil buffer"))?;
        Ok(Frame {
            storage,
            stored: StoredColor::Rgba,
        })
    }

    /// Width and height.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.storage.width(), self.storage.height()]
    }

    /// Reads raw depth and stencil pixels, of the first sample.
    pub(crate) fn read_raw(&self, x: i64, y: i64, out: &mut [u32]) {
        out.fill(0);
        if let Some((at, column, count)) = self.visible(x, y, out.len()) {
            self.storage
                .read_row(column, y as u32, &mut out[at..at + count]);
        }
    }
}

/// Which components reading takes: the others read 0, alpha 1; luminance and intensity read as red (ARB_framebuffer_object
/// 4.3.2).
fn read_components(stored: StoredColor) -> [bool; 4] {
    match stored {
        StoredColor::Rgba => [true; 4],
        StoredColor::Rgb => [true, true, true, false],
        StoredColor::Alpha => [false, false, false, true],
        StoredColor::Luminance | StoredColor::Intensity | StoredColor::Red => {
            [true, false, false, false]
        }
        StoredColor::RedGreen => [true, true, false, false],
        StoredColor::LuminanceAlpha => [true, false, false, true],
    }
}

/// A colour pixel as bytes R, G, B, A.
#[inline]
pub(crate) fn pixel_bytes(pixel: u32) -> [u8; 4] {
    format::swap_red_blue(pixel.to_le_bytes())
}

/// A colour pixel as red, green, blue and alpha.
pub(crate) fn pixel_color(pixel: u32) -> [f32; 4] {
    pixel_bytes(pixel).map(|c| c as f32 / 255.0)
}

/// A colour, clamped, as a pixel.
pub(crate) fn color_pixel(color: [f32; 4]) -> u32 {
    let [r, g, b, a] = format::rgba8(color);
    u32::from_le_bytes([b, g, r, a])
}

/// Rows of the framebuffer as a source of texels, transferred like pixels that are read.
pub(crate) struct FrameRows<'a> {
    pub(crate) frame: Frame,
    pixel: &'a PixelState,
    origin: [i64; 2],
    depth: bool,
    row: Vec<u32>,
    scratch: Vec<[f32; 4]>,
}

impl<'a> FrameRows<'a> {
    /// Rows whose first pixel is (x, y).
    pub(crate) fn new(
        cx: &mut Context,
        pixel: &'a PixelState,
        x: i32,
        y: i32,
        plane: Plane,
    ) -> Result<FrameRows<'a>> {
        let frame = Frame::new(cx, plane)?;
        let depth = plane != Plane::Color;
        Ok(FrameRows {
            frame,
            pixel,
            origin: [x.into(), y.into()],
            depth,
            row: Vec::new(),
            scratch: Vec::new(),
        })
    }

    fn fetch(&mut self, y: u32, width: usize) {
        self.row.resize(width, 0);
        let [x, first] = self.origin;
        match self.depth {
            true => self.frame.read_raw(x, first + y as i64, &mut self.row),
            false => self.frame.read(x, first + y as i64, &mut self.row),
        }
    }
}

impl RowSource for FrameRows<'_> {
    fn colors(&mut self, y: u32, _z: u32, out: &mut [[f32; 4]]) {
        if self.frame.is_float() {
            let [x, first] = self.origin;
            self.frame.read_colors(x, first + y as i64, out);
            self.pixel.transfer_colors(out);
            return;
        }
        self.fetch(y, out.len());
        if self.depth {
            let mut depths: Vec<f64> = self.row.iter().map(|pixel| pixel_depth(*pixel)).collect();
            self.pixel.transfer_depths(&mut depths);
            out.iter_mut()
                .zip(depths)
                .for_each(|(out, depth)| *out = [depth as f32; 4]);
            return;
        }
        out.iter_mut()
            .zip(&self.row)
            .for_each(|(out, pixel)| *out = pixel_color(*pixel));
        self.pixel.transfer_colors(out);
    }

    fn stencils(&mut self, y: u32, _z: u32, out: &mut [u8]) {
        if !self.depth {
            return;
        }
        self.fetch(y, out.len());
        transfer_depth_stencils(self.pixel, &mut self.row);
        out.iter_mut()
            .zip(&self.row)
            .for_each(|(out, pixel)| *out = *pixel as u8);
    }

    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]) {
        if self.depth || self.frame.is_float() || !self.pixel.leaves_colors() {
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.resize(out.len(), [0.0; 4]);
            self.colors(y, z, &mut scratch);
            out.iter_mut()
                .zip(&scratch)
                .for_each(|(out, color)| *out = crate::format::rgba8(*color));
            self.scratch = scratch;
            return;
        }
        self.fetch(y, out.len());
        format::convert_row(&self.row, out, pixel_bytes);
    }
}
