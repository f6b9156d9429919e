//! Rounding and limits of fixed-point numbers.

use crate::device::texture::fixed_point::Fixed;
use crate::format::BaseFormat;

#[test]
fn signed_numbers_are_those_of_the_client() {
    for bits in [8, 16] {
        let fixed = Fixed::new(bits, true);
        let half = 1i32 << (bits - 1);
        let max = ((1i64 << bits) - 1) as f64;
        for c in -half..half {
            let value = ((2.0 * f64::from(c) + 1.0) / max) as f32;
            let stored = fixed.round(0, value);
            assert_eq!(stored, c as f32 / half as f32, "{c} of {bits} bits");
            assert_eq!(fixed.settle(0, stored), stored);
            assert!(bits == 16 || fixed.round(0, stored) == stored, "{c}");
            let back = fixed.returned(BaseFormat::Rgba, 0, stored);
            assert!((back - value).abs() < 0.1 / half as f32);
        }
    }
}

#[test]
fn limits() {
    let (signed, unsigned) = (Fixed::new(8, true), Fixed::new(8, false));
    let round = |fixed: Fixed, value| fixed.round(2, value);
    assert_eq!(round(signed, 0.0), 0.0);
    assert_eq!(
        [round(signed, 7.0), round(signed, -7.0)],
        [127.0 / 128.0, -1.0]
    );
    assert_eq!([round(unsigned, 7.0), round(unsigned, -7.0)], [1.0, 0.0]);
    assert_eq!(
        [round(unsigned, f32::NAN), round(signed, f32::NAN)],
        [0.0, -1.0]
    );
}
