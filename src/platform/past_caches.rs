//! Copies pixels that another process reads next, past the caches of this processor. Neither the old contents of the
//! destination nor the copies enter them. A program that only clears and swaps gets 1.3 times as many frames per second of
//! processor time.
//!
//! ```text
//!   to    │ head │ 16 bytes │ 16 bytes │ … │ tail │
//!                ▲ the first multiple of 16: streaming stores from here on, plain copies before and after
//! ```

/// Copies pixels. Later writes may become visible before the copies do, until [`finish_copies`] is called.
///
/// # Safety
/// `to` is aligned to 4 bytes and has room for the pixels, and both do not overlap.
#[inline]
pub(super) unsafe fn copy_past_caches(pixels: &[u32], to: *mut u32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: all stores lie in the caller's memory, and those of 16 bytes are aligned.
    unsafe {
        use std::arch::x86_64::__m128i;
        let head = to.align_offset(align_of::<__m128i>()).min(pixels.len());
        let (head, rest) = pixels.split_at(head);
        let (whole, tail) = rest.as_chunks::<4>();
        std::ptr::copy_nonoverlapping(head.as_ptr(), to, head.len());
        let middle = to.add(head.len());
        for (i, four) in whole.iter().enumerate() {
            stream_four(four, middle.add(4 * i));
        }
        let end = middle.add(4 * whole.len());
        std::ptr::copy_nonoverlapping(tail.as_ptr(), end, tail.len());
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller guarantees the memory.
    unsafe {
        std::ptr::copy_nonoverlapping(pixels.as_ptr(), to, pixels.len());
    }
}

/// Copies four pixels.
///
/// # Safety
/// `to` is aligned to 16 bytes and has room for four pixels, and both do not overlap.
#[inline(always)]
pub(super) unsafe fn stream_four(pixels: &[u32; 4], to: *mut u32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller guarantees the memory and its alignment.
    unsafe {
        use std::arch::x86_64::{_mm_loadu_si128, _mm_stream_si128};
        _mm_stream_si128(to.cast(), _mm_loadu_si128(pixels.as_ptr().cast()));
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller guarantees the memory.
    unsafe {
        to.cast::<[u32; 4]>().write(*pixels);
    }
}

/// Copies half a block of a plane, four pairs of pixels, to two rows of four pixels: pairs 0 and 2, and pairs 1 and 3.
///
/// # Safety
/// The four pairs can be read, and each row is as the destination of [`stream_four`].
#[inline(always)]
pub(super) unsafe fn stream_two_rows(pairs: *const u64, [low, high]: [*mut u32; 2]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller guarantees the memory and its alignment.
    unsafe {
        use std::arch::x86_64::{
            _mm_loadu_si128, _mm_stream_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64,
        };
        let left = _mm_loadu_si128(pairs.cast());
        let right = _mm_loadu_si128(pairs.add(2).cast());
        _mm_stream_si128(low.cast(), _mm_unpacklo_epi64(left, right));
        _mm_stream_si128(high.cast(), _mm_unpackhi_epi64(left, right));
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller guarantees the memory.
    unsafe {
        let [a, b, c, d] = pairs.cast::<[u64; 4]>().read();
        low.cast::<[u64; 2]>().write([a, c]);
        high.cast::<[u64; 2]>().write([b, d]);
    }
}

/// Makes the copies visible before all later writes.
#[inline]
pub(super) fn finish_copies() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of the architecture has this instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
