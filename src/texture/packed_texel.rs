//! Readers of texels whose numbers are packed in words: floats without a sign, and fixed-point numbers of 16 bits.
#![forbid(unsafe_code)]

use super::address::Exact;
use super::reader::{Reader, Texel};
use super::square::{Place, Square};
use super::texel::{from_finite_half, from_special_half, uniform, weigh_each};
use crate::simd::{PairRows, Vectors};
use std::marker::PhantomData;

/// How the word of a texel becomes a colour.
pub(super) trait Decode {
    /// Decodes a word in each lane, exactly.
    fn decode<V: Vectors>(words: V::I) -> Texel<V, 4>;
}

/// Reads texels of one word.
pub(super) struct Packed<'a, D> {
    border: &'a [f32; 4],
    decode: PhantomData<D>,
}

impl<'a, D> Packed<'a, D> {
    pub(super) fn new(border: &'a [f32; 4]) -> Packed<'a, D> {
        Packed {
            border,
            decode: PhantomData,
        }
    }
}

impl<D: Decode> Reader<4> for Packed<'_, D> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let texel = D::decode::<V>(V::load_words(texels, number));
        Texel::select(inside, texel, uniform(*self.border))
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 4> {
        let Some(rows) = square.pairs() else {
            return weigh_each(self, square);
        };
        let mut corners = [[self.missing(); 2]; 2];
        for j in 0..2 {
            let words = V::separate(rows[j]);
            for i in 0..2 {
                corners[j][i] = D::decode::<V>(words[i]);
            }
        }
        Texel::weighted(corners, square.s_weight(), square.t_weight())
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

/// Floats of 11, 11 and 10 bits. Moved to the upper half of a word, each is an f16 without its last bits.
///
/// ```text
///   │ b: eeeeemmmmm │ g: eeeeemmmmmm │ r: eeeeemmmmmm │
/// ```
pub(super) enum Rg11B10F {}

impl Decode for Rg11B10F {
    #[inline(always)]
    fn decode<V: Vectors>(words: V::I) -> Texel<V, 4> {
        let (wide, narrow) = (V::splat_i(0x7ff0_0000), V::splat_i(0x7fe0_0000));
        let halves = [
            V::shl(words, 20) & wide,
            V::shl(words, 9) & wide,
            V::shr(words, 1) & narrow,
        ];
        let mut out = [V::splat(1.0); 4];
        for c in 0..3 {
            out[c] = from_finite_half::<V>(halves[c]);
        }
        // The greatest exponent is the only one from which this addition carries into the sign.
        let (exponents, least) = (V::splat_i(0x7c00_0000), V::splat_i(0x0400_0000));
        let mut carries = V::splat_i(0);
        for c in 0..3 {
            carries = carries | ((halves[c] & exponents) + least);
        }
        if !V::all(V::eq_i(V::shr(carries, 31), V::splat_i(0))) {
            for c in 0..3 {
                out[c] = from_special_half::<V>(halves[c], out[c]);
            }
        }
        Texel(out)
    }
}

/// Mantissas of 9 bits with one exponent.
pub(super) enum Rgb9E5 {}

impl Decode for Rgb9E5 {
    #[inline(always)]
    fn decode<V: Vectors>(words: V::I) -> Texel<V, 4> {
        // The step is 2 to the exponent less its bias of 15 and the 9 bits of the mantissa.
        let exponent = V::shr(words, 27) + V::splat_i(127 - 15 - 9);
        let step = V::from_bits(V::shl(exponent, 23));
        let mantissa = V::splat_i(0x1ff);
        Texel([
            V::to_f(words & mantissa) * step,
            V::to_f(V::shr(words, 9) & mantissa) * step,
            V::to_f(V::shr(words, 18) & mantissa) * step,
            V::splat(1.0),
        ])
    }
}

/// Reads four i16: pairs of words.
pub(super) struct Rgba16Snorm<'a> {
    /// The border colour.
    pub(super) border: &'a [f32; 4],
}

impl Reader<4> for Rgba16Snorm<'_> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let mut rows = PairRows::new(texels, 0);
        rows.place::<V>(0, number + number);
        let [pairs, _] = V::load_pairs(&rows, 0);
        let [rg, ba] = V::separate(pairs);
        let numbers = [V::shl(rg, 16), rg, V::shl(ba, 16), ba];
        let mut out = [V::splat(0.0); 4];
        for c in 0..4 {
            out[c] = V::to_f(V::sar(numbers[c], 16)) * V::splat(1.0 / 32767.0);
        }
        Texel::select(inside, Texel(out), uniform(*self.border))
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
