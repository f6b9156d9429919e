//! Copies pixels that another process reads next. There are two ways, and which one is faster depends on whether the two
//! processes share a cache.
//!
//! - Past the caches of this processor: neither the old contents of the destination nor the copies enter them. Where the reader
//!   shares no cache with us, a program that only clears and swaps gets 1.3 times as many frames per second of processor time.
//! - Through the caches: where the reader shares the last cache, it finds the copies there. There, this way needs two thirds of
//!   the other's time.
//!
//! [`WayTrial`] tries both.
//!
//! ```text
//!   to    │ head │ 16 bytes │ 16 bytes │ … │ tail │
//!                ▲ the first multiple of 16: stores past the caches from here on, plain copies before and after
//! ```

use std::time::Duration;

/// The way of a copy, as a parameter of the functions that copy.
pub(super) type Way = bool;
/// Through the caches.
pub(super) const THROUGH: Way = false;
/// Past the caches.
pub(super) const PAST: Way = true;

/// Each way is tried this often. The least time counts, so that a copy that was interrupted decides nothing.
const TRIES: usize = 6;

/// Which way a picture goes: each in turn at first, then the one whose least time was less.
#[derive(Debug, Default)]
pub(super) struct WayTrial {
    /// How many pictures have been copied, up to the end of the trial.
    n: usize,
    /// The least time, through the caches and past them.
    least: [Option<Duration>; 2],
}

impl WayTrial {
    /// The way of the next picture.
    pub(super) fn way(&self) -> Way {
        if self.n < 2 * TRIES {
            return self.n % 2 == 1;
        }
        self.least[usize::from(PAST)] < self.least[usize::from(THROUGH)]
    }

    /// Whether the time of the next picture matters.
    pub(super) fn is_open(&self) -> bool {
        self.n < 2 * TRIES
    }

    /// Says how long the picture of [`WayTrial::way`] took, from the first store until the reader had read it.
    pub(super) fn took(&mut self, time: Duration) {
        let least = &mut self.least[usize::from(self.way())];
        *least = Some(least.map_or(time, |other| other.min(time)));
        self.n += 1;
    }
}

/// Copies pixels. Later writes may become visible before the copies do, until [`finish_copies`] is called.
///
/// # Safety
/// `to` is aligned to 4 bytes and has room for the pixels, and both do not overlap.
#[inline]
pub(super) unsafe fn copy_pixels<const WAY: Way>(pixels: &[u32], to: *mut u32) {
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
            store_four::<WAY>(four, middle.add(4 * i));
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
pub(super) unsafe fn store_four<const WAY: Way>(pixels: &[u32; 4], to: *mut u32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller guarantees the memory and its alignment.
    unsafe {
        store::<WAY>(
            to,
            std::arch::x86_64::_mm_loadu_si128(pixels.as_ptr().cast()),
        );
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller guarantees the memory.
    unsafe {
        to.cast::<[u32; 4]>().write(*pixels);
    }
}

/// Stores 16 bytes.
///
/// # Safety
/// `to` is aligned to 16 bytes and has room for them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn store<const WAY: Way>(to: *mut u32, bytes: std::arch::x86_64::__m128i) {
    // SAFETY: the caller guarantees the memory and its alignment.
    unsafe {
        match WAY {
            PAST => std::arch::x86_64::_mm_stream_si128(to.cast(), bytes),
            THROUGH => std::arch::x86_64::_mm_store_si128(to.cast(), bytes),
        }
    }
}

/// Copies half a block of a plane, four pairs of pixels, to two rows of four pixels: pairs 0 and 2, and pairs 1 and 3.
///
/// # Safety
/// The four pairs can be read, and each row is as the destination of [`store_four`].
#[inline(always)]
pub(super) unsafe fn store_two_rows<const WAY: Way>(pairs: *const u64, [low, high]: [*mut u32; 2]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller guarantees the memory and its alignment.
    unsafe {
        use std::arch::x86_64::{_mm_loadu_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64};
        let left = _mm_loadu_si128(pairs.cast());
        let right = _mm_loadu_si128(pairs.add(2).cast());
        store::<WAY>(low, _mm_unpacklo_epi64(left, right));
        store::<WAY>(high, _mm_unpackhi_epi64(left, right));
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
