//! What the readers of texel formats have in common: texels while they are weighted, and what a reader does.
#![forbid(unsafe_code)]

use super::address::Split;
use super::filter::{self, Sampling};
use super::square::{DoublePairs, Place, Square};
use crate::kernel::layout::SampleGroup;
use crate::simd::Vectors;

/// A group's components as f32.
#[derive(Clone, Copy)]
pub(super) struct Texel<V: Vectors, const C: usize>(pub(super) [V::F; C]);

impl<V: Vectors, const C: usize> Texel<V, C> {
    /// self + (other − self) · weight, of weights in [0, 1]
    #[inline(always)]
    pub(super) fn mix(mut self, other: Self, weight: V::F) -> Self {
        for c in 0..C {
            let a = self.0[c];
            self.0[c] = a + (other.0[c] - a) * weight;
        }
        self
    }

    /// `a` where the mask holds, else `b`.
    #[inline(always)]
    pub(super) fn select(mask: V::M, mut a: Self, b: Self) -> Self {
        for c in 0..C {
            a.0[c] = V::select(mask, a.0[c], b.0[c]);
        }
        a
    }

    /// The four corners of a square.
    #[inline(always)]
    pub(super) fn weighted(corners: [[Self; 2]; 2], s: V::F, t: V::F) -> Self {
        let [[a, b], [c, d]] = corners;
        a.mix(b, s).mix(c.mix(d, s), t)
    }
}

/// Loads texels of one format and weighs the squares of linear filtering.
pub(super) trait Reader<const C: usize>: Sized {
    /// How columns are weighted.
    type S: Split;
    /// How rows are weighted.
    type T: Split;

    /// Samples groups with linear filtering in one or two dimensions.
    #[inline(always)]
    fn linear<V: Vectors>(&self, sampling: &Sampling<'_>, groups: &mut [SampleGroup<'_>]) {
        filter::each::<V, Self, C>(sampling, self, groups);
    }
    /// The texels at these places; depths are compared with the reference.
    fn one<V: Vectors>(&self, texels: &[u8], place: Place<V>, reference: V::F) -> Texel<V, C>;
    /// The weighted texels of squares.
    fn four<V: Vectors>(&self, square: &Square<'_, V, Self::S, Self::T>) -> Texel<V, C>;
    /// r, g, b, a
    fn finish<V: Vectors>(&self, texel: Texel<V, C>) -> [V::F; 4];
    /// What a missing image gives: black, opaque.
    fn missing<V: Vectors>(&self) -> Texel<V, C>;
}

/// Reads texels of 32 bits.
pub(super) trait WordReader<const C: usize>: Reader<C> {
    /// The weighted texels of squares whose [words](Square::words) are these.
    fn weigh<V: Vectors>(
        &self,
        words: [[V::I; 2]; 2],
        s: <Self::S as Split>::Weight<V>,
        t: <Self::T as Split>::Weight<V>,
        reference: V::F,
    ) -> Texel<V, C>;
    /// The same of squares whose bytes are those of a [window](Vectors::load_window).
    fn weigh_bytes<V: Vectors>(
        &self,
        bytes: [[V::I; 4]; 2],
        s: <Self::S as Split>::Weight<V>,
        t: <Self::T as Split>::Weight<V>,
        reference: V::F,
    ) -> Texel<V, C>;
}

/// Reads texels of 64 bits.
pub(super) trait DoubleReader<const C: usize>: Reader<C> {
    /// The weighted texels of squares.
    fn weigh<V: Vectors>(
        &self,
        words: DoublePairs<V>,
        s: <Self::S as Split>::Weight<V>,
        t: <Self::T as Split>::Weight<V>,
    ) -> Texel<V, C>;
}
