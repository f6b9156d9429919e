//! Operations of the IR that a text names.

use super::value::Val;
use super::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Intrinsic, Op, OpKind, Type, ValueId};

impl<'m> Lowering<'m> {
    /// An operation with its immediates and arguments.
    pub(super) fn operation(
        &mut self,
        frame: &mut Frame,
        intrinsic: &'static Intrinsic,
        imm: [u32; 2],
        arguments: &'m [Expression],
    ) -> Result<Vec<Val>, Stop> {
        let mut args: Vec<ValueId> = Vec::with_capacity(arguments.len());
        for (e, ty) in arguments.iter().zip(intrinsic.info().args) {
            let value = self.expression(frame, e)?[0];
            let scalar = e.ty.scalar().unwrap_or(Scalar::Int);
            if let Op::BitsOfF32 | Op::BitsOfF64 = intrinsic.op {
                return Ok(vec![Val::Bits(self.bits(value, scalar))]);
            }
            args.push(match ty {
                Type::F32 | Type::F64 => self.real(value, scalar),
                Type::I32 | Type::I64 => self.bits(value, scalar),
                Type::Mask => self.truth(value, scalar),
            });
        }
        if intrinsic.needs_draw() {
            self.needs_draw();
            self.uses.discards |= intrinsic.op == Op::Kill;
        }
        if let Op::F32OfBits | Op::F64OfBits = intrinsic.op {
            return Ok(vec![Val::Bits(args[0])]);
        }
        let results = match intrinsic.info().results {
            [_] if imm == [0, 0] => [self.b.emit1(intrinsic.op, &args)].into_iter().collect(),
            _ => self.b.emit(intrinsic.op, &args, imm),
        };
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
}
