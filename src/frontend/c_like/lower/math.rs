//! Lowers mathematical functions on one scalar, what components say together, and operations of the IR that a text names.

use super::value::{Val, Values};
use super::{Frame, Lowering, Stop, by_width};
use crate::frontend::c_like::tree::{BinaryOp, Expression, Gather, Math};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Intrinsic, Op, OpKind, Type, ValueId};
use smallvec::smallvec;

impl Lowering<'_> {
    /// A function of scalars of this kind.
    pub(super) fn math(&mut self, math: Math, args: &[Val], scalar: Scalar) -> Val {
        match math {
            Math::Sign => return self.sign(args[0], scalar),
            Math::Mod => return self.floored_remainder(args[0], args[1], scalar),
            _ => {}
        }
        if !scalar.is_real() {
            let made = self.integer_math(math, args, scalar);
            self.keep_math_range(math, args, made, scalar);
            return made;
        }
        let args: Vec<ValueId> = args.iter().map(|v| self.real(*v, scalar)).collect();
        let op = real_op(math, scalar);
        let result = Val::Number(self.b.emit1(op, &args));
        self.fitted(result, scalar)
    }

    /// 1 above 0, −1 below, else 0 (also of NaN).
    fn sign(&mut self, a: Val, scalar: Scalar) -> Val {
        let zero = self.zero(scalar);
        let above = self.binary(BinaryOp::Less, zero, a, scalar);
        let below = self.binary(BinaryOp::Less, a, zero, scalar);
        // A mask is −1 as an int.
        let sign = self.binary(BinaryOp::Subtract, below, above, Scalar::Int);
        self.convert(sign, Scalar::Int, scalar)
    }

    /// a − floor(a ÷ b) × b; the quotient of integers is whole as it is.
    fn floored_remainder(&mut self, a: Val, b: Val, scalar: Scalar) -> Val {
        let quotient = self.binary(BinaryOp::Divide, a, b, scalar);
        let whole = self.math(Math::Floor, &[quotient], scalar);
        let product = self.binary(BinaryOp::Multiply, whole, b, scalar);
        self.binary(BinaryOp::Subtract, a, product, scalar)
    }

    /// abs, min and max of integers; abs of the least one is itself. Rounding leaves them as they are.
    fn integer_math(&mut self, math: Math, args: &[Val], scalar: Scalar) -> Val {
        let a = self.bits(args[0], scalar);
        match math {
            Math::Floor | Math::Ceil | Math::Trunc | Math::Round => return Val::Bits(a),
            Math::Abs if scalar.is_unsigned() => return Val::Bits(a),
            _ => {}
        }
        // The absolute value is the greater one of a and −a, so that one comparison serves all three functions.
        let b = match (math, args.get(1)) {
            (Math::Abs, _) | (_, None) => {
                let zero = self.integer(0, scalar);
                self.b
                    .emit1(by_width(scalar, Op::ISub, Op::LSub), &[zero, a])
            }
            (_, Some(b)) => self.bits(*b, scalar),
        };
        let less = if scalar.is_unsigned() {
            by_width(scalar, Op::IULt, Op::LULt)
        } else {
            by_width(scalar, Op::ILt, Op::LLt)
        };
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
}

/// The operation for a function of floats or doubles.
fn real_op(math: Math, scalar: Scalar) -> Op {
    // One row for each function: the operation of floats, then of doubles.
    let (narrow, wide) = match math {
        Math::Abs => (Op::FAbs, Op::DAbs),
        Math::Min => (Op::FMin, Op::DMin),
        Math::Max => (Op::FMax, Op::DMax),
        Math::Floor => (Op::FFloor, Op::DFloor),
        Math::Ceil => (Op::FCeil, Op::DCeil),
        Math::Trunc => (Op::FTrunc, Op::DTrunc),
        Math::Round => (Op::FRound, Op::DRound),
        Math::Sqrt => (Op::FSqrt, Op::DSqrt),
        Math::Rcp => (Op::FRcp, Op::DRcp),
        Math::Pow => (Op::FPow, Op::DPow),
        Math::Atan2 => (Op::FAtan2, Op::DAtan2),
        Math::Rsqrt => (Op::FRsqrt, Op::DRsqrt),
        Math::Exp => (Op::FExp, Op::DExp),
        Math::Exp2 => (Op::FExp2, Op::DExp2),
        Math::Log => (Op::FLog, Op::DLog),
        Math::Log2 => (Op::FLog2, Op::DLog2),
        Math::Sin => (Op::FSin, Op::DSin),
        Math::Cos => (Op::FCos, Op::DCos),
        Math::Tan => (Op::FTan, Op::DTan),
        Math::Asin => (Op::FAsin, Op::DAsin),
        Math::Acos => (Op::FAcos, Op::DAcos),
        Math::Atan => (Op::FAtan, Op::DAtan),
        Math::Fma => (Op::FFma, Op::DFma),
        // These are made of several operations.
        Math::Sign | Math::Mod => unreachable!("no operation of the IR"),
    };
    by_width(scalar, narrow, wide)
}

impl<'m> Lowering<'m> {
    /// What the components of a vector say together.
    pub(super) fn gather(
        &mut self,
        frame: &mut Frame,
        gather: Gather,
        of: &'m Expression,
    ) -> Result<Values, Stop> {
        let scalar = of.ty.scalar().unwrap_or(Scalar::Int);
        let values = self.expression(frame, of)?;
        if gather == Gather::Signs {
            return Ok(smallvec![Val::Bits(self.signs(&values, scalar))]);
        }
        let is_all = gather == Gather::All;
        let mut together = self.b.mask(is_all);
        for value in values {
            let truth = self.truth(value, scalar);
            let op = if is_all { Op::MAnd } else { Op::MOr };
            together = self.b.emit1(op, &[together, truth]);
        }
        Ok(smallvec![Val::Mask(together)])
    }

    /// The highest bits of the components, that of the first one as the lowest bit.
    fn signs(&mut self, values: &[Val], scalar: Scalar) -> ValueId {
        let mut signs = self.b.i32(0);
        for (i, value) in values.iter().enumerate() {
            let bits = self.bits(*value, scalar);
            let count = self.b.i32(if scalar.is_wide() { 63 } else { 31 });
            let shift = by_width(scalar, Op::IShrU, Op::LShrU);
            let mut sign = self.b.emit1(shift, &[bits, count]);
            if scalar.is_wide() {
                sign = self.b.emit1(Op::I64Lo, &[sign]);
            }
            let place = self.b.i32(i as i32);
            let placed = self.b.emit1(Op::IShl, &[sign, place]);
            signs = self.b.emit1(Op::IOr, &[signs, placed]);
        }
        signs
    }

    /// An operation with its immediates and arguments.
    pub(super) fn operation(
        &mut self,
        frame: &mut Frame,
        intrinsic: &'static Intrinsic,
        imm: [u32; 2],
        arguments: &'m [Expression],
    ) -> Result<Values, Stop> {
        let mut args: Vec<ValueId> = Vec::with_capacity(arguments.len());
        // Brings each argument to the form that the operation reads. A function that only renames bits ends here.
        for (e, ty) in arguments.iter().zip(intrinsic.info().args) {
            let value = self.expression(frame, e)?[0];
            let scalar = e.ty.scalar().unwrap_or(Scalar::Int);
            if let Op::BitsOfF32 | Op::BitsOfF64 = intrinsic.op {
                return Ok(smallvec![Val::Bits(self.bits(value, scalar))]);
            }
            args.push(match ty {
                Type::F32 | Type::F64 => self.real(value, scalar),
                Type::I32 | Type::I64 => self.bits(value, scalar),
                Type::Mask => self.truth(value, scalar),
            });
        }
        if let (Op::Pow, true) = (intrinsic.op, self.module.contracts)
            && let Some(power) = self.constant_power(args[0], args[1])
        {
            return Ok(smallvec![Val::Number(power)]);
        }
        // Operations of draws are refused in functions over arrays.
        if intrinsic.needs_draw() {
            self.needs_draw();
            self.uses.discards |= intrinsic.op == Op::Kill;
        }
        if let Op::F32OfBits | Op::F64OfBits = intrinsic.op {
            return Ok(smallvec![Val::Bits(args[0])]);
        }
        // Emits the operation; that of one result and no immediates may be folded.
        let results = match intrinsic.info().results {
            [_] if imm == [0, 0] => [self.b.emit1(intrinsic.op, &args)].into_iter().collect(),
            _ => self.b.emit(intrinsic.op, &args, imm),
        };
        // A result of arithmetic is a number, with no special bits of a NaN; one that is moved keeps all its bits.
        let is_arithmetic = matches!(intrinsic.info().kind, OpKind::Pure | OpKind::Math);
        let form = |ty: &Type| match ty {
            Type::F32 | Type::F64 if is_arithmetic => Val::Number,
            Type::F32 | Type::F64 => Val::Exact,
            Type::I32 | Type::I64 => Val::Bits,
            Type::Mask => Val::Mask,
        };
        let types = intrinsic.info().results.iter();
        Ok(results
            .into_iter()
            .zip(types)
            .map(|(v, ty)| form(ty)(v))
            .collect())
    }

    /// A power whose exponent is one of those for which the reference compiler writes products, reciprocals and roots. Thus it
    /// is defined for negative numbers as well.
    fn constant_power(&mut self, x: ValueId, exponent: ValueId) -> Option<ValueId> {
        let exponent = f32::from_bits(self.b.known(exponent)? as u32);
        Some(match exponent {
            0.0 => self.b.f32(1.0),
            1.0 => x,
            2.0 => self.b.emit1(Op::FMul, &[x, x]),
            3.0 => {
                let square = self.b.emit1(Op::FMul, &[x, x]);
                self.b.emit1(Op::FMul, &[square, x])
            }
            -1.0 => self.b.emit1(Op::FRcp, &[x]),
            0.5 | -0.5 => {
                let size = self.b.emit1(Op::FAbs, &[x]);
                let op = if exponent > 0.0 {
                    Op::FSqrt
                } else {
                    Op::FRsqrt
                };
                self.b.emit1(op, &[size])
            }
            _ => return None,
        })
    }
}
