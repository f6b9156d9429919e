//! Packed floats: every number comes back, and values are rounded as the texts say.

use crate::format::packed_float::*;

/// All numbers of 11 and 10 bits, at least NaN as NaN.
#[test]
fn small_floats_come_back() {
    for number in 0..1 << 11 {
        let word = number | (number ^ 0x155) << 11 | (number >> 1) << 22;
        let again = pack_11_11_10(unpack_11_11_10(word));
        for (first, m) in [(0, 6), (11, 6), (22, 5)] {
            let field = |word: u32| word >> first & ((1 << (m + 5)) - 1);
            let is_nan = |field: u32| field > 31 << m;
            let (given, back) = (field(word), field(again));
            assert!(given == back || is_nan(given) && is_nan(back), "{given:x}");
        }
    }
}

/// The examples of EXT_packed_float 2.1.A: limits, infinities, NaN; ties go to the even mantissa.
#[test]
fn small_floats_are_rounded() {
    let red = |value: f32| pack_11_11_10([value, 0.0, 0.0]);
    let blue = |value: f32| pack_11_11_10([0.0, 0.0, value]) >> 22;
    assert_eq!(unpack_11_11_10(red(65024.0))[0], 65024.0);
    assert_eq!(red(1e30), red(65024.0));
    assert_eq!(red(65535.0), red(65024.0));
    assert_eq!(blue(65000.0), blue(64512.0));
    assert_eq!(red(f32::INFINITY), 31 << 6);
    assert_eq!(red(f32::NEG_INFINITY), 0);
    assert_eq!(red(-1.0), 0);
    assert!(unpack_11_11_10(red(-f32::NAN))[0].is_nan());
    assert_eq!(red(1.0), 15 << 6);
    assert_eq!(red(1.0 + 1.0 / 128.0), 15 << 6);
    assert_eq!(red(1.0 + 3.0 / 128.0), (15 << 6) + 2);
    assert_eq!(red(2.0 - 1.0 / 256.0), 16 << 6);
    assert_eq!(red(2.0f32.powi(-20)), 1);
    assert_eq!(red(2.0f32.powi(-21)), 0);
    assert_eq!(blue(2.0f32.powi(-14) * 0.999), 1 << 5);
}

/// A word whose greatest mantissa uses its upper bit comes back. The others are other words for the same colour.
#[test]
fn shared_exponents_come_back() {
    for exponent in 0..32u32 {
        for number in 0..512u32 {
            let mantissas = [number | 0x100, (number * 7) & 0x1ff, 511 - number];
            let word = mantissas[0] | mantissas[1] << 9 | mantissas[2] << 18 | exponent << 27;
            assert_eq!(pack_9_9_9_5(unpack_9_9_9_5(word)), word);
        }
    }
}

/// EXT_texture_shared_exponent 3.8.1: clamps, and the refined exponent.
#[test]
fn shared_exponents_are_rounded() {
    assert_eq!(pack_9_9_9_5([0.0; 3]), 0);
    assert_eq!(pack_9_9_9_5([-1.0, f32::NAN, 0.0]), 0);
    let greatest = 511 | 511 << 9 | 511 << 18 | 31 << 27;
    assert_eq!(pack_9_9_9_5([f32::INFINITY, 1e9, 65408.0]), greatest);
    // 1 = 256 ÷ 512 · 2¹
    assert_eq!(pack_9_9_9_5([1.0, 0.5, 0.0]), 256 | 128 << 9 | 16 << 27);
    // 511.5 ÷ 512 rounds up to 512, which takes the next exponent.
    let (value, word) = (511.5 / 512.0, 256 | 16 << 27);
    assert_eq!(pack_9_9_9_5([value, 0.0, 0.0]), word);
    // The half is added in full precision.
    let below_half = f32::from_bits(0x3eff_ffff) * 2.0f32.powi(-24);
    assert_eq!(pack_9_9_9_5([below_half, 0.0, 0.0]), 0);
}
