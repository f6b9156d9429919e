//! Readers of texels of one word that hold floats without a sign. They have no alpha: it is 1.
#![forbid(unsafe_code)]

use super::half::{from_finite, from_special};
use super::weigh_each;
use crate::kernel::layout::SampleGroup;
use crate::simd::Vectors;
use crate::texture::address::Exact;
use crate::texture::filter::{self, Sampling};
use crate::texture::reader::{Reader, Texel, WordReader};
use crate::texture::square::{Place, Square, words_of};
use std::marker::PhantomData;

/// How the words of texels become colours.
pub(super) trait Decode {
    /// Decodes words of each lane, exactly.
    fn decode<V: Vectors, const N: usize>(words: [V::I; N]) -> [Texel<V, 3>; N];
}

/// Reads texels of one word.
pub(super) struct Packed<'a, D> {
    border: &'a [f32; 4],
    decode: PhantomData<D>,
}

impl<'a, D: Decode> Packed<'a, D> {
    pub(super) fn new(border: &'a [f32; 4]) -> Packed<'a, D> {
        Packed {
            border,
            decode: PhantomData,
        }
    }

    #[inline(always)]
    fn weigh_words<V: Vectors>(words: [[V::I; 2]; 2], s: V::F, t: V::F) -> Texel<V, 3> {
        let [[a, b], [c, d]] = words;
        let [a, b, c, d] = D::decode::<V, 4>([a, b, c, d]);
        Texel::weighted([[a, b], [c, d]], s, t)
    }
}

impl<D: Decode> Reader<3> for Packed<'_, D> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::pipelined::<V, Self, 3>(sampling, self, groups);
    }

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 3> {
        let Place { number, inside } = place;
        let [texel] = D::decode::<V, 1>([V::load_words(texels, number)]);
        let [r, g, b, _] = *self.border;
        let border = Texel([V::splat(r), V::splat(g), V::splat(b)]);
        Texel::select(inside, texel, border)
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 3> {
        let Some([first, second]) = square.pairs() else {
            return weigh_each(self, square);
        };
        let words = [V::separate(first), V::separate(second)];
        Self::weigh_words::<V>(words, square.s_weight(), square.t_weight())
    }
    #[inline(always)]
    fn finish<V: Vectors>(&self, Texel([r, g, b]): Texel<V, 3>) -> [V::F; 4] {
        [r, g, b, V::splat(1.0)]
    }
    #[inline(always)]
    fn missing<V: Vectors>(&self) -> Texel<V, 3> {
        Texel([V::splat(0.0); 3])
    }
}

impl<D: Decode> WordReader<3> for Packed<'_, D> {
    #[inline(always)]
    fn weigh<V: Vectors>(
        &self,
        [first, second]: [[V::I; 2]; 2],
        s: V::F,
        t: V::F,
        _: V::F,
    ) -> Texel<V, 3> {
        Self::weigh_words::<V>([V::separate(first), V::separate(second)], s, t)
    }

    #[inline(always)]
    fn weigh_bytes<V: Vectors>(
        &self,
        [first, second]: [[V::I; 4]; 2],
        s: V::F,
        t: V::F,
        _: V::F,
    ) -> Texel<V, 3> {
        Self::weigh_words::<V>([words_of::<V>(first), words_of::<V>(second)], s, t)
    }
}

/// Floats of 11, 11 and 10 bits. Their exponents are those of an f16.
///
/// ```text
///   │ b: eeeeemmmmm │ g: eeeeemmmmmm │ r: eeeeemmmmmm │
/// ```
pub(super) enum Rg11B10F {}

impl Decode for Rg11B10F {
    #[inline(always)]
    fn decode<V: Vectors, const N: usize>(words: [V::I; N]) -> [Texel<V, 3>; N] {
        // Move each number to where an f32 has the low bits of its exponent and the high ones of its mantissa.
        let (wide, narrow) = (V::splat_i(0x0ffe_0000), V::splat_i(0x0ffc_0000));
        let mut moved = [[V::splat_i(0); 3]; N];
        let mut out = [Texel([V::splat(0.0); 3]); N];
        for i in 0..N {
            moved[i][0] = V::shl(words[i], 17) & wide;
            moved[i][1] = V::shl(words[i], 6) & wide;
            moved[i][2] = V::shr(words[i], 4) & narrow;
            for c in 0..3 {
                out[i].0[c] = from_finite::<V>(moved[i][c]);
            }
        }
        // Infinities and NaN are rare: the greatest exponents are the only ones from which this addition carries.
        let (exponents, least) = (V::splat_i(0x7c1f_03e0), V::splat_i(0x0401_0020));
        let mut carries = V::splat_i(0);
        for i in 0..N {
            carries = carries | ((V::shr(words[i], 1) & exponents) + least);
        }
        let carried = V::splat_i(0x8020_0400_u32 as i32);
        if !V::all(V::eq_i(carries & carried, V::splat_i(0))) {
            for i in 0..N {
                for c in 0..3 {
                    out[i].0[c] = from_special::<V>(moved[i][c], out[i].0[c]);
                }
            }
        }
        out
    }
}

/// Mantissas of 9 bits with one exponent.
pub(super) enum Rgb9E5 {}

impl Decode for Rgb9E5 {
    #[inline(always)]
    fn decode<V: Vectors, const N: usize>(words: [V::I; N]) -> [Texel<V, 3>; N] {
        let mantissa = V::splat_i(0x1ff);
        let mut out = [Texel([V::splat(0.0); 3]); N];
        for i in 0..N {
            // The step is 2 to the exponent less its bias of 15 and the 9 bits of the mantissa.
            let exponent = V::shr(words[i], 27) + V::splat_i(127 - 15 - 9);
            let step = V::from_bits(V::shl(exponent, 23));
            for c in 0..3 {
                let number = V::shr(words[i], 9 * c as u32) & mantissa;
                out[i].0[c] = V::to_f(number) * step;
            }
        }
        out
    }
}
