//! [`Vectors`] in AVX-512: one register of sixteen lanes.

use super::avx512_register::{ROWS_OF, WORDS_OF, ceil, eq, floor, join, le, lt, select, select_i};
use super::common::*;
use super::window::{Window, add_dot16, find_window, in_one, window_row};

/// AVX-512 F, VL, BW, DQ, VBMI and VNNI.
#[derive(Clone, Copy)]
pub(crate) struct Avx512;
#[derive(Clone, Copy)]
pub(crate) struct F(__m512);
#[derive(Clone, Copy)]
pub(crate) struct I(pub(super) __m512i);
#[derive(Clone, Copy)]
pub(crate) struct D([__m512d; 2]);
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

macro_rules! both {
    ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
        $out([$intrinsic($($arg.0[0]),*), $intrinsic($($arg.0[1]),*)])
    };
}

operators! { both;
    D: Add add = _mm512_add_pd;
    D: Sub sub = _mm512_sub_pd;
    D: Mul mul = _mm512_mul_pd;
    D: Div div = _mm512_div_pd;
}

#[inline(always)]
unsafe fn count(n: u32) -> I {
    // SAFETY: as for the operators.
    unsafe { I(_mm512_set1_epi32(n as i32)) }
}
/// Lane `l` of result `c` is component `c` of element `l`.
///
/// # Safety
/// Each pointer is to four f32, at any alignment.
#[inline(always)]
unsafe fn transpose(at: [*const f32; LANES]) -> [F; 4] {
    // SAFETY: as for the operators, and by the caller.
    unsafe {
        let a = join([at[0], at[4], at[8], at[12]]);
        let b = join([at[1], at[5], at[9], at[13]]);
        let c = join([at[2], at[6], at[10], at[14]]);
        let d = join([at[3], at[7], at[11], at[15]]);
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
    type D = D;
    type Window = Window;

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
        min_i(a: I, b: I) -> I = _mm512_min_epi32;
        max_i(a: I, b: I) -> I = _mm512_max_epi32;
        min_u(a: I, b: I) -> I = _mm512_min_epu32;
        eq_i(a: I, b: I) -> M = _mm512_cmpeq_epi32_mask;
        select_i(mask: M, a: I, b: I) -> I = select_i;
        lt_u(a: I, b: I) -> M = _mm512_cmplt_epu32_mask;
        shl_each(x: I, n: I) -> I = _mm512_sllv_epi32;
        mul_add(a: F, b: F, c: F) -> F = _mm512_fmadd_ps;
        dot16(a: I, b: I) -> I = _mm512_madd_epi16;
        add_dot16(sum: I, a: I, b: I) -> I = add_dot16;
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
                x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12],
                x[13], x[14], x[15],
            ))
        }
    }
    #[inline(always)]
    fn store_i(x: I) -> [u32; LANES] {
        // SAFETY: the same size, and any bits are u32.
        unsafe { transmute(x) }
    }
    word_loads!();
    #[inline(always)]
    fn window(rows: &mut PairRows<'_>, slot: usize, numbers: I) -> Option<(Window, M)> {
        find_window(rows, slot, numbers)
    }
    #[inline(always)]
    fn load_window(rows: &PairRows<'_>, slot: usize, window: Window) -> [[I; 4]; 2] {
        let (bytes, row, starts) = rows.parts(slot);
        // SAFETY: as for the operators, and `PairRows` compared the starts with the bytes.
        unsafe {
            [
                window_row(bytes.as_ptr(), starts, window),
                window_row(bytes.as_ptr().add(row), starts, window),
            ]
        }
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
    fn write_rows([x, y, z, w]: [F; 4], rows: &mut [[f32; 4]], stride: usize) {
        assert!(rows.len() > (LANES - 1) * stride);
        let first = rows.as_mut_ptr();
        let row = |l: usize| first.wrapping_add(l * stride).cast::<f32>();
        // SAFETY: as for the operators, and each row holds four f32; the last one is in the slice.
        unsafe {
            let (xy, zw) = (_mm512_unpacklo_ps(x.0, y.0), _mm512_unpacklo_ps(z.0, w.0));
            let (xy_high, zw_high) = (_mm512_unpackhi_ps(x.0, y.0), _mm512_unpackhi_ps(z.0, w.0));
            let quarters = [
                _mm512_shuffle_ps::<0x44>(xy, zw),
                _mm512_shuffle_ps::<0xee>(xy, zw),
                _mm512_shuffle_ps::<0x44>(xy_high, zw_high),
                _mm512_shuffle_ps::<0xee>(xy_high, zw_high),
            ];
            for (i, quarter) in quarters.into_iter().enumerate() {
                let quarter = in_one(quarter);
                _mm_storeu_ps(row(i), _mm512_castps512_ps128(quarter));
                _mm_storeu_ps(row(4 + i), _mm512_extractf32x4_ps::<1>(quarter));
                _mm_storeu_ps(row(8 + i), _mm512_extractf32x4_ps::<2>(quarter));
                _mm_storeu_ps(row(12 + i), _mm512_extractf32x4_ps::<3>(quarter));
            }
        }
    }
    #[inline(always)]
    fn look_up(table: &[u32; 2 * LANES], numbers: I) -> I {
        // SAFETY: as for the operators, and both halves of the table are sixteen numbers.
        unsafe {
            let first = _mm512_loadu_si512(table.as_ptr().cast());
            let second = _mm512_loadu_si512(table[LANES..].as_ptr().cast());
            I(_mm512_permutex2var_epi32(first, numbers.0, second))
        }
    }
    #[inline(always)]
    fn repeat_row(row: &[f32; 4]) -> F {
        // SAFETY: as for the operators, and a row holds four f32.
        unsafe { F(_mm512_broadcast_f32x4(_mm_loadu_ps(row.as_ptr()))) }
    }
    #[inline(always)]
    fn write_chosen(
        rows: F,
        words: u64,
        out_rows: &mut [[f32; 4]; 4],
        out_words: &mut [u16; 4],
    ) -> usize {
        // SAFETY: as for the operators; four rows have the size of a register, four words that of an integer.
        unsafe {
            let four = _mm_cvtsi64_si128(words as i64);
            let which = usize::from(_mm_test_epi16_mask(four, four)) % 16;
            let chosen = _mm512_maskz_compress_ps(ROWS_OF[which], rows.0);
            _mm512_storeu_ps(out_rows.as_mut_ptr().cast(), chosen);
            let chosen = _pext_u64(words, WORDS_OF[which]);
            out_words.as_mut_ptr().cast::<u64>().write_unaligned(chosen);
            which.count_ones() as usize
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
    fn splat_d(x: f64) -> D {
        // SAFETY: as above.
        unsafe { D([_mm512_set1_pd(x); 2]) }
    }
    #[inline(always)]
    fn widen(x: F) -> D {
        // SAFETY: as above.
        unsafe {
            D([
                _mm512_cvtps_pd(_mm512_castps512_ps256(x.0)),
                _mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(x.0)),
            ])
        }
    }
    #[inline(always)]
    fn narrow(x: D) -> F {
        // SAFETY: as above.
        unsafe {
            let (low, high) = (_mm512_cvtpd_ps(x.0[0]), _mm512_cvtpd_ps(x.0[1]));
            F(_mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high))
        }
    }
    #[inline(always)]
    fn round_i(x: D) -> I {
        // SAFETY: as above.
        unsafe {
            let (low, high) = (_mm512_cvtpd_epi32(x.0[0]), _mm512_cvtpd_epi32(x.0[1]));
            I(_mm512_inserti32x8::<1>(_mm512_castsi256_si512(low), high))
        }
    }
    #[inline(always)]
    fn halves(x: D) -> [I; 2] {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm512_castpd_si512(x.0[0]), _mm512_castpd_si512(x.0[1]));
            let low = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
            let high = _mm512_add_epi32(low, _mm512_set1_epi32(1));
            [
                I(_mm512_permutex2var_epi32(a, low, b)),
                I(_mm512_permutex2var_epi32(a, high, b)),
            ]
        }
    }
    #[inline(always)]
    fn doubles([low, high]: [I; 2]) -> D {
        // SAFETY: as above.
        unsafe {
            let first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let second = _mm512_add_epi32(first, _mm512_set1_epi32(8));
            D([
                _mm512_castsi512_pd(_mm512_permutex2var_epi32(low.0, first, high.0)),
                _mm512_castsi512_pd(_mm512_permutex2var_epi32(low.0, second, high.0)),
            ])
        }
    }
    #[inline(always)]
    fn widen_i(x: I) -> D {
        // SAFETY: as above.
        unsafe {
            D([
                _mm512_cvtepi32_pd(_mm512_castsi512_si256(x.0)),
                _mm512_cvtepi32_pd(_mm512_extracti32x8_epi32::<1>(x.0)),
            ])
        }
    }
    #[inline(always)]
    fn lt_d(a: D, b: D) -> M {
        // SAFETY: as above.
        unsafe {
            let low = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a.0[0], b.0[0]);
            let high = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a.0[1], b.0[1]);
            M(u16::from(low) | u16::from(high) << 8)
        }
    }
    #[inline(always)]
    fn mask_bits(mask: M) -> u16 {
        mask.0
    }
    #[inline(always)]
    fn all(mask: M) -> bool {
        mask.0 == u16::MAX
    }
}
