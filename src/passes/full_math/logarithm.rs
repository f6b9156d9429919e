//! Logarithms: log x = log m + e × log 2, where x = m × 2^e with m in √½ .. √2. So e is 0 around x = 1, and nothing cancels.

use super::coefficients::{
    LN_2, LN_2_SHORT, LOG_FLOAT, LOG_SERIES, LOG_SERIES_REST, LOG_SERIES_SHORT, LOG2_E, LOG2_FLOAT,
    TWO_THIRDS,
};
use super::{Expansion, Sum};
use crate::ir::{Op, ValueId};

/// The bits of √½ as f64.
const ROOT: u64 = 0x3fe6_a09e_667f_3bcd;
/// 2^52: the last bit of its mantissa stands for 1.
const INTEGERS: f64 = 4503599627370496.0;

/// m and e of a number x = m × 2^e.
#[derive(Clone, Copy)]
struct Split {
    m: ValueId,
    e: ValueId,
}

impl Expansion<'_> {
    /// Splits a positive, finite f64 that is not denormal. The result for other numbers means nothing. `bias` is added to e.
    fn split(&mut self, x: ValueId, bias: f64) -> Split {
        const MANTISSA: u64 = (1 << 52) - 1;
        let bits = self.bits(x);
        // The distance of the bits from those of √½ has e + 1023 above the mantissa's distance.
        let offset = self.l((1023u64 << 52).wrapping_sub(ROOT));
        let moved = self.op(Op::LAdd, &[bits, offset]);
        let (places, mantissa, root) = (self.i(52), self.l(MANTISSA), self.l(ROOT));
        let e = self.op(Op::LShrU, &[moved, places]);
        let integers = self.l(INTEGERS.to_bits());
        let e = self.op(Op::LOr, &[e, integers]);
        let e = self.of_bits(e);
        let origin = self.d(INTEGERS + 1023.0 - bias);
        let e = self.sub(e, origin);
        let m = self.op(Op::LAnd, &[moved, mantissa]);
        let m = self.op(Op::LAdd, &[m, root]);
        let m = self.of_bits(m);
        Split { m, e }
    }

    /// Does the same as [`Expansion::split`], also for denormal numbers: these are multiplied by 2^54 first.
    fn split_any(&mut self, x: ValueId) -> Split {
        let (least, up) = (self.d(f64::MIN_POSITIVE), self.d(INTEGERS * 4.0));
        let is_denormal = self.op(Op::DLt, &[x, least]);
        let scaled = self.mul(x, up);
        let x = self.select(is_denormal, scaled, x);
        let Split { m, e } = self.split(x, 0.0);
        let (down, zero) = (self.d(-54.0), self.d(0.0));
        let by = self.select(is_denormal, down, zero);
        let e = self.add(e, by);
        Split { m, e }
    }

    /// ln x, or log2 x if `binary`, as f32.
    pub(super) fn float_log(&mut self, x: ValueId, binary: bool) -> ValueId {
        let wide = self.widen(x);
        let Split { m, e } = self.split(wide, 0.0);
        let one = self.d(1.0);
        let t = self.sub(m, one);
        let r = if binary {
            let p = self.series(t, &LOG2_FLOAT);
            self.fma(p, t, e)
        } else {
            let p = self.series(t, &LOG_FLOAT);
            let p = self.mul(p, t);
            let ln2 = self.d(LN_2[0]);
            self.fma(e, ln2, p)
        };
        let r = self.float_of(r);
        let (zero, infinity) = (self.f(0.0), self.f(f32::INFINITY));
        let (minus_infinity, nan) = (self.f(f32::NEG_INFINITY), self.f(f32::NAN));
        let is_finite = self.op(Op::FLt, &[x, infinity]);
        let r = self.op(Op::SelectF, &[is_finite, r, x]);
        let is_zero = self.op(Op::FEq, &[x, zero]);
        let r = self.op(Op::SelectF, &[is_zero, minus_infinity, r]);
        let is_negative = self.op(Op::FLt, &[x, zero]);
        self.op(Op::SelectF, &[is_negative, nan, r])
    }

    /// Completes a logarithm: −∞ for 0, NaN for negative numbers, x for +∞ and NaN, else r.
    fn log_of_any(&mut self, x: ValueId, r: ValueId) -> ValueId {
        let (zero, infinity) = (self.d(0.0), self.d(f64::INFINITY));
        let (minus_infinity, nan) = (self.d(f64::NEG_INFINITY), self.d(f64::NAN));
        let is_finite = self.op(Op::DLt, &[x, infinity]);
        let r = self.select(is_finite, r, x);
        let is_zero = self.op(Op::DEq, &[x, zero]);
        let r = self.select(is_zero, minus_infinity, r);
        let is_negative = self.op(Op::DLt, &[x, zero]);
        self.select(is_negative, nan, r)
    }

    /// t − ln(1 + t), as s (t − s² R(s²)) with s = t ÷ (2 + t). R is the polynomial `series`.
    fn log_rest(&mut self, t: ValueId, series: &[f64]) -> ValueId {
        let two = self.d(2.0);
        let sum = self.add(two, t);
        let s = self.div(t, sum);
        let z = self.mul(s, s);
        let r = self.series(z, series);
        let minus = self.neg(z);
        let inner = self.fma(minus, r, t);
        self.mul(s, inner)
    }

    pub(super) fn double_log(&mut self, x: ValueId) -> ValueId {
        let Split { m, e } = self.split_any(x);
        let one = self.d(1.0);
        let t = self.sub(m, one);
        let rest = self.log_rest(t, &LOG_SERIES);
        let [high, low] = LN_2_SHORT.map(|part| self.d(part));
        let minus_low = self.neg(low);
        let rest = self.fma(e, minus_low, rest);
        let inner = self.sub(t, rest);
        // The product is exact, because `high` has 32 bits and e has 11.
        let r = self.fma(e, high, inner);
        self.log_of_any(x, r)
    }

    /// log2 of a positive, finite f64 that is not denormal, with a relative error of 2^-40.
    pub(super) fn short_log2(&mut self, x: ValueId) -> ValueId {
        let Split { m, e } = self.split(x, 0.0);
        let one = self.d(1.0);
        let t = self.sub(m, one);
        let rest = self.log_rest(t, &LOG_SERIES_SHORT);
        let log = self.sub(t, rest);
        let by = self.d(LOG2_E[0]);
        self.fma(log, by, e)
    }

    /// log2 of a positive, finite f64, with a relative error of about 2^-67.
    pub(super) fn log2_sum(&mut self, x: ValueId) -> Sum {
        let Split { m, e } = self.split_any(x);
        let (one, two) = (self.d(1.0), self.d(2.0));
        let t = self.sub(m, one);
        let d = self.fast_two_sum(two, t);
        // s = t ÷ (2 + t), in two parts.
        let high = self.div(t, d.high);
        let minus = self.neg(high);
        let left = self.fma(minus, d.high, t);
        let left = self.fma(minus, d.low, left);
        let low = self.div(left, d.high);
        let s = self.fast_two_sum(high, low);
        // ln m = 2s + s³ × (⅔ + s² × series(s²)).
        let z = self.product(s, s);
        let w = self.series(z.high, &LOG_SERIES_REST);
        let w = self.mul(w, z.high);
        let c = self.sum_of(TWO_THIRDS);
        let first = self.fast_two_sum(c.high, w);
        let low = self.add(first.low, c.low);
        let c = self.fast_two_sum(first.high, low);
        let cube = self.product(z, s);
        let rest = self.product(cube, c);
        let twice = Sum {
            high: self.add(s.high, s.high),
            low: self.add(s.low, s.low),
        };
        let sum = self.fast_two_sum(twice.high, rest.high);
        let low = self.add(twice.low, rest.low);
        let low = self.add(low, sum.low);
        let ln = self.fast_two_sum(sum.high, low);
        // log2 x = ln m ÷ ln 2 + e.
        let by = self.sum_of(LOG2_E);
        let log = self.product(ln, by);
        let sum = self.two_sum(e, log.high);
        let low = self.add(sum.low, log.low);
        self.fast_two_sum(sum.high, low)
    }

    pub(super) fn double_log2(&mut self, x: ValueId) -> ValueId {
        let Sum { high, .. } = self.log2_sum(x);
        self.log_of_any(x, high)
    }
}
