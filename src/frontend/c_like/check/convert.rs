//! Builds expressions: constants, smeared scalars, converted numbers. What is allowed is each language's own rule.

use super::constant;
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

/// Reads a whole variable.
pub(in crate::frontend::c_like) fn read(place: &Place, span: Span) -> Expression {
    Expression {
        ty: place.ty,
        kind: ExpressionKind::Read(place.clone()),
        span,
    }
}
