//! Rows of a client image as a source of texels.

use super::image::{PixelBlock, transfer_depth_stencils};
use super::transfer::PixelState;
use crate::device::texture::texels::RowSource;
use crate::format::PixelFormat;

/// A client image to which the pixel transfer state applies.
pub(crate) struct ClientRows<'a> {
    pub(crate) block: PixelBlock<'a>,
    pub(crate) pixel: &'a PixelState,
    pub(crate) scratch: Vec<[f32; 4]>,
}

impl RowSource for ClientRows<'_> {
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]) {
        self.block.color_row(self.pixel, y, z, out);
    }

    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]) {
        self.block
            .rgba8_row(self.pixel, y, z, out, &mut self.scratch);
    }

    fn stencils(&mut self, y: u32, z: u32, out: &mut [u8]) {
        if self.block.layout.spec.format == PixelFormat::DepthStencil {
            let mut pixels = self.block.depth_stencil_row(y, z, out.len());
            transfer_depth_stencils(self.pixel, &mut pixels);
            out.iter_mut()
                .zip(pixels)
                .for_each(|(out, pixel)| *out = pixel as u8);
        }
    }

    fn indices(&mut self, y: u32, z: u32, out: &mut [u32]) {
        let indices = self.block.scalar_row(y, z, out.len());
        out.iter_mut()
            .zip(indices)
            .for_each(|(out, index)| *out = self.pixel.transfer_index(index));
    }
}
