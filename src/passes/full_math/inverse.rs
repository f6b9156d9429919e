//! Arcus functions. asin and acos go by √((1 − |x|) ÷ 2) beyond ½; atan by (q − 1) ÷ (q + 1) above √2 − 1, and by the inverse
//! above 1.

use super::coefficients::{
    ASIN_DOUBLE, ASIN_FLOAT, ATAN_DOUBLE, ATAN_FLOAT, HALF_PI, PI, QUARTER_PI,
};
use super::{Expansion, Sum};
use crate::ir::{Op, ValueId};

/// What asin and acos share: asin s = s + `rest`, where s is |x|, or √((1 − |x|) ÷ 2) in the lanes of `far`.
struct Arc {
    far: ValueId,
    s: ValueId,
    rest: ValueId,
}

impl Expansion<'_> {
    /// Of an f64; NaN beyond 1.
    fn arc(&mut self, x: ValueId, series: &[f64]) -> Arc {
        let (half, one) = (self.d(0.5), self.d(1.0));
        let magnitude = self.abs(x);
        let far = self.op(Op::DLt, &[half, magnitude]);
        let from_one = self.sub(one, magnitude);
        let halved = self.mul(from_one, half);
        let square = self.mul(x, x);
        let z = self.pick(far, halved, square);
        let root = self.op(Op::DSqrt, &[z]);
        let s = self.pick(far, root, magnitude);
        let p = self.series(z, series);
        let cube = self.mul(s, z);
        let rest = self.mul(cube, p);
        Arc { far, s, rest }
    }

    fn asin(&mut self, x: ValueId, series: &[f64]) -> ValueId {
        let Arc { far, s, rest } = self.arc(x, series);
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

    fn acos(&mut self, x: ValueId, series: &[f64]) -> ValueId {
        let Arc { far, s, rest } = self.arc(x, series);
        let zero = self.d(0.0);
        let negative = self.op(Op::DLt, &[x, zero]);
        let near = self.add(s, rest);
        let twice = self.add(near, near);
        let [high, low] = PI.map(|part| self.d(part));
        let [half_high, half_low] = [HALF_PI[0], HALF_PI[1]].map(|part| self.d(part));
        let minus_two = self.d(-2.0);
        let small = self.fma(minus_two, rest, low);
        let left = self.fma(minus_two, s, high);
        let left = self.add(left, small);
        let wide = self.pick(negative, left, twice);
        // ½π − (x + the rest with its sign)
        let rest = self.with_sign_of(rest, x);
        let small = self.sub(half_low, rest);
        let small = self.sub(small, x);
        let middle = self.add(half_high, small);
        self.pick(far, wide, middle)
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
        let r = self.asin(x, &ASIN_FLOAT);
        self.float_of(r)
    }

    pub(super) fn float_acos(&mut self, x: ValueId) -> ValueId {
        let x = self.widen(x);
        let r = self.acos(x, &ASIN_FLOAT);
        self.float_of(r)
    }

    pub(super) fn double_asin(&mut self, x: ValueId) -> ValueId {
        self.asin(x, &ASIN_DOUBLE)
    }

    pub(super) fn double_acos(&mut self, x: ValueId) -> ValueId {
        self.acos(x, &ASIN_DOUBLE)
    }

    /// The angle of (1, small ÷ great) for 0 ≤ small ≤ great, of which great is not 0, in a greater and a smaller part.
    fn angle(&mut self, small: ValueId, great: ValueId, series: &[f64]) -> Sum {
        let bound = self.d(std::f64::consts::SQRT_2 - 1.0);
        let bound = self.mul(great, bound);
        let far = self.op(Op::DLt, &[bound, small]);
        let zero = self.d(0.0);
        let minus = self.pick(far, great, zero);
        let plus = self.pick(far, small, zero);
        let (num, den) = (self.sub(small, minus), self.add(great, plus));
        let q = self.div(num, den);
        let z = self.mul(q, q);
        let p = self.series(z, series);
        let cube = self.mul(q, z);
        let [high, low] = QUARTER_PI.map(|part| self.d(part));
        let [high, low] = [high, low].map(|part| self.pick(far, part, zero));
        let rest = self.fma(cube, p, low);
        // Of the parts that are not 0 the first is the greater one.
        let sum = self.fast_two_sum(high, q);
        let low = self.add(sum.low, rest);
        Sum {
            high: sum.high,
            low,
        }
    }

    /// The angle of (x, y); the numbers' exponents leave room for their sums and quotients.
    fn atan2(&mut self, y: ValueId, x: ValueId, series: &[f64]) -> ValueId {
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
        let angle = self.angle(small, great, series);
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
        let r = self.atan2(x, one, &ATAN_FLOAT);
        self.float_of(r)
    }

    pub(super) fn float_atan2(&mut self, y: ValueId, x: ValueId) -> ValueId {
        let (y, x) = (self.widen(y), self.widen(x));
        let r = self.atan2(y, x, &ATAN_FLOAT);
        self.float_of(r)
    }

    pub(super) fn double_atan(&mut self, x: ValueId) -> ValueId {
        let one = self.d(1.0);
        self.atan2(x, one, &ATAN_DOUBLE)
    }

    /// Both numbers are scaled down or up where their sum or their products could leave the range.
    pub(super) fn double_atan2(&mut self, y: ValueId, x: ValueId) -> ValueId {
        let (y_size, x_size) = (self.abs(y), self.abs(x));
        let great = self.op(Op::DMax, &[y_size, x_size]);
        let (huge, tiny) = (self.d(2f64.powi(1000)), self.d(2f64.powi(-900)));
        let is_huge = self.op(Op::DLt, &[huge, great]);
        let is_tiny = self.op(Op::DLt, &[great, tiny]);
        let (one, down, up) = (self.d(1.0), self.d(2f64.powi(-60)), self.d(2f64.powi(120)));
        let by = self.pick(is_tiny, up, one);
        let by = self.pick(is_huge, down, by);
        let (y, x) = (self.mul(y, by), self.mul(x, by));
        self.atan2(y, x, &ATAN_DOUBLE)
    }
}
