//! 16-bit floats and fixed point by arithmetic in f64, which holds all steps exactly.

/// Rounds to the nearest multiple of `step`, a power of two. Ties go to even.
fn nearest(x: f64, step: f64) -> f64 {
    (x / step).round_ties_even() * step
}

/// Rounds to the nearest 16-bit float.
pub fn half(x: f32) -> f32 {
    if !x.is_finite() || x == 0.0 {
        return x;
    }
    let magnitude = f64::from(x.abs());
    let exponent = (magnitude.log2().floor() as i32).max(-14);
    // The logarithm may be off by one next to a power of two.
    let exponent = if 2f64.powi(exponent + 1) <= magnitude {
        exponent + 1
    } else {
        exponent
    };
    let rounded = nearest(magnitude, 2f64.powi(exponent - 10));
    let rounded = if rounded >= 65536.0 {
        f64::INFINITY
    } else {
        rounded
    };
    (rounded as f32).copysign(x)
}

/// Rounds to the nearest number of fixed point.
pub fn fixed(x: f32) -> f32 {
    if x.is_nan() {
        return 0.0;
    }
    let x = f64::from(x).clamp(-4.0, 4.0);
    (nearest(x, 1.0 / 1024.0).clamp(-2.0, 2047.0 / 1024.0) + 0.0) as f32
}
