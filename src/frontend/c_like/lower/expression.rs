//! Lowers expressions to lists of scalars.

use super::integer::shift::Count;
use super::value::{Val, Values};
use super::{Frame, Lowering, Stop};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{BinaryOp, Expression, ExpressionKind, Math, Shift, Update};
use crate::frontend::c_like::types::{Scalar, Type};
use smallvec::{SmallVec, smallvec};

impl<'m> Lowering<'m> {
    /// The expression's scalars.
    pub(super) fn expression(
        &mut self,
        frame: &mut Frame,
        e: &'m Expression,
    ) -> Result<Values, Stop> {
        self.deeper(|l| l.value(frame, e))
    }

    /// One arm for each kind; what is more than a line has a function of its own, so that a level of the recursion takes
    /// little of the stack.
    fn value(&mut self, frame: &mut Frame, e: &'m Expression) -> Result<Values, Stop> {
        let scalar = e.ty.scalar().unwrap_or(Scalar::Int);
        match &e.kind {
            ExpressionKind::Integer(x) => Ok(smallvec![self.literal(*x, scalar)]),
            ExpressionKind::Real(single, double) => {
                Ok(smallvec![self.real_literal(*single, *double, scalar)])
            }
            ExpressionKind::Bits(bits) => Ok(smallvec![Val::Bits(self.b.i32(*bits as i32))]),
            ExpressionKind::Read(place) => {
                let place = self.resolve(frame, place)?;
                let values = self.load(&place)?;
                self.notes_read(e, &values);
                Ok(values)
            }
            ExpressionKind::Unary(op, a) => {
                let a = self.expression(frame, a)?;
                Ok(a.into_iter().map(|a| self.unary(*op, a, scalar)).collect())
            }
            ExpressionKind::Binary(op, operands) => {
                self.binary_values(frame, *op, operands.each_ref(), scalar)
            }
            ExpressionKind::Shift(shift, value, count) => self.shift(frame, *shift, value, count),
            ExpressionKind::Smear(a) => {
                let a = self.expression(frame, a)?;
                Ok(smallvec![a[0]; self.module.types.count(e.ty) as usize])
            }
            ExpressionKind::Compose(parts) => self.compose(frame, parts),
            ExpressionKind::Reinterpret(a) => self.expression(frame, a),
            ExpressionKind::Convert(a) => self.converted(frame, a, e.ty),
            ExpressionKind::Swizzle(a, swizzle) => {
                let a = self.expression(frame, a)?;
                let components = swizzle.components().iter();
                Ok(components.map(|c| a[usize::from(*c)]).collect())
            }
            ExpressionKind::Element {
                of,
                index,
                scalars,
                count,
            } => self.element(frame, of, index, [*scalars, *count]),
            ExpressionKind::Member(a, offset) => {
                let a = self.expression(frame, a)?;
                let n = self.module.types.count(e.ty) as usize;
                Ok(Values::from_slice(&a[*offset as usize..][..n]))
            }
            ExpressionKind::Choose(parts) => self.choose_values(frame, parts, scalar),
            ExpressionKind::Math(math, args) => self.math_values(frame, *math, args, scalar),
            ExpressionKind::Operation(intrinsic, imm, arguments) => {
                self.operation(frame, intrinsic, *imm, arguments)
            }
            ExpressionKind::Truth(a) => {
                let from = a.ty.scalar().unwrap_or(Scalar::Int);
                let a = self.expression(frame, a)?;
                Ok(smallvec![Val::Mask(self.truth(a[0], from))])
            }
            ExpressionKind::Gather(gather, a) => self.gather(frame, *gather, a),
            ExpressionKind::OneNan(a) => {
                let a = self.expression(frame, a)?;
                Ok(smallvec![Val::Number(self.real(a[0], scalar))])
            }
            ExpressionKind::Select(parts) => self.select_values(frame, parts),
            ExpressionKind::Conditional(parts) => self.conditional(frame, parts),
            ExpressionKind::Assign(parts) => {
                let (place, value) = &**parts;
                let value = self.expression(frame, value)?;
                let place = self.resolve(frame, place)?;
                self.store(&place, &value)?;
                Ok(value)
            }
            ExpressionKind::Update(update) => {
                let (old, value) = self.update(frame, update)?;
                Ok(if update.gives_old { old } else { value })
            }
            // The check gives one only inside an update.
            ExpressionKind::Old => Ok(self.olds.last().cloned().unwrap_or_default()),
            ExpressionKind::Sequence(parts) => {
                let mut last = Values::new();
                for part in parts {
                    last = self.expression(frame, part)?;
                }
                Ok(last)
            }
            ExpressionKind::Sample(sample) => self.sample(frame, sample),
            ExpressionKind::TextureSize(parts) => self.texture_size(frame, parts),
            ExpressionKind::Fetch(..) => {
                let advice = "a sample at a place between 0 and 1 reads the same texel";
                Err(self.refuse(Rule::Unsampled("a texel by its whole coordinates", advice)))
            }
            ExpressionKind::Call(id, arguments) => self.call(frame, *id, arguments),
            // The checker has reported an error, and this is never lowered.
            ExpressionKind::Unknown => Ok(self.zeros(e.ty)),
        }
    }

    fn literal(&mut self, x: i64, scalar: Scalar) -> Val {
        match scalar {
            Scalar::Bool => Val::Mask(self.b.mask(x != 0)),
            _ if scalar.is_real() => {
                let float = Scalar::Double == scalar;
                Val::Exact(if float {
                    self.b.f64(x as f64)
                } else {
                    self.b.f32(x as f32)
                })
            }
            Scalar::Int | Scalar::UInt if self.b.follows_ranges() => self.long_constant(x as f64),
            _ => Val::Bits(self.integer(x, scalar)),
        }
    }

    fn real_literal(&mut self, single: f32, double: f64, scalar: Scalar) -> Val {
        if scalar == Scalar::Double {
            return Val::Exact(self.b.f64(double));
        }
        let value = Val::Exact(self.b.f32(single));
        self.fitted(value, scalar)
    }

    fn notes_read(&mut self, e: &Expression, values: &[Val]) {
        let is_sampler = matches!(e.ty, Type::Sampler(_));
        if values.len() <= 4 && self.n_silent == 0 && !is_sampler {
            let ids = self.noted4(values, e.ty.scalar());
            self.operands.push((e.span, ids));
        }
    }

    fn compose(&mut self, frame: &mut Frame, parts: &'m [Expression]) -> Result<Values, Stop> {
        let mut all = Values::new();
        for part in parts {
            all.extend(self.expression(frame, part)?);
        }
        self.charge(all.len())?;
        Ok(all)
    }

    fn converted(
        &mut self,
        frame: &mut Frame,
        a: &'m Expression,
        to: Type,
    ) -> Result<Values, Stop> {
        let values = self.expression(frame, a)?;
        self.charge(values.len())?;
        let (from, to) = (
            self.module.types.scalars(a.ty),
            self.module.types.scalars(to),
        );
        let each = values.into_iter().zip(from).zip(to);
        Ok(each
            .map(|((v, from), to)| self.convert(v, from, to))
            .collect())
    }

    fn binary_values(
        &mut self,
        frame: &mut Frame,
        op: BinaryOp,
        [left, right]: [&'m Expression; 2],
        scalar: Scalar,
    ) -> Result<Values, Stop> {
        let a = self.expression(frame, left)?;
        let b = self.expression(frame, right)?;
        // Both are of this kind; for logic only of this width. The kind of a comparison is that of its operands.
        let scalar = if op.is_comparison() {
            left.ty.scalar().unwrap_or(scalar)
        } else {
            scalar
        };
        let pairs = a.into_iter().zip(b);
        Ok(pairs.map(|(a, b)| self.binary(op, a, b, scalar)).collect())
    }

    fn choose_values(
        &mut self,
        frame: &mut Frame,
        parts: &'m [Expression; 3],
        scalar: Scalar,
    ) -> Result<Values, Stop> {
        let mask_scalar = parts[2].ty.scalar().unwrap_or(scalar);
        let a = self.expression(frame, &parts[0])?;
        let b = self.expression(frame, &parts[1])?;
        let m = self.expression(frame, &parts[2])?;
        let each = a.into_iter().zip(b).zip(m);
        Ok(each
            .map(|((a, b), m)| self.choose(a, b, m, scalar, mask_scalar))
            .collect())
    }

    fn select_values(
        &mut self,
        frame: &mut Frame,
        parts: &'m [Expression; 3],
    ) -> Result<Values, Stop> {
        let condition = parts[0].ty.scalar().unwrap_or(Scalar::Bool);
        let m = self.expression(frame, &parts[0])?;
        let yes = self.expression(frame, &parts[1])?;
        let no = self.expression(frame, &parts[2])?;
        let scalars = self.module.types.scalars(parts[1].ty);
        let mut chosen = Values::new();
        let each = yes.into_iter().zip(no).zip(scalars).enumerate();
        for (i, ((yes, no), scalar)) in each {
            let mask = self.truth(m[i.min(m.len() - 1)], condition);
            chosen.push(self.choose(no, yes, Val::Mask(mask), scalar, scalar.bits()));
        }
        Ok(chosen)
    }

    fn math_values(
        &mut self,
        frame: &mut Frame,
        math: Math,
        args: &'m [Expression],
        scalar: Scalar,
    ) -> Result<Values, Stop> {
        let args = args.iter().map(|e| self.expression(frame, e));
        let args = args.collect::<Result<SmallVec<[Values; 3]>, Stop>>()?;
        let n = args.iter().map(SmallVec::len).min().unwrap_or(0);
        let lanes = (0..n).map(|lane| {
            let args: Values = args.iter().map(|values| values[lane]).collect();
            self.math(math, &args, scalar)
        });
        Ok(lanes.collect())
    }

    /// Returns what the place had, and what it has now.
    pub(super) fn update(
        &mut self,
        frame: &mut Frame,
        update: &'m Update,
    ) -> Result<(Values, Values), Stop> {
        let place = self.resolve(frame, &update.place)?;
        let old = self.load(&place)?;
        self.olds.push(old);
        let value = self.expression(frame, &update.value);
        let old = self.olds.pop().unwrap_or_default();
        let value = value?;
        self.store(&place, &value)?;
        Ok((old, value))
    }

    fn shift(
        &mut self,
        frame: &mut Frame,
        shift: Shift,
        value: &'m Expression,
        count: &'m Expression,
    ) -> Result<Values, Stop> {
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
            return Ok(shifted.map(Val::Bits).into_iter().collect());
        }
        let count = |i: usize| counts[i.min(counts.len() - 1)];
        let each = values.into_iter().enumerate();
        Ok(each
            .map(|(i, x)| Val::Bits(self.shift_lane(shift.kind, x, count(i), scalar)))
            .collect())
    }
}
