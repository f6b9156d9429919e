//! Reads texels of depth textures before they are weighted. With comparison each texel is compared first, and the
//! results 0 and 1 are weighted (ARB_shadow).
#![forbid(unsafe_code)]

use crate::kernel::layout::SampleGroup;
use crate::simd::Vectors;
use crate::texture::address::Exact;
use crate::texture::filter::{self, Sampling};
use crate::texture::reader::{Reader, Texel, WordReader};
use crate::texture::sampler_state::{CompareFunc, DepthMode, SamplerState};
use crate::texture::square::{Place, Square, words_of};

/// Reads depths, and compares them with the reference if the sampler compares.
pub(super) struct Depth32F<'a> {
    /// The border's depth, the comparison, and the expansion of the result to r, g, b, a.
    pub(super) state: &'a SamplerState,
}

impl Depth32F<'_> {
    fn border(&self) -> u32 {
        self.state.border[0].max(0.0).min(1.0).to_bits()
    }

    #[inline(always)]
    fn compared<V: Vectors>(&self, words: V::I, reference: V::F) -> Texel<V, 1> {
        let depth = V::from_bits(words);
        match self.state.compare {
            None => Texel([depth]),
            Some(func) => Texel([compare::<V>(func, reference, depth)]),
        }
    }

    #[inline(always)]
    fn weigh_words<V: Vectors>(
        &self,
        words: [[V::I; 2]; 2],
        [s, t]: [V::F; 2],
        reference: V::F,
    ) -> Texel<V, 1> {
        let [[a, b], [c, d]] = words;
        let corners = [
            [
                self.compared::<V>(a, reference),
                self.compared::<V>(b, reference),
            ],
            [
                self.compared::<V>(c, reference),
                self.compared::<V>(d, reference),
            ],
        ];
        Texel::weighted(corners, s, t)
    }
}

impl Reader<1> for Depth32F<'_> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::pipelined::<V, Self, 1>(sampling, self, groups);
    }

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, reference: V::F) -> Texel<V, 1> {
        let Place { number, inside } = place;
        let words = V::load_words(texels, number);
        let border = V::splat_i(self.border() as i32);
        self.compared::<V>(V::select_i(inside, words, border), reference)
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 1> {
        let words = square.words(|| self.border());
        self.weigh::<V>(
            words,
            square.s_weight(),
            square.t_weight(),
            square.reference,
        )
    }
    #[inline(always)]
    fn finish<V: Vectors>(&self, Texel([d]): Texel<V, 1>) -> [V::F; 4] {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        match self.state.depth_mode {
            DepthMode::Luminance => [d, d, d, one],
            DepthMode::Intensity => [d; 4],
            DepthMode::Alpha => [zero, zero, zero, d],
            DepthMode::Red => [d, zero, zero, one],
        }
    }
    #[inline(always)]
    fn missing<V: Vectors>(&self) -> Texel<V, 1> {
        Texel([V::splat(0.0)])
    }
}

impl WordReader<1> for Depth32F<'_> {
    #[inline(always)]
    fn weigh<V: Vectors>(
        &self,
        [first, second]: [[V::I; 2]; 2],
        s: V::F,
        t: V::F,
        reference: V::F,
    ) -> Texel<V, 1> {
        let words = [V::separate(first), V::separate(second)];
        self.weigh_words::<V>(words, [s, t], reference)
    }

    #[inline(always)]
    fn weigh_bytes<V: Vectors>(
        &self,
        [first, second]: [[V::I; 4]; 2],
        s: V::F,
        t: V::F,
        reference: V::F,
    ) -> Texel<V, 1> {
        let words = [words_of::<V>(first), words_of::<V>(second)];
        self.weigh_words::<V>(words, [s, t], reference)
    }
}

/// 1 where the reference, clamped to [0, 1], compares true with the depth.
#[inline(always)]
fn compare<V: Vectors>(func: CompareFunc, reference: V::F, depth: V::F) -> V::F {
    let (zero, one) = (V::splat(0.0), V::splat(1.0));
    let reference = V::min(V::max(reference, zero), one);
    let passes = match func {
        CompareFunc::Never => return zero,
        CompareFunc::Always => return one,
        CompareFunc::Less => V::lt(reference, depth),
        CompareFunc::LessEqual => V::le(reference, depth),
        CompareFunc::Equal => V::eq(reference, depth),
        CompareFunc::GreaterEqual => V::le(depth, reference),
        CompareFunc::Greater => V::lt(depth, reference),
        CompareFunc::NotEqual => V::lt(depth, reference) | V::lt(reference, depth),
    };
    V::select(passes, one, zero)
}
