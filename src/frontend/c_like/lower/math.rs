//! Functions of mathematics on one scalar.

use super::value::Val;
use super::{Lowering, by_width};
use crate::frontend::c_like::tree::Math;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    /// A function of one or two scalars of this kind.
    pub(super) fn math(&mut self, math: Math, args: &[Val], scalar: Scalar) -> Val {
        if !scalar.is_real() {
            return self.integer_math(math, args, scalar);
        }
        let a = self.real(args[0], scalar);
        let b = args.get(1).map(|v| self.real(*v, scalar));
        Val::Number(self.real_math(math, a, b.unwrap_or(a), scalar))
    }

    /// abs, min and max of integers; abs of the least one is itself.
    fn integer_math(&mut self, math: Math, args: &[Val], scalar: Scalar) -> Val {
        let a = self.bits(args[0], scalar);
        let b = match (math, args.get(1)) {
            (Math::Abs, _) | (_, None) => {
                let zero = self.integer(0, scalar);
                self.b
                    .emit1(by_width(scalar, Op::ISub, Op::LSub), &[zero, a])
            }
            (_, Some(b)) => self.bits(*b, scalar),
        };
        let less = by_width(scalar, Op::ILt, Op::LLt);
        let args = match math {
            Math::Min => [a, b],
            _ => [b, a],
        };
        let takes_a = self.b.emit1(less, &args);
        Val::Bits(
            self.b
                .emit1(by_width(scalar, Op::SelectI, Op::SelectL), &[takes_a, a, b]),
        )
    }

    fn real_math(&mut self, math: Math, a: ValueId, b: ValueId, scalar: Scalar) -> ValueId {
        let one = |l: &mut Self| match scalar.is_wide() {
            true => l.b.f64(1.0),
            false => l.b.f32(1.0),
        };
        let (sqrt, divide) = (
            by_width(scalar, Op::FSqrt, Op::DSqrt),
            by_width(scalar, Op::FDiv, Op::DDiv),
        );
        let (narrow, wide) = match math {
            Math::Abs => (Op::FAbs, Op::DAbs),
            Math::Min => return self.b.emit1(by_width(scalar, Op::FMin, Op::DMin), &[a, b]),
            Math::Max => return self.b.emit1(by_width(scalar, Op::FMax, Op::DMax), &[a, b]),
            Math::Floor => (Op::FFloor, Op::DFloor),
            Math::Ceil => (Op::FCeil, Op::DCeil),
            Math::Round => (Op::FRound, Op::DRound),
            Math::Sqrt => (sqrt, sqrt),
            Math::Rcp => {
                let one = one(self);
                return self.b.emit1(divide, &[one, a]);
            }
            Math::Rsqrt => {
                let root = self.b.emit1(sqrt, &[a]);
                let one = one(self);
                return self.b.emit1(divide, &[one, root]);
            }
            _ => return self.expanded(math, a, b, scalar),
        };
        self.b.emit1(by_width(scalar, narrow, wide), &[a])
    }
}

impl Lowering<'_> {
    /// The functions that `passes::expand_math` expands.
    fn expanded(&mut self, math: Math, a: ValueId, b: ValueId, scalar: Scalar) -> ValueId {
        if scalar.is_wide() {
            let [a, b] = [a, b].map(|v| self.b.emit1(Op::F64ToF32, &[v]));
            let x = self.expanded(math, a, b, Scalar::Float);
            return self.b.emit1(Op::F32ToF64, &[x]);
        }
        match math {
            Math::Exp2 => self.b.emit1(Op::Exp2, &[a]),
            Math::Log2 => self.b.emit1(Op::Log2, &[a]),
            Math::Sin => self.b.emit1(Op::Sin, &[a]),
            Math::Cos => self.b.emit1(Op::Cos, &[a]),
            Math::Pow => self.b.emit1(Op::Pow, &[a, b]),
            _ => a,
        }
    }
}
