//! Pixel rectangles as internal images: what is sampled, and where it is drawn (GL 1.5 sections 3.6.4 and 3.7).
//!
//! The image is drawn as a quad in window space whose fragment program samples it ([`quad::pixel_draw`]). Texture
//! coordinates count texels. So the fragment whose centre lies in zoomed pixel (n, m) reads texel (n, m), as section
//! 3.6.4 asks.

use crate::device::texture::level::new_level;
use crate::device::texture::texels::{RowSource, write_texels};
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::draw::quad;
use crate::gl::draw::stages::PixelSource;
use crate::gl::framebuffer::bound::clamps_fragments;
use crate::gl::imaging::transfer::{Dimensions, is_active, transfer};
use crate::gl::pixel::image::PixelBlock;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::{Call, Result};
use crate::texture::{Image, SamplerState, Texture, Wrap};
use std::sync::Arc;

/// The distance in texels by which texture coordinates of pixel rectangles are moved, so that boundaries fall on their
/// side.
pub(super) const BOUNDARY: f32 = 1.0 / 1024.0;

/// Makes an internal image with nearest filtering and texel coordinates.
pub(super) fn internal_image(
    size: [u32; 2],
    format: u32,
    rows: &mut dyn RowSource,
) -> Result<Texture> {
    let format = InternalFormat::from_enum(format)
        .expect("a format of the table")
        .storage;
    let mut image = new_level(TextureShape::Rectangle, format, [size[0], size[1], 1], 0)?;
    write_texels(&mut image, [0; 3], [size[0], size[1], 1], rows)?;
    let faces = vec![vec![Some(image.level)]];
    let image = Arc::new(Image {
        kind: TextureShape::Rectangle,
        format: format.texels,
        faces,
    });
    Ok(Texture {
        image,
        sampler: SamplerState {
            wrap: [Wrap::ClampToEdge; 3],
            ..SamplerState::NEAREST
        },
    })
}

/// Draws an image at the raster position with the zoom factors.
pub(super) fn draw_image(
    call: &mut Call<'_>,
    source: PixelSource,
    size: [u32; 2],
    image: Texture,
) -> Result {
    let [x, y, ..] = call.cx.immediate.raster_pos.window;
    let [zoom_x, zoom_y] = call.cx.pixel.zoom;
    let (width, height) = (size[0] as f32, size[1] as f32);
    let rect = [x, y, x + width * zoom_x, y + height * zoom_y];
    // A centre on the left or bottom boundary of a zoomed pixel belongs to it, however the interpolation rounds.
    let inward = |zoom: f32| BOUNDARY.copysign(zoom);
    let (s, t) = (inward(zoom_x), inward(zoom_y));
    quad::pixel_draw(call, source, image, rect, [s, t, width + s, height + t])
}

/// Draws colours or depths.
pub(super) fn draw_rows(
    call: &mut Call<'_>,
    depth: bool,
    size: [u32; 2],
    rows: &mut dyn RowSource,
) -> Result {
    if depth {
        let image = internal_image(size, DEPTH_COMPONENT, rows)?;
        return draw_image(call, PixelSource::Depth, size, image);
    }
    let format = if clamps_fragments(call.cx) {
        RGBA
    } else {
        RGBA32F
    };
    if !is_active(&call.cx.pixel, &call.cx.matrix, Dimensions::Two) {
        let image = internal_image(size, format, rows)?;
        return draw_image(call, PixelSource::DrawPixels, size, image);
    }
    let [width, height] = size;
    let Some(mut colors) = transfer(call.cx, Dimensions::Two, [width, height, 1], rows)? else {
        return Ok(());
    };
    let [width, height, _] = colors.size;
    if width == 0 || height == 0 {
        return Ok(());
    }
    let image = internal_image([width, height], format, &mut colors)?;
    draw_image(call, PixelSource::DrawPixels, [width, height], image)
}

/// Depth-stencil pixels as if they were UNSIGNED_INT_8_8_8_8 colours (NV_copy_depth_to_color), BGRA with `swap`.
pub(super) struct PackedColors {
    pub(super) values: Vec<u32>,
    pub(super) size: [u32; 2],
    pub(super) swap: bool,
}

impl RowSource for PackedColors {
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]) {
        let mut bytes = vec![[0; 4]; out.len()];
        self.bytes(y, z, &mut bytes);
        for (out, bytes) in out.iter_mut().zip(bytes) {
            *out = bytes.map(|byte| f32::from(byte) / 255.0);
        }
    }

    fn bytes(&mut self, y: u32, _z: u32, out: &mut [[u8; 4]]) {
        let row = &self.values[y as usize * self.size[0] as usize..];
        for (out, value) in out.iter_mut().zip(row) {
            *out = value.to_be_bytes();
            if self.swap {
                out.swap(0, 2);
            }
        }
    }
}

/// Bits as an image. All components are 255 where a bit is 1, and 0 elsewhere.
pub(super) struct Bits<'a>(pub(super) PixelBlock<'a>);

impl RowSource for Bits<'_> {
    fn colors(&mut self, y: u32, _z: u32, out: &mut [[f32; 4]]) {
        let bits = self.0.scalar_row(y, 0, out.len());
        out.iter_mut()
            .zip(bits)
            .for_each(|(out, bit)| *out = [bit as f32; 4]);
    }

    fn bytes(&mut self, y: u32, _z: u32, out: &mut [[u8; 4]]) {
        let bits = self.0.scalar_row(y, 0, out.len());
        out.iter_mut()
            .zip(bits)
            .for_each(|(out, bit)| *out = [(bit * 255.0) as u8; 4]);
    }
}
