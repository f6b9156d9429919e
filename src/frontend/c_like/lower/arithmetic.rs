//! Lowers operators and conversions on one scalar.

use super::value::Val;
use super::{Lowering, by_width};
use crate::frontend::c_like::tree::{BinaryOp, UnaryOp};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    /// −a or ~a.
    pub(super) fn unary(&mut self, op: UnaryOp, a: Val, scalar: Scalar) -> Val {
        match (op, a) {
            (UnaryOp::Not, Val::Mask(m)) => Val::Mask(self.b.emit1(Op::MNot, &[m])),
            (UnaryOp::Not, a) => {
                let ones = self.integer(-1, scalar);
                let a = self.bits(a, scalar);
                Val::Bits(
                    self.b
                        .emit1(by_width(scalar, Op::IXor, Op::LXor), &[a, ones]),
                )
            }
            (UnaryOp::Negate, a) if scalar.is_real() => {
                let a = self.real(a, scalar);
                Val::Number(self.b.emit1(by_width(scalar, Op::FNeg, Op::DNeg), &[a]))
            }
            (UnaryOp::Negate, a) => {
                let zero = self.integer(0, scalar);
                let a = self.bits(a, scalar);
                Val::Bits(
                    self.b
                        .emit1(by_width(scalar, Op::ISub, Op::LSub), &[zero, a]),
                )
            }
        }
    }

    /// An int or long constant.
    pub(super) fn integer(&mut self, x: i64, scalar: Scalar) -> ValueId {
        if scalar.is_wide() {
            self.b.i64(x)
        } else {
            self.b.i32(x as i32)
        }
    }

    /// a op b, both of this kind (for logic only of this width).
    pub(super) fn binary(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        if op.is_logic() {
            return self.logic(op, a, b, scalar);
        }
        if op.is_comparison() {
            return Val::Mask(self.compare(op, a, b, scalar));
        }
        if scalar.is_real() {
            let [a, b] = [a, b].map(|v| self.real(v, scalar));
            let (narrow, wide) = match op {
                BinaryOp::Add => (Op::FAdd, Op::DAdd),
                BinaryOp::Subtract => (Op::FSub, Op::DSub),
                BinaryOp::Multiply => (Op::FMul, Op::DMul),
                _ => (Op::FDiv, Op::DDiv),
            };
            return Val::Number(self.b.emit1(by_width(scalar, narrow, wide), &[a, b]));
        }
        let [a, b] = [a, b].map(|v| self.bits(v, scalar));
        let (narrow, wide) = match op {
            BinaryOp::Add => (Op::IAdd, Op::LAdd),
            BinaryOp::Subtract => (Op::ISub, Op::LSub),
            BinaryOp::Multiply => (Op::IMul, Op::LMul),
            _ if scalar.is_wide() => return Val::Bits(self.divide_long(a, b)),
            _ => return Val::Bits(self.b.divide_i32(a, b)),
        };
        Val::Bits(self.b.emit1(by_width(scalar, narrow, wide), &[a, b]))
    }

    fn logic(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        let (mask, narrow, wide) = match op {
            BinaryOp::And => (Op::MAnd, Op::IAnd, Op::LAnd),
            BinaryOp::Or => (Op::MOr, Op::IOr, Op::LOr),
            _ => (Op::MXor, Op::IXor, Op::LXor),
        };
        if let (Val::Mask(a), Val::Mask(b)) = (a, b) {
            return Val::Mask(self.b.emit1(mask, &[a, b]));
        }
        let [a, b] = [a, b].map(|v| self.bits(v, scalar));
        Val::Bits(self.b.emit1(by_width(scalar, narrow, wide), &[a, b]))
    }

    /// Ordered comparisons, which are false for NaN; `!=` is true for it.
    fn compare(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> ValueId {
        let (a, b, op) = match op {
            BinaryOp::Greater => (b, a, BinaryOp::Less),
            BinaryOp::GreaterEqual => (b, a, BinaryOp::LessEqual),
            op => (a, b, op),
        };
        if scalar.is_real() {
            let [a, b] = [a, b].map(|v| self.real(v, scalar));
            let (narrow, wide) = match op {
                BinaryOp::Less => (Op::FLt, Op::DLt),
                BinaryOp::LessEqual => (Op::FLe, Op::DLe),
                BinaryOp::Equal => (Op::FEq, Op::DEq),
                _ => (Op::FNe, Op::DNe),
            };
            return self.b.emit1(by_width(scalar, narrow, wide), &[a, b]);
        }
        let [a, b] = [a, b].map(|v| self.bits(v, scalar));
        let (less, equal) = (
            by_width(scalar, Op::ILt, Op::LLt),
            by_width(scalar, Op::IEq, Op::LEq),
        );
        let (op, a, b, is_negated) = match op {
            BinaryOp::Less => (less, a, b, false),
            BinaryOp::LessEqual => (less, b, a, true),
            BinaryOp::Equal => (equal, a, b, false),
            _ => (equal, a, b, true),
        };
        let mask = self.b.emit1(op, &[a, b]);
        if is_negated {
            self.b.emit1(Op::MNot, &[mask])
        } else {
            mask
        }
    }

    /// The bits of `b` where `mask` has ones, else those of `a`.
    pub(super) fn choose(
        &mut self,
        a: Val,
        b: Val,
        mask: Val,
        scalar: Scalar,
        mask_scalar: Scalar,
    ) -> Val {
        let Val::Mask(m) = mask else {
            let mask = self.bits(mask, mask_scalar);
            let [a, b] = [a, b].map(|v| self.bits(v, scalar));
            let (and, xor) = (
                by_width(scalar, Op::IAnd, Op::LAnd),
                by_width(scalar, Op::IXor, Op::LXor),
            );
            // a ^ ((a ^ b) & mask)
            let both = self.b.emit1(xor, &[a, b]);
            let both = self.b.emit1(and, &[both, mask]);
            return Val::Bits(self.b.emit1(xor, &[a, both]));
        };
        if !scalar.is_real()
            || matches!(
                (a, b),
                (Val::Bits(_) | Val::Mask(_), Val::Bits(_) | Val::Mask(_))
            )
        {
            let [a, b] = [a, b].map(|v| self.bits(v, scalar));
            return Val::Bits(
                self.b
                    .emit1(by_width(scalar, Op::SelectI, Op::SelectL), &[m, b, a]),
            );
        }
        let select = by_width(scalar, Op::SelectF, Op::SelectD);
        if let (Val::Number(a), Val::Number(b)) = (a, b) {
            return Val::Number(self.b.emit1(select, &[m, b, a]));
        }
        let [a, b] = [a, b].map(|v| {
            let v = self.exact(v, scalar);
            self.real(v, scalar)
        });
        Val::Exact(self.b.emit1(select, &[m, b, a]))
    }

    /// Converts a number to another kind.
    pub(super) fn convert(&mut self, value: Val, from: Scalar, to: Scalar) -> Val {
        if let (Val::Mask(_), Scalar::Int, Scalar::Long) = (value, from, to) {
            return value;
        }
        let v = if from.is_real() {
            self.real(value, from)
        } else {
            self.bits(value, from)
        };
        let mut one = |op: Op, v: ValueId| self.b.emit1(op, &[v]);
        match (from, to) {
            (Scalar::Float, Scalar::Double) => Val::Number(one(Op::F32ToF64, v)),
            (Scalar::Float, Scalar::Int) => Val::Bits(one(Op::F32ToI32, v)),
            (Scalar::Float, Scalar::Long) => {
                let v = one(Op::F32ToF64, v);
                Val::Bits(one(Op::F64ToI64, v))
            }
            (Scalar::Double, Scalar::Float) => Val::Number(one(Op::F64ToF32, v)),
            (Scalar::Double, Scalar::Int) => Val::Bits(one(Op::F64ToI32, v)),
            (Scalar::Double, Scalar::Long) => Val::Bits(one(Op::F64ToI64, v)),
            // Integers never become NaN.
            (Scalar::Int, Scalar::Float) => Val::Exact(one(Op::I32ToF32, v)),
            (Scalar::Int, Scalar::Double) => Val::Exact(one(Op::I32ToF64, v)),
            (Scalar::Int, Scalar::Long) => Val::Bits(one(Op::I32ToI64, v)),
            (Scalar::Long, Scalar::Int) => Val::Bits(one(Op::I64Lo, v)),
            (Scalar::Long, Scalar::Double) => Val::Exact(one(Op::I64ToF64, v)),
            (Scalar::Long, Scalar::Float) => Val::Exact(self.long_to_float(v)),
            _ => value,
        }
    }

    /// Rounds once. A long of more than 53 bits first loses its lowest 11, which leave one sticky bit. It is then exact
    /// as a double, and rounds to a float as the long itself would.
    fn long_to_float(&mut self, x: ValueId) -> ValueId {
        let (low, sticky) = (self.b.i64(0x7ff), self.b.i64(0x800));
        let (zero, one) = (self.b.i64(0), self.b.i64(1));
        let rest = self.b.emit1(Op::LAnd, &[x, low]);
        let high = self.b.emit1(Op::LXor, &[x, rest]);
        let is_exact = self.b.emit1(Op::LEq, &[rest, zero]);
        let sticky = self.b.emit1(Op::SelectL, &[is_exact, zero, sticky]);
        let shortened = self.b.emit1(Op::LOr, &[high, sticky]);
        // Tests whether the bits from 53 on are more than a sign: otherwise (x >> 53) + 1 is 0 or 1.
        let count = self.b.i32(53);
        let top = self.b.emit1(Op::LShrS, &[x, count]);
        let top = self.b.emit1(Op::LAdd, &[top, one]);
        let is_long = self.b.emit1(Op::LULt, &[one, top]);
        let x = self.b.emit1(Op::SelectL, &[is_long, shortened, x]);
        let x = self.b.emit1(Op::I64ToF64, &[x]);
        self.b.emit1(Op::F64ToF32, &[x])
    }

    /// a ÷ b of longs, truncated; x ÷ 0 is 0, and the least long ÷ −1 wraps to itself.
    ///
    /// The remainder is divided three times in f64. Each quotient is right to 50 bits or to one unit, whichever is
    /// more, and wrapping sums and products are exact in the end. The last remainder is smaller than b. If its sign
    /// differs from a's, one unit too much was subtracted.
    fn divide_long(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let divisor = self.b.emit1(Op::I64ToF64, &[b]);
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
        let by_zero = self.b.emit1(Op::LEq, &[b, zero]);
        self.b.emit1(Op::SelectL, &[by_zero, zero, quotient])
    }
}
