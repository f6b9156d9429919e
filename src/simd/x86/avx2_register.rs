//! What AVX2 does with single registers of eight lanes where that is not one instruction.

use super::common::*;

#[inline(always)]
pub(super) unsafe fn lt(a: __m256, b: __m256) -> __m256i {
    // SAFETY: `run_on` has detected the instruction set; so below.
    unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b)) }
}
#[inline(always)]
pub(super) unsafe fn le(a: __m256, b: __m256) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(a, b)) }
}
#[inline(always)]
pub(super) unsafe fn eq(a: __m256, b: __m256) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_castps_si256(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b)) }
}
#[inline(always)]
pub(super) unsafe fn select(mask: __m256i, a: __m256, b: __m256) -> __m256 {
    // SAFETY: as above.
    unsafe { _mm256_blendv_ps(b, a, _mm256_castsi256_ps(mask)) }
}
#[inline(always)]
pub(super) unsafe fn lt_u(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let sign = _mm256_set1_epi32(i32::MIN);
        _mm256_cmpgt_epi32(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign))
    }
}
#[inline(always)]
pub(super) unsafe fn firsts(a: __m256, b: __m256) -> __m256 {
    // SAFETY: as above.
    unsafe { _mm256_shuffle_ps::<0x88>(a, b) }
}
#[inline(always)]
pub(super) unsafe fn seconds(a: __m256, b: __m256) -> __m256 {
    // SAFETY: as above.
    unsafe { _mm256_shuffle_ps::<0xdd>(a, b) }
}
#[inline(always)]
pub(super) unsafe fn add_dot16(sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
}
#[inline(always)]
pub(super) unsafe fn select_i(mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_blendv_epi8(b, a, mask) }
}
/// Components of the elements `first` to `first + 7`.
///
/// # Safety
/// Each pointer is to four f32, at any alignment; `first` is 0 or 8.
#[inline(always)]
pub(super) unsafe fn transpose_eight(at: &[*const f32; LANES], first: usize) -> [__m256; 4] {
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

/// [`Vectors::look_up`] for eight lanes, in the quarters of the table.
#[inline(always)]
pub(super) unsafe fn look_up_eight([a, b, c, d]: [__m256i; 4], numbers: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let [a, b, c, d] = [
            _mm256_permutevar8x32_ps(_mm256_castsi256_ps(a), numbers),
            _mm256_permutevar8x32_ps(_mm256_castsi256_ps(b), numbers),
            _mm256_permutevar8x32_ps(_mm256_castsi256_ps(c), numbers),
            _mm256_permutevar8x32_ps(_mm256_castsi256_ps(d), numbers),
        ];
        // Bits 3 and 4 as signs.
        let by_eight = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(numbers));
        let by_sixteen = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(numbers));
        let low = _mm256_blendv_ps(a, b, by_eight);
        let high = _mm256_blendv_ps(c, d, by_eight);
        _mm256_castps_si256(_mm256_blendv_ps(low, high, by_sixteen))
    }
}

#[inline(always)]
pub(super) unsafe fn lt_f64(a: __m256d, b: __m256d) -> __m256d {
    // SAFETY: as above.
    unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(a, b) }
}
/// The low and the high halves of eight f64.
#[inline(always)]
pub(super) unsafe fn halves_of_eight(a: __m256d, b: __m256d) -> [__m256i; 2] {
    // SAFETY: as above.
    unsafe {
        let (a, b) = (_mm256_castpd_ps(a), _mm256_castpd_ps(b));
        let low = _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b));
        let high = _mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b));
        [
            _mm256_permute4x64_epi64::<0xd8>(low),
            _mm256_permute4x64_epi64::<0xd8>(high),
        ]
    }
}
/// Eight f64 of their halves.
#[inline(always)]
pub(super) unsafe fn doubles_of_eight(low: __m256i, high: __m256i) -> [__m256d; 2] {
    // SAFETY: as above.
    unsafe {
        let first = _mm256_unpacklo_epi32(low, high);
        let second = _mm256_unpackhi_epi32(low, high);
        [
            _mm256_castsi256_pd(_mm256_permute2x128_si256::<0x20>(first, second)),
            _mm256_castsi256_pd(_mm256_permute2x128_si256::<0x31>(first, second)),
        ]
    }
}

/// Eight elements of these components, `stride` rows apart.
#[inline(always)]
pub(super) unsafe fn rows_of_eight(
    [x, y, z, w]: [__m256; 4],
    rows: &mut [[f32; 4]],
    stride: usize,
) {
    assert!(rows.len() > 7 * stride);
    let first = rows.as_mut_ptr();
    let row = |l: usize| first.wrapping_add(l * stride).cast::<f32>();
    // SAFETY: as for the operators, and each row holds four f32; the last one is in the slice.
    unsafe {
        let (xy, zw) = (_mm256_unpacklo_ps(x, y), _mm256_unpacklo_ps(z, w));
        let (xy_high, zw_high) = (_mm256_unpackhi_ps(x, y), _mm256_unpackhi_ps(z, w));
        let halves = [
            _mm256_shuffle_ps::<0x44>(xy, zw),
            _mm256_shuffle_ps::<0xee>(xy, zw),
            _mm256_shuffle_ps::<0x44>(xy_high, zw_high),
            _mm256_shuffle_ps::<0xee>(xy_high, zw_high),
        ];
        for (i, half) in halves.into_iter().enumerate() {
            _mm_storeu_ps(row(i), _mm256_castps256_ps128(half));
            _mm_storeu_ps(row(4 + i), _mm256_extractf128_ps::<1>(half));
        }
    }
}
