//! The sRGB transfer function of bytes (EXT_texture_sRGB, "sRGB Texture Color Conversion").
#![forbid(unsafe_code)]

use std::sync::LazyLock;

/// Linear values of all bytes, each the f32 nearest to the formula in f64.
pub static TO_LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let cs = byte as f64 / 255.0;
        let linear = if cs <= 0.04045 {
            cs / 12.92
        } else {
            ((cs + 0.055) / 1.055).powf(2.4)
        };
        linear as f32
    })
});

/// The byte whose linear value is nearest to `linear`, by the inverse of the formula; limits hold, NaN gives 0.
pub fn from_linear(linear: f64) -> u8 {
    let cs = if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    (cs.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
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

    /// Ends, the last byte of the straight part, and the middle, by hand.
    #[test]
    fn the_curve_passes_known_points() {
        assert_eq!([TO_LINEAR[0], TO_LINEAR[255]], [0.0, 1.0]);
        assert!((f64::from(TO_LINEAR[10]) - 10.0 / 255.0 / 12.92).abs() < 1e-9);
        assert!((TO_LINEAR[128] - 0.215_860_5).abs() < 1e-6);
        assert!(TO_LINEAR.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
