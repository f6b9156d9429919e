//! [`Vectors`] as plain loops, for every machine; also what the other instruction sets are compared with.
//!
//! Operations are calls here: inlined, sixteen scalars for each would make the sampler's compile time and size explode.
#![forbid(unsafe_code)]

use super::lanes::{LANES, LanesF32, f32_to_i32};
use super::vectors::{DoubleRows, ElementRun, Elements, PairRows, Vectors, last_word};
use std::array::from_fn;
use std::convert::Infallible;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

/// What every CPU of the architecture has.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

#[derive(Clone, Copy)]
pub(crate) struct F(LanesF32);
#[derive(Clone, Copy)]
pub(crate) struct I([i32; LANES]);
#[derive(Clone, Copy)]
pub(crate) struct D([f64; LANES]);
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
    D: Add add |a: f64, b: f64| a + b;
    D: Sub sub |a: f64, b: f64| a - b;
    D: Mul mul |a: f64, b: f64| a * b;
    D: Div div |a: f64, b: f64| a / b;
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

/// Bytes of each pair from bit `shift` on: one of the first, the same of the second, then the next ones.
fn widen(pairs: I, shift: u32) -> I {
    I(from_fn(|i| {
        let byte = |x: i32| (x as u32 >> (shift + 8 * (i as u32 % 2)) & 0xff) as i32;
        byte(pairs.0[i & !1]) | byte(pairs.0[i | 1]) << 16
    }))
}

impl Vectors for Portable {
    type F = F;
    type I = I;
    type M = M;
    type D = D;
    type Window = Infallible;

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
        widen_i(x: I) -> D = f64::from;
        widen(x: F) -> D = f64::from;
        narrow(x: D) -> F = |x| x as f32;
        round_i(x: D) -> I = |x: f64| x.round_ties_even() as i32;
        lt_d(a: D, b: D) -> M = |a, b| a < b;
        min_i(a: I, b: I) -> I = i32::min;
        max_i(a: I, b: I) -> I = i32::max;
        min_u(a: I, b: I) -> I = |a, b| (a as u32).min(b as u32) as i32;
        lt_u(a: I, b: I) -> M = |a, b| (a as u32) < b as u32;
        eq_i(a: I, b: I) -> M = |a, b| a == b;
        select_i(mask: M, a: I, b: I) -> I = |mask, a, b| if mask { a } else { b };
        mul_add(a: F, b: F, c: F) -> F = f32::mul_add;
        dot16(a: I, b: I) -> I = |a: i32, b: i32| {
            let low = i32::from(a as i16) * i32::from(b as i16);
            low.wrapping_add((a >> 16).wrapping_mul(b >> 16))
        };
        mul_round16(a: I, b: I) -> I = |a, b| {
            halves(a, b, |a, b| ((i32::from(a) * i32::from(b) + 0x4000) >> 15) as i16)
        };
    }

    #[inline(always)]
    fn splat(x: f32) -> F {
        F([x; LANES])
    }
    #[inline(always)]
    fn add_dot16(sum: I, a: I, b: I) -> I {
        sum + Self::dot16(a, b)
    }
    #[inline(always)]
    fn splat_i(x: i32) -> I {
        I([x; LANES])
    }
    #[inline(never)]
    fn halves(x: D) -> [I; 2] {
        [0, 32].map(|shift| I(x.0.map(|x| (x.to_bits() >> shift) as i32)))
    }
    #[inline(never)]
    fn doubles([low, high]: [I; 2]) -> D {
        let bits = |half: &I, l: usize| u64::from(half.0[l] as u32);
        D(from_fn(|l| {
            f64::from_bits(bits(&high, l) << 32 | bits(&low, l))
        }))
    }
    #[inline(always)]
    fn splat_d(x: f64) -> D {
        D([x; LANES])
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
    fn write(x: F, out: &mut LanesF32) {
        *out = x.0;
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
    fn load_words(bytes: &[u8], numbers: I) -> I {
        let Some(last) = last_word(bytes, 4) else {
            return I([0; LANES]);
        };
        let (words, _) = bytes.as_chunks();
        I(Self::min_u(numbers, Self::splat_i(last))
            .0
            .map(|number| i32::from_ne_bytes(words[number as usize])))
    }
    #[inline(never)]
    fn load_pairs(rows: &PairRows<'_>, slot: usize) -> [[I; 2]; 2] {
        let (bytes, row, numbers) = rows.parts(slot);
        let numbers = Self::load_i(*numbers);
        [bytes, &bytes[row..]].map(|bytes| {
            let first = Self::load_words(bytes, numbers);
            Self::interleave(first, Self::load_words(&bytes[4..], numbers))
        })
    }
    #[inline(never)]
    fn load_doubles(rows: &DoubleRows<'_>, slot: usize) -> [[I; 4]; 2] {
        let (bytes, row, numbers) = rows.parts(slot);
        let numbers = Self::load_i(*numbers);
        [bytes, &bytes[row..]]
            .map(|bytes| from_fn(|word| Self::load_words(&bytes[4 * word..], numbers)))
    }
    #[inline(always)]
    fn window(_: &mut PairRows<'_>, _: usize, _: I) -> Option<(Infallible, M)> {
        None
    }
    #[inline(always)]
    fn load_window(_: &PairRows<'_>, _: usize, window: Infallible) -> [[I; 4]; 2] {
        match window {}
    }
    #[inline(never)]
    fn interleave(a: I, b: I) -> [I; 2] {
        let lane = |i: usize, half: usize| i / 4 * 4 + 2 * half + i % 4 / 2;
        from_fn(|half| {
            I(from_fn(|i| match i % 2 {
                0 => a.0[lane(i, half)],
                _ => b.0[lane(i, half)],
            }))
        })
    }
    #[inline(never)]
    fn separate(pairs: [I; 2]) -> [I; 2] {
        from_fn(|which| {
            I(from_fn(|l| {
                pairs[l % 4 / 2].0[l / 4 * 4 + l % 2 * 2 + which]
            }))
        })
    }
    #[inline(never)]
    fn widen_low(pairs: I) -> I {
        widen(pairs, 0)
    }
    #[inline(never)]
    fn widen_high(pairs: I) -> I {
        widen(pairs, 16)
    }
    #[inline(never)]
    fn transpose(rows: [[f32; 4]; LANES]) -> [F; 4] {
        from_fn(|c| F(from_fn(|l| rows[l][c])))
    }
    #[inline(never)]
    fn write_rows(columns: [F; 4], rows: &mut [[f32; 4]], stride: usize) {
        for l in 0..LANES {
            rows[l * stride] = columns.map(|column| column.0[l]);
        }
    }
    #[inline(always)]
    fn repeat_row(row: &[f32; 4]) -> F {
        F(from_fn(|lane| row[lane % 4]))
    }
    #[inline(never)]
    fn look_up(table: &[u32; 2 * LANES], numbers: I) -> I {
        I(numbers
            .0
            .map(|number| table[number as usize % table.len()] as i32))
    }
    #[inline(never)]
    fn columns(elements: &Elements<'_>, indices: &[u32; LANES]) -> Option<[F; 4]> {
        let (bytes, starts) = elements.starts::<Portable>(indices)?;
        let element = |start: u32| bytemuck::pod_read_unaligned(&bytes[start as usize..][..16]);
        Some(Self::transpose(starts.map(element)))
    }
    #[inline(never)]
    fn columns_of_run(run: &mut ElementRun<'_>) -> Option<[F; 4]> {
        let (bytes, stride) = run.take()?;
        let element = |l: usize| bytemuck::pod_read_unaligned(&bytes[l * stride..][..16]);
        Some(Self::transpose(from_fn(element)))
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
    fn shl_each(x: I, n: I) -> I {
        I(from_fn(|l| x.0[l].checked_shl(n.0[l] as u32).unwrap_or(0)))
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
    #[inline(always)]
    fn all(mask: M) -> bool {
        mask.0 == [true; LANES]
    }
}
