//! sin, cos and tan: reduce x to r = x − n × ½π in −¼π .. ¼π, then evaluate polynomials. n modulo 4 selects function and sign.
//!
//! ½π is a sum of parts. x − n × (first part) is exact as long as n has at most 51 bits.
//!
//! A greater f32 is y × 2^k, where y is an integer of at most 44 bits. Here 2^k is replaced by 2^k less a multiple of 2π, in two
//! parts. If y had more bits, the rounding of the product would move r out of −¼π .. ¼π. f64 from 2^48 on give NaN.

use super::coefficients::{
    COS_DOUBLE, COS_FLOAT, HALF_PI, POWERS_IN_CIRCLES, SIN_DOUBLE, SIN_FLOAT,
};
use super::{Expansion, ROUNDER, Sum};
use crate::ir::{Op, ValueId};
use std::f64::consts::FRAC_2_PI;

/// The reduced argument, and n.
struct Reduced {
    /// The argument in −¼π .. ¼π.
    r: Sum,
    /// The mask of lanes where n is not even.
    odd: ValueId,
    /// The low 32 bits of n.
    n: ValueId,
}

/// 2^48: f64 from here on give NaN.
const FAR: f64 = 281474976710656.0;

impl Expansion<'_> {
    /// The low word of an integer below 2^51.
    fn low_word(&mut self, n: ValueId) -> ValueId {
        let rounder = self.d(ROUNDER);
        let shifted = self.add(n, rounder);
        let bits = self.bits(shifted);
        self.op(Op::I64Lo, &[bits])
    }

    fn is_odd(&mut self, n: ValueId) -> ValueId {
        let (one, zero) = (self.i(1), self.i(0));
        let bit = self.op(Op::IAnd, &[n, one]);
        let is_even = self.op(Op::IEq, &[bit, zero]);
        self.op(Op::MNot, &[is_even])
    }

    /// Replaces an f32 x by y × power, which differs from it by a multiple of 2π.
    fn in_circles(&mut self, x: ValueId) -> (ValueId, Sum) {
        let magnitude = self.op(Op::FAbs, &[x]);
        let mut scale = self.f(1.0);
        let mut power = self.sum_of([1.0, 0.0]);
        for (band, parts) in POWERS_IN_CIRCLES.iter().enumerate() {
            let from = self.f(2f32.powi(44 + 21 * band as i32));
            let is_in = self.op(Op::FLe, &[from, magnitude]);
            let down = self.f(2f32.powi(-21 - 21 * band as i32));
            scale = self.op(Op::SelectF, &[is_in, down, scale]);
            let parts = self.sum_of(*parts);
            power = Sum {
                high: self.select(is_in, parts.high, power.high),
                low: self.select(is_in, parts.low, power.low),
            };
        }
        let y = self.op(Op::FMul, &[x, scale]);
        (self.widen(y), power)
    }

    /// Reduces an f32. `r.low` means nothing.
    fn reduce_float(&mut self, x: ValueId) -> Reduced {
        let (y, power) = self.in_circles(x);
        let p = self.two_product(y, power.high);
        let rest = self.fma(y, power.low, p.low);
        let by = self.d(FRAC_2_PI);
        let n = self.mul(p.high, by);
        let n = self.op(Op::DRound, &[n]);
        let parts = HALF_PI.map(|part| self.d(-part));
        let first = self.fma(n, parts[0], p.high);
        let rest = self.fma(n, parts[1], rest);
        let r = self.add(first, rest);
        let n = self.low_word(n);
        Reduced {
            r: Sum { high: r, low: r },
            odd: self.is_odd(n),
            n,
        }
    }

    /// Reduces an f64, with r in two parts.
    fn reduce_double(&mut self, x: ValueId) -> Reduced {
        let (far, nan) = (self.d(FAR), self.d(f64::NAN));
        let magnitude = self.abs(x);
        let is_near = self.op(Op::DLt, &[magnitude, far]);
        let x = self.select(is_near, x, nan);
        let by = self.d(FRAC_2_PI);
        let n = self.mul(x, by);
        let n = self.op(Op::DRound, &[n]);
        let parts = HALF_PI.map(|part| self.d(-part));
        let first = self.fma(n, parts[0], x);
        let second = self.two_product(n, parts[1]);
        let sum = self.two_sum(first, second.high);
        let low = self.add(sum.low, second.low);
        let low = self.fma(n, parts[2], low);
        let r = self.fast_two_sum(sum.high, low);
        let n = self.low_word(n);
        Reduced {
            r,
            odd: self.is_odd(n),
            n,
        }
    }

    /// Returns sine and cosine of a number in −¼π .. ¼π, for results of type f32.
    fn float_pair(&mut self, r: ValueId) -> [ValueId; 2] {
        let z = self.mul(r, r);
        let s = self.series(z, &SIN_FLOAT);
        let cube = self.mul(z, r);
        let sine = self.fma(s, cube, r);
        let c = self.series(z, &COS_FLOAT);
        let square = self.mul(z, z);
        let (minus_half, one) = (self.d(-0.5), self.d(1.0));
        let c = self.mul(c, square);
        let c = self.fma(z, minus_half, c);
        [sine, self.add(one, c)]
    }

    /// Does the same for results of type f64, with a relative error of about 2^-58.
    fn double_pair(&mut self, r: Sum) -> [Sum; 2] {
        let z = self.mul(r.high, r.high);
        let (half, one) = (self.d(0.5), self.d(1.0));
        let s = self.series(z, &SIN_DOUBLE);
        let cube = self.mul(z, r.high);
        // sin(r + low) = sin r + low × cos r, with cos r as 1 − ½r².
        let minus_half_z = {
            let h = self.mul(z, half);
            self.neg(h)
        };
        let low = self.fma(r.low, minus_half_z, r.low);
        let low = self.fma(s, cube, low);
        let sine = self.fast_two_sum(r.high, low);
        let c = self.series(z, &COS_DOUBLE);
        let square = self.mul(z, z);
        let main = self.add(one, minus_half_z);
        let lost = self.sub(one, main);
        let lost = self.add(lost, minus_half_z);
        let minus_high = self.neg(r.high);
        let lost = self.fma(minus_high, r.low, lost);
        let lost = self.fma(c, square, lost);
        [sine, self.fast_two_sum(main, lost)]
    }

    /// Negates an f32 where n modulo 4 is 2 or 3.
    fn negated_float(&mut self, y: ValueId, n: ValueId) -> ValueId {
        let (two, places) = (self.i(2), self.i(30));
        let bit = self.op(Op::IAnd, &[n, two]);
        let sign = self.op(Op::IShl, &[bit, places]);
        let bits = self.op(Op::BitsOfF32, &[y]);
        let bits = self.op(Op::IXor, &[bits, sign]);
        self.op(Op::F32OfBits, &[bits])
    }

    /// Negates an f64 where n modulo 4 is 2 or 3.
    fn negated_double(&mut self, y: ValueId, n: ValueId) -> ValueId {
        let (two, zero) = (self.i(2), self.i(0));
        let bit = self.op(Op::IAnd, &[n, two]);
        let keeps = self.op(Op::IEq, &[bit, zero]);
        let minus = self.neg(y);
        self.select(keeps, y, minus)
    }

    /// n + 1
    fn next(&mut self, n: ValueId) -> ValueId {
        let one = self.i(1);
        self.op(Op::IAdd, &[n, one])
    }

    /// Returns x where it is so small that the function's value is x, else y. So the sign of zero stays.
    fn unless_small(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let (magnitude, small) = (self.op(Op::FAbs, &[x]), self.f(2f32.powi(-13)));
        let is_small = self.op(Op::FLt, &[magnitude, small]);
        self.op(Op::SelectF, &[is_small, x, y])
    }

    /// Does the same for f64.
    fn unless_small_double(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let (magnitude, small) = (self.abs(x), self.d(2f64.powi(-28)));
        let is_small = self.op(Op::DLt, &[magnitude, small]);
        self.select(is_small, x, y)
    }

    pub(super) fn float_sin(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, n } = self.reduce_float(x);
        let [sine, cosine] = self.float_pair(r.high);
        let y = self.select(odd, cosine, sine);
        let y = self.float_of(y);
        let y = self.negated_float(y, n);
        self.unless_small(x, y)
    }

    pub(super) fn float_cos(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, n } = self.reduce_float(x);
        let [sine, cosine] = self.float_pair(r.high);
        let y = self.select(odd, sine, cosine);
        let y = self.float_of(y);
        let n = self.next(n);
        self.negated_float(y, n)
    }

    pub(super) fn float_tan(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, .. } = self.reduce_float(x);
        let [sine, cosine] = self.float_pair(r.high);
        let minus = self.neg(cosine);
        let (num, den) = (
            self.select(odd, minus, sine),
            self.select(odd, sine, cosine),
        );
        let y = self.div(num, den);
        let y = self.float_of(y);
        self.unless_small(x, y)
    }

    pub(super) fn double_sin(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, n } = self.reduce_double(x);
        let [sine, cosine] = self.double_pair(r);
        let y = self.select(odd, cosine.high, sine.high);
        let y = self.negated_double(y, n);
        self.unless_small_double(x, y)
    }

    pub(super) fn double_cos(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, n } = self.reduce_double(x);
        let [sine, cosine] = self.double_pair(r);
        let y = self.select(odd, sine.high, cosine.high);
        let n = self.next(n);
        self.negated_double(y, n)
    }

    pub(super) fn double_tan(&mut self, x: ValueId) -> ValueId {
        let Reduced { r, odd, .. } = self.reduce_double(x);
        let [sine, cosine] = self.double_pair(r);
        let minus = Sum {
            high: self.neg(cosine.high),
            low: self.neg(cosine.low),
        };
        let num = self.select_sum(odd, minus, sine);
        let den = self.select_sum(odd, sine, cosine);
        // A quotient, then a correction by its remainder.
        let inverse = self.wide_reciprocal(den.high);
        let y = self.mul(num.high, inverse);
        let minus_y = self.neg(y);
        let left = self.fma(minus_y, den.high, num.high);
        let left = self.add(left, num.low);
        let left = self.fma(minus_y, den.low, left);
        let y = self.fma(left, inverse, y);
        self.unless_small_double(x, y)
    }
}
