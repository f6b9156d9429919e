//! Lowers operators and conversions on one scalar.

use super::value::Val;
use super::{Lowering, by_width};
use crate::frontend::c_like::tree::{BinaryOp, UnaryOp};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    /// −a or ~a.
    pub(super) fn unary(&mut self, op: UnaryOp, a: Val, scalar: Scalar) -> Val {
        if op == UnaryOp::Negate
            && let Some(negated) = self.folded_negation(a, scalar)
        {
            return negated;
        }
        // Truths are masks, or words where they come from memory; integers are words, whose width chooses the
        // operation.
        match (op, a) {
            (UnaryOp::Not, Val::Mask(m)) => Val::Mask(self.b.emit1(Op::MNot, &[m])),
            (UnaryOp::Not, a) if scalar == Scalar::Bool => {
                let m = self.truth(a, scalar);
                Val::Mask(self.b.emit1(Op::MNot, &[m]))
            }
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
                let result = self.b.emit1(by_width(scalar, Op::FNeg, Op::DNeg), &[a]);
                self.fitted(Val::Number(result), scalar)
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

    /// a op b, both of this kind (for logic only of this width).
    pub(super) fn binary(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        if op.is_logic() {
            return self.logic(op, a, b, scalar);
        }
        if op.is_comparison() {
            return Val::Mask(self.compare(op, a, b, scalar));
        }
        if scalar.is_real() {
            return self.real_arithmetic(op, a, b, scalar);
        }
        if let Some(folded) = self.folded_integers(op, [a, b], scalar) {
            return folded;
        }
        let made = self.integer_arithmetic(op, a, b, scalar);
        self.keep_integer_range(op, [a, b], made, scalar);
        made
    }

    fn integer_arithmetic(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        let [a, b] = [a, b].map(|v| self.bits(v, scalar));
        let (narrow, wide) = match op {
            BinaryOp::Add => (Op::IAdd, Op::LAdd),
            BinaryOp::Subtract => (Op::ISub, Op::LSub),
            BinaryOp::Multiply => (Op::IMul, Op::LMul),
            BinaryOp::Remainder => return Val::Bits(self.remainder(a, b, scalar)),
            _ => return Val::Bits(self.divide(a, b, scalar)),
        };
        Val::Bits(self.b.emit1(by_width(scalar, narrow, wide), &[a, b]))
    }

    fn real_arithmetic(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        let [a, b] = [a, b].map(|v| self.real(v, scalar));
        let (add, subtract) = ((Op::FAdd, Op::DAdd), (Op::FSub, Op::DSub));
        let (multiply, divide) = ((Op::FMul, Op::DMul), (Op::FDiv, Op::DDiv));
        let mut apply =
            |(narrow, wide), x, y| self.b.emit1(by_width(scalar, narrow, wide), &[x, y]);
        let result = match op {
            BinaryOp::Add => apply(add, a, b),
            BinaryOp::Subtract => apply(subtract, a, b),
            BinaryOp::Multiply => apply(multiply, a, b),
            BinaryOp::Remainder => {
                let quotient = apply(divide, a, b);
                let trunc = by_width(scalar, Op::FTrunc, Op::DTrunc);
                let quotient = self.b.emit1(trunc, &[quotient]);
                let multiply = by_width(scalar, Op::FMul, Op::DMul);
                let product = self.b.emit1(multiply, &[quotient, b]);
                self.b
                    .emit1(by_width(scalar, Op::FSub, Op::DSub), &[a, product])
            }
            _ => apply(divide, a, b),
        };
        if self.module.contracts && self.n_silent == 0 {
            self.contractible.insert(result);
        }
        self.fitted(Val::Number(result), scalar)
    }

    fn logic(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> Val {
        let (mask, narrow, wide) = match op {
            BinaryOp::And => (Op::MAnd, Op::IAnd, Op::LAnd),
            BinaryOp::Or => (Op::MOr, Op::IOr, Op::LOr),
            _ => (Op::MXor, Op::IXor, Op::LXor),
        };
        let [a, b] = if scalar == Scalar::Bool {
            [a, b].map(|v| Val::Mask(self.truth(v, scalar)))
        } else {
            [a, b]
        };
        if let (Val::Mask(a), Val::Mask(b)) = (a, b) {
            return Val::Mask(self.b.emit1(mask, &[a, b]));
        }
        let [a, b] = [a, b].map(|v| self.bits(v, scalar));
        Val::Bits(self.b.emit1(by_width(scalar, narrow, wide), &[a, b]))
    }

    /// Ordered comparisons, which are false for NaN; `!=` is true for it.
    fn compare(&mut self, op: BinaryOp, a: Val, b: Val, scalar: Scalar) -> ValueId {
        // The IR compares with "less" only, so that operands are exchanged for "greater".
        let (a, b, op) = match op {
            BinaryOp::Greater => (b, a, BinaryOp::Less),
            BinaryOp::GreaterEqual => (b, a, BinaryOp::LessEqual),
            op => (a, b, op),
        };
        if scalar == Scalar::Bool {
            return self.compare_truth(op, a, b);
        }
        // Real numbers have an operation each, since the opposite of "less" is not "greater or equal" for NaN.
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
        // Integers do with "less" and "equal", and the opposite of each.
        let less = if scalar.is_unsigned() {
            by_width(scalar, Op::IULt, Op::LULt)
        } else {
            by_width(scalar, Op::ILt, Op::LLt)
        };
        let equal = by_width(scalar, Op::IEq, Op::LEq);
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

    /// Of truth values; false is less than true.
    fn compare_truth(&mut self, op: BinaryOp, a: Val, b: Val) -> ValueId {
        let [a, b] = [a, b].map(|v| self.truth(v, Scalar::Bool));
        let mut not = |v: ValueId| self.b.emit1(Op::MNot, &[v]);
        match op {
            BinaryOp::Less => {
                let a = not(a);
                self.b.emit1(Op::MAnd, &[a, b])
            }
            BinaryOp::LessEqual => {
                let a = not(a);
                self.b.emit1(Op::MOr, &[a, b])
            }
            BinaryOp::Equal => {
                let a = not(a);
                self.b.emit1(Op::MXor, &[a, b])
            }
            _ => self.b.emit1(Op::MXor, &[a, b]),
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
        if scalar == Scalar::Bool {
            let [a, b] = [a, b].map(|v| self.truth(v, scalar));
            let m = self.truth(mask, mask_scalar);
            return Val::Mask(self.choose_mask(a, b, m));
        }
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

    fn choose_mask(&mut self, a: ValueId, b: ValueId, m: ValueId) -> ValueId {
        let not = self.b.emit1(Op::MNot, &[m]);
        let a = self.b.emit1(Op::MAnd, &[a, not]);
        let b = self.b.emit1(Op::MAnd, &[b, m]);
        self.b.emit1(Op::MOr, &[a, b])
    }
}
