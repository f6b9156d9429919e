//! FXT1 blocks of 8×4 texels (3DFX_texture_compression_FXT1, appendix).
//!
//! ```text
//!  texels   0  1  2  3 | 16 17 18 19      127 … 124     123 … 64     63 … 0
//!           4  5  6  7 | 20 21 22 23      mode, flags   colours      2 bits per texel
//!           …          | …                CC_HI: 2 colours from bit 96 on, 3 bits per texel
//! ```
//! A block is one of four modes. Colours are 5:5:5, in CC_MIXED 5:6:5; alphas 5 bits or none.
#![forbid(unsafe_code)]

mod encode;

#[cfg(test)]
mod tests;

pub use encode::encode_block;

use super::block_format::BlockTexels;

/// One of the two formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fxt1 {
    /// COMPRESSED_RGB_FXT1_3DFX
    Rgb,
    /// COMPRESSED_RGBA_FXT1_3DFX
    Rgba,
}

impl Fxt1 {
    /// The most bits of red, green, blue and alpha in a block's colours.
    pub fn component_bits(self) -> [i32; 4] {
        match self {
            Fxt1::Rgb => [5, 6, 5, 0],
            Fxt1::Rgba => [5, 6, 5, 5],
        }
    }
}

type Color = [u8; 4];

const TRANSPARENT: Color = [0; 4];

/// The conversion of a texel's 2 or 3 bits to a colour, for each half.
enum Palettes {
    /// CC_HI: both halves share eight colours.
    Eight([Color; 8]),
    /// The others.
    Four([[Color; 4]; 2]),
}

/// 5 or 6 bits as a byte, by repeating the upper ones.
fn expand5(x: u32) -> u8 {
    (x << 3 | x >> 2) as u8
}

fn expand6(x: u32) -> u8 {
    (x << 2 | x >> 4) as u8
}

/// (wa · a + wb · b) ÷ (wa + wb), with the text's rounding.
fn mixed(a: Color, b: Color, [wa, wb]: [u32; 2], rounding: u32) -> Color {
    std::array::from_fn(|c| {
        ((wa * u32::from(a[c]) + wb * u32::from(b[c]) + rounding) / (wa + wb)) as u8
    })
}

/// Two ends and two colours between them.
fn ramp4(a: Color, b: Color) -> [Color; 4] {
    [a, mixed(a, b, [2, 1], 1), mixed(a, b, [1, 2], 1), b]
}

/// Two ends and five colours between them, and transparent black.
fn ramp7(a: Color, b: Color) -> [Color; 8] {
    std::array::from_fn(|i| match i as u32 {
        7 => TRANSPARENT,
        i => mixed(a, b, [6 - i, i], 3),
    })
}

/// Two ends, their mean and transparent black.
fn ramp3(a: Color, b: Color) -> [Color; 4] {
    [a, mixed(a, b, [1, 1], 0), b, TRANSPARENT]
}

struct Bits(u128);

impl Bits {
    fn field(&self, low: u32, bits: u32) -> u32 {
        (self.0 >> low) as u32 & ((1 << bits) - 1)
    }

    /// An opaque 5:5:5 colour whose blue begins at `low`.
    fn color(&self, low: u32) -> Color {
        let [r, g, b] = [10, 5, 0].map(|at| expand5(self.field(low + at, 5)));
        [r, g, b, 255]
    }

    /// The same with another bit below its green.
    fn color565(&self, low: u32, green: u32) -> Color {
        let [r, _, b, a] = self.color(low);
        [r, expand6(self.field(low + 5, 5) << 1 | green), b, a]
    }

    fn palettes(&self) -> Palettes {
        let colors = || [64, 79, 94, 109].map(|low| self.color(low));
        match self.field(125, 3) {
            0 | 1 => Palettes::Eight(ramp7(self.color(96), self.color(111))),
            2 => Palettes::Four([colors(); 2]),
            3 => {
                let [mut c0, mut c1, mut c2, _] = colors();
                for (color, low) in [(&mut c0, 109), (&mut c1, 114), (&mut c2, 119)] {
                    color[3] = expand5(self.field(low, 5));
                }
                match self.field(124, 1) {
                    0 => Palettes::Four([[c0, c1, c2, TRANSPARENT]; 2]),
                    _ => Palettes::Four([ramp4(c0, c1), ramp4(c2, c1)]),
                }
            }
            _ => Palettes::Four([0, 1].map(|half| self.mixed_half(half))),
        }
    }

    /// CC_MIXED: the colours of one half.
    fn mixed_half(&self, half: u32) -> [Color; 4] {
        let (low, green) = (64 + 30 * half, self.field(125 + half, 1));
        let second = self.color565(low + 15, green);
        match self.field(124, 1) {
            0 => {
                let select = self.field(32 * half + 1, 1);
                ramp4(self.color565(low, select ^ green), second)
            }
            _ => ramp3(self.color(low), second),
        }
    }
}

/// The number of the texel at a place in the block.
fn number(x: usize, y: usize) -> usize {
    4 * y + x % 4 + 16 * (x / 4)
}

/// Decodes one block; a slice shorter than a block counts as zeros.
pub fn decode_block(format: Fxt1, block: &[u8]) -> BlockTexels<Color> {
    let byte = |i: usize| block.get(i).copied().unwrap_or(0);
    let bits = Bits(u128::from_le_bytes(std::array::from_fn(byte)));
    let palettes = bits.palettes();
    std::array::from_fn(|at| {
        let n = number(at % 8, at / 8);
        let mut texel = match &palettes {
            Palettes::Eight(colors) => colors[bits.field(3 * n as u32, 3) as usize],
            Palettes::Four(halves) => halves[n / 16][bits.field(2 * n as u32, 2) as usize],
        };
        if format == Fxt1::Rgb {
            texel[3] = 255;
        }
        texel
    })
}
