//! Rows of pixels from one form to another.
#![forbid(unsafe_code)]

use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};

struct Convert<'a, A, B, F> {
    from: &'a [A],
    to: &'a mut [B],
    convert: F,
}

impl<A: Copy, B, F: Fn(A) -> B> PerWidth for Convert<'_, A, B, F> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        for (to, from) in self.to.iter_mut().zip(self.from) {
            *to = (self.convert)(*from);
        }
    }
}

/// Converts pixel by pixel, as far as both rows go, with the vectors that this CPU has: bytes change places in them.
pub(crate) fn convert_row<A: Copy, B>(from: &[A], to: &mut [B], convert: impl Fn(A) -> B) {
    run_on(InstructionSet::of_process(), Convert { from, to, convert });
}

/// Four bytes, the first and the third of which change places: R, G, B, A ↔ B, G, R, A.
#[inline(always)]
pub(crate) fn swap_red_blue(pixel: [u8; 4]) -> [u8; 4] {
    let pixel = u32::from_le_bytes(pixel);
    (pixel & 0xff00_ff00 | pixel >> 16 & 0xff | (pixel & 0xff) << 16).to_le_bytes()
}
