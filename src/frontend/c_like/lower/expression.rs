//! Lowers expressions to lists of scalars.

use super::shift::Count;
use super::value::Val;
use super::{Frame, Lowering};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::tree::{Expression, ExpressionKind, Shift};
use crate::frontend::c_like::types::{Scalar, Type};

impl<'m> Lowering<'m> {
    /// The expression's scalars.
    pub(super) fn expression(
        &mut self,
        frame: &mut Frame<'m>,
        e: &'m Expression,
    ) -> Result<Vec<Val>, Stop> {
        self.deeper(|l| l.value(frame, e))
    }

    fn value(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Result<Vec<Val>, Stop> {
        let scalar = e.ty.scalar().unwrap_or(Scalar::Int);
        Ok(match &e.kind {
            ExpressionKind::Integer(x) => vec![Val::Bits(self.integer(*x, scalar))],
            ExpressionKind::Real(single, double) => vec![Val::Exact(match scalar {
                Scalar::Double => self.b.f64(*double),
                _ => self.b.f32(*single),
            })],
            ExpressionKind::Bits(bits) => vec![Val::Bits(self.b.i32(*bits as i32))],
            ExpressionKind::Read(place) => {
                let place = self.resolve(frame, place)?;
                let values = self.load(frame, &place)?;
                if values.len() <= 4 {
                    let ids = std::array::from_fn(|i| values.get(i).map(|v| v.id()));
                    self.operands.push((e.span, ids));
                }
                values
            }
            ExpressionKind::Unary(op, a) => {
                let a = self.expression(frame, a)?;
                a.into_iter().map(|a| self.unary(*op, a, scalar)).collect()
            }
            ExpressionKind::Binary(op, left, right) => {
                let a = self.expression(frame, left)?;
                let b = self.expression(frame, right)?;
                // Both are of this kind; for logic only of this width.
                let pairs = a.into_iter().zip(b);
                pairs.map(|(a, b)| self.binary(*op, a, b, scalar)).collect()
            }
            ExpressionKind::Shift(shift, value, count) => {
                self.shift(frame, *shift, value, count)?
            }
            ExpressionKind::Smear(a) => {
                let a = self.expression(frame, a)?;
                vec![a[0]; self.module.types.count(e.ty) as usize]
            }
            ExpressionKind::Compose(parts) => {
                let mut all = Vec::with_capacity(4);
                for part in parts {
                    all.extend(self.expression(frame, part)?);
                }
                all
            }
            ExpressionKind::Convert(a) => {
                let from = a.ty.scalar().unwrap_or(Scalar::Int);
                let a = self.expression(frame, a)?;
                a.into_iter()
                    .map(|a| self.convert(a, from, scalar))
                    .collect()
            }
            ExpressionKind::Swizzle(a, swizzle) => {
                let a = self.expression(frame, a)?;
                let components = swizzle.components().iter();
                components.map(|c| a[usize::from(*c)]).collect()
            }
            ExpressionKind::Member(a, offset) => {
                let a = self.expression(frame, a)?;
                let n = self.module.types.count(e.ty) as usize;
                a[*offset as usize..][..n].to_vec()
            }
            ExpressionKind::Choose(parts) => {
                let mask_scalar = parts[2].ty.scalar().unwrap_or(scalar);
                let a = self.expression(frame, &parts[0])?;
                let b = self.expression(frame, &parts[1])?;
                let m = self.expression(frame, &parts[2])?;
                let each = a.into_iter().zip(b).zip(m);
                each.map(|((a, b), m)| self.choose(a, b, m, scalar, mask_scalar))
                    .collect()
            }
            ExpressionKind::Math(math, args) => {
                let args = args.iter().map(|e| self.expression(frame, e));
                let args = args.collect::<Result<Vec<_>, Stop>>()?;
                let lanes = (0..args[0].len()).map(|lane| {
                    let args: Vec<Val> = args.iter().map(|values| values[lane]).collect();
                    self.math(*math, &args, scalar)
                });
                lanes.collect()
            }
            ExpressionKind::Operation(intrinsic, imm, arguments) => {
                self.operation(frame, intrinsic, *imm, arguments)?
            }
            ExpressionKind::Truth(a) => {
                let from = a.ty.scalar().unwrap_or(Scalar::Int);
                let a = self.expression(frame, a)?;
                vec![Val::Mask(self.truth(a[0], from))]
            }
            ExpressionKind::OneNan(a) => {
                let a = self.expression(frame, a)?;
                vec![Val::Number(self.real(a[0], scalar))]
            }
            ExpressionKind::Call(id, arguments) => self.call(frame, *id, arguments)?,
            // The checker has reported an error, and this is never lowered; the rest is not in MUDA.
            _ => self.zeros(e.ty),
        })
    }

    fn shift(
        &mut self,
        frame: &mut Frame<'m>,
        shift: Shift,
        value: &'m Expression,
        count: &'m Expression,
    ) -> Result<Vec<Val>, Stop> {
        let scalar = value.ty.scalar().unwrap_or(Scalar::Int);
        let known = count.constant_integer().and_then(|n| u32::try_from(n).ok());
        let values = self.expression(frame, value)?;
        let counts = self.expression(frame, count)?;
        let values: Vec<_> = values.into_iter().map(|v| self.bits(v, scalar)).collect();
        let counts: Vec<_> = counts
            .into_iter()
            .map(|v| self.bits(v, Scalar::Int))
            .collect();
        if let (false, Type::Vector(..), [x, y, z, w]) = (shift.by_lane, value.ty, &values[..]) {
            let count = known.map_or(Count::Value(counts[0]), Count::Known);
            let shifted = self.shift_whole(shift.kind, [*x, *y, *z, *w], count);
            return Ok(shifted.map(Val::Bits).to_vec());
        }
        let count = |i: usize| counts[i.min(counts.len() - 1)];
        let each = values.into_iter().enumerate();
        Ok(each
            .map(|(i, x)| Val::Bits(self.shift_lane(shift.kind, x, count(i), scalar)))
            .collect())
    }
}
