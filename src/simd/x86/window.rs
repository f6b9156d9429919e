//! Windows of words in AVX-512 with VBMI: see [`Vectors::window`].

use super::avx512::{Avx512, I, M};
use super::common::*;
use std::arch::asm;

// Three instructions as assembly. The compiler replaces their intrinsics by several others, which need the units that
// are busy anyway (22 instructions of some 110 in a bilinear sample of sixteen lanes).

/// See [`Vectors::add_dot16`].
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
pub(super) unsafe fn add_dot16(mut sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: `run_on` has detected the instruction set; registers are all that it touches. So below.
    unsafe {
        asm!("vpdpwssd {sum}, {a}, {b}", sum = inout(zmm_reg) sum, a = in(zmm_reg) a, b = in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags));
    }
    sum
}
/// The number as it is. The compiler takes a permutation whose parts go different ways apart into one for each part.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn in_one(mut x: __m512) -> __m512 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}
/// The words of `x` in these lanes.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn permuted(x: __m512i, lanes: __m512i) -> __m512i {
    let out;
    // SAFETY: as above.
    unsafe {
        asm!("vpermd {out}, {lanes}, {x}", out = lateout(zmm_reg) out, lanes = in(zmm_reg) lanes, x = in(zmm_reg) x,
            options(pure, nomem, nostack, preserves_flags));
    }
    out
}
/// Bytes of the table of `low` and `high` in the even bytes, by the even bytes of `at`; 0 in the odd bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn even_bytes(low: __m512i, high: __m512i, mut at: __m512i) -> __m512i {
    // SAFETY: as above.
    unsafe {
        asm!("vpermi2b {at}{{{even}}}{{z}}, {low}, {high}", at = inout(zmm_reg) at, low = in(zmm_reg) low,
            high = in(zmm_reg) high, even = in(kreg) 0x5555_5555_5555_5555u64,
            options(pure, nomem, nostack, preserves_flags));
    }
    at
}

/// The first and the last lane of each lane's row in a block of fragments (see [`crate::simd::LANE_OFFSET`]).
const ROW_STARTS: [u32; LANES] = [0, 0, 2, 2, 0, 0, 2, 2, 8, 8, 10, 10, 8, 8, 10, 10];
const ROW_ENDS: [u32; LANES] = [5, 5, 7, 7, 5, 5, 7, 7, 13, 13, 15, 15, 13, 13, 15, 15];
/// The lanes that begin the rows of a block.
const FIRST_LANES: [usize; 4] = [0, 2, 8, 10];
/// Where each lane's row starts in a table of four rows of a window, and the next word, as numbers of 16 bits.
const ROW_BYTES: [u32; LANES] = {
    let (mut bytes, mut lane) = ([0; LANES], 0);
    while lane < LANES {
        let row = 2 * (lane as u32 / 8) + lane as u32 / 2 % 2;
        let start = 4 * WINDOW as u32 * row;
        bytes[lane] = (start + 4) << 16 | start;
        lane += 1;
    }
    bytes
};

/// In the table that the rows of a window make, the bytes of each lane's word and of the next one.
#[derive(Clone, Copy)]
pub(crate) struct Window(I);

/// Bytes 0 to 3 of the words at `window`, in rows of a window that start at these words, by their first lanes.
///
/// # Safety
/// A row may be read from each start on.
#[inline(always)]
pub(super) unsafe fn window_row(bytes: *const u8, starts: &[u32; LANES], window: Window) -> [I; 4] {
    // SAFETY: as for the operators, and by the caller.
    unsafe {
        let row = |i: usize| {
            let start = bytes.add(offset(starts, FIRST_LANES[i]));
            _mm256_loadu_si256(start.cast())
        };
        let join = |a, b| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b);
        let (low, high) = (join(row(0), row(1)), join(row(2), row(3)));
        let byte = |c: i32| {
            let at = window.0 + Avx512::splat_i(c << 16 | c);
            I(even_bytes(low, high, at.0))
        };
        [byte(0), byte(1), byte(2), byte(3)]
    }
}

/// See [`Vectors::window`].
#[inline(always)]
pub(super) fn find_window(rows: &mut PairRows<'_>, slot: usize, numbers: I) -> Option<(Window, M)> {
    let end = |lanes| {
        // SAFETY: as for the operators.
        I(unsafe { permuted(numbers.0, Avx512::load_i(lanes).0) })
    };
    let starts = Avx512::min_u(end(ROW_STARTS), end(ROW_ENDS));
    let starts = rows.place_starts::<Avx512>(slot, starts)?;
    let at = numbers - starts;
    let fits = Avx512::lt_u(at, Avx512::splat_i(WINDOW as i32 - 1));
    // Four bytes a word, in both numbers of 16 bits.
    let bytes = at * Avx512::splat_i(4 << 16 | 4) + Avx512::load_i(ROW_BYTES);
    Some((Window(bytes), fits))
}
