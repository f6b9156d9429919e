//! Sines and cosines of angles in degrees, for rotations and cones of light.
//!
//! They come from a series of our own. The C library's functions are in a library that adds a third of a megabyte when it
//! is loaded, and their last bits differ between machines.

/// The sine and the cosine of a finite angle in degrees. They are exact for multiples of 90°, and within 1e-15 otherwise.
pub fn sin_cos_degrees(angle_degrees: f64) -> (f64, f64) {
    // Both steps are exact for any angle.
    let turned = angle_degrees % 360.0;
    let quarters = (turned / 90.0).round();
    let (sin, cos) = near_zero((turned - 90.0 * quarters).to_radians());
    match (quarters as i32).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, 0.0 - sin),
        2 => (0.0 - sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine and cosine in radians up to π/4, by the Taylor series. The first omitted terms are below 1e-17.
fn near_zero(x: f64) -> (f64, f64) {
    const LAST: i32 = 8;
    let square = x * x;
    let (mut sin, mut cos) = (1.0, 1.0);
    for n in (1..=LAST).rev() {
        let n = f64::from(n);
        sin = 1.0 - square * sin / (2.0 * n * (2.0 * n + 1.0));
        cos = 1.0 - square * cos / (2.0 * n * (2.0 * n - 1.0));
    }
    (x * sin, cos)
}

#[cfg(test)]
mod tests {
    use super::sin_cos_degrees;

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
}
