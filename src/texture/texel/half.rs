//! Floats with an exponent of 5 bits as f32, exactly: f16, and the numbers of EXT_packed_float.
//!
//! ```text
//!     f16: │±│eeeee│mmmmmmmmmm│
//!   moved: │±│000eeeee│mmmmmmmmmm0000000000000│
//! ```
#![forbid(unsafe_code)]

use crate::simd::Vectors;
use crate::texture::reader::Texel;

/// A number whose exponent and mantissa are where an f32 has the low bits of its exponent and the high ones of its mantissa.
/// The exponents' biases differ by 112. The product is exact for denormals, too.
#[inline(always)]
pub(super) fn from_finite<V: Vectors>(moved: V::I) -> V::F {
    const SCALE: f32 = f32::from_bits((127 + 112) << 23);
    V::from_bits(moved) * V::splat(SCALE)
}

/// The same of infinities and NaN; otherwise `finite`.
#[inline(always)]
pub(super) fn from_special<V: Vectors>(moved: V::I, finite: V::F) -> V::F {
    let greatest = V::splat_i(0x1f << 23);
    let is_special = V::eq_i(moved & greatest, greatest);
    let special = V::from_bits(moved | V::splat_i(0xff << 23));
    V::select(is_special, special, finite)
}

/// The f16 in the upper half of each word, moved.
#[inline(always)]
fn moved<V: Vectors>(words: V::I) -> V::I {
    V::sar(words, 3) & V::splat_i(0x8fff_e000_u32 as i32)
}

/// The colours of words of two f16 each: R and G, B and A.
#[inline(always)]
pub(super) fn from_halves<V: Vectors, const N: usize>(words: [[V::I; 2]; N]) -> [Texel<V, 4>; N] {
    let mut halves = [[V::splat_i(0); 4]; N];
    let mut out = [Texel([V::splat(0.0); 4]); N];
    for i in 0..N {
        let [rg, ba] = words[i];
        let upper = [V::shl(rg, 16), rg, V::shl(ba, 16), ba];
        for c in 0..4 {
            halves[i][c] = moved::<V>(upper[c]);
            out[i].0[c] = from_finite::<V>(halves[i][c]);
        }
    }
    // The greatest exponent is the only one from which this addition carries into the sign.
    let (exponents, least) = (V::splat_i(0x7c00_7c00), V::splat_i(0x0400_0400));
    let mut carries = V::splat_i(0);
    for i in 0..N {
        for half in 0..2 {
            carries = carries | ((words[i][half] & exponents) + least);
        }
    }
    let signs = V::splat_i(0x8000_8000_u32 as i32);
    if !V::all(V::eq_i(carries & signs, V::splat_i(0))) {
        for i in 0..N {
            for c in 0..4 {
                out[i].0[c] = from_special::<V>(halves[i][c], out[i].0[c]);
            }
        }
    }
    out
}
