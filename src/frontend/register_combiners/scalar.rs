//! Tracks bounds of values, so that clamps are left out where they change nothing.

use crate::ir::ValueId;

/// Bounds of a value, infinite where they are unknown. They are exact, and rounding is monotone: a value that is at
/// most 1 before rounding is at most 1 after it. NaN counts as lying between any bounds. A value that may be NaN has an
/// infinite bound somewhere, and so a clamp before it makes it a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Bounds {
    /// The bounds of an unknown value.
    pub(super) const ANY: Bounds = Bounds {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };
    /// The bounds 0 and 1.
    pub(super) const UNIT: Bounds = Bounds::new(0.0, 1.0);

    pub(super) const fn new(low: f64, high: f64) -> Bounds {
        Bounds { low, high }
    }

    /// The bounds of max(x, low), then min(…, high).
    pub(super) fn clamped(self, low: f64, high: f64) -> Bounds {
        Bounds::new(self.low.clamp(low, high), self.high.clamp(low, high))
    }

    /// The bounds of a · x + b.
    pub(super) fn scaled(self, a: f64, b: f64) -> Bounds {
        self.times(Bounds::new(a, a)).plus(Bounds::new(b, b))
    }

    /// The bounds of the product; 0 times infinity is 0, as bounds of 0 require.
    pub(super) fn times(self, other: Bounds) -> Bounds {
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let corners = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        Bounds {
            low: corners.into_iter().fold(f64::INFINITY, f64::min),
            high: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// The bounds of the sum.
    pub(super) fn plus(self, other: Bounds) -> Bounds {
        Bounds::new(self.low + other.low, self.high + other.high)
    }

    /// The bounds of a value that is one of both.
    pub(super) fn or(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// A component of a register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scalar {
    pub(super) value: ValueId,
    pub(super) bounds: Bounds,
}

/// A register.
pub(super) type Vector = [Scalar; 4];

/// Components within these bounds.
pub(super) fn bounded(values: [ValueId; 4], bounds: Bounds) -> Vector {
    values.map(|value| Scalar { value, bounds })
}

/// Component `i` of a variable. Many setups multiply by constants: products with 0 and 1 cost nothing.
#[derive(Clone, Copy)]
pub(super) enum Term {
    Constant(f32),
    Value(Scalar),
}

impl Term {
    pub(super) fn bounds(self) -> Bounds {
        match self {
            Term::Constant(x) => Bounds::new(x.into(), x.into()),
            Term::Value(x) => x.bounds,
        }
    }
}
