//! Sines and cosines are exact at quarter turns and near the exact values elsewhere.

use crate::device::geometry::angle::sin_cos_degrees;

#[test]
fn quarter_turns_are_exact() {
    for (angle, sin, cos) in [
        (0.0, 0.0, 1.0),
        (90.0, 1.0, 0.0),
        (-90.0, -1.0, 0.0),
        (180.0, 0.0, -1.0),
        (-270.0, 1.0, 0.0),
        (360e9 + 270.0, -1.0, 0.0),
    ] {
        assert_eq!(sin_cos_degrees(angle), (sin, cos), "{angle}°");
    }
}

/// Compares with the C library, which tests may use, over three turns each way.
#[test]
fn all_angles_are_near_the_exact_values() {
    for i in -100_000..=100_000 {
        let angle = f64::from(i) * 0.010_7;
        let (sin, cos) = sin_cos_degrees(angle);
        let (exact_sin, exact_cos) = (angle % 360.0).to_radians().sin_cos();
        // The angle in radians is itself rounded, to 4e-16 of 2π.
        assert!((sin - exact_sin).abs() < 2e-15, "{angle}°: {sin}");
        assert!((cos - exact_cos).abs() < 2e-15, "{angle}°: {cos}");
    }
}
