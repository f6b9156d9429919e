//! Readers of texels of two words: four numbers of 16 bits.
#![forbid(unsafe_code)]

use super::half::from_halves;
use super::{S_BITS, uniform, weigh_each, weights};
use crate::kernel::layout::SampleGroup;
use crate::simd::Vectors;
use crate::texture::address::{Exact, Fixed};
use crate::texture::filter::{self, Sampling};
use crate::texture::reader::{DoubleReader, Reader, Texel};
use crate::texture::square::{DoublePairs, Place, Square, load_double};

/// Reads four f16.
pub(super) struct Halves<'a> {
    pub(super) border: &'a [f32; 4],
}

impl Reader<4> for Halves<'_> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::pipelined_doubles::<V, Self, 4>(sampling, self, groups);
    }

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let [texel] = from_halves::<V, 1>([load_double::<V>(texels, number)]);
        Texel::select(inside, texel, uniform(*self.border))
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 4> {
        let Some(words) = square.double_pairs() else {
            return weigh_each(self, square);
        };
        self.weigh(words, square.s_weight(), square.t_weight())
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

impl DoubleReader<4> for Halves<'_> {
    #[inline(always)]
    fn weigh<V: Vectors>(&self, words: DoublePairs<V>, s: V::F, t: V::F) -> Texel<V, 4> {
        let [[a, b, c, d], [e, f, g, h]] = words;
        let [a, b, c, d] = from_halves::<V, 4>([[a, b], [c, d], [e, f], [g, h]]);
        Texel::weighted([[a, b], [c, d]], s, t)
    }
}

/// Reads four i16, of which −32767 stands for −1. Squares are weighted in fixed point, as bytes are.
pub(super) struct Signed16<'a> {
    pub(super) border: &'a [f32; 4],
}

/// What stands for 1.
const ONE: f32 = 32767.0;

impl Signed16<'_> {
    fn border(&self) -> [u32; 2] {
        let [r, g, b, a] = self
            .border
            .map(|c| (c.max(-1.0).min(1.0) * ONE).round() as i16 as u16);
        [[r, g], [b, a]].map(|[low, high]| u32::from(low) | u32::from(high) << 16)
    }
}

impl Reader<4> for Signed16<'_> {
    type S = Fixed<S_BITS>;
    type T = Fixed<{ S_BITS + 1 }>;

    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::pipelined_doubles::<V, Self, 4>(sampling, self, groups);
    }

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let mut words = load_double::<V>(texels, number);
        if !V::all(inside) {
            let border = self.border();
            for i in 0..2 {
                words[i] = V::select_i(inside, words[i], V::splat_i(border[i] as i32));
            }
        }
        let [rg, ba] = words;
        let upper = [V::shl(rg, 16), rg, V::shl(ba, 16), ba];
        let mut out = [V::splat(0.0); 4];
        for c in 0..4 {
            out[c] = V::to_f(V::sar(upper[c], 16)) * V::splat(1.0 / ONE);
        }
        Texel(out)
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Self::S, Self::T>) -> Texel<V, 4> {
        let words = square.double_words(|| self.border());
        self.weigh(words, square.s_weight(), square.t_weight())
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

impl DoubleReader<4> for Signed16<'_> {
    /// Weights add up to 2¹⁴, so that the sums have 30 bits.
    #[inline(always)]
    fn weigh<V: Vectors>(&self, words: DoublePairs<V>, s: V::I, t: V::I) -> Texel<V, 4> {
        const SCALE: f32 = 1.0 / ONE / (1 << S_BITS) as f32;
        let weights = weights::<V>(s, t);
        let (low, high) = (V::splat_i(0xffff), V::splat_i(!0xffff));
        let mut sums = [V::splat_i(0); 4];
        for row in 0..2 {
            for i in 0..2 {
                // Columns become neighbours.
                let (first, second) = (words[row][i], words[row][2 + i]);
                let lows = (first & low) | V::shl(second, 16);
                let highs = V::shr(first, 16) | (second & high);
                sums[2 * i] = V::add_dot16(sums[2 * i], lows, weights[row]);
                sums[2 * i + 1] = V::add_dot16(sums[2 * i + 1], highs, weights[row]);
            }
        }
        let mut out = [V::splat(0.0); 4];
        for c in 0..4 {
            out[c] = V::to_f(sums[c]) * V::splat(SCALE);
        }
        Texel(out)
    }
}
