//! How texels of each format lie in memory: rows of colours become bytes, and bytes become rows of colours.
//!
//! This is the only place of `device` that depends on one format. It is asked once for a row or an image, never per texel.

use crate::format::rgba8;
use crate::texture::TexelFormat;
use half::f16;

/// The functions of a format. Both take a row: colours, and as many texels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codec {
    /// Packs R, G, B and A as the format can hold them: it clamps and rounds. Depths come in the first component.
    pub(super) pack: fn(&[[f32; 4]], &mut [u8]),
    /// Unpacks what [`Codec::pack`] packs. Depths go to all components.
    pub(super) unpack: fn(&[u8], &mut [[f32; 4]]),
}

impl Codec {
    /// The functions of a format.
    pub(super) fn of(format: TexelFormat) -> Codec {
        match format {
            TexelFormat::Rgba8 | TexelFormat::Srgba8 => Codec {
                pack: pack_bytes,
                unpack: unpack_bytes,
            },
            TexelFormat::Rgba32F => Codec {
                pack: pack_floats,
                unpack: unpack_floats,
            },
            TexelFormat::Rgba16F => Codec {
                pack: pack_halves,
                unpack: unpack_halves,
            },
            TexelFormat::Depth32F => Codec {
                pack: pack_depths,
                unpack: unpack_depths,
            },
        }
    }
}

fn pack_bytes(colors: &[[f32; 4]], texels: &mut [u8]) {
    let (texels, _) = texels.as_chunks_mut::<4>();
    for (texel, color) in texels.iter_mut().zip(colors) {
        *texel = rgba8(*color);
    }
}

fn unpack_bytes(texels: &[u8], colors: &mut [[f32; 4]]) {
    let (texels, _) = texels.as_chunks::<4>();
    for (color, texel) in colors.iter_mut().zip(texels) {
        *color = texel.map(|c| c as f32 / 255.0);
    }
}

fn pack_floats(colors: &[[f32; 4]], texels: &mut [u8]) {
    texels.copy_from_slice(bytemuck::cast_slice(colors));
}

fn unpack_floats(texels: &[u8], colors: &mut [[f32; 4]]) {
    bytemuck::cast_slice_mut(colors).copy_from_slice(texels);
}

/// Half floats have finite limits (ARB_texture_float issue 5).
fn pack_halves(colors: &[[f32; 4]], texels: &mut [u8]) {
    let max = f16::MAX.to_f32();
    let (halves, _) = texels.as_chunks_mut::<2>();
    for (half, c) in halves.iter_mut().zip(colors.as_flattened()) {
        *half = f16::from_f32(c.clamp(-max, max)).to_le_bytes();
    }
}

fn unpack_halves(texels: &[u8], colors: &mut [[f32; 4]]) {
    let (halves, _) = texels.as_chunks::<2>();
    for (c, half) in colors.as_flattened_mut().iter_mut().zip(halves) {
        *c = f16::from_le_bytes(*half).to_f32();
    }
}

fn pack_depths(colors: &[[f32; 4]], texels: &mut [u8]) {
    let (texels, _) = texels.as_chunks_mut::<4>();
    for (texel, color) in texels.iter_mut().zip(colors) {
        *texel = color[0].clamp(0.0, 1.0).to_ne_bytes();
    }
}

fn unpack_depths(texels: &[u8], colors: &mut [[f32; 4]]) {
    let (texels, _) = texels.as_chunks::<4>();
    for (color, texel) in colors.iter_mut().zip(texels) {
        *color = [f32::from_ne_bytes(*texel); 4];
    }
}
