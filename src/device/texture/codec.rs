//! How texels of each format lie in memory: rows of colours become bytes, and bytes become rows of colours.
//!
//! This is the only place of `device` that depends on one format. It is asked once for a row or an image, never per texel.

use crate::format::packed_float::{pack_9_9_9_5, pack_11_11_10, unpack_9_9_9_5, unpack_11_11_10};
use crate::format::{rgba8, snorm8_byte};
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
            TexelFormat::Rgba8Snorm => Codec {
                pack: pack_signed_bytes,
                unpack: unpack_signed_bytes,
            },
            TexelFormat::Rgba16Snorm => Codec {
                pack: pack_signed_words,
                unpack: unpack_signed_words,
            },
            TexelFormat::Rg11B10F => Codec {
                pack: |colors, texels| pack_packed(colors, texels, pack_11_11_10),
                unpack: |texels, colors| unpack_packed(texels, colors, unpack_11_11_10),
            },
            TexelFormat::Rgb9E5 => Codec {
                pack: |colors, texels| pack_packed(colors, texels, pack_9_9_9_5),
                unpack: |texels, colors| unpack_packed(texels, colors, unpack_9_9_9_5),
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

/// Signed numbers lie in the order of their bytes, from −127 on (EXT_texture_snorm).
fn pack_signed_bytes(colors: &[[f32; 4]], texels: &mut [u8]) {
    let (texels, _) = texels.as_chunks_mut::<4>();
    for (texel, color) in texels.iter_mut().zip(colors) {
        *texel = color.map(snorm8_byte);
    }
}

fn unpack_signed_bytes(texels: &[u8], colors: &mut [[f32; 4]]) {
    let (texels, _) = texels.as_chunks::<4>();
    for (color, texel) in colors.iter_mut().zip(texels) {
        *color = texel.map(|c| (f32::from(c) - 127.0) / 127.0);
    }
}

fn pack_signed_words(colors: &[[f32; 4]], texels: &mut [u8]) {
    let (words, _) = texels.as_chunks_mut::<2>();
    for (word, c) in words.iter_mut().zip(colors.as_flattened()) {
        let number = (c.clamp(-1.0, 1.0) * 32767.0).round() as i16;
        *word = number.to_le_bytes();
    }
}

fn unpack_signed_words(texels: &[u8], colors: &mut [[f32; 4]]) {
    let (words, _) = texels.as_chunks::<2>();
    for (c, word) in colors.as_flattened_mut().iter_mut().zip(words) {
        *c = f32::from(i16::from_le_bytes(*word)) / 32767.0;
    }
}

/// Packs colours without alpha in words.
fn pack_packed(colors: &[[f32; 4]], texels: &mut [u8], pack: impl Fn([f32; 3]) -> u32) {
    let (words, _) = texels.as_chunks_mut::<4>();
    for (word, [r, g, b, _]) in words.iter_mut().zip(colors) {
        *word = pack([*r, *g, *b]).to_le_bytes();
    }
}

fn unpack_packed(texels: &[u8], colors: &mut [[f32; 4]], unpack: impl Fn(u32) -> [f32; 3]) {
    let (words, _) = texels.as_chunks::<4>();
    for (color, word) in colors.iter_mut().zip(words) {
        let [r, g, b] = unpack(u32::from_le_bytes(*word));
        *color = [r, g, b, 1.0];
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
