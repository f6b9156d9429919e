//! Lowers division of integers, with and without signs.

pub(super) mod shift;

use super::{Lowering, by_width};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Builder, Op, ValueId};

impl Lowering<'_> {
    /// a ÷ b, truncated; x ÷ 0 is 0.
    pub(super) fn divide(&mut self, a: ValueId, b: ValueId, scalar: Scalar) -> ValueId {
        if self.b.follows_ranges() && !scalar.is_wide() && self.b.known(b) == Some(0) {
            return self.divided_by_zero();
        }
        match (scalar.is_unsigned(), scalar.is_wide()) {
            (true, _) => self.divide_unsigned(a, b, scalar),
            (false, true) => self.divide_long(a, b),
            (false, false) => self.b.divide_i32(a, b),
        }
    }

    /// 0, as code that reads an infinite constant: the machine's check finds it where it is used.
    fn divided_by_zero(&mut self) -> ValueId {
        let (infinite, zero) = (self.b.f32(f32::INFINITY), self.b.i32(0));
        let x = Builder::emit1(&mut self.b, Op::F32ToI32, &[infinite]);
        Builder::emit1(&mut self.b, Op::IAnd, &[x, zero])
    }

    /// a − (a ÷ b) × b
    pub(super) fn remainder(&mut self, a: ValueId, b: ValueId, scalar: Scalar) -> ValueId {
        // Where integers are floats, only the remainder of a constant by 0 is infinite.
        let is_float = self.b.follows_ranges() && !scalar.is_wide();
        if is_float && self.b.known(b) == Some(0) && self.b.known(a).is_none() {
            return self.integer(0, scalar);
        }
        let quotient = self.divide(a, b, scalar);
        let multiply = by_width(scalar, Op::IMul, Op::LMul);
        let product = self.b.emit1(multiply, &[quotient, b]);
        self.b
            .emit1(by_width(scalar, Op::ISub, Op::LSub), &[a, product])
    }

    /// Without signs, by the signed division: (a >> 1) ÷ b × 2 is right or one too small. A divisor with the highest bit
    /// goes into a once or not at all.
    fn divide_unsigned(&mut self, a: ValueId, b: ValueId, scalar: Scalar) -> ValueId {
        let op = |narrow, wide| by_width(scalar, narrow, wide);
        let (zero, one) = (self.integer(0, scalar), self.integer(1, scalar));
        let count = self.b.i32(1);
        let half = self.b.emit1(op(Op::IShrU, Op::LShrU), &[a, count]);
        let signed = if scalar.is_wide() {
            Scalar::Long
        } else {
            Scalar::Int
        };
        let quotient = self.divide(half, b, signed);
        let quotient = self.b.emit1(op(Op::IShl, Op::LShl), &[quotient, count]);
        let product = self.b.emit1(op(Op::IMul, Op::LMul), &[quotient, b]);
        let rest = self.b.emit1(op(Op::ISub, Op::LSub), &[a, product]);
        let is_less = self.b.emit1(op(Op::IULt, Op::LULt), &[rest, b]);
        let more = self.b.emit1(op(Op::IAdd, Op::LAdd), &[quotient, one]);
        let select = op(Op::SelectI, Op::SelectL);
        let quotient = self.b.emit1(select, &[is_less, quotient, more]);
        let is_below = self.b.emit1(op(Op::IULt, Op::LULt), &[a, b]);
        let once = self.b.emit1(select, &[is_below, zero, one]);
        let is_great = self.b.emit1(op(Op::ILt, Op::LLt), &[b, zero]);
        let quotient = self.b.emit1(select, &[is_great, once, quotient]);
        let by_zero = self.b.emit1(op(Op::IEq, Op::LEq), &[b, zero]);
        self.b.emit1(select, &[by_zero, zero, quotient])
    }

    /// a ÷ b of longs, truncated; x ÷ 0 is 0, and the least long ÷ −1 wraps to itself.
    ///
    /// The remainder is divided three times in f64. Each quotient is right to 50 bits or to one unit, whichever is
    /// more, and wrapping sums and products are exact in the end. The last remainder is smaller than b. If its sign
    /// differs from a's, one unit too much was subtracted.
    fn divide_long(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let divisor = self.b.emit1(Op::I64ToF64, &[b]);
        // Each round divides what the rounds before have left, and adds to the quotient.
        let (mut quotient, mut rest) = (None, a);
        for _ in 0..3 {
            let x = self.b.emit1(Op::I64ToF64, &[rest]);
            let x = self.b.emit1(Op::DDiv, &[x, divisor]);
            let part = self.b.emit1(Op::F64ToI64, &[x]);
            let product = self.b.emit1(Op::LMul, &[part, b]);
            rest = self.b.emit1(Op::LSub, &[rest, product]);
            quotient = Some(match quotient {
                Some(q) => self.b.emit1(Op::LAdd, &[q, part]),
                None => part,
            });
        }
        let quotient = quotient.unwrap_or(a);
        // Corrects the last unit: where rest and a differ in sign, by one towards zero.
        let [zero, one, minus] = [0, 1, -1].map(|x| self.b.i64(x));
        let differs = |l: &mut Self, x: ValueId| {
            let signs = l.b.emit1(Op::LXor, &[rest, x]);
            l.b.emit1(Op::LLt, &[signs, zero])
        };
        let from_a = differs(self, a);
        let from_b = differs(self, b);
        let is_none = self.b.emit1(Op::LEq, &[rest, zero]);
        let unit = self.b.emit1(Op::SelectL, &[from_b, minus, one]);
        let unit = self.b.emit1(Op::SelectL, &[from_a, unit, zero]);
        let unit = self.b.emit1(Op::SelectL, &[is_none, zero, unit]);
        let quotient = self.b.emit1(Op::LAdd, &[quotient, unit]);
        // The quotient of a division by zero is replaced at the end, since lanes cannot skip the rounds.
        let by_zero = self.b.emit1(Op::LEq, &[b, zero]);
        self.b.emit1(Op::SelectL, &[by_zero, zero, quotient])
    }
}
