//! S3TC blocks of 4×4 texels (EXT_texture_compression_s3tc, appendix "S3TC Compressed Texture Image Formats").
//!
//! ```text
//!  DXT1  color0 color1 codes            8 bytes: two colours 5:6:5, 2 bits per texel
//!  DXT3  alphas  color0 color1 codes    4 bits of alpha per texel before that
//!  DXT5  alpha0 alpha1 codes  color0 …  two alphas and 3 bits per texel before that
//! ```
//! Texels of a block are numbered 4·y + x. Decoding gives the bytes nearest to the exact fractions of the text.
#![forbid(unsafe_code)]

mod encode;

#[cfg(test)]
mod tests;

pub use encode::encode_block;

use super::channel::Channel;

/// One of the four formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum S3tc {
    /// COMPRESSED_RGB_S3TC_DXT1_EXT
    Dxt1Rgb,
    /// COMPRESSED_RGBA_S3TC_DXT1_EXT
    Dxt1Rgba,
    /// COMPRESSED_RGBA_S3TC_DXT3_EXT
    Dxt3,
    /// COMPRESSED_RGBA_S3TC_DXT5_EXT
    Dxt5,
}

/// The texels of a block: R, G, B, A.
pub type Texels = [[u8; 4]; 16];

impl S3tc {
    /// 8 for DXT1, 16 for the others.
    pub fn block_bytes(self) -> usize {
        match self {
            S3tc::Dxt1Rgb | S3tc::Dxt1Rgba => 8,
            S3tc::Dxt3 | S3tc::Dxt5 => 16,
        }
    }

    /// Bits of red, green, blue and alpha that a block's ends have.
    pub fn component_bits(self) -> [i32; 4] {
        let alpha = match self {
            S3tc::Dxt1Rgb => 0,
            S3tc::Dxt1Rgba => 1,
            S3tc::Dxt3 => 4,
            S3tc::Dxt5 => 8,
        };
        [5, 6, 5, alpha]
    }
}

/// (wa · a + wb · b) / (wa + wb) of components in [0, max], as the nearest byte.
fn mixed(a: u32, b: u32, [wa, wb]: [u32; 2], max: u32) -> u8 {
    let whole = 2 * max * (wa + wb);
    ((2 * 255 * (wa * a + wb * b) + whole / 2) / whole) as u8
}

/// Red, green and blue of a 5:6:5 colour, and their greatest values.
const MAX_565: [u32; 3] = [31, 63, 31];

fn split_565(color: u16) -> [u32; 3] {
    [color >> 11, color >> 5 & 63, color & 31].map(u32::from)
}

/// Shares of color0 and color1 in the colours of codes 0 to 3 of an opaque block.
const FOUR_COLORS: [[u32; 2]; 4] = [[1, 0], [0, 1], [2, 1], [1, 2]];
/// The same for codes 0 to 2 of a block whose code 3 is black.
const THREE_COLORS: [[u32; 2]; 3] = [[1, 0], [0, 1], [1, 1]];

/// The colours of the four codes; `four` takes the opaque encoding, else code 3 is transparent black.
fn color_palette(color0: u16, color1: u16, four: bool) -> [[u8; 4]; 4] {
    let (a, b) = (split_565(color0), split_565(color1));
    let color = |weights: [u32; 2]| {
        let [r, g, b] = [0, 1, 2].map(|c| mixed(a[c], b[c], weights, MAX_565[c]));
        [r, g, b, 255]
    };
    let mut palette = [[0; 4]; 4];
    let weights: &[[u32; 2]] = if four { &FOUR_COLORS } else { &THREE_COLORS };
    for (entry, weights) in palette.iter_mut().zip(weights) {
        *entry = color(*weights);
    }
    palette
}

/// Decodes one block; a slice shorter than a block counts as zeros.
pub fn decode_block(format: S3tc, block: &[u8]) -> Texels {
    // DXT1 has no alphas: its 8 bytes are the colours' half of 16.
    let mut bytes = [0; 16];
    let len = block.len().min(format.block_bytes());
    let start = 16 - format.block_bytes();
    bytes[start..start + len].copy_from_slice(&block[..len]);
    let [alphas, colors] = [0, 8].map(|at| {
        let half: [u8; 8] = std::array::from_fn(|i| bytes[at + i]);
        u64::from_le_bytes(half)
    });

    // The order of the two colours of DXT1 chooses between four colours and three with a transparent one.
    let (color0, color1) = (colors as u16, (colors >> 16) as u16);
    let is_dxt1 = format.block_bytes() == 8;
    let palette = color_palette(color0, color1, !is_dxt1 || color0 > color1);
    let codes = colors >> 32;
    let mut texels: Texels = std::array::from_fn(|i| palette[(codes >> (2 * i) & 3) as usize]);
    // Alphas: none, the palette's, 4 bits each, or 3 bits between two ends.
    match format {
        S3tc::Dxt1Rgb => texels.iter_mut().for_each(|texel| texel[3] = 255),
        S3tc::Dxt1Rgba => {}
        S3tc::Dxt3 => {
            for (i, texel) in texels.iter_mut().enumerate() {
                texel[3] = (alphas >> (4 * i) & 15) as u8 * 17;
            }
        }
        S3tc::Dxt5 => {
            let alphas = Channel::Unsigned.decode(alphas);
            for (texel, alpha) in texels.iter_mut().zip(alphas) {
                texel[3] = (alpha + 0.5) as u8;
            }
        }
    }
    texels
}
