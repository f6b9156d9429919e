//! Encodes texels as FXT1 blocks: the modes that suit the texels give candidates, and the nearest one is taken.
//!
//! Opaque blocks try CC_HI (seven steps over all) and CC_MIXED (four steps in each half), blocks with alpha also
//! CC_MIXED with transparent black and CC_ALPHA. Ends come from the principal axis of the texels, refined by least
//! squares. All errors are measured on decoded texels.

use super::{Color, Fxt1, TRANSPARENT, decode_block, expand5, expand6, number};
use super::{ramp3, ramp4, ramp7};
use crate::texture::block_format::BlockTexels;
use crate::texture::line_fit::{Point, extremes, fitted_ends};

/// The number of times that the ends are fitted to the codes.
const REFINEMENTS: usize = 3;

/// Encodes a block; `inside` has a bit for each texel that lies in the image. `Rgb` takes all alphas as 255.
pub fn encode_block(format: Fxt1, texels: &BlockTexels<Color>, inside: u32) -> [u8; 16] {
    let mut block = Block::new(texels, inside);
    if format == Fxt1::Rgb {
        block.texels.iter_mut().for_each(|texel| texel[3] = 255);
    }
    let mut candidates = vec![block.hi(), block.mixed(false)];
    if block.counted(0..32).any(|n| block.texels[n][3] < 255) {
        candidates.extend([block.mixed(true), block.alpha_lerp(), block.alpha_plain()]);
    }
    let best = candidates
        .into_iter()
        .min_by_key(|bits| block.error(format, *bits));
    best.unwrap_or(0).to_le_bytes()
}

/// The texels in the order of the specification.
struct Block {
    texels: [Color; 32],
    inside: u32,
}

/// The rounding of colours.
#[derive(Clone, Copy)]
struct Depth {
    green_bits: u32,
    alpha: bool,
}

const RGB555: Depth = Depth {
    green_bits: 5,
    alpha: false,
};
const RGB565: Depth = Depth {
    green_bits: 6,
    alpha: false,
};
const ARGB5555: Depth = Depth {
    green_bits: 5,
    alpha: true,
};

impl Depth {
    /// The components in their stored form.
    fn stored(self, color: Point<4>) -> [u32; 4] {
        std::array::from_fn(|c| {
            let bits = if c == 1 { self.green_bits } else { 5 };
            let max = ((1 << bits) - 1) as f32;
            (color[c] * (max / 255.0) + 0.5).clamp(0.0, max) as u32
        })
    }

    fn color(self, [r, g, b, a]: [u32; 4]) -> Color {
        let green = if self.green_bits == 6 {
            expand6(g)
        } else {
            expand5(g)
        };
        let alpha = if self.alpha { expand5(a) } else { 255 };
        [expand5(r), green, expand5(b), alpha]
    }
}

fn distance(a: Color, b: Color) -> u32 {
    (0..4).map(|c| u32::from(a[c].abs_diff(b[c])).pow(2)).sum()
}

/// The code of the nearest colour.
fn nearest(palette: &[Color], texel: Color) -> usize {
    let best = (0..palette.len()).min_by_key(|code| distance(palette[*code], texel));
    best.unwrap_or(0)
}

fn rgb555([r, g, b, _]: [u32; 4]) -> u128 {
    (r << 10 | g << 5 | b).into()
}

/// The numbers of the texels of each half.
const HALVES: [std::ops::Range<usize>; 2] = [0..16, 16..32];

impl Block {
    fn new(texels: &BlockTexels<Color>, inside: u32) -> Block {
        let mut block = Block {
            texels: [TRANSPARENT; 32],
            inside: 0,
        };
        for at in 0..32 {
            let n = number(at % 8, at / 8);
            block.texels[n] = texels[at];
            block.inside |= (inside >> at & 1) << n;
        }
        block
    }

    fn counted(&self, part: std::ops::Range<usize>) -> impl Iterator<Item = usize> + Clone + '_ {
        part.filter(|n| self.inside >> n & 1 != 0)
    }

    /// The sum of the squared errors of a block.
    fn error(&self, format: Fxt1, bits: u128) -> u32 {
        let decoded = decode_block(format, &bits.to_le_bytes());
        let numbered = (0..32).map(|at| (number(at % 8, at / 8), decoded[at]));
        let inside = numbered.filter(|(n, _)| self.inside >> n & 1 != 0);
        inside
            .map(|(n, texel)| distance(texel, self.texels[n]))
            .sum()
    }

    /// The codes of some texels, `bits` wide.
    fn codes(&self, part: std::ops::Range<usize>, palette: &[Color], bits: usize) -> u128 {
        self.counted(part).fold(0, |codes, n| {
            codes | (nearest(palette, self.texels[n]) as u128) << (bits * n)
        })
    }

    /// Two stored ends for some texels, without nearly transparent ones unless alpha is stored. `ramp` makes the first
    /// `steps` colours from them.
    fn ends<const N: usize>(
        &self,
        part: std::ops::Range<usize>,
        [first, second]: [Depth; 2],
        steps: usize,
        ramp: fn(Color, Color) -> [Color; N],
    ) -> [[u32; 4]; 2] {
        // The texels that count: those of the part that are opaque, or all if alpha is stored.
        let points = self
            .counted(part)
            .filter(|n| first.alpha || self.texels[*n][3] >= 128)
            .map(|n| self.texels[n]);
        // Candidates are compared by what they would decode to, at the depth in which they are stored.
        let palette = |[a, b]: [[u32; 4]; 2]| ramp(first.color(a), second.color(b));
        let error = |ends| {
            let palette = palette(ends);
            let each = points.clone();
            each.map(|p| distance(palette[nearest(&palette[..steps], p)], p))
                .sum::<u32>()
        };
        let stored = |[a, b]: [Point<4>; 2]| [first.stored(a), second.stored(b)];
        // Start from the extremes. Then fit the line to the texels with the codes that they have now, while that is
        // nearer.
        let mut best = stored(extremes(points.clone().map(|p| p.map(f32::from))));
        for _ in 0..REFINEMENTS {
            let colors = palette(best);
            let shares = points.clone().map(|p| {
                let code = nearest(&colors[..steps], p);
                (p.map(f32::from), 1.0 - code as f32 / (steps - 1) as f32)
            });
            let Some(next) = fitted_ends(shares).map(stored) else {
                break;
            };
            if error(next) >= error(best) {
                break;
            }
            best = next;
        }
        best
    }

    /// The block in mode CC_HI.
    fn hi(&self) -> u128 {
        let ends = self.ends(0..32, [RGB555; 2], 7, ramp7);
        let [a, b] = ends.map(|end| RGB555.color(end));
        let codes = self.codes(0..32, &ramp7(a, b), 3);
        rgb555(ends[0]) << 96 | rgb555(ends[1]) << 111 | codes
    }

    /// The block in mode CC_MIXED. With `clear`, one code of each half is transparent black.
    fn mixed(&self, clear: bool) -> u128 {
        let halves = HALVES.map(|part| {
            if clear {
                self.mixed_clear(part)
            } else {
                self.mixed_opaque(part)
            }
        });
        1 << 127 | u128::from(clear) << 124 | halves[0] | halves[1]
    }

    /// A half with a transparent code.
    fn mixed_clear(&self, part: std::ops::Range<usize>) -> u128 {
        let half = part.start / 16;
        let [first, second] = self.ends(part.clone(), [RGB555, RGB565], 3, ramp3);
        let palette = ramp3(RGB555.color(first), RGB565.color(second));
        self.codes(part, &palette, 2) | place_mixed(half, rgb555(first), second)
    }

    /// A half without: the first green's lowest bit is that of the second one unless the first texel's code is upper.
    fn mixed_opaque(&self, part: std::ops::Range<usize>) -> u128 {
        let (half, start) = (part.start / 16, part.start);
        let mut ends = self.ends(part.clone(), [RGB565; 2], 4, ramp4);
        let palette = |[a, b]: [[u32; 4]; 2]| ramp4(RGB565.color(a), RGB565.color(b));
        let mut codes = self.codes(part.clone(), &palette(ends), 2);
        let select = (codes >> (2 * start + 1)) as u32 & 1;
        if select != (ends[0][1] ^ ends[1][1]) & 1 {
            ends.reverse();
            // 0 ↔ 3 and 1 ↔ 2, of the texels of this half.
            codes ^= u128::from(u32::MAX) << (2 * start);
        }
        let [r, g, b, a] = ends[0];
        codes | place_mixed(half, rgb555([r, g >> 1, b, a]), ends[1])
    }

    /// CC_ALPHA with mixtures: the halves share one end.
    fn alpha_lerp(&self) -> u128 {
        let [low, high] = self.ends(0..32, [ARGB5555; 2], 4, ramp4);
        let shared = [low, high].map(|end| {
            let ends = HALVES.map(|part| self.farthest(part, end));
            let palettes = ends.map(|own| ramp4(ARGB5555.color(own), ARGB5555.color(end)));
            let codes = [0, 1].map(|half| self.codes(HALVES[half].clone(), &palettes[half], 2));
            place_alpha([ends[0], end, ends[1]]) | 1 << 124 | codes[0] | codes[1]
        });
        let best = shared
            .into_iter()
            .min_by_key(|bits| self.error(Fxt1::Rgba, *bits));
        best.unwrap_or(0)
    }

    /// The texel of a half that is farthest from an end; that end in an empty half.
    fn farthest(&self, part: std::ops::Range<usize>, end: [u32; 4]) -> [u32; 4] {
        let from = ARGB5555.color(end);
        let texels = self.counted(part).map(|n| self.texels[n]);
        let farthest = texels.max_by_key(|texel| distance(*texel, from));
        farthest.map_or(end, |texel| ARGB5555.stored(texel.map(f32::from)))
    }

    /// CC_ALPHA without: two ends, the texel farthest from both, and transparent black.
    fn alpha_plain(&self) -> u128 {
        let [low, high] = self.ends(0..32, [ARGB5555; 2], 4, ramp4);
        let ends = [low, high].map(|end| ARGB5555.color(end));
        let known = [ends[0], ends[1], TRANSPARENT];
        let texels = self.counted(0..32).map(|n| self.texels[n]);
        let off = |texel: &Color| distance(known[nearest(&known, *texel)], *texel);
        let third = texels.max_by_key(off).unwrap_or(TRANSPARENT);
        let third = ARGB5555.stored(third.map(f32::from));
        let palette = [ends[0], ends[1], ARGB5555.color(third), TRANSPARENT];
        place_alpha([low, high, third]) | self.codes(0..32, &palette, 2)
    }
}

/// The colours of a half of CC_MIXED: 15 bits of the first, the second with its sixth bit of green elsewhere.
fn place_mixed(half: usize, first: u128, [r, g, b, a]: [u32; 4]) -> u128 {
    let second = rgb555([r, g >> 1, b, a]);
    (first | second << 15) << (64 + 30 * half) | u128::from(g & 1) << (125 + half)
}

/// Mode and colours of CC_ALPHA.
fn place_alpha(colors: [[u32; 4]; 3]) -> u128 {
    let each = colors.iter().enumerate();
    each.fold(3 << 125, |bits, (i, color)| {
        bits | rgb555(*color) << (64 + 15 * i) | u128::from(color[3]) << (109 + 5 * i)
    })
}
