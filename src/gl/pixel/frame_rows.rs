//! Rows of a framebuffer as a source of texels (GL 1.5 sections 3.8.2 and 4.3.2).

use super::image::{pixel_depth, transfer_depth_stencils};
use super::transfer::PixelState;
use crate::device::target::planes::{Frame, Plane, pixel_bytes, pixel_color};
use crate::device::texture::texels::RowSource;
use crate::format;

/// Rows of a framebuffer as a source of texels. Pixel transfer applies to them as to pixels that are read.
pub(crate) struct FrameRows<'a> {
    pub(crate) frame: Frame,
    pixel: &'a PixelState,
    origin: [i64; 2],
    depth: bool,
    row: Vec<u32>,
    scratch: Vec<[f32; 4]>,
}

impl<'a> FrameRows<'a> {
    /// Makes the rows of a frame of this plane. Their first pixel is (x, y).
    pub(crate) fn new(frame: Frame, pixel: &'a PixelState, x: i32, y: i32, plane: Plane) -> Self {
        FrameRows {
            frame,
            pixel,
            origin: [x.into(), y.into()],
            depth: plane != Plane::Color,
            row: Vec::new(),
            scratch: Vec::new(),
        }
    }

    fn fetch(&mut self, y: u32, width: usize) {
        self.row.resize(width, 0);
        let [x, first] = self.origin;
        if self.depth {
            self.frame.read_raw(x, first + y as i64, &mut self.row);
        } else {
            self.frame.read(x, first + y as i64, &mut self.row);
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
