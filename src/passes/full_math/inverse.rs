//! The inverse trigonometric functions.
//!
//! | function | argument | identity |
//! |---|---|---|
//! | asin, acos | beyond ½ | asin x = ½π − 2 asin √((1 − x) ÷ 2) |
//! | atan | above √2 − 1 | atan q = ¼π + atan((q − 1) ÷ (q + 1)) |
//! | atan | above 1 | atan q = ½π − atan(1 ÷ q) |

use super::coefficients::{
    ASIN_DOUBLE, ASIN_FLOAT, ATAN_DOUBLE, ATAN_FLOAT, HALF_PI, PI, QUARTER_PI,
};
use super::{Expansion, Sum};
use crate::ir::{Op, ValueId};

/// The polynomial of a function, and whether its results are f64. If so, what quotients and roots lose by rounding is added
/// again.
#[derive(Clone, Copy)]
struct Precision {
    series: &'static [f64],
    is_double: bool,
}

const fn float(series: &'static [f64]) -> Precision {
    Precision {
        series,
        is_double: false,
    }
}

const fn double(series: &'static [f64]) -> Precision {
    Precision {
        series,
        is_double: true,
    }
}

/// The common part of asin and acos: asin s = s + `rest`. In the lanes of `far`, where |x| > ½, s is √((1 − |x|) ÷ 2), else |x|.
struct Arc {
    far: ValueId,
    s: ValueId,
    rest: ValueId,
}

impl Expansion<'_> {
    /// Computes the common part for an f64 x. It is NaN where |x| > 1.
    fn arc(&mut self, x: ValueId, precision: Precision) -> Arc {
        let (half, one) = (self.d(0.5), self.d(1.0));
        let magnitude = self.abs(x);
        let far = self.op(Op::DLt, &[half, magnitude]);
        let from_one = self.sub(one, magnitude);
        let halved = self.mul(from_one, half);
        let square = self.mul(x, x);
        let z = self.select(far, halved, square);
        let root = self.op(Op::DSqrt, &[z]);
        let s = self.select(far, root, magnitude);
        let p = self.series(z, precision.series);
        let cube = self.mul(s, z);
        let rest = if precision.is_double {
            let lost = self.lost_by_root(z, root);
            let zero = self.d(0.0);
            let lost = self.select(far, lost, zero);
            self.fma(cube, p, lost)
        } else {
            self.mul(cube, p)
        };
        Arc { far, s, rest }
    }

    /// √z − root, to about 24 bits, for z = 0 or z in 2^-54 .. ½, and its rounded root. A division of f32 suffices.
    fn lost_by_root(&mut self, z: ValueId, root: ValueId) -> ValueId {
        let (half, least) = (self.d(0.5), self.d(2f64.powi(-60)));
        let minus = self.neg(root);
        let left = self.fma(minus, root, z);
        let divisor = self.op(Op::DMax, &[least, root]);
        let divisor = self.float_of(divisor);
        let inverse = self.reciprocal(divisor);
        let inverse = self.widen(inverse);
        let left = self.mul(left, half);
        self.mul(left, inverse)
    }

    /// asin x: ½π − 2 asin s for |x| > ½, with the sign of x.
    fn asin(&mut self, x: ValueId, precision: Precision) -> ValueId {
        let Arc { far, s, rest } = self.arc(x, precision);
        let near = self.add(s, rest);
        let [high, low] = [HALF_PI[0], HALF_PI[1]].map(|part| self.d(part));
        let minus_two = self.d(-2.0);
        // ½π − 2 (s + rest), the small parts first.
        let small = self.fma(minus_two, rest, low);
        let twice = self.mul(minus_two, s);
        let wide = self.fast_two_sum(high, twice);
        let small = self.add(wide.low, small);
        let wide = self.add(wide.high, small);
        let r = self.select(far, wide, near);
        self.with_sign(r, x)
    }

    /// acos x: 2 asin s for x > ½, π − 2 asin s for x < −½, else ½π − asin x.
    fn acos(&mut self, x: ValueId, precision: Precision) -> ValueId {
        let Arc { far, s, rest } = self.arc(x, precision);
        // The results for x > ½ and x < −½.
        let zero = self.d(0.0);
        let negative = self.op(Op::DLt, &[x, zero]);
        let near = self.add(s, rest);
        let twice = self.add(near, near);
        let [high, low] = PI.map(|part| self.d(part));
        let [half_high, half_low] = [HALF_PI[0], HALF_PI[1]].map(|part| self.d(part));
        let minus_two = self.d(-2.0);
        let small = self.fma(minus_two, rest, low);
        let left = if precision.is_double {
            let minus = self.mul(minus_two, s);
            self.sum_with(high, minus, small)
        } else {
            let left = self.fma(minus_two, s, high);
            self.add(left, small)
        };
        let wide = self.select(negative, left, twice);
        // The result between them: ½π − (x + the rest, with the sign of x).
        let rest = self.with_sign_of(rest, x);
        let small = self.sub(half_low, rest);
        let middle = if precision.is_double {
            let minus = self.neg(x);
            self.sum_with(half_high, minus, small)
        } else {
            let small = self.sub(small, x);
            self.add(half_high, small)
        };
        self.select(far, wide, middle)
    }

    /// a + b + small, with little more than one rounding. |a| is the greatest.
    fn sum_with(&mut self, a: ValueId, b: ValueId, small: ValueId) -> ValueId {
        let sum = self.fast_two_sum(a, b);
        let low = self.add(sum.low, small);
        self.add(sum.high, low)
    }

    /// Negates the number where x is negative.
    fn with_sign_of(&mut self, number: ValueId, x: ValueId) -> ValueId {
        let mask = self.l(1 << 63);
        let sign = self.bits(x);
        let sign = self.op(Op::LAnd, &[sign, mask]);
        let bits = self.bits(number);
        let bits = self.op(Op::LXor, &[bits, sign]);
        self.of_bits(bits)
    }

    pub(super) fn float_asin(&mut self, x: ValueId) -> ValueId {
        let x = self.widen(x);
        let r = self.asin(x, float(&ASIN_FLOAT));
        self.float_of(r)
    }

    pub(super) fn float_acos(&mut self, x: ValueId) -> ValueId {
        let x = self.widen(x);
        let r = self.acos(x, float(&ASIN_FLOAT));
        self.float_of(r)
    }

    pub(super) fn double_asin(&mut self, x: ValueId) -> ValueId {
        self.asin(x, double(&ASIN_DOUBLE))
    }

    pub(super) fn double_acos(&mut self, x: ValueId) -> ValueId {
        self.acos(x, double(&ASIN_DOUBLE))
    }

    /// atan(small ÷ great), for 0 ≤ small ≤ great and great > 0.
    fn angle(&mut self, small: ValueId, great: ValueId, precision: Precision) -> Sum {
        // q = small ÷ great, or (small − great) ÷ (great + small) above √2 − 1.
        let bound = self.d(std::f64::consts::SQRT_2 - 1.0);
        let bound = self.mul(great, bound);
        let far = self.op(Op::DLt, &[bound, small]);
        let zero = self.d(0.0);
        let minus = self.select(far, great, zero);
        let plus = self.select(far, small, zero);
        let (q, lost) = if precision.is_double {
            let minus = self.neg(minus);
            let num = self.fast_two_sum(minus, small);
            let den = self.fast_two_sum(great, plus);
            let q = self.quotient(num, den);
            (q.high, Some(q.low))
        } else {
            let (num, den) = (self.sub(small, minus), self.add(great, plus));
            (self.div(num, den), None)
        };
        // atan q by its polynomial, plus ¼π above √2 − 1.
        let z = self.mul(q, q);
        let p = self.series(z, precision.series);
        let cube = self.mul(q, z);
        let [high, low] = QUARTER_PI.map(|part| self.d(part));
        let [high, low] = [high, low].map(|part| self.select(far, part, zero));
        let low = match lost {
            // The slope of atan is 1 ÷ (1 + q²), nearly 1 − q².
            Some(lost) => {
                let low = self.add(low, lost);
                let minus = self.neg(lost);
                self.fma(minus, z, low)
            }
            None => low,
        };
        let rest = self.fma(cube, p, low);
        // `high` is ¼π or 0, so the fast sum is exact.
        let sum = self.fast_two_sum(high, q);
        let low = self.add(sum.low, rest);
        Sum {
            high: sum.high,
            low,
        }
    }

    /// a ÷ b, with a relative error of about 2^-100, for b > 0. It is 0 where b is infinite.
    fn quotient(&mut self, a: Sum, b: Sum) -> Sum {
        let (zero, infinity) = (self.d(0.0), self.d(f64::INFINITY));
        let inverse = self.wide_reciprocal(b.high);
        let high = self.mul(a.high, inverse);
        let minus = self.neg(high);
        let left = self.fma(minus, b.high, a.high);
        let left = self.add(left, a.low);
        let left = self.fma(minus, b.low, left);
        let low = self.mul(left, inverse);
        // The remainder of infinity is NaN.
        let is_finite = self.op(Op::DLt, &[b.high, infinity]);
        let low = self.select(is_finite, low, zero);
        Sum { high, low }
    }

    /// The angle of the point (x, y). The exponents of both must leave room for their sum and for the quotient's remainder.
    fn atan2(&mut self, y: ValueId, x: ValueId, precision: Precision) -> ValueId {
        // The angle from the nearer axis comes first.
        let (y_size, x_size) = (self.abs(y), self.abs(x));
        let steep = self.op(Op::DLt, &[x_size, y_size]);
        let small = self.select(steep, x_size, y_size);
        let great = self.select(steep, y_size, x_size);
        // 0 ÷ 0 counts as 0 ÷ 1, and ∞ ÷ ∞ as 1 ÷ 1.
        let (zero, one, infinity) = (self.d(0.0), self.d(1.0), self.d(f64::INFINITY));
        let at_origin = self.op(Op::DEq, &[great, zero]);
        let both = self.op(Op::DEq, &[small, infinity]);
        let is_special = self.op(Op::MOr, &[at_origin, both]);
        let great = self.select(is_special, one, great);
        let small = self.select(both, one, small);
        let angle = self.angle(small, great, precision);
        // From there, the angle from the positive x axis: ½π − angle, then π − angle, then the sign of y.
        let [half_high, half_low] = [HALF_PI[0], HALF_PI[1]].map(|part| self.d(part));
        let [whole_high, whole_low] = PI.map(|part| self.d(part));
        let from_y = self.complement(angle, half_high, half_low);
        let angle = self.select_sum(steep, from_y, angle);
        // The sign bit of x decides, so −0 counts as negative.
        let left = self.bits(x);
        let zero_bits = self.l(0);
        let left = self.op(Op::LLt, &[left, zero_bits]);
        let other = self.complement(angle, whole_high, whole_low);
        let angle = self.select_sum(left, other, angle);
        let r = self.add(angle.high, angle.low);
        let r = self.with_sign(r, y);
        let unordered_y = self.op(Op::DNe, &[y, y]);
        let unordered_x = self.op(Op::DNe, &[x, x]);
        let unordered = self.op(Op::MOr, &[unordered_y, unordered_x]);
        let nan = self.d(f64::NAN);
        self.select(unordered, nan, r)
    }

    /// high + low − angle
    fn complement(&mut self, angle: Sum, high: ValueId, low: ValueId) -> Sum {
        let minus = self.neg(angle.high);
        let sum = self.fast_two_sum(high, minus);
        let low = self.sub(low, angle.low);
        Sum {
            high: sum.high,
            low: self.add(sum.low, low),
        }
    }

    pub(super) fn float_atan(&mut self, x: ValueId) -> ValueId {
        let (x, one) = (self.widen(x), self.d(1.0));
        let r = self.atan2(x, one, float(&ATAN_FLOAT));
        self.float_of(r)
    }

    pub(super) fn float_atan2(&mut self, y: ValueId, x: ValueId) -> ValueId {
        let (y, x) = (self.widen(y), self.widen(x));
        let r = self.atan2(y, x, float(&ATAN_FLOAT));
        self.float_of(r)
    }

    pub(super) fn double_atan(&mut self, x: ValueId) -> ValueId {
        let one = self.d(1.0);
        self.atan2(x, one, double(&ATAN_DOUBLE))
    }

    /// Scales both numbers, so that neither their sum nor the quotient's remainder leaves the range. Then the greater one is below
    /// 2^950. The lesser one is above 2^-600, or else the quotient is below 2^-1300.
    pub(super) fn double_atan2(&mut self, y: ValueId, x: ValueId) -> ValueId {
        let (y_size, x_size) = (self.abs(y), self.abs(x));
        let great = self.op(Op::DMax, &[y_size, x_size]);
        let bound = self.d(2f64.powi(450));
        let is_small = self.op(Op::DLt, &[great, bound]);
        let (down, up) = (self.d(2f64.powi(-100)), self.d(2f64.powi(500)));
        let by = self.select(is_small, up, down);
        let (y, x) = (self.mul(y, by), self.mul(x, by));
        self.atan2(y, x, double(&ATAN_DOUBLE))
    }
}
