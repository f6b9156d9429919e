//! [`Vectors`] in AVX2: two registers of eight lanes.

use super::avx2_register::{
    add_dot16, doubles_of_eight, eq, firsts, halves_of_eight, le, look_up_eight, lt, lt_f64, lt_u,
    rows_of_eight, seconds, select, select_i, transpose_eight,
};
use super::common::*;

/// AVX2 with FMA: sixteen lanes as two vectors of eight, those of f64 as four.
#[derive(Clone, Copy)]
pub(crate) struct Avx2;
#[derive(Clone, Copy)]
pub(crate) struct F([__m256; 2]);
#[derive(Clone, Copy)]
pub(crate) struct I([__m256i; 2]);
#[derive(Clone, Copy)]
pub(crate) struct D([__m256d; 4]);
#[derive(Clone, Copy)]
pub(crate) struct M([__m256i; 2]);

macro_rules! both {
    ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
        $out([$intrinsic($($arg.0[0]),*), $intrinsic($($arg.0[1]),*)])
    };
}

macro_rules! all_four {
    ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
        $out([
            $intrinsic($($arg.0[0]),*),
            $intrinsic($($arg.0[1]),*),
            $intrinsic($($arg.0[2]),*),
            $intrinsic($($arg.0[3]),*),
        ])
    };
}

operators! { all_four;
    D: Add add = _mm256_add_pd;
    D: Sub sub = _mm256_sub_pd;
    D: Mul mul = _mm256_mul_pd;
    D: Div div = _mm256_div_pd;
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
unsafe fn count(n: u32) -> I {
    // SAFETY: as above.
    unsafe { I([_mm256_set1_epi32(n as i32); 2]) }
}

impl Vectors for Avx2 {
    type F = F;
    type I = I;
    type M = M;
    type D = D;
    type Window = Infallible;

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
        min_i(a: I, b: I) -> I = _mm256_min_epi32;
        max_i(a: I, b: I) -> I = _mm256_max_epi32;
        min_u(a: I, b: I) -> I = _mm256_min_epu32;
        eq_i(a: I, b: I) -> M = _mm256_cmpeq_epi32;
        select_i(mask: M, a: I, b: I) -> I = select_i;
        lt_u(a: I, b: I) -> M = lt_u;
        shl_each(x: I, n: I) -> I = _mm256_sllv_epi32;
        mul_add(a: F, b: F, c: F) -> F = _mm256_fmadd_ps;
        dot16(a: I, b: I) -> I = _mm256_madd_epi16;
        add_dot16(sum: I, a: I, b: I) -> I = add_dot16;
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
    word_loads!();
    /// Without windows: permutations of bytes stay within 16 of them.
    #[inline(always)]
    fn window(_: &mut PairRows<'_>, _: usize, _: I) -> Option<(Infallible, M)> {
        None
    }
    #[inline(always)]
    fn load_window(_: &PairRows<'_>, _: usize, window: Infallible) -> [[I; 4]; 2] {
        match window {}
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
    fn write_rows([x, y, z, w]: [F; 4], rows: &mut [[f32; 4]], stride: usize) {
        let (low, high) = rows.split_at_mut(8 * stride);
        // SAFETY: the function compares the length.
        unsafe {
            rows_of_eight([x.0[0], y.0[0], z.0[0], w.0[0]], low, stride);
            rows_of_eight([x.0[1], y.0[1], z.0[1], w.0[1]], high, stride);
        }
    }
    #[inline(always)]
    fn repeat_row(row: &[f32; 4]) -> F {
        // SAFETY: as for the operators, and a row holds four f32.
        unsafe { F([_mm256_broadcast_ps(&_mm_loadu_ps(row.as_ptr())); 2]) }
    }
    #[inline(always)]
    fn splat_d(x: f64) -> D {
        // SAFETY: as for the operators; so below.
        unsafe { D([_mm256_set1_pd(x); 4]) }
    }
    #[inline(always)]
    fn widen(x: F) -> D {
        // SAFETY: as above.
        unsafe {
            let [low, high] = x.0;
            D([
                _mm256_cvtps_pd(_mm256_castps256_ps128(low)),
                _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(low)),
                _mm256_cvtps_pd(_mm256_castps256_ps128(high)),
                _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(high)),
            ])
        }
    }
    #[inline(always)]
    fn narrow(x: D) -> F {
        // SAFETY: as above.
        unsafe {
            let [a, b, c, d] = x.0;
            F([
                _mm256_set_m128(_mm256_cvtpd_ps(b), _mm256_cvtpd_ps(a)),
                _mm256_set_m128(_mm256_cvtpd_ps(d), _mm256_cvtpd_ps(c)),
            ])
        }
    }
    #[inline(always)]
    fn round_i(x: D) -> I {
        // SAFETY: as above.
        unsafe {
            let [a, b, c, d] = x.0;
            I([
                _mm256_set_m128i(_mm256_cvtpd_epi32(b), _mm256_cvtpd_epi32(a)),
                _mm256_set_m128i(_mm256_cvtpd_epi32(d), _mm256_cvtpd_epi32(c)),
            ])
        }
    }
    #[inline(always)]
    fn halves(x: D) -> [I; 2] {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (
                halves_of_eight(x.0[0], x.0[1]),
                halves_of_eight(x.0[2], x.0[3]),
            );
            [I([a[0], b[0]]), I([a[1], b[1]])]
        }
    }
    #[inline(always)]
    fn doubles([low, high]: [I; 2]) -> D {
        // SAFETY: as above.
        unsafe {
            let [a, b] = doubles_of_eight(low.0[0], high.0[0]);
            let [c, d] = doubles_of_eight(low.0[1], high.0[1]);
            D([a, b, c, d])
        }
    }
    #[inline(always)]
    fn widen_i(x: I) -> D {
        // SAFETY: as above.
        unsafe {
            let [low, high] = x.0;
            D([
                _mm256_cvtepi32_pd(_mm256_castsi256_si128(low)),
                _mm256_cvtepi32_pd(_mm256_extracti128_si256::<1>(low)),
                _mm256_cvtepi32_pd(_mm256_castsi256_si128(high)),
                _mm256_cvtepi32_pd(_mm256_extracti128_si256::<1>(high)),
            ])
        }
    }
    #[inline(always)]
    fn lt_d(a: D, b: D) -> M {
        // SAFETY: as above.
        unsafe {
            let masks: D = all_four!(D, lt_f64, a, b);
            M([
                halves_of_eight(masks.0[0], masks.0[1])[0],
                halves_of_eight(masks.0[2], masks.0[3])[0],
            ])
        }
    }
    #[inline(always)]
    fn look_up(table: &[u32; 2 * LANES], numbers: I) -> I {
        // SAFETY: as for the operators, and the table has four times eight numbers.
        unsafe {
            let at = table.as_ptr().cast::<__m256i>();
            let quarters = [
                _mm256_loadu_si256(at),
                _mm256_loadu_si256(at.add(1)),
                _mm256_loadu_si256(at.add(2)),
                _mm256_loadu_si256(at.add(3)),
            ];
            let [low, high] = numbers.0;
            I([look_up_eight(quarters, low), look_up_eight(quarters, high)])
        }
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
    #[inline(always)]
    fn all(mask: M) -> bool {
        // SAFETY: as above.
        unsafe {
            let both = _mm256_and_si256(mask.0[0], mask.0[1]);
            _mm256_testc_si256(both, _mm256_set1_epi32(-1)) != 0
        }
    }
}

/// Lane `l` of result `c` is component `c` of element `l`.
///
/// # Safety
/// Each pointer is to four f32, at any alignment.
#[inline(always)]
unsafe fn transpose(at: [*const f32; LANES]) -> [F; 4] {
    // SAFETY: by the caller.
    let [low, high] = unsafe { [transpose_eight(&at, 0), transpose_eight(&at, 8)] };
    [
        F([low[0], high[0]]),
        F([low[1], high[1]]),
        F([low[2], high[2]]),
        F([low[3], high[3]]),
    ]
}
