//! Pixel formats: one description table, the layout of client images, packing and unpacking; base formats and shapes of
//! textures.
//!
//! Client memory is described by a [`PixelSpec`] (what one pixel is) and a [`PixelStore`] (how rows lie); both together
//! give an [`ImageLayout`]. Rows are unpacked to `f32` RGBA (colours) or `f64` scalars (indices, depths) and packed back.
//! Knows no GL names; `gl` converts its enums.
#![forbid(unsafe_code)]

mod base;
mod convert;
mod pack;
pub(crate) mod packed_float;
mod shape;
mod store;
mod table;
mod unpack;

#[cfg(test)]
mod tests;

pub use base::BaseFormat;
pub(crate) use convert::{convert_row, swap_red_blue};
pub use pack::{pack_bitmap, pack_colors, pack_depth_stencils, pack_scalars};
pub use shape::TextureShape;
pub use store::{ImageLayout, PixelStore};
pub use table::{Family, PixelFormat, PixelSpec, PixelType, TypeInfo};
pub use unpack::{
    unpack_bitmap, unpack_colors, unpack_depth_stencils, unpack_rgba8, unpack_scalars,
};

/// One component in [0, 1] as a byte: clamped, rounded to nearest (GL 1.5 section 2.14.9); NaN gives 0.
#[inline]
pub fn unorm8(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// One component in [−1, 1] as the byte of a signed texel, which is its sum with 127: clamped, rounded to nearest
/// (EXT_texture_snorm); NaN gives −1.
#[inline]
pub(crate) fn snorm8_byte(value: f32) -> u8 {
    (value.clamp(-1.0, 1.0) * 127.0 + 127.5) as u8
}

/// A colour as bytes R, G, B, A.
#[inline]
pub fn rgba8(color: [f32; 4]) -> [u8; 4] {
    color.map(unorm8)
}
