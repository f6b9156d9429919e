//! Texel loads: the one file of `texture` with unsafe code.
//!
//! Gathers are slower than loads lane by lane (DESIGN 5), and the two neighbours of a row are one load of 64 bits:
//!
//! ```text
//!  number:     n     n+1
//!            │RGBA│ │RGBA│       lanes whose second column is elsewhere (a seam, an edge) load it again
//!            └──64 bits──┘       behind the last texel are PADDING_BYTES
//! ```
//! A texel number that is −1 (the border colour counts) or not inside the level reads the level's last bytes instead, and
//! the lane is not in the mask that comes with the texels.

use crate::simd::{LANES, Vectors};

/// What a load takes from the bytes of a level: any bits are a value of these types.
trait Loaded: Copy {
    const ZERO: Self;
}

impl Loaded for u32 {
    const ZERO: u32 = 0;
}

impl Loaded for u64 {
    const ZERO: u64 = 0;
}

impl Loaded for [f32; 4] {
    const ZERO: [f32; 4] = [0.0; 4];
}

/// For each lane the value at `number · STEP` bytes, and where that is inside.
#[inline(always)]
fn load<V: Vectors, T: Loaded, const STEP: usize>(
    texels: &[u8],
    numbers: V::I,
) -> ([T; LANES], V::M) {
    let mut out = [T::ZERO; LANES];
    let Some(room) = texels.len().checked_sub(size_of::<T>()) else {
        return (out, V::eq_i(V::splat_i(0), V::splat_i(1)));
    };
    let last = i32::try_from(room / STEP).unwrap_or(i32::MAX);
    let inside = V::min_u(numbers, V::splat_i(last));
    let base = texels.as_ptr();
    let offsets = V::store_i(inside);
    for lane in 0..LANES {
        let number = offsets[lane] as usize;
        // SAFETY: `number` is at most `last`, so that `number · STEP` and the size of T behind it are in the slice; any
        // bits are a T, and unaligned reads need no alignment.
        out[lane] = unsafe { base.add(number * STEP).cast::<T>().read_unaligned() };
    }
    (out, V::eq_i(inside, numbers))
}

/// One texel of 32 bits per lane.
#[inline(always)]
pub(super) fn load_u32<V: Vectors>(texels: &[u8], numbers: V::I) -> (V::I, V::M) {
    let (words, inside) = load::<V, u32, 4>(texels, numbers);
    (V::load_i(words), inside)
}

/// Two texels of 32 bits per lane; `border` where a number is not inside.
#[inline(always)]
pub(super) fn load_u32_pairs<V: Vectors>(
    texels: &[u8],
    [first, second]: [V::I; 2],
    border: u32,
) -> [V::I; 2] {
    let (pairs, inside) = load::<V, u64, 4>(texels, first);
    let [left, right] = V::split_pairs(pairs);
    let adjacent = V::eq_i(first + V::splat_i(1), second);
    if V::mask_bits(inside & adjacent) == u16::MAX {
        return [left, right];
    }
    let border = V::splat_i(border as i32);
    let (words, second_inside) = load_u32::<V>(texels, second);
    [
        V::select_i(inside, left, border),
        V::select_i(second_inside, words, border),
    ]
}

/// One texel of four f32 per lane.
#[inline(always)]
pub(super) fn load_rgba32f<V: Vectors>(texels: &[u8], numbers: V::I) -> ([V::F; 4], V::M) {
    let (rows, inside) = load::<V, [f32; 4], 16>(texels, numbers);
    (V::transpose(rows), inside)
}
