//! The curve passes known points and agrees with powers in `f64`.

use crate::texture::srgb::{TO_LINEAR, from_linear, power_12_fifths};

#[test]
fn bytes_come_back() {
    for byte in 0..=255u8 {
        assert_eq!(from_linear(TO_LINEAR[byte as usize].into()), byte);
    }
    assert_eq!(
        [from_linear(-1.0), from_linear(9.0), from_linear(f64::NAN)],
        [0, 255, 0]
    );
}

#[test]
fn powers_are_those_of_the_c_library() {
    for i in 50..=1000 {
        let x = f64::from(i) / 1000.0;
        let error = power_12_fifths(x) / x.powf(2.4) - 1.0;
        assert!(error.abs() < 4e-15, "{x}: {error}");
    }
}

/// The inverse formula, except where it comes near to the middle of two bytes.
#[test]
fn values_between_bytes_go_to_the_nearer_one() {
    for i in 0..=100_000 {
        let linear = f64::from(i) / 100_000.0;
        let encoded = match linear {
            ..=0.003_130_8 => linear * 12.92,
            _ => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
        };
        let exact = encoded * 255.0;
        let distance = (f64::from(from_linear(linear)) - exact).abs();
        assert!(distance < 0.5 + 1e-4, "{linear}: {exact}");
    }
}

/// Ends, the last byte of the straight part, and the middle, by hand.
#[test]
fn the_curve_passes_known_points() {
    assert_eq!([TO_LINEAR[0], TO_LINEAR[255]], [0.0, 1.0]);
    assert!((f64::from(TO_LINEAR[10]) - 10.0 / 255.0 / 12.92).abs() < 1e-9);
    assert!((TO_LINEAR[128] - 0.215_860_5).abs() < 1e-6);
    assert!(TO_LINEAR.windows(2).all(|pair| pair[0] < pair[1]));
}
