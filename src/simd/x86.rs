//! [`Vectors`] in AVX2 (two registers of eight lanes) and AVX-512 (one register).
//!
//! The methods carry no `target_feature` of their own, since trait methods cannot: they are inlined into functions that
//! do. [`super::run_on`] alone names these types, after it has detected the instructions.

use super::vectors::{Vectors, last_word};
use super::{LANES, LanesF32};
use std::arch::x86_64::*;
use std::mem::transmute;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

/// Implements operators by one intrinsic each; `$apply` applies it to the registers of a vector.
macro_rules! operators {
    ($apply:ident; $($kind:ident: $op:ident $function:ident = $intrinsic:ident;)*) => {
        $(impl $op for $kind {
            type Output = $kind;
            #[inline(always)]
            fn $function(self, other: $kind) -> $kind {
                // SAFETY: `run_on` has detected the instruction set before it named this type.
                unsafe { $apply!($kind, $intrinsic, self, other) }
            }
        })*
    };
}

/// Implements methods of [`Vectors`] by one intrinsic each.
macro_rules! methods {
    ($apply:ident; $($name:ident($($arg:ident: $kind:ident),*) -> $out:ident = $intrinsic:ident;)*) => {
        $(#[inline(always)]
        fn $name($($arg: $kind),*) -> $out {
            // SAFETY: `run_on` has detected the instruction set before it named this type.
            unsafe { $apply!($out, $intrinsic, $($arg),*) }
        })*
    };
}

/// The byte of a lane's word, read from memory one by one: left alone, the compiler takes the vector of numbers apart by
/// shuffles, which costs more.
#[inline(always)]
fn offset(numbers: &[u32; LANES], lane: usize) -> usize {
    // SAFETY: a reference to a number.
    4 * unsafe { std::ptr::from_ref(&numbers[lane]).read_volatile() } as usize
}

/// The words of 32 bits of these numbers.
///
/// # Safety
/// Each lane's four bytes may be read.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // two arrays: that form is what stays in registers
unsafe fn words(base: *const u8, numbers: &[u32; LANES]) -> [u32; LANES] {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        // SAFETY: the caller vouches for the bytes; unaligned reads need no alignment.
        out[lane] = unsafe {
            base.add(offset(numbers, lane))
                .cast::<u32>()
                .read_unaligned()
        };
    }
    out
}

/// For every two lanes the pairs of words that start at their numbers from each of two bases.
///
/// # Safety
/// Each lane's eight bytes may be read.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as above
unsafe fn pairs(bases: [*const u8; 2], numbers: &[u32; LANES]) -> [[__m128i; LANES / 2]; 2] {
    let mut out = [[bytes_of([0; 2]); LANES / 2]; 2];
    for both in 0..LANES / 2 {
        let (a, b) = (offset(numbers, 2 * both), offset(numbers, 2 * both + 1));
        for row in 0..2 {
            // SAFETY: the caller vouches for the bytes; neither load needs alignment.
            out[row][both] = unsafe {
                let a = _mm_loadl_epi64(bases[row].add(a).cast());
                _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(a), bases[row].add(b).cast()))
            };
        }
    }
    out
}

/// 128 bits.
#[inline(always)]
fn bytes_of([low, high]: [u64; 2]) -> __m128i {
    // SAFETY: the architecture has SSE2.
    unsafe { _mm_set_epi64x(high as i64, low as i64) }
}

/// Where [`Vectors::widen_low`] takes its bytes from in 128 bits.
const LOW_BYTES: [u64; 2] = [0x8005_8001_8004_8000, 0x800d_8009_800c_8008];
/// The same of [`Vectors::widen_high`].
const HIGH_BYTES: [u64; 2] = [0x8007_8003_8006_8002, 0x800f_800b_800e_800a];

pub(crate) mod avx2 {
    //! Two registers of eight lanes.
    use super::*;

    /// AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2;
    #[derive(Clone, Copy)]
    pub(crate) struct F([__m256; 2]);
    #[derive(Clone, Copy)]
    pub(crate) struct I([__m256i; 2]);
    #[derive(Clone, Copy)]
    pub(crate) struct M([__m256i; 2]);

    macro_rules! both {
        ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
            $out([$intrinsic($($arg.0[0]),*), $intrinsic($($arg.0[1]),*)])
        };
    }

    operators! { both;
        F: Add add = _mm256_add_ps;
        F: Sub sub = _mm256_sub_ps;
        F: Mul mul = _mm256_mul_ps;
        F: Div div = _mm256_div_ps;
        I: Add add = _mm256_add_epi32;
        I: Sub sub = _mm256_sub_epi32;
        I: Mul mul = _mm256_mullo_epi32;
        I: BitAnd bitand = _mm256_and_si256;
        I: BitOr bitor = _mm256_or_si256;
        M: BitAnd bitand = _mm256_and_si256;
        M: BitOr bitor = _mm256_or_si256;
    }

    #[inline(always)]
    unsafe fn lt(a: __m256, b: __m256) -> __m256i {
        // SAFETY: as for the operators; so below.
        unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b)) }
    }
    #[inline(always)]
    unsafe fn le(a: __m256, b: __m256) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)) }
    }
    #[inline(always)]
    unsafe fn eq(a: __m256, b: __m256) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b)) }
    }
    #[inline(always)]
    unsafe fn select(mask: __m256i, a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_blendv_ps(b, a, _mm256_castsi256_ps(mask)) }
    }
    #[inline(always)]
    unsafe fn lt_u(a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe {
            let sign = _mm256_set1_epi32(i32::MIN);
            _mm256_cmpgt_epi32(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign))
        }
    }
    #[inline(always)]
    unsafe fn firsts(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_shuffle_ps::<0x88>(a, b) }
    }
    #[inline(always)]
    unsafe fn seconds(a: __m256, b: __m256) -> __m256 {
        // SAFETY: as above.
        unsafe { _mm256_shuffle_ps::<0xdd>(a, b) }
    }
    /// Pairs of every two lanes as [`Vectors::interleave`] gives them.
    #[inline(always)]
    fn join_pairs(p: [__m128i; LANES / 2]) -> [I; 2] {
        // SAFETY: as for the operators.
        unsafe {
            [
                I([_mm256_set_m128i(p[2], p[0]), _mm256_set_m128i(p[6], p[4])]),
                I([_mm256_set_m128i(p[3], p[1]), _mm256_set_m128i(p[7], p[5])]),
            ]
        }
    }
    #[inline(always)]
    unsafe fn select_i(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_blendv_epi8(b, a, mask) }
    }
    #[inline(always)]
    unsafe fn count(n: u32) -> I {
        // SAFETY: as above.
        unsafe { I([_mm256_set1_epi32(n as i32); 2]) }
    }

    impl Vectors for Avx2 {
        type F = F;
        type I = I;
        type M = M;

        methods! { both;
            min(a: F, b: F) -> F = _mm256_min_ps;
            max(a: F, b: F) -> F = _mm256_max_ps;
            floor(x: F) -> F = _mm256_floor_ps;
            ceil(x: F) -> F = _mm256_ceil_ps;
            sqrt(x: F) -> F = _mm256_sqrt_ps;
            lt(a: F, b: F) -> M = lt;
            le(a: F, b: F) -> M = le;
            eq(a: F, b: F) -> M = eq;
            select(mask: M, a: F, b: F) -> F = select;
            to_i(x: F) -> I = _mm256_cvttps_epi32;
            to_f(x: I) -> F = _mm256_cvtepi32_ps;
            bits(x: F) -> I = _mm256_castps_si256;
            from_bits(x: I) -> F = _mm256_castsi256_ps;
            min_u(a: I, b: I) -> I = _mm256_min_epu32;
            eq_i(a: I, b: I) -> M = _mm256_cmpeq_epi32;
            select_i(mask: M, a: I, b: I) -> I = select_i;
            lt_u(a: I, b: I) -> M = lt_u;
            dot16(a: I, b: I) -> I = _mm256_madd_epi16;
            mul_round16(a: I, b: I) -> I = _mm256_mulhrs_epi16;
        }

        #[inline(always)]
        fn splat(x: f32) -> F {
            // SAFETY: as for the operators; so below.
            unsafe { F([_mm256_set1_ps(x); 2]) }
        }
        #[inline(always)]
        fn splat_i(x: i32) -> I {
            // SAFETY: as above.
            unsafe { I([_mm256_set1_epi32(x); 2]) }
        }
        #[inline(always)]
        fn load(x: &LanesF32) -> F {
            // SAFETY: as above, and the array holds 16 f32.
            unsafe {
                F([
                    _mm256_loadu_ps(x.as_ptr()),
                    _mm256_loadu_ps(x.as_ptr().add(8)),
                ])
            }
        }
        #[inline(always)]
        fn store(x: F) -> LanesF32 {
            // SAFETY: the same size, and any bits are f32.
            unsafe { transmute(x) }
        }
        #[inline(always)]
        fn write(x: F, out: &mut LanesF32) {
            // SAFETY: as above, and the array holds 16 f32.
            unsafe {
                _mm256_storeu_ps(out.as_mut_ptr(), x.0[0]);
                _mm256_storeu_ps(out.as_mut_ptr().add(8), x.0[1]);
            }
        }
        #[inline(always)]
        fn load_i(x: [u32; LANES]) -> I {
            let x: [i32; LANES] = bytemuck::cast(x);
            // SAFETY: as for the operators.
            unsafe {
                I([
                    _mm256_setr_epi32(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]),
                    _mm256_setr_epi32(x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]),
                ])
            }
        }
        #[inline(always)]
        fn store_i(x: I) -> [u32; LANES] {
            // SAFETY: the same size, and any bits are u32.
            unsafe { transmute(x) }
        }
        #[inline(always)]
        fn load_words(bytes: &[u8], numbers: I) -> I {
            let Some(last) = last_word(bytes, 4) else {
                return Self::splat_i(0);
            };
            let at = Self::store_i(Self::min_u(numbers, Self::splat_i(last)));
            // SAFETY: four bytes at the last word are inside.
            Self::load_i(unsafe { words(bytes.as_ptr(), &at) })
        }
        #[inline(always)]
        fn load_pairs(bytes: &[u8], numbers: I, row: u32) -> [[I; 2]; 2] {
            let row = 4 * row as usize;
            let Some(last) = last_word(bytes, row + 8) else {
                return [[Self::splat_i(0); 2]; 2];
            };
            let at = Self::store_i(Self::min_u(numbers, Self::splat_i(last)));
            let base = bytes.as_ptr();
            // SAFETY: eight bytes at the last word and a row behind it are inside.
            let [first, second] = unsafe { pairs([base, base.add(row)], &at) };
            [join_pairs(first), join_pairs(second)]
        }
        #[inline(always)]
        fn interleave(a: I, b: I) -> [I; 2] {
            // SAFETY: as for the operators; so below.
            unsafe {
                [
                    both!(I, _mm256_unpacklo_epi32, a, b),
                    both!(I, _mm256_unpackhi_epi32, a, b),
                ]
            }
        }
        #[inline(always)]
        fn separate([a, b]: [I; 2]) -> [I; 2] {
            let (a, b) = (Self::from_bits(a), Self::from_bits(b));
            // SAFETY: as above.
            unsafe {
                [
                    Self::bits(both!(F, firsts, a, b)),
                    Self::bits(both!(F, seconds, a, b)),
                ]
            }
        }
        #[inline(always)]
        fn widen_low(pairs: I) -> I {
            // SAFETY: as above.
            unsafe {
                let order = I([_mm256_broadcastsi128_si256(bytes_of(LOW_BYTES)); 2]);
                both!(I, _mm256_shuffle_epi8, pairs, order)
            }
        }
        #[inline(always)]
        fn widen_high(pairs: I) -> I {
            // SAFETY: as above.
            unsafe {
                let order = I([_mm256_broadcastsi128_si256(bytes_of(HIGH_BYTES)); 2]);
                both!(I, _mm256_shuffle_epi8, pairs, order)
            }
        }
        #[inline(always)]
        fn transpose(rows: [[f32; 4]; LANES]) -> [F; 4] {
            let [low, high] = [transpose_eight(&rows, 0), transpose_eight(&rows, 8)];
            [
                F([low[0], high[0]]),
                F([low[1], high[1]]),
                F([low[2], high[2]]),
                F([low[3], high[3]]),
            ]
        }
        #[inline(always)]
        fn quad_lane<const N: usize>(x: F) -> F {
            // SAFETY: as for the operators.
            unsafe {
                match N {
                    0 => F([
                        _mm256_permute_ps::<0x00>(x.0[0]),
                        _mm256_permute_ps::<0x00>(x.0[1]),
                    ]),
                    1 => F([
                        _mm256_permute_ps::<0x55>(x.0[0]),
                        _mm256_permute_ps::<0x55>(x.0[1]),
                    ]),
                    2 => F([
                        _mm256_permute_ps::<0xaa>(x.0[0]),
                        _mm256_permute_ps::<0xaa>(x.0[1]),
                    ]),
                    _ => F([
                        _mm256_permute_ps::<0xff>(x.0[0]),
                        _mm256_permute_ps::<0xff>(x.0[1]),
                    ]),
                }
            }
        }
        #[inline(always)]
        fn shl(x: I, n: u32) -> I {
            // SAFETY: as for the operators; so below.
            unsafe { both!(I, _mm256_sllv_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn shr(x: I, n: u32) -> I {
            // SAFETY: as above.
            unsafe { both!(I, _mm256_srlv_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn sar(x: I, n: u32) -> I {
            // SAFETY: as above.
            unsafe { both!(I, _mm256_srav_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn mask_bits(mask: M) -> u16 {
            // SAFETY: as above.
            unsafe {
                let low = _mm256_movemask_ps(_mm256_castsi256_ps(mask.0[0]));
                let high = _mm256_movemask_ps(_mm256_castsi256_ps(mask.0[1]));
                (high << 8 | low) as u16
            }
        }
    }

    /// Components of the elements `first` to `first + 7`.
    #[inline(always)]
    fn transpose_eight(rows: &[[f32; 4]; LANES], first: usize) -> [__m256; 4] {
        let row = |i: usize| &rows[first + i];
        // SAFETY: as for the operators, and each row holds four f32.
        unsafe {
            let a = _mm256_loadu2_m128(row(4).as_ptr(), row(0).as_ptr());
            let b = _mm256_loadu2_m128(row(5).as_ptr(), row(1).as_ptr());
            let c = _mm256_loadu2_m128(row(6).as_ptr(), row(2).as_ptr());
            let d = _mm256_loadu2_m128(row(7).as_ptr(), row(3).as_ptr());
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            [
                _mm256_shuffle_ps::<0x44>(ab, cd),
                _mm256_shuffle_ps::<0xee>(ab, cd),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xee>(ab_high, cd_high),
            ]
        }
    }
}

pub(crate) mod avx512 {
    //! One register of sixteen lanes.
    use super::*;

    /// AVX-512 F, VL, BW and DQ.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512;
    #[derive(Clone, Copy)]
    pub(crate) struct F(__m512);
    #[derive(Clone, Copy)]
    pub(crate) struct I(__m512i);
    #[derive(Clone, Copy)]
    pub(crate) struct M(__mmask16);

    macro_rules! one {
        ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
            $out($intrinsic($($arg.0),*))
        };
    }

    operators! { one;
        F: Add add = _mm512_add_ps;
        F: Sub sub = _mm512_sub_ps;
        F: Mul mul = _mm512_mul_ps;
        F: Div div = _mm512_div_ps;
        I: Add add = _mm512_add_epi32;
        I: Sub sub = _mm512_sub_epi32;
        I: Mul mul = _mm512_mullo_epi32;
        I: BitAnd bitand = _mm512_and_si512;
        I: BitOr bitor = _mm512_or_si512;
        M: BitAnd bitand = _kand_mask16;
        M: BitOr bitor = _kor_mask16;
    }

    #[inline(always)]
    unsafe fn floor(x: __m512) -> __m512 {
        // SAFETY: as for the operators; so below.
        unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(x) }
    }
    #[inline(always)]
    unsafe fn ceil(x: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC }>(x) }
    }
    #[inline(always)]
    unsafe fn lt(a: __m512, b: __m512) -> __mmask16 {
        // SAFETY: as above.
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b) }
    }
    #[inline(always)]
    unsafe fn le(a: __m512, b: __m512) -> __mmask16 {
        // SAFETY: as above.
        unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b) }
    }
    #[inline(always)]
    unsafe fn eq(a: __m512, b: __m512) -> __mmask16 {
        // SAFETY: as above.
        unsafe { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b) }
    }
    #[inline(always)]
    unsafe fn select(mask: __mmask16, a: __m512, b: __m512) -> __m512 {
        // SAFETY: as above.
        unsafe { _mm512_mask_blend_ps(mask, b, a) }
    }
    #[inline(always)]
    unsafe fn select_i(mask: __mmask16, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_mask_blend_epi32(mask, b, a) }
    }
    #[inline(always)]
    unsafe fn count(n: u32) -> I {
        // SAFETY: as above.
        unsafe { I(_mm512_set1_epi32(n as i32)) }
    }
    /// Four numbers of 128 bits, the lowest first.
    ///
    /// # Safety
    /// Each pointer is to four f32.
    #[inline(always)]
    unsafe fn join([a, b, c, d]: [*const f32; 4]) -> __m512 {
        // SAFETY: as above.
        unsafe {
            let low = _mm256_loadu2_m128(b, a);
            let high = _mm256_loadu2_m128(d, c);
            _mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high)
        }
    }

    /// Pairs of every two lanes as [`Vectors::interleave`] gives them.
    #[inline(always)]
    fn join_pairs(p: [__m128i; LANES / 2]) -> [I; 2] {
        // SAFETY: as for the operators.
        unsafe {
            let (a, b) = (_mm256_set_m128i(p[2], p[0]), _mm256_set_m128i(p[6], p[4]));
            let (c, d) = (_mm256_set_m128i(p[3], p[1]), _mm256_set_m128i(p[7], p[5]));
            [
                I(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b)),
                I(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(c), d)),
            ]
        }
    }

    impl Vectors for Avx512 {
        type F = F;
        type I = I;
        type M = M;

        methods! { one;
            min(a: F, b: F) -> F = _mm512_min_ps;
            max(a: F, b: F) -> F = _mm512_max_ps;
            floor(x: F) -> F = floor;
            ceil(x: F) -> F = ceil;
            sqrt(x: F) -> F = _mm512_sqrt_ps;
            lt(a: F, b: F) -> M = lt;
            le(a: F, b: F) -> M = le;
            eq(a: F, b: F) -> M = eq;
            select(mask: M, a: F, b: F) -> F = select;
            to_i(x: F) -> I = _mm512_cvttps_epi32;
            to_f(x: I) -> F = _mm512_cvtepi32_ps;
            bits(x: F) -> I = _mm512_castps_si512;
            from_bits(x: I) -> F = _mm512_castsi512_ps;
            min_u(a: I, b: I) -> I = _mm512_min_epu32;
            eq_i(a: I, b: I) -> M = _mm512_cmpeq_epi32_mask;
            select_i(mask: M, a: I, b: I) -> I = select_i;
            lt_u(a: I, b: I) -> M = _mm512_cmplt_epu32_mask;
            dot16(a: I, b: I) -> I = _mm512_madd_epi16;
            mul_round16(a: I, b: I) -> I = _mm512_mulhrs_epi16;
        }

        #[inline(always)]
        fn splat(x: f32) -> F {
            // SAFETY: as for the operators; so below.
            unsafe { F(_mm512_set1_ps(x)) }
        }
        #[inline(always)]
        fn splat_i(x: i32) -> I {
            // SAFETY: as above.
            unsafe { I(_mm512_set1_epi32(x)) }
        }
        #[inline(always)]
        fn load(x: &LanesF32) -> F {
            // SAFETY: as above, and the array holds 16 f32.
            unsafe { F(_mm512_loadu_ps(x.as_ptr())) }
        }
        #[inline(always)]
        fn store(x: F) -> LanesF32 {
            // SAFETY: the same size, and any bits are f32.
            unsafe { transmute(x) }
        }
        #[inline(always)]
        fn write(x: F, out: &mut LanesF32) {
            // SAFETY: as above, and the array holds 16 f32.
            unsafe { _mm512_storeu_ps(out.as_mut_ptr(), x.0) }
        }
        #[inline(always)]
        fn load_i(x: [u32; LANES]) -> I {
            let x: [i32; LANES] = bytemuck::cast(x);
            // SAFETY: as for the operators.
            unsafe {
                I(_mm512_setr_epi32(
                    x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11],
                    x[12], x[13], x[14], x[15],
                ))
            }
        }
        #[inline(always)]
        fn store_i(x: I) -> [u32; LANES] {
            // SAFETY: the same size, and any bits are u32.
            unsafe { transmute(x) }
        }
        #[inline(always)]
        fn load_words(bytes: &[u8], numbers: I) -> I {
            let Some(last) = last_word(bytes, 4) else {
                return Self::splat_i(0);
            };
            let at = Self::store_i(Self::min_u(numbers, Self::splat_i(last)));
            // SAFETY: four bytes at the last word are inside.
            Self::load_i(unsafe { words(bytes.as_ptr(), &at) })
        }
        #[inline(always)]
        fn load_pairs(bytes: &[u8], numbers: I, row: u32) -> [[I; 2]; 2] {
            let row = 4 * row as usize;
            let Some(last) = last_word(bytes, row + 8) else {
                return [[Self::splat_i(0); 2]; 2];
            };
            let at = Self::store_i(Self::min_u(numbers, Self::splat_i(last)));
            let base = bytes.as_ptr();
            // SAFETY: eight bytes at the last word and a row behind it are inside.
            let [first, second] = unsafe { pairs([base, base.add(row)], &at) };
            [join_pairs(first), join_pairs(second)]
        }
        #[inline(always)]
        fn interleave(a: I, b: I) -> [I; 2] {
            // SAFETY: as for the operators; so below.
            unsafe {
                [
                    I(_mm512_unpacklo_epi32(a.0, b.0)),
                    I(_mm512_unpackhi_epi32(a.0, b.0)),
                ]
            }
        }
        #[inline(always)]
        fn separate([a, b]: [I; 2]) -> [I; 2] {
            let (a, b) = (Self::from_bits(a).0, Self::from_bits(b).0);
            // SAFETY: as above.
            unsafe {
                [
                    Self::bits(F(_mm512_shuffle_ps::<0x88>(a, b))),
                    Self::bits(F(_mm512_shuffle_ps::<0xdd>(a, b))),
                ]
            }
        }
        #[inline(always)]
        fn widen_low(pairs: I) -> I {
            // SAFETY: as above.
            unsafe {
                let order = _mm512_broadcast_i32x4(bytes_of(LOW_BYTES));
                I(_mm512_shuffle_epi8(pairs.0, order))
            }
        }
        #[inline(always)]
        fn widen_high(pairs: I) -> I {
            // SAFETY: as above.
            unsafe {
                let order = _mm512_broadcast_i32x4(bytes_of(HIGH_BYTES));
                I(_mm512_shuffle_epi8(pairs.0, order))
            }
        }
        #[inline(always)]
        fn transpose(rows: [[f32; 4]; LANES]) -> [F; 4] {
            let at = |i: usize| rows[i].as_ptr();
            // SAFETY: as for the operators, and each row holds four f32.
            unsafe {
                let a = join([at(0), at(4), at(8), at(12)]);
                let b = join([at(1), at(5), at(9), at(13)]);
                let c = join([at(2), at(6), at(10), at(14)]);
                let d = join([at(3), at(7), at(11), at(15)]);
                let (ab, cd) = (_mm512_unpacklo_ps(a, b), _mm512_unpacklo_ps(c, d));
                let (ab_high, cd_high) = (_mm512_unpackhi_ps(a, b), _mm512_unpackhi_ps(c, d));
                [
                    F(_mm512_shuffle_ps::<0x44>(ab, cd)),
                    F(_mm512_shuffle_ps::<0xee>(ab, cd)),
                    F(_mm512_shuffle_ps::<0x44>(ab_high, cd_high)),
                    F(_mm512_shuffle_ps::<0xee>(ab_high, cd_high)),
                ]
            }
        }
        #[inline(always)]
        fn quad_lane<const N: usize>(x: F) -> F {
            // SAFETY: as for the operators.
            unsafe {
                F(match N {
                    0 => _mm512_permute_ps::<0x00>(x.0),
                    1 => _mm512_permute_ps::<0x55>(x.0),
                    2 => _mm512_permute_ps::<0xaa>(x.0),
                    _ => _mm512_permute_ps::<0xff>(x.0),
                })
            }
        }
        #[inline(always)]
        fn shl(x: I, n: u32) -> I {
            // SAFETY: as for the operators; so below.
            unsafe { one!(I, _mm512_sllv_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn shr(x: I, n: u32) -> I {
            // SAFETY: as above.
            unsafe { one!(I, _mm512_srlv_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn sar(x: I, n: u32) -> I {
            // SAFETY: as above.
            unsafe { one!(I, _mm512_srav_epi32, x, count(n)) }
        }
        #[inline(always)]
        fn mask_bits(mask: M) -> u16 {
            mask.0
        }
    }
}
