//! Powers by the rules of C. x^0 and 1^y are 1, even if the other number is NaN. A negative x has only integer powers, and odd
//! ones are negative.

use super::{Expansion, Sum};
use crate::ir::{Op, ValueId};

impl Expansion<'_> {
    pub(super) fn float_pow(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let (x, y) = (self.widen(x), self.widen(y));
        let magnitude = self.abs(x);
        let log = self.short_log2(magnitude);
        let log = self.log_of_magnitude(magnitude, log);
        let exponent = self.mul(y, log);
        let exponent = self.clamp_double(exponent, -160.0, 140.0);
        let power = self.float_exp2_of_double(exponent);
        let power = self.widen(power);
        let power = self.power_of_any(x, y, power);
        self.float_of(power)
    }

    pub(super) fn double_pow(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let magnitude = self.abs(x);
        let log = self.log2_sum(magnitude);
        let high = self.log_of_magnitude(magnitude, log.high);
        let product = self.two_product(y, high);
        let low = self.fma(y, log.low, product.low);
        let high = self.clamp_double(product.high, -1080.0, 1030.0);
        // Where the product is out of range or infinite, its low part does not matter, and may be NaN.
        let is_within = self.op(Op::DEq, &[high, product.high]);
        let zero = self.d(0.0);
        let low = self.select(is_within, low, zero);
        let power = self.double_exp2_of_sum(Sum { high, low });
        self.power_of_any(x, y, power)
    }

    /// Completes the logarithm of a magnitude: −∞ for 0, x for ∞ and NaN.
    fn log_of_magnitude(&mut self, x: ValueId, log: ValueId) -> ValueId {
        let (zero, infinity) = (self.d(0.0), self.d(f64::INFINITY));
        let minus_infinity = self.d(f64::NEG_INFINITY);
        let is_finite = self.op(Op::DLt, &[x, infinity]);
        let log = self.select(is_finite, log, x);
        let is_zero = self.op(Op::DEq, &[x, zero]);
        self.select(is_zero, minus_infinity, log)
    }

    /// Completes x^y, where `power` is |x|^y. If y is 0 or |x| is 1, `power` means nothing.
    fn power_of_any(&mut self, x: ValueId, y: ValueId, power: ValueId) -> ValueId {
        let (zero, one, half) = (self.d(0.0), self.d(1.0), self.d(0.5));
        let magnitude = self.abs(x);
        let is_one = self.op(Op::DEq, &[magnitude, one]);
        // If |x| is 1, the magnitude is 1, or NaN if y is NaN. y × 0 is then that NaN.
        let zeros = self.mul(y, zero);
        let of_infinity = self.op(Op::DNe, &[y, y]);
        let nan_or_one = self.select(of_infinity, zeros, one);
        let power = self.select(is_one, nan_or_one, power);
        // The sign of x stays if y is an odd integer.
        let whole = self.op(Op::DTrunc, &[y]);
        let is_whole = self.op(Op::DEq, &[whole, y]);
        let halved = self.mul(y, half);
        let whole_half = self.op(Op::DTrunc, &[halved]);
        let is_odd = self.op(Op::DNe, &[whole_half, halved]);
        let is_odd = self.op(Op::MAnd, &[is_odd, is_whole]);
        let signed = self.with_sign(power, x);
        let power = self.select(is_odd, signed, power);
        // Finite negative numbers have only integer powers.
        let (least, nan) = (self.d(f64::NEG_INFINITY), self.d(f64::NAN));
        let is_negative = self.op(Op::DLt, &[x, zero]);
        let is_finite = self.op(Op::DLt, &[least, x]);
        let is_negative = self.op(Op::MAnd, &[is_negative, is_finite]);
        let not_whole = self.op(Op::MNot, &[is_whole]);
        let is_none = self.op(Op::MAnd, &[is_negative, not_whole]);
        let power = self.select(is_none, nan, power);
        // x^0 and 1^y are 1.
        let x_is_one = self.op(Op::DEq, &[x, one]);
        let y_is_zero = self.op(Op::DEq, &[y, zero]);
        let is_one = self.op(Op::MOr, &[x_is_one, y_is_zero]);
        self.select(is_one, one, power)
    }
}
