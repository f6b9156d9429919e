//! Checks calls of the functions that the author's programs have beyond the specification: conversions, bits, and what the
//! components of a vector say together.

use super::super::words::Author;
use super::convert::smear;
use crate::frontend::c_like::check::convert::{converted, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// A function of one number or vector.
pub(super) fn author<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    word: Author,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    const EXPECTED: &str = "one number or vector";
    let Some(mut values) = f.values(name, arguments, 1, EXPECTED) else {
        return unknown(span);
    };
    let e = values.remove(0);
    let Some(scalar) = e.ty.scalar() else {
        return f.refuse_types(name, EXPECTED, &[e.ty]);
    };
    let made = match (word, scalar) {
        (Author::Gather(gather), _) => Expression {
            kind: ExpressionKind::Gather(gather, Box::new(e)),
            ty: Type::Scalar(Scalar::Int),
            span,
        },
        (Author::ToInt, _) => converted(e, Scalar::Int),
        (Author::ToFloat, Scalar::Float) => converted(bits_as(e, Scalar::Int), Scalar::Float),
        (Author::ToFloat, Scalar::Int | Scalar::Long) => converted(e, Scalar::Float),
        (Author::AsInt, Scalar::Int | Scalar::Float) => smear(bits_as(e, Scalar::Int)),
        (Author::AsFloat, Scalar::Int | Scalar::Float) => smear(bits_as(e, Scalar::Float)),
        (_, _) => {
            let expected = "floats and ints, and vectors of them";
            return f.refuse_types(name, expected, &[e.ty]);
        }
    };
    Expression { span, ..made }
}

/// The same bits as a number of another kind of this width.
fn bits_as(e: Expression, to: Scalar) -> Expression {
    if e.ty.scalar() == Some(to) {
        return e;
    }
    Expression {
        span: e.span,
        ty: e.ty.with_scalar(to),
        kind: ExpressionKind::Reinterpret(Box::new(e)),
    }
}
