//! Builds expressions: constants, smeared scalars, converted numbers. What is allowed is each language's own rule.

use super::checker::Checker;
use super::constant;
use super::function::FunctionChecker;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// Stands for an expression with an error that is already reported.
pub(in crate::frontend::c_like) fn unknown(span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Unknown,
        ty: Type::Unknown,
        span,
    }
}

/// An integer constant of a scalar type.
pub(in crate::frontend::c_like) fn constant_int(value: i64, ty: Type, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Integer(value),
        ty,
        span,
    }
}

/// Repeats a scalar in all components of a vector or a matrix of this type.
pub(in crate::frontend::c_like) fn smeared(e: Expression, ty: Type) -> Expression {
    let (Type::Scalar(scalar), true) = (e.ty, !matches!(ty, Type::Scalar(_))) else {
        return e;
    };
    Expression {
        span: e.span,
        ty: ty.with_scalar(scalar),
        kind: ExpressionKind::Smear(Box::new(e)),
    }
}

/// Converts the numbers to another kind. Constants become constants of that kind.
pub(in crate::frontend::c_like) fn converted(e: Expression, to: Scalar) -> Expression {
    if e.ty.scalar() == Some(to) {
        return e;
    }
    constant::converted(e, to).unwrap_or_else(|e| Expression {
        span: e.span,
        ty: e.ty.with_scalar(to),
        kind: ExpressionKind::Convert(Box::new(e)),
    })
}

/// Some scalars of a vector or a matrix, as a value of this type.
pub(in crate::frontend::c_like) fn swizzled(
    e: Expression,
    components: &[u8],
    ty: Type,
) -> Expression {
    Expression {
        span: e.span,
        ty,
        kind: ExpressionKind::Swizzle(Box::new(e), Swizzle::new(components)),
    }
}

impl<'a> FunctionChecker<'a, '_> {
    /// The expression as one that can be evaluated several times, and what to evaluate before.
    pub(in crate::frontend::c_like) fn once(
        &mut self,
        e: Expression,
    ) -> (Option<Expression>, Expression) {
        if matches!(
            e.kind,
            ExpressionKind::Read(_) | ExpressionKind::Integer(_) | ExpressionKind::Real(..)
        ) {
            return (None, e);
        }
        let (ty, span) = (e.ty, e.span);
        let place = self.temporary(ty, span);
        self.moves(&e, &place);
        let kind = ExpressionKind::Assign(Box::new((place.clone(), e)));
        let first = Expression { kind, ty, span };
        (Some(first), super::switch::read(&place, span))
    }

    /// The member of a structure's value with this index.
    pub(in crate::frontend::c_like) fn member_of(
        &self,
        e: &Expression,
        index: usize,
    ) -> Expression {
        let Type::Struct(id) = e.ty else {
            return unknown(e.span);
        };
        let member = &self.c.types.structure(id).members[index];
        Expression {
            kind: ExpressionKind::Member(Box::new(e.clone()), member.offset),
            ty: member.ty,
            span: e.span,
        }
    }
}

/// Evaluates one expression before another.
pub(in crate::frontend::c_like) fn after(first: Option<Expression>, e: Expression) -> Expression {
    match first {
        Some(first) => Expression {
            ty: e.ty,
            span: e.span,
            kind: ExpressionKind::Sequence(vec![first, e]),
        },
        None => e,
    }
}

impl Checker<'_> {
    /// Whether no value can be of the type: an interface, an array without a size, or one of such.
    pub(in crate::frontend::c_like) fn is_open(&self, ty: Type) -> bool {
        match ty {
            Type::Struct(id) => self.types.structure(id).is_interface,
            Type::Array(id) => {
                let array = self.types.arrays[id.0 as usize];
                array.count.is_none() || self.is_open(array.element)
            }
            _ => false,
        }
    }

    /// Whether a value's type can stand for the open one: a structure that implements the interface, an array with
    /// such elements.
    pub(in crate::frontend::c_like) fn closes(&self, value: Type, open: Type) -> bool {
        match (value, open) {
            (Type::Struct(id), Type::Struct(wanted)) => {
                id == wanted || self.types.structure(id).interfaces.contains(&wanted)
            }
            (Type::Array(a), Type::Array(b)) => {
                let [a, b] = [a, b].map(|id| self.types.arrays[id.0 as usize]);
                let fits = b.count.is_none() || a.count == b.count;
                fits && (a.element == b.element || self.closes(a.element, b.element))
            }
            _ => value == open,
        }
    }
}
