//! e^x and 2^x: a polynomial gives the power of the fraction, and the integer part is added to its exponent.

use super::coefficients::{EXP_DOUBLE, EXP_FLOAT, EXP2_DOUBLE, EXP2_FLOAT, LN_2, LOG2_E};
use super::{Expansion, ROUNDER, Sum};
use crate::ir::{Op, ValueId};

impl Expansion<'_> {
    /// Clamps an f32 to low .. high. NaN stays.
    fn clamp_float(&mut self, x: ValueId, low: f32, high: f32) -> ValueId {
        let (low, high) = (self.f(low), self.f(high));
        let x = self.op(Op::FMax, &[low, x]);
        self.op(Op::FMin, &[high, x])
    }

    /// Clamps an f64 to low .. high. NaN stays.
    pub(super) fn clamp_double(&mut self, x: ValueId, low: f64, high: f64) -> ValueId {
        let (low, high) = (self.d(low), self.d(high));
        let x = self.op(Op::DMax, &[low, x]);
        self.op(Op::DMin, &[high, x])
    }

    /// Returns p × 2^n, where n is in the low bits of `shifted`. The result must lie in 2^-1022 .. 2^1023. NaN stays.
    fn scale_once(&mut self, p: ValueId, shifted: ValueId) -> ValueId {
        let (n, p) = (self.bits(shifted), self.bits(p));
        let places = self.i(52);
        let n = self.op(Op::LShl, &[n, places]);
        let bits = self.op(Op::LAdd, &[p, n]);
        self.of_bits(bits)
    }

    /// Returns p × 2^n for n in −1100 .. 1100. Two products with halves of the power reach that far, and only the last one rounds.
    fn scale_twice(&mut self, p: ValueId, n: ValueId) -> ValueId {
        let (half, rounder, one) = (self.d(0.5), self.d(ROUNDER), self.d(1.0));
        let shifted = self.fma(n, half, rounder);
        let first = self.sub(shifted, rounder);
        let rest = self.sub(n, first);
        let rest = self.add(rest, rounder);
        let [first, rest] = [shifted, rest].map(|shifted| self.scale_once(one, shifted));
        let p = self.mul(p, first);
        self.mul(p, rest)
    }

    /// e^x: n is the integer nearest to x ÷ ln 2, and f = x − n ln 2.
    pub(super) fn float_exp(&mut self, x: ValueId) -> ValueId {
        let x = self.clamp_float(x, -110.0, 100.0);
        let x = self.widen(x);
        let (rounder, by) = (self.d(ROUNDER), self.d(LOG2_E[0]));
        let shifted = self.fma(x, by, rounder);
        let n = self.sub(shifted, rounder);
        let ln2 = self.d(-LN_2[0]);
        let f = self.fma(n, ln2, x);
        self.float_power_of_two(f, &EXP_FLOAT, shifted)
    }

    pub(super) fn float_exp2(&mut self, x: ValueId) -> ValueId {
        let x = self.clamp_float(x, -160.0, 140.0);
        let x = self.widen(x);
        self.float_exp2_of_double(x)
    }

    /// 2^x as f32, for an f64 x in −1000 .. 1000 or NaN.
    pub(super) fn float_exp2_of_double(&mut self, x: ValueId) -> ValueId {
        let (n, shifted) = self.nearest(x);
        let f = self.sub(x, n);
        self.float_power_of_two(f, &EXP2_FLOAT, shifted)
    }

    /// 1 + f × series(f), times the power of 2 in `shifted`, as f32.
    fn float_power_of_two(&mut self, f: ValueId, series: &[f64], shifted: ValueId) -> ValueId {
        let one = self.d(1.0);
        let p = self.series(f, series);
        let p = self.fma(p, f, one);
        let p = self.scale_once(p, shifted);
        self.float_of(p)
    }

    /// e^x: n is the integer nearest to x ÷ ln 2, and f = x − n ln 2 with ln 2 in parts.
    pub(super) fn double_exp(&mut self, x: ValueId) -> ValueId {
        let x = self.clamp_double(x, -746.0, 711.0);
        let by = self.d(LOG2_E[0]);
        let n = self.mul(x, by);
        let (n, _) = self.nearest(n);
        let parts = LN_2.map(|part| self.d(-part));
        // The first step is exact, because the product has no bits below the last one of the result.
        let f = self.fma(n, parts[0], x);
        let f = self.fma(n, parts[1], f);
        let q = self.series(f, &EXP_DOUBLE);
        let square = self.mul(f, f);
        let r = self.fma(q, square, f);
        let one = self.d(1.0);
        let p = self.add(one, r);
        self.scale_twice(p, n)
    }

    pub(super) fn double_exp2(&mut self, x: ValueId) -> ValueId {
        let x = self.clamp_double(x, -1080.0, 1030.0);
        let zero = self.d(0.0);
        self.double_exp2_of_sum(Sum { high: x, low: zero })
    }

    /// 2^(high + low), for a high part in −1100 .. 1100 or NaN.
    pub(super) fn double_exp2_of_sum(&mut self, x: Sum) -> ValueId {
        let (n, _) = self.nearest(x.high);
        let f = self.sub(x.high, n);
        let f = self.add(f, x.low);
        let q = self.series(f, &EXP2_DOUBLE);
        let square = self.mul(f, f);
        let (ln2, one) = (self.d(LN_2[0]), self.d(1.0));
        let q = self.mul(q, square);
        let r = self.fma(f, ln2, q);
        let p = self.add(one, r);
        self.scale_twice(p, n)
    }
}
