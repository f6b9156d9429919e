//! e^x and 2^x: the exponent's integer part goes into the exponent of a polynomial's value.

use super::coefficients::{EXP_DOUBLE, EXP_FLOAT, EXP2_DOUBLE, EXP2_FLOAT, LN_2, LOG2_E};
use super::{Expansion, ROUNDER, Sum};
use crate::ir::{Op, ValueId};

impl Expansion<'_> {
    /// x, or the bound that it passes; NaN stays.
    fn clamp_float(&mut self, x: ValueId, low: f32, high: f32) -> ValueId {
        let (low, high) = (self.f(low), self.f(high));
        let x = self.op(Op::FMax, &[low, x]);
        self.op(Op::FMin, &[high, x])
    }

    /// The same for f64.
    pub(super) fn clamp_double(&mut self, x: ValueId, low: f64, high: f64) -> ValueId {
        let (low, high) = (self.d(low), self.d(high));
        let x = self.op(Op::DMax, &[low, x]);
        self.op(Op::DMin, &[high, x])
    }

    /// Results from 2^-1022 up to 2^1023: the integer in the low bits of `shifted` goes to the exponent of p. NaN stays.
    fn scale_once(&mut self, p: ValueId, shifted: ValueId) -> ValueId {
        let (n, p) = (self.bits(shifted), self.bits(p));
        let places = self.i(52);
        let n = self.op(Op::LShl, &[n, places]);
        let bits = self.op(Op::LAdd, &[p, n]);
        self.of_bits(bits)
    }

    /// p × 2^n for any n of −1100 .. 1100: by halves, so that only the last product rounds.
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

    /// 2^x as f32 for x of −1000 .. 1000, or NaN.
    pub(super) fn float_exp2_of_double(&mut self, x: ValueId) -> ValueId {
        let (n, shifted) = self.nearest(x);
        let f = self.sub(x, n);
        self.float_power_of_two(f, &EXP2_FLOAT, shifted)
    }

    fn float_power_of_two(&mut self, f: ValueId, series: &[f64], shifted: ValueId) -> ValueId {
        let one = self.d(1.0);
        let p = self.series(f, series);
        let p = self.fma(p, f, one);
        let p = self.scale_once(p, shifted);
        self.float_of(p)
    }

    pub(super) fn double_exp(&mut self, x: ValueId) -> ValueId {
        let x = self.clamp_double(x, -746.0, 711.0);
        let by = self.d(LOG2_E[0]);
        let n = self.mul(x, by);
        let (n, _) = self.nearest(n);
        let parts = LN_2.map(|part| self.d(-part));
        // Exact: the product's last bit is that of the result.
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

    /// 2^(high + low) for a high part of −1100 .. 1100, or NaN.
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
