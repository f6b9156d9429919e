//! [`Vectors`] as plain loops, for every machine; also what the other instruction sets are compared with.
//!
//! Operations are calls here: inlined, sixteen scalars for each would make the sampler's compile time and size explode.
#![forbid(unsafe_code)]

use super::vectors::Vectors;
use super::{LANES, LanesF32, f32_to_i32};
use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

/// What every CPU of the architecture has.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

#[derive(Clone, Copy)]
pub(crate) struct F(LanesF32);
#[derive(Clone, Copy)]
pub(crate) struct I([i32; LANES]);
#[derive(Clone, Copy)]
pub(crate) struct M([bool; LANES]);

macro_rules! operators {
    ($($kind:ident: $op:ident $function:ident $expression:expr;)*) => {
        $(impl $op for $kind {
            type Output = $kind;
            #[inline(never)]
            fn $function(self, other: $kind) -> $kind {
                $kind(from_fn(|l| $expression(self.0[l], other.0[l])))
            }
        })*
    };
}

operators! {
    F: Add add |a: f32, b: f32| a + b;
    F: Sub sub |a: f32, b: f32| a - b;
    F: Mul mul |a: f32, b: f32| a * b;
    F: Div div |a: f32, b: f32| a / b;
    I: Add add i32::wrapping_add;
    I: Sub sub i32::wrapping_sub;
    I: Mul mul i32::wrapping_mul;
    I: BitAnd bitand |a: i32, b: i32| a & b;
    I: BitOr bitor |a: i32, b: i32| a | b;
    M: BitAnd bitand |a: bool, b: bool| a & b;
    M: BitOr bitor |a: bool, b: bool| a | b;
}

macro_rules! each {
    ($($name:ident($($arg:ident: $kind:ident),*) -> $out:ident = $expression:expr;)*) => {
        $(#[inline(never)]
        fn $name($($arg: $kind),*) -> $out {
            $out(from_fn(|l| $expression($($arg.0[l]),*)))
        })*
    };
}

/// Both halves of a and b as signed numbers.
#[inline(always)]
fn halves(a: i32, b: i32, f: impl Fn(i16, i16) -> i16) -> i32 {
    let low = f(a as i16, b as i16) as u16;
    let high = f((a >> 16) as i16, (b >> 16) as i16) as u16;
    (u32::from(high) << 16 | u32::from(low)) as i32
}

impl Vectors for Portable {
    type F = F;
    type I = I;
    type M = M;

    each! {
        min(a: F, b: F) -> F = |a, b| if a < b { a } else { b };
        max(a: F, b: F) -> F = |a, b| if a > b { a } else { b };
        floor(x: F) -> F = f32::floor;
        ceil(x: F) -> F = f32::ceil;
        sqrt(x: F) -> F = f32::sqrt;
        lt(a: F, b: F) -> M = |a, b| a < b;
        le(a: F, b: F) -> M = |a, b| a <= b;
        eq(a: F, b: F) -> M = |a, b| a == b;
        select(mask: M, a: F, b: F) -> F = |mask, a, b| if mask { a } else { b };
        to_i(x: F) -> I = f32_to_i32;
        to_f(x: I) -> F = |x| x as f32;
        bits(x: F) -> I = |x| f32::to_bits(x) as i32;
        from_bits(x: I) -> F = |x| f32::from_bits(x as u32);
        min_u(a: I, b: I) -> I = |a, b| (a as u32).min(b as u32) as i32;
        eq_i(a: I, b: I) -> M = |a, b| a == b;
        select_i(mask: M, a: I, b: I) -> I = |mask, a, b| if mask { a } else { b };
        add16(a: I, b: I) -> I = |a, b| halves(a, b, i16::wrapping_add);
        sub16(a: I, b: I) -> I = |a, b| halves(a, b, i16::wrapping_sub);
        mul_round16(a: I, b: I) -> I = |a, b| {
            halves(a, b, |a, b| ((i32::from(a) * i32::from(b) + 0x4000) >> 15) as i16)
        };
    }

    #[inline(always)]
    fn splat(x: f32) -> F {
        F([x; LANES])
    }
    #[inline(always)]
    fn splat_i(x: i32) -> I {
        I([x; LANES])
    }
    #[inline(always)]
    fn load(x: &LanesF32) -> F {
        F(*x)
    }
    #[inline(always)]
    fn store(x: F) -> LanesF32 {
        x.0
    }
    #[inline(always)]
    fn load_i(x: [u32; LANES]) -> I {
        I(x.map(|x| x as i32))
    }
    #[inline(always)]
    fn store_i(x: I) -> [u32; LANES] {
        x.0.map(|x| x as u32)
    }
    #[inline(never)]
    fn split_pairs(pairs: [u64; LANES]) -> [I; 2] {
        [
            I(pairs.map(|pair| pair as i32)),
            I(pairs.map(|pair| (pair >> 32) as i32)),
        ]
    }
    #[inline(never)]
    fn transpose(rows: [[f32; 4]; LANES]) -> [F; 4] {
        from_fn(|c| F(from_fn(|l| rows[l][c])))
    }
    #[inline(never)]
    fn quad_lane<const N: usize>(x: F) -> F {
        F(from_fn(|l| x.0[l / 4 * 4 + N]))
    }
    #[inline(never)]
    fn shl(x: I, n: u32) -> I {
        I(x.0.map(|x| x << n))
    }
    #[inline(never)]
    fn shr(x: I, n: u32) -> I {
        I(x.0.map(|x| (x as u32 >> n) as i32))
    }
    #[inline(never)]
    fn sar(x: I, n: u32) -> I {
        I(x.0.map(|x| x >> n))
    }
    #[inline(never)]
    fn mask_bits(mask: M) -> u16 {
        (0..LANES).fold(0, |bits, l| bits | u16::from(mask.0[l]) << l)
    }
}
