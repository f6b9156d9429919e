//! [`Vectors`] in AVX2: two registers of eight lanes.

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
    type Fours = fours::Avx;

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
    word_loads!();
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
    fn rows(columns: [F; 4]) -> [[f32; 4]; LANES] {
        let mut rows = [[0.0; 4]; LANES];
        let [x, y, z, w] = columns;
        let (low, high) = rows.split_at_mut(8);
        // SAFETY: each half has eight rows.
        unsafe {
            rows_of_eight([x.0[0], y.0[0], z.0[0], w.0[0]], low);
            rows_of_eight([x.0[1], y.0[1], z.0[1], w.0[1]], high);
        }
        rows
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

/// Components of the elements `first` to `first + 7`.
///
/// # Safety
/// As of [`transpose`].
#[inline(always)]
unsafe fn transpose_eight(at: &[*const f32; LANES], first: usize) -> [__m256; 4] {
    // SAFETY: as for the operators, and by the caller.
    unsafe {
        let a = _mm256_loadu2_m128(at[first + 4], at[first]);
        let b = _mm256_loadu2_m128(at[first + 5], at[first + 1]);
        let c = _mm256_loadu2_m128(at[first + 6], at[first + 2]);
        let d = _mm256_loadu2_m128(at[first + 7], at[first + 3]);
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

/// Eight elements of these components.
#[inline(always)]
unsafe fn rows_of_eight([x, y, z, w]: [__m256; 4], rows: &mut [[f32; 4]]) {
    // SAFETY: as for the operators, and each row holds four f32.
    unsafe {
        let (xy, zw) = (_mm256_unpacklo_ps(x, y), _mm256_unpacklo_ps(z, w));
        let (xy_high, zw_high) = (_mm256_unpackhi_ps(x, y), _mm256_unpackhi_ps(z, w));
        let halves = [
            _mm256_shuffle_ps::<0x44>(xy, zw),
            _mm256_shuffle_ps::<0xee>(xy, zw),
            _mm256_shuffle_ps::<0x44>(xy_high, zw_high),
            _mm256_shuffle_ps::<0xee>(xy_high, zw_high),
        ];
        for i in 0..4 {
            _mm_storeu_ps(rows[i].as_mut_ptr(), _mm256_castps256_ps128(halves[i]));
            _mm_storeu_ps(
                rows[4 + i].as_mut_ptr(),
                _mm256_extractf128_ps::<1>(halves[i]),
            );
        }
    }
}
