//! What texels are while they are weighted, by format.
//!
//! Bytes are weighted in fixed point: 16 bits per component hold 0 to 255 with 7 bits behind the point, a weight is
//! 15 bits, and each step rounds once, a + ((b − a) · w + ½): three steps and two levels stay within 0.02 of a byte.
//! Equal texels and weights of 0 give the texel itself. Floats are weighted as they are. With depth comparison each texel
//! is compared first, and the results 0 and 1 are weighted. sRGB texels are decoded first; the border colour is linear.
#![forbid(unsafe_code)]

use super::fetch;
use super::sampler::{CompareFunc, DepthMode};
use super::srgb::TO_LINEAR;
use crate::simd::{LANES, Vectors};

/// A group's texels.
pub(super) trait Texel<V: Vectors>: Copy {
    /// A weight as [`Texel::mix`] wants it.
    type Weight: Copy;

    /// Of weights in [0, 1].
    fn weight(weight: V::F) -> Self::Weight;
    /// self + (other − self) · weight
    fn mix(self, other: Self, weight: Self::Weight) -> Self;
    /// `a` where the mask holds, else `b`.
    fn select(mask: V::M, a: Self, b: Self) -> Self;
}

/// Loads texels of one format.
pub(super) trait Reader<V: Vectors> {
    /// What they are while they are weighted.
    type Texel: Texel<V>;

    /// The texels of these numbers.
    fn one(&self, texels: &[u8], numbers: V::I) -> Self::Texel;
    /// The texels of two numbers, most often neighbours.
    #[inline(always)]
    fn pair(&self, texels: &[u8], [first, second]: [V::I; 2]) -> [Self::Texel; 2] {
        [self.one(texels, first), self.one(texels, second)]
    }
    /// r, g, b, a
    fn finish(&self, texel: Self::Texel) -> [V::F; 4];
    /// What a missing image gives: black, opaque.
    fn missing(&self) -> Self::Texel;
}

/// r and b, g and a: bytes with 7 fraction bits in the halves of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Bytes<V: Vectors> {
    rb: V::I,
    ga: V::I,
}

impl<V: Vectors> Bytes<V> {
    #[inline(always)]
    fn new(rgba: V::I) -> Bytes<V> {
        let high_bits = V::splat_i(0x7f80_7f80);
        Bytes {
            rb: V::shl(rgba, 7) & high_bits,
            ga: V::shr(rgba, 1) & high_bits,
        }
    }
}

#[inline(always)]
fn mix16<V: Vectors>(a: V::I, b: V::I, weight: V::I) -> V::I {
    V::add16(a, V::mul_round16(V::sub16(b, a), weight))
}

impl<V: Vectors> Texel<V> for Bytes<V> {
    /// The same 15 bits in both halves.
    type Weight = V::I;

    #[inline(always)]
    fn weight(weight: V::F) -> V::I {
        let scaled = V::min(weight * V::splat(32768.0), V::splat(32767.0));
        let bits = V::to_i(scaled);
        bits | V::shl(bits, 16)
    }
    #[inline(always)]
    fn mix(self, other: Self, weight: V::I) -> Self {
        Bytes {
            rb: mix16::<V>(self.rb, other.rb, weight),
            ga: mix16::<V>(self.ga, other.ga, weight),
        }
    }
    #[inline(always)]
    fn select(mask: V::M, a: Self, b: Self) -> Self {
        Bytes {
            rb: V::select_i(mask, a.rb, b.rb),
            ga: V::select_i(mask, a.ga, b.ga),
        }
    }
}

/// Reads bytes R, G, B, A.
pub(super) struct Rgba8 {
    /// The border colour.
    pub(super) border: u32,
}

impl<V: Vectors> Reader<V> for Rgba8 {
    type Texel = Bytes<V>;

    #[inline(always)]
    fn one(&self, texels: &[u8], numbers: V::I) -> Bytes<V> {
        let (words, inside) = fetch::load_u32::<V>(texels, numbers);
        Bytes::new(V::select_i(inside, words, V::splat_i(self.border as i32)))
    }
    #[inline(always)]
    fn pair(&self, texels: &[u8], numbers: [V::I; 2]) -> [Bytes<V>; 2] {
        let [first, second] = fetch::load_u32_pairs::<V>(texels, numbers, self.border);
        [Bytes::new(first), Bytes::new(second)]
    }
    #[inline(always)]
    fn finish(&self, texel: Bytes<V>) -> [V::F; 4] {
        let scale = V::splat(1.0 / 255.0 / 128.0);
        let low = V::splat_i(0xffff);
        [
            V::to_f(texel.rb & low) * scale,
            V::to_f(texel.ga & low) * scale,
            V::to_f(V::shr(texel.rb, 16)) * scale,
            V::to_f(V::shr(texel.ga, 16)) * scale,
        ]
    }
    #[inline(always)]
    fn missing(&self) -> Bytes<V> {
        Bytes::new(V::splat_i(0xff00_0000u32 as i32))
    }
}

/// Components as f32.
#[derive(Clone, Copy)]
pub(super) struct Floats<V: Vectors, const C: usize>([V::F; C]);

impl<V: Vectors, const C: usize> Texel<V> for Floats<V, C> {
    type Weight = V::F;

    #[inline(always)]
    fn weight(weight: V::F) -> V::F {
        weight
    }
    #[inline(always)]
    fn mix(mut self, other: Self, weight: V::F) -> Self {
        for c in 0..C {
            let a = self.0[c];
            self.0[c] = a + (other.0[c] - a) * weight;
        }
        self
    }
    #[inline(always)]
    fn select(mask: V::M, mut a: Self, b: Self) -> Self {
        for c in 0..C {
            a.0[c] = V::select(mask, a.0[c], b.0[c]);
        }
        a
    }
}

/// The same colour in all lanes.
#[inline(always)]
fn uniform<V: Vectors>([r, g, b, a]: [f32; 4]) -> Floats<V, 4> {
    Floats([V::splat(r), V::splat(g), V::splat(b), V::splat(a)])
}

/// Reads four f32.
pub(super) struct Rgba32F {
    /// The border colour.
    pub(super) border: [f32; 4],
}

impl<V: Vectors> Reader<V> for Rgba32F {
    type Texel = Floats<V, 4>;

    #[inline(always)]
    fn one(&self, texels: &[u8], numbers: V::I) -> Floats<V, 4> {
        let (rgba, inside) = fetch::load_rgba32f::<V>(texels, numbers);
        Floats::select(inside, Floats(rgba), uniform(self.border))
    }
    #[inline(always)]
    fn finish(&self, texel: Floats<V, 4>) -> [V::F; 4] {
        texel.0
    }
    #[inline(always)]
    fn missing(&self) -> Floats<V, 4> {
        uniform([0.0, 0.0, 0.0, 1.0])
    }
}

/// Reads bytes R, G, B, A, of which R, G, B are encoded as sRGB.
pub(super) struct Srgba8 {
    /// The border colour, linear.
    pub(super) border: [f32; 4],
}

impl<V: Vectors> Reader<V> for Srgba8 {
    type Texel = Floats<V, 4>;

    #[inline(always)]
    fn one(&self, texels: &[u8], numbers: V::I) -> Floats<V, 4> {
        let (words, inside) = fetch::load_u32::<V>(texels, numbers);
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
        let texel = Floats([V::load(r), V::load(g), V::load(b), a]);
        Floats::select(inside, texel, uniform(border))
    }
    #[inline(always)]
    fn finish(&self, texel: Floats<V, 4>) -> [V::F; 4] {
        texel.0
    }
    #[inline(always)]
    fn missing(&self) -> Floats<V, 4> {
        uniform([0.0, 0.0, 0.0, 1.0])
    }
}

/// Reads depths, and compares them with the reference where the sampler says so.
pub(super) struct Depth32F<V: Vectors> {
    /// The border's depth.
    pub(super) border: f32,
    /// The comparison.
    pub(super) compare: Option<CompareFunc>,
    /// The reference.
    pub(super) reference: V::F,
    /// How the result expands to r, g, b, a.
    pub(super) mode: DepthMode,
}

impl<V: Vectors> Depth32F<V> {
    #[inline(always)]
    fn compared(&self, words: V::I) -> Floats<V, 1> {
        let depth = V::from_bits(words);
        match self.compare {
            None => Floats([depth]),
            Some(func) => Floats([compare::<V>(func, self.reference, depth)]),
        }
    }
}

impl<V: Vectors> Reader<V> for Depth32F<V> {
    type Texel = Floats<V, 1>;

    #[inline(always)]
    fn one(&self, texels: &[u8], numbers: V::I) -> Floats<V, 1> {
        let (words, inside) = fetch::load_u32::<V>(texels, numbers);
        let border = V::splat_i(self.border.to_bits() as i32);
        self.compared(V::select_i(inside, words, border))
    }
    #[inline(always)]
    fn pair(&self, texels: &[u8], numbers: [V::I; 2]) -> [Floats<V, 1>; 2] {
        let [first, second] = fetch::load_u32_pairs::<V>(texels, numbers, self.border.to_bits());
        [self.compared(first), self.compared(second)]
    }
    #[inline(always)]
    fn finish(&self, Floats([d]): Floats<V, 1>) -> [V::F; 4] {
        let (zero, one) = (V::splat(0.0), V::splat(1.0));
        match self.mode {
            DepthMode::Luminance => [d, d, d, one],
            DepthMode::Intensity => [d; 4],
            DepthMode::Alpha => [zero, zero, zero, d],
            DepthMode::Red => [d, zero, zero, one],
        }
    }
    #[inline(always)]
    fn missing(&self) -> Floats<V, 1> {
        Floats([V::splat(0.0)])
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
