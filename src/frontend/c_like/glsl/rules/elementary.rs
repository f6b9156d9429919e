//! Elementary functions of constants, as series after a reduction of the argument. They need no mathematical library of the host,
//! so that constants are the same on every machine.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, SQRT_2};

/// Beyond this, powers of two are infinite or 0.
const GREATEST_POWER: f64 = 1100.0;
/// The rest of π ÷ 2 that its double does not have.
const FRAC_PI_2_REST: f64 = 6.123_233_995_736_766e-17;
/// √2 − 1, the tangent of π ÷ 8.
const TAN_FRAC_PI_8: f64 = SQRT_2 - 1.0;

/// A polynomial by its coefficients, the greatest power first.
fn polynomial(x: f64, coefficients: impl Iterator<Item = f64>) -> f64 {
    coefficients.fold(0.0, |sum, c| sum * x + c)
}

/// 2 to the power of `n`, in two factors, since one of them alone may be too small or too great.
fn scaled(x: f64, n: i32) -> f64 {
    let power = |n: i32| f64::from_bits(((n + 1023) as u64) << 52);
    let half = n / 2;
    x * power(half) * power(n - half)
}

/// 2 to the power of `x`.
pub(super) fn exp2(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let x = x.clamp(-GREATEST_POWER, GREATEST_POWER);
    let n = (x + 0.5).floor();
    let rest = (x - n) * LN_2;
    // eʳ for |r| ≤ ½ ln 2: the terms rᵏ ÷ k!.
    let series = (1..=18)
        .rev()
        .fold(1.0, |sum, k| 1.0 + rest / f64::from(k) * sum);
    scaled(series, n as i32)
}

pub(super) fn exp(x: f64) -> f64 {
    exp2(x * LOG2_E)
}

/// The logarithm to the base e.
pub(super) fn ln(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x.is_infinite() {
        return x;
    }
    // Denormal numbers become normal ones.
    let (x, least) = if x < f64::MIN_POSITIVE {
        (x * 2f64.powi(54), -54)
    } else {
        (x, 0)
    };
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let mantissa = f64::from_bits(x.to_bits() & !(0x7ff << 52) | 1023 << 52);
    let (m, n) = match mantissa > SQRT_2 {
        true => (mantissa / 2.0, exponent + 1),
        false => (mantissa, exponent),
    };
    // ln m = 2 artanh s, with s = (m − 1) ÷ (m + 1).
    let s = (m - 1.0) / (m + 1.0);
    let series = polynomial(s * s, (0..14).rev().map(|k| 1.0 / f64::from(2 * k + 1)));
    f64::from(n + least) * LN_2 + 2.0 * s * series
}

/// The logarithm to the base 2.
pub(super) fn log2(x: f64) -> f64 {
    ln(x) * LOG2_E
}

/// `x` to the power of `y`; not a number for a negative `x`.
pub(super) fn pow(x: f64, y: f64) -> f64 {
    exp2(y * log2(x))
}

/// Sine and cosine.
fn sin_cos(x: f64) -> (f64, f64) {
    let quarter = (x / FRAC_PI_2 + 0.5).floor();
    let r = x - quarter * FRAC_PI_2 - quarter * FRAC_PI_2_REST;
    let square = -r * r;
    // Each term is the one before times −r² ÷ (k (k + 1)).
    let series = |first: i32| {
        let factors = (0..10).map(|i| f64::from((first + 2 * i) * (first + 2 * i + 1)));
        factors.rev().fold(1.0, |sum, k| 1.0 + square / k * sum)
    };
    let (sine, cosine) = (r * series(2), series(1));
    match quarter.rem_euclid(4.0) as i32 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

pub(super) fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

pub(super) fn cos(x: f64) -> f64 {
    sin_cos(x).1
}

pub(super) fn tan(x: f64) -> f64 {
    let (sine, cosine) = sin_cos(x);
    sine / cosine
}

/// The angle whose tangent is `x`.
pub(super) fn atan(x: f64) -> f64 {
    let magnitude = x.abs();
    let angle = if magnitude > 1.0 {
        FRAC_PI_2 - atan(1.0 / magnitude)
    } else if magnitude > TAN_FRAC_PI_8 {
        FRAC_PI_4 + atan((magnitude - 1.0) / (magnitude + 1.0))
    } else {
        let terms = (0..22)
            .rev()
            .map(|k| (1.0 - f64::from(k % 2) * 2.0) / f64::from(2 * k + 1));
        magnitude * polynomial(x * x, terms)
    };
    angle.copysign(x)
}

/// The angle of the point (`x`, `y`).
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    if x == 0.0 {
        return if y == 0.0 { 0.0 } else { FRAC_PI_2.copysign(y) };
    }
    let angle = atan(y / x);
    match x < 0.0 {
        true => angle + (2.0 * FRAC_PI_2).copysign(y),
        false => angle,
    }
}

pub(super) fn asin(x: f64) -> f64 {
    atan2(x, (1.0 - x * x).sqrt())
}

pub(super) fn acos(x: f64) -> f64 {
    FRAC_PI_2 - asin(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn agree(name: &str, x: f64, ours: f64, theirs: f64) {
        let is_near = (ours - theirs).abs() <= 1e-12 * theirs.abs().max(1e-3);
        let is_same = ours == theirs || ours.is_nan() && theirs.is_nan();
        assert!(is_near || is_same, "{name}({x}): {ours}, not {theirs}");
    }

    #[test]
    fn functions_are_those_of_the_standard_library() {
        for i in -400..=400 {
            let x = f64::from(i) * 0.037;
            agree("exp2", x, exp2(x), x.exp2());
            agree("exp", x, exp(x), x.exp());
            agree("ln", x, ln(x), x.ln());
            agree("log2", x, log2(x), x.log2());
            agree("sin", x, sin(x), x.sin());
            agree("cos", x, cos(x), x.cos());
            agree("atan", x, atan(x), x.atan());
            agree("asin", x, asin(x / 15.0), (x / 15.0).asin());
            agree("acos", x, acos(x / 15.0), (x / 15.0).acos());
            agree("atan2", x, atan2(x, 1.7 - x), x.atan2(1.7 - x));
            agree("pow", x, pow(2.7, x), 2.7f64.powf(x));
            if x.cos().abs() > 0.1 {
                agree("tan", x, tan(x), x.tan());
            }
        }
    }

    #[test]
    fn ends_are_those_of_the_functions() {
        assert_eq!(exp2(5000.0), f64::INFINITY);
        assert_eq!(exp2(-5000.0), 0.0);
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert!(ln(-1.0).is_nan() && exp2(f64::NAN).is_nan() && asin(2.0).is_nan());
        assert_eq!(exp2(10.0), 1024.0);
        assert_eq!(atan2(0.0, 0.0), 0.0);
        agree("ln", 5e-324, ln(5e-324), 5e-324f64.ln());
    }
}
