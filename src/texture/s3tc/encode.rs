//! Encodes texels as S3TC blocks.
//!
//! The colours of a block are taken as points along a line. The two ends come from the principal axis of the points,
//! and are rounded to 5:6:5. They are then fitted by least squares to the codes that the texels chose, while the error
//! falls. Blocks of one colour take the pair of ends with the nearest mixture. All errors are measured on decoded
//! bytes.

use super::super::channel::Channel;
use super::super::line_fit::{extremes, fitted_ends};
use super::{FOUR_COLORS, MAX_565, S3tc, THREE_COLORS, Texels, color_palette, mixed};
use std::sync::OnceLock;

/// The number of times that the ends are fitted to the codes.
const REFINEMENTS: usize = 4;

/// Encodes the texels of a block; bit 4·y + x of `inside` says whether a texel lies in the image. The first
/// [`S3tc::block_bytes`] bytes are used.
pub fn encode_block(format: S3tc, texels: &Texels, inside: u16) -> [u8; 16] {
    let mut out = [0; 16];
    match format {
        S3tc::Dxt1Rgb | S3tc::Dxt1Rgba => {
            // An alpha below ½ becomes 0 (text of COMPRESSED_RGBA_S3TC_DXT1_EXT).
            let see_through = (0..16).filter(|i| format == S3tc::Dxt1Rgba && texels[*i][3] < 128);
            let clear = see_through.fold(0u16, |mask, i| mask | 1 << i);
            let points = Points::new(texels, inside & !clear);
            let block = if inside & clear != 0 {
                points.best(Palette::ThreeAndClear, clear)
            } else {
                let four = points.best(Palette::Four, 0);
                // Black is one of the colours of the other encoding; opaque only without alpha.
                let other = match format {
                    S3tc::Dxt1Rgb => points.best(Palette::ThreeAndBlack, 0),
                    _ => points.best(Palette::ThreeAndClear, 0),
                };
                if other.error < four.error {
                    other
                } else {
                    four
                }
            };
            out[..8].copy_from_slice(&block.bytes());
        }
        S3tc::Dxt3 | S3tc::Dxt5 => {
            let alphas: [u8; 16] = std::array::from_fn(|i| texels[i][3]);
            let bits = match format {
                S3tc::Dxt3 => (0..16).fold(0, |bits, i| {
                    bits | u64::from((u32::from(alphas[i]) * 15 + 127) / 255) << (4 * i)
                }),
                _ => Channel::Unsigned.encode(&alphas.map(f32::from), inside),
            };
            out[..8].copy_from_slice(&bits.to_le_bytes());
            let block = Points::new(texels, inside).best(Palette::Four, 0);
            out[8..].copy_from_slice(&block.bytes());
        }
    }
    out
}

/// The colours of the codes.
#[derive(Clone, Copy, PartialEq)]
enum Palette {
    /// Two ends, two mixtures: color0 > color1.
    Four,
    /// Two ends, one mixture and opaque black: color0 ≤ color1.
    ThreeAndBlack,
    /// Two ends and one mixture; black is transparent.
    ThreeAndClear,
}

/// A colour block and the sum of its squared errors.
struct ColorBlock {
    colors: [u16; 2],
    codes: u32,
    error: u32,
}

impl ColorBlock {
    fn bytes(&self) -> [u8; 8] {
        let [color0, color1] = self.colors.map(u64::from);
        (color0 | color1 << 16 | u64::from(self.codes) << 32).to_le_bytes()
    }
}

/// The texels that have to be fitted.
struct Points<'a> {
    texels: &'a Texels,
    mask: u16,
}

impl<'a> Points<'a> {
    fn new(texels: &'a Texels, mask: u16) -> Points<'a> {
        Points { texels, mask }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, [f32; 3])> + Clone + '_ {
        let inside = (0..16).filter(|i| self.mask >> i & 1 != 0);
        inside.map(|i| (i, [0, 1, 2].map(|c| f32::from(self.texels[i][c]))))
    }

    /// The best block found; texels of `clear` get code 3.
    fn best(&self, palette: Palette, clear: u16) -> ColorBlock {
        let Some(first) = (0..16).find(|i| self.mask >> i & 1 != 0) else {
            return self.with_ends([0, 0], palette, clear);
        };
        let color = |i: usize| [0, 1, 2].map(|c| self.texels[i][c]);
        let one_color = self.iter().all(|(i, _)| color(i) == color(first));
        let mut best = if one_color {
            self.with_ends(ends_for(color(first), palette), palette, clear)
        } else {
            let [low, high] = extremes(self.iter().map(|(_, point)| point));
            self.with_ends([nearest_565(high), nearest_565(low)], palette, clear)
        };
        for _ in 0..REFINEMENTS {
            let Some(ends) = self.fitted_ends(&best, palette) else {
                break;
            };
            let next = self.with_ends(ends, palette, clear);
            if next.error >= best.error {
                break;
            }
            best = next;
        }
        best
    }

    /// The block with these ends, in the order that the encoding asks for.
    fn with_ends(&self, mut ends: [u16; 2], palette: Palette, clear: u16) -> ColorBlock {
        ends.sort_unstable();
        let four = palette == Palette::Four;
        if four {
            ends.reverse();
        }
        let colors = color_palette(ends[0], ends[1], four);
        let usable = match palette {
            // Equal ends would be read as the other encoding, where the first code means the same.
            Palette::Four if ends[0] == ends[1] => 1,
            Palette::ThreeAndClear => 3,
            _ => 4,
        };
        let (mut codes, mut total) = (0, 0);
        for (i, texel) in self.texels.iter().enumerate() {
            if clear >> i & 1 != 0 {
                codes |= 3 << (2 * i);
            } else if self.mask >> i & 1 != 0 {
                let error = |code: usize| -> u32 {
                    let square = |c: usize| u32::from(colors[code][c].abs_diff(texel[c])).pow(2);
                    square(0) + square(1) + square(2)
                };
                let code = (0..usable).min_by_key(|code| error(*code)).unwrap_or(0);
                total += error(code);
                codes |= (code as u32) << (2 * i);
            }
        }
        ColorBlock {
            colors: ends,
            codes,
            error: total,
        }
    }

    /// The ends that fit the codes of `block` best by least squares; `None` when the codes do not determine them.
    fn fitted_ends(&self, block: &ColorBlock, palette: Palette) -> Option<[u16; 2]> {
        let weights: &[[u32; 2]] = match palette {
            Palette::Four => &FOUR_COLORS,
            _ => &THREE_COLORS,
        };
        let shares = self.iter().filter_map(|(i, point)| {
            let code = (block.codes >> (2 * i) & 3) as usize;
            let [wa, wb] = weights.get(code)?;
            Some((point, *wa as f32 / (wa + wb) as f32))
        });
        Some(fitted_ends(shares)?.map(nearest_565))
    }
}

fn join_565([r, g, b]: [u32; 3]) -> u16 {
    (r << 11 | g << 5 | b) as u16
}

/// A colour of [0, 255] rounded to 5:6:5.
fn nearest_565(color: [f32; 3]) -> u16 {
    join_565([0, 1, 2].map(|c| {
        let max = MAX_565[c] as f32;
        (color[c] * (max / 255.0) + 0.5).clamp(0.0, max) as u32
    }))
}

/// The ends whose mixture comes nearest to one colour.
fn ends_for(color: [u8; 3], palette: Palette) -> [u16; 2] {
    static TABLES: OnceLock<[[MixTable; 2]; 2]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        [FOUR_COLORS[2], THREE_COLORS[2]].map(|weights| [31, 63].map(|max| mix_table(weights, max)))
    });
    let tables = &tables[usize::from(palette != Palette::Four)];
    let pairs = [0, 1, 2].map(|c| tables[usize::from(c == 1)][usize::from(color[c])]);
    [0, 1].map(|end| join_565([0, 1, 2].map(|c| u32::from(pairs[c][end]))))
}

/// For each byte the two components whose mixture is nearest to it.
type MixTable = [[u8; 2]; 256];

fn mix_table(weights: [u32; 2], max: u32) -> MixTable {
    std::array::from_fn(|value| {
        let pairs = (0..=max).flat_map(|a| (0..=max).map(move |b| [a, b]));
        let off = |[a, b]: &[u32; 2]| {
            let error = mixed(*a, *b, weights, max).abs_diff(value as u8);
            // Ends close to each other leave less to the decoder's rounding.
            (error, a.abs_diff(*b))
        };
        pairs.min_by_key(off).unwrap_or([0, 0]).map(|c| c as u8)
    })
}
