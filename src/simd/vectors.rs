//! Sixteen lanes in the registers of one instruction set.
//!
//! Code that is generic over [`Vectors`] is written once, inlined as a whole (`#[inline(always)]`) into the function that
//! [`super::run_on`] compiles for each instruction set, and gives the same bits on all of them: every operation here has
//! one exact result, and nothing is contracted.
#![forbid(unsafe_code)]

use super::{LANES, LanesF32};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

/// An instruction set's registers.
pub(crate) trait Vectors: Copy + 'static {
    /// Sixteen f32.
    type F: Copy
        + Add<Output = Self::F>
        + Sub<Output = Self::F>
        + Mul<Output = Self::F>
        + Div<Output = Self::F>;
    /// Sixteen i32, or 32 numbers of 16 bits; sums and products wrap.
    type I: Copy
        + Add<Output = Self::I>
        + Sub<Output = Self::I>
        + Mul<Output = Self::I>
        + BitAnd<Output = Self::I>
        + BitOr<Output = Self::I>;
    /// One truth value per lane.
    type M: Copy + BitAnd<Output = Self::M> + BitOr<Output = Self::M>;

    /// The same number in all lanes.
    fn splat(x: f32) -> Self::F;
    /// The same number in all lanes.
    fn splat_i(x: i32) -> Self::I;
    /// Lanes from memory.
    fn load(x: &LanesF32) -> Self::F;
    /// Lanes to memory.
    fn store(x: Self::F) -> LanesF32;
    /// Lanes from memory.
    fn load_i(x: [u32; LANES]) -> Self::I;
    /// Lanes to memory.
    fn store_i(x: Self::I) -> [u32; LANES];

    /// The lower and the upper halves of numbers of 64 bits.
    fn split_pairs(pairs: [u64; LANES]) -> [Self::I; 2];
    /// Lane `l` of result `c` is component `c` of element `l`.
    fn transpose(rows: [[f32; 4]; LANES]) -> [Self::F; 4];

    /// The smaller one; `b` where either is NaN.
    fn min(a: Self::F, b: Self::F) -> Self::F;
    /// The greater one; `b` where either is NaN.
    fn max(a: Self::F, b: Self::F) -> Self::F;
    /// The next integer below.
    fn floor(x: Self::F) -> Self::F;
    /// The next integer above.
    fn ceil(x: Self::F) -> Self::F;
    /// Square root.
    fn sqrt(x: Self::F) -> Self::F;
    /// a < b; false for NaN.
    fn lt(a: Self::F, b: Self::F) -> Self::M;
    /// a ≤ b; false for NaN.
    fn le(a: Self::F, b: Self::F) -> Self::M;
    /// a = b; false for NaN.
    fn eq(a: Self::F, b: Self::F) -> Self::M;
    /// `a` where the mask holds, else `b`.
    fn select(mask: Self::M, a: Self::F, b: Self::F) -> Self::F;
    /// Lane `N` of each quad in all four lanes of the quad.
    fn quad_lane<const N: usize>(x: Self::F) -> Self::F;

    /// Truncates; i32::MIN for NaN and out of range.
    fn to_i(x: Self::F) -> Self::I;
    /// The nearest f32 of a signed integer.
    fn to_f(x: Self::I) -> Self::F;
    /// The bits of an f32.
    fn bits(x: Self::F) -> Self::I;
    /// The f32 of these bits.
    fn from_bits(x: Self::I) -> Self::F;

    /// `x << n` in 32 bits, n < 32.
    fn shl(x: Self::I, n: u32) -> Self::I;
    /// `x >> n` in 32 bits without sign, n < 32.
    fn shr(x: Self::I, n: u32) -> Self::I;
    /// `x >> n` in 32 bits with sign, n < 32.
    fn sar(x: Self::I, n: u32) -> Self::I;
    /// The smaller one, unsigned.
    fn min_u(a: Self::I, b: Self::I) -> Self::I;
    /// Equality.
    fn eq_i(a: Self::I, b: Self::I) -> Self::M;
    /// `a` where the mask holds, else `b`.
    fn select_i(mask: Self::M, a: Self::I, b: Self::I) -> Self::I;

    /// Sums in 16 bits.
    fn add16(a: Self::I, b: Self::I) -> Self::I;
    /// Differences in 16 bits.
    fn sub16(a: Self::I, b: Self::I) -> Self::I;
    /// (a · b + 2¹⁴) >> 15 of signed numbers of 16 bits.
    fn mul_round16(a: Self::I, b: Self::I) -> Self::I;

    /// Bit `l` is lane `l`.
    fn mask_bits(mask: Self::M) -> u16;
}
