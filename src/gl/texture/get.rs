//! Texture image queries (GL 1.5 section 6.1.4).

use super::image::DO_NOT_MIX;
use super::level::queried_level;
use crate::device::texture::level::LevelImage;
use crate::device::texture::palette::Palette;
use crate::device::texture::plane::depth_pixel;
use crate::device::texture::texels::{read_indices, read_texels};
use crate::format::{BaseFormat, Family, ImageLayout, PixelFormat, PixelType, pack_depth_stencils};
use crate::gl::pixel::image::{
    pack_layout, pack_scalar_row, pack_target, pack_texel_row, texture_pixel_spec,
};
use crate::gl::texture::level::settle;
use crate::gl::texture_object::format::matches_pixels;
use crate::gl::texture_object::target::image_target;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

const NO_INDICES: GlError = GlError::invalid_enum("the texture holds no such indices");

/// Returns the texels of one level, border included, packed by the pack state. A level without an image returns
/// nothing.
pub fn get_tex_image(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    // Check target, format and type first, then what they ask of the image.
    if image_target(target)?.proxy {
        return Err(GlError::invalid_enum("proxies have no texels"));
    }
    let spec = texture_pixel_spec(format, ty)?;
    if spec.format == PixelFormat::StencilIndex || spec.ty == PixelType::Bitmap {
        return Err(NO_INDICES);
    }
    let texture = call.cx.textures.bound(image_target(target)?.kind);
    settle(call.cx, &texture)?;
    // The indices of a paletted image are looked up in the shared palette, if that is on.
    let palette = match call.cx.textures.override_palette() {
        Some(shared) => shared.clone(),
        None => texture.object.lock().texture.palette.clone(),
    };
    // A missing level has no texels, and that is no error.
    let Some(image) = queried_level(&call.cx.textures, target, level)? else {
        return if spec.format == PixelFormat::ColorIndex {
            Err(NO_INDICES)
        } else {
            Ok(())
        };
    };
    if spec.format == PixelFormat::ColorIndex && image.format.index_bits == 0 {
        return Err(NO_INDICES);
    }
    // Formats do not convert between colours, depths, and depths with stencil.
    let family = spec.format.family();
    let has_stencil = family != Family::DepthStencil || image.stencils.is_some();
    if !matches_pixels(image.format.base, spec.format) || !has_stencil {
        return Err(DO_NOT_MIX);
    }
    // Where the texels go: rows of the client's layout, borders included.
    let size = image.level.stored_size(image.kind);
    let mut layout = pack_layout(
        &call.cx.buffers,
        &call.cx.pixel,
        spec,
        size,
        image.kind.dimensions() == 3,
    )?;
    if image.format.has_exact_zero() {
        layout.spec.ty = spec.ty.with_exact_zero();
    }
    if layout.extent == 0 {
        return Ok(());
    }
    let Some(mut out) = pack_target(call, pixels, &layout)? else {
        return Ok(());
    };
    for (y, z) in (0..size[2]).flat_map(|z| (0..size[1]).map(move |y| (y, z))) {
        let out = &mut out[layout.row(y, z)];
        if image.format.index_bits > 0 {
            pack_paletted_row(&image, &palette, [y, z], &layout, out);
        } else {
            pack_level_row(&image, [y, z], &layout, out);
        }
    }
    Ok(())
}

/// Packs a row of a paletted image: its indices, or the colours that these stand for.
fn pack_paletted_row(
    image: &LevelImage,
    palette: &Palette,
    [y, z]: [u32; 2],
    layout: &ImageLayout,
    out: &mut [u8],
) {
    let mut indices = vec![0; layout.size[0] as usize];
    read_indices(image, y, z, &mut indices);
    if layout.spec.format == PixelFormat::ColorIndex {
        let values: Vec<f64> = indices.iter().map(|i| (*i).into()).collect();
        pack_scalar_row(layout, &values, out);
    } else {
        let mut colors = vec![[0.0; 4]; indices.len()];
        palette.look_up_row(&indices, &mut colors);
        pack_texel_row(layout, &colors, out);
    }
}

/// Packs a row of colours, of depths, or of depths with stencil.
fn pack_level_row(image: &LevelImage, [y, z]: [u32; 2], layout: &ImageLayout, out: &mut [u8]) {
    let [width, height, _] = layout.size.map(|n| n as usize);
    let mut row = vec![[0.0; 4]; width];
    read_texels(image, y, z, &mut row);
    // Depth and stencil lie in two arrays and are joined to one word.
    let spec = layout.spec;
    if let (Family::DepthStencil, Some(stencils)) = (spec.format.family(), &image.stencils) {
        let start = (z as usize * height + y as usize) * width;
        let pixel =
            |(texel, stencil): (&[f32; 4], &u8)| depth_pixel(texel[0]) | u32::from(*stencil);
        let pixels: Vec<u32> = row.iter().zip(&stencils[start..]).map(pixel).collect();
        pack_depth_stencils(layout.swap_bytes, &pixels, out);
    } else if image.format.base == BaseFormat::Depth {
        let depths: Vec<f64> = row.iter().map(|texel| texel[0].into()).collect();
        pack_scalar_row(layout, &depths, out);
    } else {
        let is_float = spec.ty.is_float();
        row.iter_mut()
            .for_each(|texel| *texel = image.format.returned(*texel, is_float));
        pack_texel_row(layout, &row, out);
    }
}
