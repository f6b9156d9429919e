//! What both instruction sets share: macros over intrinsics, and loads of single words and elements.

pub(super) use crate::simd::lanes::{LANES, LanesF32};
pub(super) use crate::simd::vectors::{
    DoubleRows, ElementRun, Elements, PairRows, Vectors, WINDOW, last_word,
};
pub(super) use std::arch::x86_64::*;
pub(super) use std::convert::Infallible;
pub(super) use std::mem::transmute;
pub(super) use std::ops::{Add, BitAnd, BitOr, Div, Mul, Sub};

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
pub(super) fn offset(numbers: &[u32; LANES], lane: usize) -> usize {
    4 * number(numbers, lane)
}

/// A number of a vector in memory, as above.
#[inline(always)]
pub(super) fn number(numbers: &[u32; LANES], lane: usize) -> usize {
    // SAFETY: a reference to a number.
    unsafe { std::ptr::from_ref(&numbers[lane]).read_volatile() as usize }
}

/// The words of 32 bits of these numbers.
///
/// # Safety
/// Each lane's four bytes may be read.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // two arrays: that form is what stays in registers
pub(super) unsafe fn words(base: *const u8, numbers: &[u32; LANES]) -> [u32; LANES] {
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
pub(super) unsafe fn pairs(
    bases: [*const u8; 2],
    numbers: &[u32; LANES],
) -> [[__m128i; LANES / 2]; 2] {
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
pub(super) fn bytes_of([low, high]: [u64; 2]) -> __m128i {
    // SAFETY: the architecture has SSE2.
    unsafe { _mm_set_epi64x(high as i64, low as i64) }
}

/// Pointers to the elements that start at these bytes.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as above
pub(super) fn elements_at(bytes: &[u8], starts: &[u32; LANES]) -> [*const f32; LANES] {
    let mut out = [bytes.as_ptr().cast(); LANES];
    for lane in 0..LANES {
        out[lane] = bytes.as_ptr().wrapping_add(number(starts, lane)).cast();
    }
    out
}

/// Pointers to words of 32 bits, from which on there are four.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as above
pub(super) fn doubles_at(bytes: &[u8], numbers: &[u32; LANES]) -> [*const f32; LANES] {
    let mut out = [bytes.as_ptr().cast(); LANES];
    for lane in 0..LANES {
        out[lane] = bytes.as_ptr().wrapping_add(offset(numbers, lane)).cast();
    }
    out
}

/// Elements one after the other, `stride` bytes apart.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as above
pub(super) fn elements_from(first: *const u8, stride: usize) -> [*const f32; LANES] {
    let mut out = [first.cast(); LANES];
    for lane in 1..LANES {
        out[lane] = first.wrapping_add(lane * stride).cast();
    }
    out
}

/// The rows of an array.
#[inline(always)]
pub(super) fn rows_of(rows: &[[f32; 4]; LANES]) -> [*const f32; LANES] {
    let mut out = [rows[0].as_ptr(); LANES];
    for lane in 0..LANES {
        out[lane] = rows[lane].as_ptr();
    }
    out
}

/// [`Vectors::load_words`] and [`Vectors::load_pairs`], which go by single words, and [`Vectors::transpose`] and
/// [`Vectors::columns`] with its kin, which go by single elements.
macro_rules! word_loads {
    () => {
        #[inline(always)]
        fn transpose(rows: [[f32; 4]; LANES]) -> [F; 4] {
            // SAFETY: each row holds four f32.
            unsafe { transpose(rows_of(&rows)) }
        }
        #[inline(always)]
        fn columns(elements: &Elements<'_>, indices: &[u32; LANES]) -> Option<[F; 4]> {
            let (bytes, starts) = elements.starts::<Self>(indices)?;
            // SAFETY: 16 bytes from each start on are inside.
            Some(unsafe { transpose(elements_at(bytes, &starts)) })
        }
        #[inline(always)]
        fn columns_of_run(run: &mut ElementRun<'_>) -> Option<[F; 4]> {
            let (bytes, stride) = run.take()?;
            // SAFETY: as above.
            Some(unsafe { transpose(elements_from(bytes.as_ptr(), stride)) })
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
        fn load_pairs(rows: &PairRows<'_>, slot: usize) -> [[I; 2]; 2] {
            let (bytes, row, numbers) = rows.parts(slot);
            let base = bytes.as_ptr();
            // SAFETY: `PairRows` compared the numbers with the bytes.
            let [first, second] = unsafe { pairs([base, base.add(row)], numbers) };
            [join_pairs(first), join_pairs(second)]
        }
        #[inline(always)]
        fn load_doubles(rows: &DoubleRows<'_>, slot: usize) -> [[I; 4]; 2] {
            let (bytes, row, numbers) = rows.parts(slot);
            let mut words = [[Self::splat_i(0); 4]; 2];
            for (i, bytes) in [bytes, &bytes[row..]].into_iter().enumerate() {
                // SAFETY: `DoubleRows` compared the numbers with the bytes.
                let columns = unsafe { transpose(doubles_at(bytes, numbers)) };
                for word in 0..4 {
                    words[i][word] = Self::bits(columns[word]);
                }
            }
            words
        }
    };
}

/// Where [`Vectors::widen_low`] takes its bytes from in 128 bits.
pub(super) const LOW_BYTES: [u64; 2] = [0x8005_8001_8004_8000, 0x800d_8009_800c_8008];
/// The same of [`Vectors::widen_high`].
pub(super) const HIGH_BYTES: [u64; 2] = [0x8007_8003_8006_8002, 0x800f_800b_800e_800a];
