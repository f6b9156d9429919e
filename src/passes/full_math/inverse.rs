//! Arcus functions. asin and acos go by √((1 − |x|) ÷ 2) beyond ½; atan by (q − 1) ÷ (q + 1) above √2 − 1, and by the inverse
//! above 1.

use super::coefficients::{
    ASIN_DOUBLE, ASIN_FLOAT, ATAN_DOUBLE, ATAN_FLOAT, HALF_PI, PI, QUARTER_PI,
};
use super::{Expansion, Sum};
use crate::ir::{Op, ValueId};

/// Polynomial of an arcus function, and whether its results are f64: then what quotients and roots lose by rounding is added
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

/// What asin and acos share: asin s = s + `rest`, where s is |x|, or √((1 − |x|) ÷ 2) in the lanes of `far`.
struct Arc {
    far: ValueId,
    s: ValueId,
    rest: ValueId,
}

impl Expansion<'_> {
    /// Of an f64; NaN beyond 1.
    fn arc(&mut self, x: ValueId, precision: Precision) -> Arc {
        let (half, one) = (self.d(0.5), self.d(1.0));
        let magnitude = self.abs(x);
        let far = self.op(Op::DLt, &[half, magnitude]);
        let from_one = self.sub(one, magnitude);
        let halved = self.mul(from_one, half);
        let square = self.mul(x, x);
        let z = self.pick(far, halved, square);
        let root = self.op(Op::DSqrt, &[z]);
        let s = self.pick(far, root, magnitude);
        let p = self.series(z, precision.series);
        let cube = self.mul(s, z);
        let rest = if precision.is_double {
            let lost = self.lost_by_root(z, root);
            let zero = self.d(0.0);
            let lost = self.pick(far, lost, zero);
            self.fma(cube, p, lost)
        } else {
            self.mul(cube, p)
        };
        Arc { far, s, rest }
    }

    /// √z − root, to some 24 bits, for z of 0 or 2^-54 .. ½ and its rounded root. The division is one of f32.
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
        let r = self.pick(far, wide, near);
        self.with_sign(r, x)
    }

    fn acos(&mut self, x: ValueId, precision: Precision) -> ValueId {
        let Arc { far, s, rest } = self.arc(x, precision);
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
        let wide = self.pick(negative, left, twice);
        // ½π − (x + the rest with its sign)
        let rest = self.with_sign_of(rest, x);
        let small = self.sub(half_low, rest);
        let middle = if precision.is_double {
            let minus = self.neg(x);
            self.sum_with(half_high, minus, small)
        } else {
            let small = self.sub(small, x);
            self.add(half_high, small)
        };
        self.pick(far, wide, middle)
    }

    /// a + b + small, of which a is the greatest, rounded about once.
    fn sum_with(&mut self, a: ValueId, b: ValueId, small: ValueId) -> ValueId {
        let sum = self.fast_two_sum(a, b);
        let low = self.add(sum.low, small);
        self.add(sum.high, low)
    }

    /// The number, negated where x is negative.
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

    /// The angle of (1, small ÷ great) for 0 ≤ small ≤ great, of which great is not 0, in a greater and a smaller part.
    fn angle(&mut self, small: ValueId, great: ValueId, precision: Precision) -> Sum {
        let bound = self.d(std::f64::consts::SQRT_2 - 1.0);
        let bound = self.mul(great, bound);
        let far = self.op(Op::DLt, &[bound, small]);
        let zero = self.d(0.0);
        let minus = self.pick(far, great, zero);
        let plus = self.pick(far, small, zero);
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
        let z = self.mul(q, q);
        let p = self.series(z, precision.series);
        let cube = self.mul(q, z);
        let [high, low] = QUARTER_PI.map(|part| self.d(part));
        let [high, low] = [high, low].map(|part| self.pick(far, part, zero));
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
        // Of the parts that are not 0 the first is the greater one.
        let sum = self.fast_two_sum(high, q);
        let low = self.add(sum.low, rest);
        Sum {
            high: sum.high,
            low,
        }
    }

    /// a ÷ b, to some 2^-100 of itself, for b > 0; 0 where b is infinite.
    fn quotient(&mut self, a: Sum, b: Sum) -> Sum {
        let (zero, infinity) = (self.d(0.0), self.d(f64::INFINITY));
        let inverse = self.wide_reciprocal(b.high);
        let high = self.mul(a.high, inverse);
        let minus = self.neg(high);
        let left = self.fma(minus, b.high, a.high);
        let left = self.add(left, a.low);
        let left = self.fma(minus, b.low, left);
        let low = self.mul(left, inverse);
        // Remainders of infinity are NaN.
        let is_finite = self.op(Op::DLt, &[b.high, infinity]);
        let low = self.pick(is_finite, low, zero);
        Sum { high, low }
    }

    /// The angle of (x, y); the numbers' exponents leave room for their sums and quotients.
    fn atan2(&mut self, y: ValueId, x: ValueId, precision: Precision) -> ValueId {
        let (y_size, x_size) = (self.abs(y), self.abs(x));
        let steep = self.op(Op::DLt, &[x_size, y_size]);
        let small = self.pick(steep, x_size, y_size);
        let great = self.pick(steep, y_size, x_size);
        // 0 ÷ 0 is as 0 ÷ 1, ∞ ÷ ∞ as 1 ÷ 1.
        let (zero, one, infinity) = (self.d(0.0), self.d(1.0), self.d(f64::INFINITY));
        let at_origin = self.op(Op::DEq, &[great, zero]);
        let both = self.op(Op::DEq, &[small, infinity]);
        let is_special = self.op(Op::MOr, &[at_origin, both]);
        let great = self.pick(is_special, one, great);
        let small = self.pick(both, one, small);
        let angle = self.angle(small, great, precision);
        let [half_high, half_low] = [HALF_PI[0], HALF_PI[1]].map(|part| self.d(part));
        let [whole_high, whole_low] = PI.map(|part| self.d(part));
        let from_y = self.complement(angle, half_high, half_low);
        let angle = self.pick_sum(steep, from_y, angle);
        // The sign bit of x: that of −0 counts.
        let left = self.bits(x);
        let zero_bits = self.l(0);
        let left = self.op(Op::LLt, &[left, zero_bits]);
        let other = self.complement(angle, whole_high, whole_low);
        let angle = self.pick_sum(left, other, angle);
        let r = self.add(angle.high, angle.low);
        let r = self.with_sign(r, y);
        let unordered_y = self.op(Op::DNe, &[y, y]);
        let unordered_x = self.op(Op::DNe, &[x, x]);
        let unordered = self.op(Op::MOr, &[unordered_y, unordered_x]);
        let nan = self.d(f64::NAN);
        self.pick(unordered, nan, r)
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

    /// Both numbers are scaled, so that neither their sum nor the quotient's remainder leaves the range: after that the greater
    /// one is below 2^950, and the lesser one above 2^-600 or the quotient below 2^-1300.
    pub(super) fn double_atan2(&mut self, y: ValueId, x: ValueId) -> ValueId {
        let (y_size, x_size) = (self.abs(y), self.abs(x));
        let great = self.op(Op::DMax, &[y_size, x_size]);
        let bound = self.d(2f64.powi(450));
        let is_small = self.op(Op::DLt, &[great, bound]);
        let (down, up) = (self.d(2f64.powi(-100)), self.d(2f64.powi(500)));
        let by = self.pick(is_small, up, down);
        let (y, x) = (self.mul(y, by), self.mul(x, by));
        self.atan2(y, x, double(&ATAN_DOUBLE))
    }
}
