//! How texels are loaded and weighted, by format: a [`Reader`] each.
//!
//! The four texels of a square of bytes, or of signed numbers of 16 bits, are weighted in one step in fixed point.
//! Their weights have 14 bits and add up to 1 exactly, so equal texels give the texel itself. The sum of the products
//! is exact. Between slices, levels and taps, and for the other formats, texels are weighted as f32. sRGB texels are
//! decoded first; the border colour is linear. Depths are in [`depth`], floats without a sign in [`packed`],
//! and texels of two words in [`wide`].
#![forbid(unsafe_code)]

mod depth;
mod half;
mod packed;
#[cfg(test)]
mod tests;
mod wide;

use super::address::{Exact, Fixed};
use super::fetch;
use super::filter::{self, Sampling};
use super::reader::{Reader, Texel, WordReader};
use super::sampler_state::SamplerState;
use super::square::{Place, Square};
use super::srgb::TO_LINEAR;
use super::texel_format::TexelFormat;
use crate::kernel::layout::SampleGroup;
use crate::simd::{LANES, Vectors};
use depth::Depth32F;
use packed::{Packed, Rg11B10F, Rgb9E5};
use wide::{Halves, Signed16};

/// What is done with the reader of a format.
pub(super) trait ReaderWork {
    /// Does it. There is one copy of the code per reader.
    fn run<R: Reader<C>, const C: usize>(self, reader: &R);
}

/// Gives the reader of a format to the work. The format is asked for here, once for several groups, and not per texel.
#[inline(always)]
pub(super) fn with_reader(format: TexelFormat, state: &SamplerState, work: impl ReaderWork) {
    let border = &state.border;
    match format {
        TexelFormat::Srgba8 if !state.skip_srgb_decode => work.run(&Srgba8 { border }),
        TexelFormat::Rgba8 | TexelFormat::Srgba8 => work.run(&Rgba8::<false> { border }),
        TexelFormat::Rgba8Snorm => work.run(&Rgba8::<true> { border }),
        TexelFormat::Rgba16Snorm => work.run(&Signed16 { border }),
        TexelFormat::Rgba32F => work.run(&Rgba32F { border }),
        TexelFormat::Rgba16F => work.run(&Halves { border }),
        TexelFormat::Rg11B10F => work.run(&Packed::<Rg11B10F>::new(border)),
        TexelFormat::Rgb9E5 => work.run(&Packed::<Rgb9E5>::new(border)),
        TexelFormat::Depth32F => work.run(&Depth32F { state }),
    }
}

/// The same colour in all lanes.
#[inline(always)]
fn uniform<V: Vectors>([r, g, b, a]: [f32; 4]) -> Texel<V, 4> {
    Texel([V::splat(r), V::splat(g), V::splat(b), V::splat(a)])
}

/// Bits of weights along s; t has one more, which the product of both loses.
const S_BITS: u32 = 14;

/// Reads bytes R, G, B, A. Signed ones are sums with [`SIGNED_ZERO`], which is subtracted when they are weighted.
struct Rgba8<'a, const SIGNED: bool> {
    /// The border colour.
    border: &'a [f32; 4],
}

/// The byte that stands for 0 in texels of signed numbers.
const SIGNED_ZERO: i32 = 127;

impl<const SIGNED: bool> Rgba8<'_, SIGNED> {
    fn border(&self) -> u32 {
        u32::from_le_bytes(if SIGNED {
            self.border.map(crate::format::snorm8_byte)
        } else {
            crate::format::rgba8(*self.border)
        })
    }

    /// What sums of weighted bytes begin with.
    #[inline(always)]
    fn start<V: Vectors>() -> V::I {
        if SIGNED {
            V::splat_i(-SIGNED_ZERO << S_BITS)
        } else {
            V::bits(V::splat(BIAS))
        }
    }

    /// Sums of weighted bytes, which began with [`Rgba8::start`], as colours.
    #[inline(always)]
    fn colours<V: Vectors>(sums: [V::I; 4]) -> Texel<V, 4> {
        if SIGNED {
            signed_colours(sums)
        } else {
            colours(sums)
        }
    }
}

impl<const SIGNED: bool> Reader<4> for Rgba8<'_, SIGNED> {
    type S = Fixed<S_BITS>;
    type T = Fixed<{ S_BITS + 1 }>;

    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::pipelined::<V, Self, 4>(sampling, self, groups);
    }

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let mut words = V::load_words(texels, number);
        if !V::all(inside) {
            words = V::select_i(inside, words, V::splat_i(self.border() as i32));
        }
        let (max, zero) = if SIGNED {
            (127.0, SIGNED_ZERO)
        } else {
            (255.0, 0)
        };
        let (scale, low, zero) = (V::splat(1.0 / max), V::splat_i(0xff), V::splat_i(zero));
        Texel([
            V::to_f((words & low) - zero) * scale,
            V::to_f((V::shr(words, 8) & low) - zero) * scale,
            V::to_f((V::shr(words, 16) & low) - zero) * scale,
            V::to_f(V::shr(words, 24) - zero) * scale,
        ])
    }

    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Self::S, Self::T>) -> Texel<V, 4> {
        let words = square.words(|| self.border());
        self.weigh::<V>(
            words,
            square.s_weight(),
            square.t_weight(),
            square.reference,
        )
    }
    #[inline(always)]
    fn finish<V: Vectors>(&self, texel: Texel<V, 4>) -> [V::F; 4] {
        texel.0
    }
    #[inline(always)]
    fn missing<V: Vectors>(&self) -> Texel<V, 4> {
        uniform([0.0, 0.0, 0.0, 1.0])
    }
}

/// Weights of a square's columns in the first and in the second row, as pairs of numbers of 16 bits.
///
/// ```text
///  s: │ 1 − s │   s   │      second = s · t, first = s − second
/// ```
#[inline(always)]
fn weights<V: Vectors>(s: V::I, t: V::I) -> [V::I; 2] {
    let s = V::shl(s, 16) - s + V::splat_i(1 << S_BITS);
    let second = V::mul_round16(s, V::shl(t, 16) | t);
    // No half borrows: each is at least its part of the second row.
    [s - second, second]
}

/// 2²³ as f32: what is added to these bits, and is less than 2²³, is added to the number.
const BIAS: f32 = (1 << 23) as f32;

/// Sums of weighted bytes, which start from the bits of [`BIAS`], as colours. The bias goes away in the step that scales them,
/// which rounds once.
#[inline(always)]
fn colours<V: Vectors>(sums: [V::I; 4]) -> Texel<V, 4> {
    const SCALE: f32 = 1.0 / 255.0 / (1 << S_BITS) as f32;
    let mut out = [V::splat(0.0); 4];
    for c in 0..4 {
        out[c] = V::mul_add(
            V::from_bits(sums[c]),
            V::splat(SCALE),
            V::splat(-BIAS * SCALE),
        );
    }
    Texel(out)
}

/// Sums of weighted signed bytes as colours. Whole numbers below 2²⁴ are exact floats, so that 0, −1 and 1 are exact.
#[inline(always)]
fn signed_colours<V: Vectors>(sums: [V::I; 4]) -> Texel<V, 4> {
    const SCALE: f32 = 1.0 / SIGNED_ZERO as f32 / (1 << S_BITS) as f32;
    let mut out = [V::splat(0.0); 4];
    for c in 0..4 {
        out[c] = V::to_f(sums[c]) * V::splat(SCALE);
    }
    Texel(out)
}

impl<const SIGNED: bool> WordReader<4> for Rgba8<'_, SIGNED> {
    /// ```text
    ///    pairs: │R₀│R₁│G₀│G₁│ │B₀│B₁│A₀│A₁│
    ///  weights: │w₀│w₁│w₀│w₁│
    /// ```
    #[inline(always)]
    fn weigh<V: Vectors>(&self, rows: [[V::I; 2]; 2], s: V::I, t: V::I, _: V::F) -> Texel<V, 4> {
        let weights = weights::<V>(s, t);
        let weights = [
            V::interleave(weights[0], weights[0]),
            V::interleave(weights[1], weights[1]),
        ];
        let mut sums = [[Self::start::<V>(); 2]; 2];
        for half in 0..2 {
            for row in 0..2 {
                let (words, weights) = (rows[row][half], weights[row][half]);
                sums[0][half] = V::add_dot16(sums[0][half], V::widen_low(words), weights);
                sums[1][half] = V::add_dot16(sums[1][half], V::widen_high(words), weights);
            }
        }
        let ([r, g], [b, a]) = (V::separate(sums[0]), V::separate(sums[1]));
        Self::colours::<V>([r, g, b, a])
    }

    #[inline(always)]
    fn weigh_bytes<V: Vectors>(
        &self,
        bytes: [[V::I; 4]; 2],
        s: V::I,
        t: V::I,
        _: V::F,
    ) -> Texel<V, 4> {
        let weights = weights::<V>(s, t);
        let mut sums = [Self::start::<V>(); 4];
        for c in 0..4 {
            for row in 0..2 {
                sums[c] = V::add_dot16(sums[c], bytes[row][c], weights[row]);
            }
        }
        Self::colours::<V>(sums)
    }
}

/// The corners of a square, each read by itself.
#[inline(always)]
fn weigh_each<V: Vectors, R: Reader<C, S = Exact, T = Exact>, const C: usize>(
    reader: &R,
    square: &Square<'_, V, Exact, Exact>,
) -> Texel<V, C> {
    let places = square.corners();
    let mut corners = [[reader.missing(); 2]; 2];
    for j in 0..2 {
        for i in 0..2 {
            corners[j][i] = reader.one(square.texels(), places[j][i], square.reference);
        }
    }
    Texel::weighted(corners, square.s_weight(), square.t_weight())
}

/// Reads four f32.
struct Rgba32F<'a> {
    /// The border colour.
    border: &'a [f32; 4],
}

impl Reader<4> for Rgba32F<'_> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let rgba = fetch::load_rgba32f::<V>(texels, number);
        Texel::select(inside, Texel(rgba), uniform(*self.border))
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 4> {
        weigh_each(self, square)
    }
    #[inline(always)]
    fn finish<V: Vectors>(&self, texel: Texel<V, 4>) -> [V::F; 4] {
        texel.0
    }
    #[inline(always)]
    fn missing<V: Vectors>(&self) -> Texel<V, 4> {
        uniform([0.0, 0.0, 0.0, 1.0])
    }
}

/// Reads bytes R, G, B, A, of which R, G, B are encoded as sRGB.
struct Srgba8<'a> {
    /// The border colour, linear.
    border: &'a [f32; 4],
}

impl Reader<4> for Srgba8<'_> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let words = V::load_words(texels, number);
        let table = &*TO_LINEAR;
        let words = V::store_i(words);
        let mut linear = [[0.0; LANES]; 3];
        for (c, linear) in linear.iter_mut().enumerate() {
            for lane in 0..LANES {
                linear[lane] = table[(words[lane] >> (8 * c) & 0xff) as usize];
            }
        }
        let [r, g, b] = &linear;
        let a = V::to_f(V::shr(V::load_i(words), 24)) / V::splat(255.0);
        let border = self.border.map(|c| c.max(0.0).min(1.0));
        let texel = Texel([V::load(r), V::load(g), V::load(b), a]);
        Texel::select(inside, texel, uniform(border))
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 4> {
        weigh_each(self, square)
    }
    #[inline(always)]
    fn finish<V: Vectors>(&self, texel: Texel<V, 4>) -> [V::F; 4] {
        texel.0
    }
    #[inline(always)]
    fn missing<V: Vectors>(&self) -> Texel<V, 4> {
        uniform([0.0, 0.0, 0.0, 1.0])
    }
}
