//! What AVX-512 does with single registers of sixteen lanes where that takes more than one argument or instruction.

use super::common::*;

#[inline(always)]
pub(super) unsafe fn floor(x: __m512) -> __m512 {
    // SAFETY: `run_on` has detected the instruction set; so below.
    unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(x) }
}
#[inline(always)]
pub(super) unsafe fn ceil(x: __m512) -> __m512 {
    // SAFETY: as above.
    unsafe { _mm512_roundscale_ps::<{ _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC }>(x) }
}
#[inline(always)]
pub(super) unsafe fn lt(a: __m512, b: __m512) -> __mmask16 {
    // SAFETY: as above.
    unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b) }
}
#[inline(always)]
pub(super) unsafe fn le(a: __m512, b: __m512) -> __mmask16 {
    // SAFETY: as above.
    unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b) }
}
#[inline(always)]
pub(super) unsafe fn eq(a: __m512, b: __m512) -> __mmask16 {
    // SAFETY: as above.
    unsafe { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b) }
}
#[inline(always)]
pub(super) unsafe fn select(mask: __mmask16, a: __m512, b: __m512) -> __m512 {
    // SAFETY: as above.
    unsafe { _mm512_mask_blend_ps(mask, b, a) }
}
#[inline(always)]
pub(super) unsafe fn select_i(mask: __mmask16, a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe { _mm512_mask_blend_epi32(mask, b, a) }
}
/// The lanes of those of four rows whose bits are set in the number.
pub(super) const ROWS_OF: [__mmask16; 16] = {
    let mut lanes = [0; 16];
    let mut i = 0;
    while i < 64 {
        let (which, row) = (i / 4, i % 4);
        lanes[which] |= (0xf * (which as u16 >> row & 1)) << (4 * row);
        i += 1;
    }
    lanes
};
/// The bits of those of four words of 16 bits.
pub(super) const WORDS_OF: [u64; 16] = {
    let mut bits = [0; 16];
    let mut i = 0;
    while i < 64 {
        let (which, word) = (i / 4, i % 4);
        bits[which] |= (0xffff * (which as u64 >> word & 1)) << (16 * word);
        i += 1;
    }
    bits
};
/// Four numbers of 128 bits, the lowest first.
///
/// # Safety
/// Each pointer is to four f32.
#[inline(always)]
pub(super) unsafe fn join([a, b, c, d]: [*const f32; 4]) -> __m512 {
    // SAFETY: as above.
    unsafe {
        let low = _mm256_loadu2_m128(b, a);
        let high = _mm256_loadu2_m128(d, c);
        _mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high)
    }
}
