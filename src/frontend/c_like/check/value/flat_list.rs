//! Lists in braces whose values are the numbers of a type in order, whatever braces stand around them (HLSL).

use crate::frontend::c_like::check::convert::{after, converted, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// A list as a value of the type; an array without a size takes as many elements as the list has numbers for.
    pub(in crate::frontend::c_like::check) fn flat_list(
        &mut self,
        ty: Type,
        items: &'a [Expr<'a>],
        span: Span,
    ) -> (Type, Expression) {
        let mut values = Vec::new();
        self.flatten(items, &mut values);
        if ty == Type::Unknown || values.iter().any(|e| e.ty == Type::Unknown) {
            return (ty, unknown(span));
        }
        // Only the number of scalars must be right, whatever the braces say.
        let counts = values.iter().map(|e| self.c.types.count(e.ty));
        let found = counts.fold(0, u32::saturating_add);
        let ty = self.sized_by(ty, found);
        let needed = self.c.types.count(ty);
        let fits = needed == found && needed > 0 && !self.c.is_open(ty);
        if !fits || !self.c.spend(u64::from(needed), span) {
            let (needed, found) = (needed as usize, found as usize);
            let rule = Shading::ListLength { needed, found };
            self.c.out.rule(Rule::Shading(rule), span);
            return (ty, unknown(span));
        }
        // Each value is taken apart into scalars, of the kinds that the type has at these places.
        let kinds = self.c.types.scalars(ty);
        let (mut parts, mut first, mut before) = (Vec::new(), 0, None);
        for e in values {
            let n = self.c.types.count(e.ty) as usize;
            let (made, part) = self.of_kinds(e, &kinds[first..first + n]);
            before = match (before, made) {
                (Some(a), Some(b)) => Some(after(Some(a), b)),
                (a, b) => a.or(b),
            };
            parts.extend(part);
            first += n;
        }
        // A list of one number may stand for a scalar or a sampler.
        if let [_] = parts[..]
            && let (Some(only), Type::Scalar(_) | Type::Sampler(_)) = (parts.pop(), ty)
        {
            return (ty, after(before, only));
        }
        let kind = ExpressionKind::Compose(parts);
        (ty, after(before, Expression { kind, ty, span }))
    }

    fn flatten(&mut self, items: &'a [Expr<'a>], values: &mut Vec<Expression>) {
        for item in items {
            match &item.kind {
                ExprKind::List(inner) => self.flatten(inner, values),
                _ => values.push(self.expression(item)),
            }
        }
    }

    /// The array type without a size with one that takes this many numbers.
    fn sized_by(&mut self, ty: Type, found: u32) -> Type {
        let Type::Array(id) = ty else {
            return ty;
        };
        let array = self.c.types.arrays[id.0 as usize];
        let each = self.c.types.count(array.element);
        match array.count {
            None if each > 0 && found.is_multiple_of(each) && found > 0 => {
                let count = Some(found / each);
                self.c.types.array_type(Array { count, ..array })
            }
            _ => ty,
        }
    }

    /// A value as numbers of these kinds, and what to evaluate before.
    fn of_kinds(
        &mut self,
        e: Expression,
        kinds: &[Scalar],
    ) -> (Option<Expression>, Vec<Expression>) {
        let own = self.c.types.scalars(e.ty);
        if own[..] == *kinds {
            return (None, vec![e]);
        }
        let is_plain = e.ty.scalar().is_some() && kinds.iter().all(|k| *k == kinds[0]);
        if is_plain {
            return (None, vec![converted(e, kinds[0])]);
        }
        let (before, e) = self.once(e);
        let scalar = |(i, (own, kind)): (usize, (&Scalar, &Scalar))| {
            let part = Expression {
                kind: ExpressionKind::Member(Box::new(e.clone()), i as u32),
                ty: Type::Scalar(*own),
                span: e.span,
            };
            converted(part, *kind)
        };
        let parts = own.iter().zip(kinds).enumerate().map(scalar).collect();
        (before, parts)
    }
}
