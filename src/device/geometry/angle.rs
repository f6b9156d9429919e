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
