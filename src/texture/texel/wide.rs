//! Readers of texels of two words: four numbers of 16 bits.
#![forbid(unsafe_code)]

use super::half::from_halves;
use super::{uniform, weigh_each};
use crate::simd::{PairRows, Vectors};
use crate::texture::address::Exact;
use crate::texture::reader::{Reader, Texel};
use crate::texture::square::{Place, Square};
use std::marker::PhantomData;

/// How words of two numbers each become colours.
pub(super) trait DecodeWide {
    /// Decodes texels: R and G are one word, B and A the other one.
    fn decode<V: Vectors, const N: usize>(words: [[V::I; 2]; N]) -> [Texel<V, 4>; N];
}

/// Reads texels of two words.
pub(super) struct Wide<'a, D> {
    border: &'a [f32; 4],
    decode: PhantomData<D>,
}

impl<'a, D> Wide<'a, D> {
    pub(super) fn new(border: &'a [f32; 4]) -> Wide<'a, D> {
        Wide {
            border,
            decode: PhantomData,
        }
    }
}

impl<D: DecodeWide> Reader<4> for Wide<'_, D> {
    type S = Exact;
    type T = Exact;

    #[inline(always)]
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, _: V::F) -> Texel<V, 4> {
        let Place { number, inside } = place;
        let mut rows = PairRows::new(texels, 0);
        rows.place::<V>(0, number + number);
        let [pairs, _] = V::load_pairs(&rows, 0);
        let [texel] = D::decode::<V, 1>([V::separate(pairs)]);
        Texel::select(inside, texel, uniform(*self.border))
    }
    #[inline(always)]
    fn four<V: Vectors>(&self, square: &Square<'_, V, Exact, Exact>) -> Texel<V, 4> {
        let Some([[a, b], [c, d]]) = square.double_pairs() else {
            return weigh_each(self, square);
        };
        let [a, b, c, d] = D::decode::<V, 4>([a, b, c, d]);
        Texel::weighted([[a, b], [c, d]], square.s_weight(), square.t_weight())
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

/// Four f16.
pub(super) enum Halves {}

impl DecodeWide for Halves {
    #[inline(always)]
    fn decode<V: Vectors, const N: usize>(words: [[V::I; 2]; N]) -> [Texel<V, 4>; N] {
        from_halves(words)
    }
}

/// Four i16, of which −32767 stands for −1.
pub(super) enum Signed16 {}

impl DecodeWide for Signed16 {
    #[inline(always)]
    fn decode<V: Vectors, const N: usize>(words: [[V::I; 2]; N]) -> [Texel<V, 4>; N] {
        let scale = V::splat(1.0 / 32767.0);
        let mut out = [Texel([V::splat(0.0); 4]); N];
        for i in 0..N {
            let [rg, ba] = words[i];
            let upper = [V::shl(rg, 16), rg, V::shl(ba, 16), ba];
            for c in 0..4 {
                out[i].0[c] = V::to_f(V::sar(upper[c], 16)) * scale;
            }
        }
        out
    }
}
