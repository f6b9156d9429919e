//! Constants of the kinds `half` and `fixed`, in the steps that these kinds have.
//!
//! NVIDIA's compiler of Cg rounds each of them, also where a profile computes both kinds as floats: halves go up. Every operation
//! on constants rounds its result again.

use super::types::Scalar;

/// The steps of `fixed` between two whole numbers.
const FIXED_STEPS: f64 = 1024.0;
/// The greatest `fixed`.
const GREATEST_FIXED: f64 = 2.0 - 1.0 / FIXED_STEPS;
/// The least `half` that is rounded; what is nearer to 0 becomes 0.
const LEAST_HALF: f64 = 1.0 / 16384.0;
/// From this number on a `half` stays as it is.
const END_OF_HALF: f64 = 131072.0;

/// The constant as one of its kind; other kinds, and what is no number, as they are.
pub(super) fn rounded(x: f64, kind: Scalar) -> f64 {
    match kind {
        _ if x.is_nan() => x,
        Scalar::Fixed => in_steps(x, FIXED_STEPS).clamp(-2.0, GREATEST_FIXED),
        Scalar::Half if x.abs() < LEAST_HALF => 0.0,
        Scalar::Half if x.abs() < END_OF_HALF => {
            // Eleven bits: the first one and ten below it.
            in_steps(x, power_of_two(10 - exponent(x)))
        }
        _ => x,
    }
}

/// The place of a number's first bit. The bits of a float say it, so that the library needs no libm.
fn exponent(x: f64) -> i64 {
    (x.to_bits() >> 52 & 0x7ff) as i64 - 1023
}

/// 2^`exponent`, which is in the range of normal numbers.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The nearest multiple of a step; of two equally near ones the greater.
fn in_steps(x: f64, steps: f64) -> f64 {
    (x * steps + 0.5).floor() / steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second column is what NVIDIA's compiler writes for `fixed a = x; return a;`.
    #[test]
    fn fixed_has_steps_and_limits() {
        let rows = [
            (3.0, 1.9990234375),
            (-3.0, -2.0),
            (1.9, 1.900390625),
            (0.00048828125, 0.0009765625),
            (0.00146484375, 0.001953125),
            (-0.00048828125, 0.0),
        ];
        for (x, expected) in rows {
            assert_eq!(rounded(x, Scalar::Fixed), expected, "fixed {x}");
        }
    }

    #[test]
    fn half_has_eleven_bits() {
        let rows = [
            (0.7, 0.7001953125),
            (70000.0, 70016.0),
            (140001.0, 140001.0),
            (2049.0, 2050.0),
            (1e-5, 0.0),
            (6.1036e-5, 6.103515625e-5),
            (1.00048828125, 1.0009765625),
            (-1.00048828125, -1.0),
            (-1.00146484375, -1.0009765625),
        ];
        for (x, expected) in rows {
            assert_eq!(rounded(x, Scalar::Half), expected, "half {x}");
        }
        assert_eq!(rounded(0.7, Scalar::Float), 0.7);
        assert!(rounded(f64::NAN, Scalar::Half).is_nan());
    }
}
