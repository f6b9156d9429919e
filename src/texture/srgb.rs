//! The sRGB transfer function of bytes (EXT_texture_sRGB, "sRGB Texture Color Conversion").
#![forbid(unsafe_code)]

use std::sync::LazyLock;

/// Linear values of all bytes, each the f32 nearest to the formula in f64.
pub static TO_LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| to_linear(byte as f64 / 255.0) as f32));

/// For each byte but 0 the least linear value that is nearer to it than to the byte before.
static LEAST_LINEAR: LazyLock<[f64; 255]> =
    LazyLock::new(|| std::array::from_fn(|i| to_linear((i as f64 + 0.5) / 255.0)));

/// The formula, for an encoded value in 0 to 1.
fn to_linear(encoded: f64) -> f64 {
    match encoded {
        ..=0.040_45 => encoded / 12.92,
        _ => power_12_fifths((encoded + 0.055) / 1.055),
    }
}

/// x^2.4 for x in 0.05 to 1: the fifth root of x^12 by Newton's method. (The C library's powers are in a library that takes
/// a third of a megabyte when it is loaded.)
fn power_12_fifths(x: f64) -> f64 {
    let power = x.powi(12);
    let first = x * x * x.sqrt();
    (0..8).fold(first, |root, _| (4.0 * root + power / root.powi(4)) / 5.0)
}

/// The byte whose linear value is nearest to `linear` as the formula's inverse measures it; limits hold, NaN gives 0.
pub fn from_linear(linear: f64) -> u8 {
    LEAST_LINEAR.partition_point(|least| *least <= linear) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
