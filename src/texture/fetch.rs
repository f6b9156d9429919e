//! Loads of whole texels that are no words: the one file of `texture` with unsafe code. Words are loaded by
//! [`Vectors::load_words`] and [`Vectors::load_pairs`].

use crate::simd::{LANES, Vectors};

/// One texel of four f32 per lane. A texel number that is not inside the level reads the last one instead.
#[inline(always)]
pub(super) fn load_rgba32f<V: Vectors>(texels: &[u8], numbers: V::I) -> [V::F; 4] {
    const SIZE: usize = size_of::<[f32; 4]>();
    let mut rows = [[0.0; 4]; LANES];
    if let Some(room) = texels.len().checked_sub(SIZE) {
        let last = i32::try_from(room / SIZE).unwrap_or(i32::MAX);
        let numbers = V::store_i(V::min_u(numbers, V::splat_i(last)));
        for lane in 0..LANES {
            let texel = texels.as_ptr().wrapping_add(SIZE * numbers[lane] as usize);
            // SAFETY: a texel at `last` is in the slice; any bits are f32, and unaligned reads need no alignment.
            rows[lane] = unsafe { texel.cast::<[f32; 4]>().read_unaligned() };
        }
    }
    V::transpose(rows)
}
