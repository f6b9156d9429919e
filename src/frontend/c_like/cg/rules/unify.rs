//! The kind and the shape in which two operands meet (Cg 3.1, "Type-Promotion Rules", "Smearing").

use super::conversions::{line, reshape, reshaped, warn_smaller};
use crate::frontend::c_like::check::convert::{converted, smeared};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// Real kinds, the greater ones last.
const REALS: [Scalar; 4] = [Scalar::Fixed, Scalar::Half, Scalar::Float, Scalar::Double];

/// The whole kinds with their sizes in bytes; of two of one size, the unsigned one is greater.
fn size(s: Scalar) -> u8 {
    match s {
        Scalar::Char | Scalar::UChar => 1,
        Scalar::Short | Scalar::UShort => 2,
        Scalar::Long | Scalar::ULong => 8,
        _ => 4,
    }
}

/// The kind in which two kinds meet; `None`: they do not. `literals` are the values of operands that are written as
/// numbers.
pub(super) fn common(a: Scalar, b: Scalar, literals: [Option<f64>; 2]) -> Option<Scalar> {
    use Scalar::{Int, LiteralInt, LiteralReal};
    let is_literal = |s: Scalar| matches!(s, LiteralInt | LiteralReal);
    match (a, b) {
        (LiteralInt, LiteralInt) => Some(LiteralInt),
        (a, b) if is_literal(a) && is_literal(b) => Some(LiteralReal),
        (literal, kind) if is_literal(literal) => of_literal(literal, kind, literals[0]),
        (kind, literal) if is_literal(literal) => of_literal(literal, kind, literals[1]),
        (a, b) if a.is_real() || b.is_real() => {
            let rank = |s: Scalar| REALS.iter().position(|r| *r == s);
            Some(if rank(a) >= rank(b) { a } else { b })
        }
        (a, b) => {
            let plain = |s: Scalar| if s == Scalar::Bool { Int } else { s };
            let (a, b) = (plain(a), plain(b));
            let rank = |s: Scalar| (size(s), s.is_unsigned());
            Some(if rank(a) >= rank(b) { a } else { b })
        }
    }
}

/// The kind in which a constant without a kind and another kind meet.
fn of_literal(literal: Scalar, kind: Scalar, value: Option<f64>) -> Option<Scalar> {
    if kind.is_real() {
        // A number that fixed cannot hold makes the operation half.
        let is_outside = value.is_some_and(|x| !(-2.0..2.0).contains(&x));
        return Some(if kind == Scalar::Fixed && is_outside {
            Scalar::Half
        } else {
            kind
        });
    }
    match (literal, kind) {
        (Scalar::LiteralInt, kind) if size(kind) < 4 || kind == Scalar::Bool => Some(Scalar::Int),
        (Scalar::LiteralInt, kind) => Some(kind),
        (_, Scalar::Int) => Some(Scalar::Float),
        _ => None,
    }
}

/// The value of an operand that is written as a number.
fn literal(e: &Expression) -> Option<f64> {
    match e.kind {
        ExpressionKind::Integer(x) => Some(x as f64),
        ExpressionKind::Real(_, x) => Some(x),
        _ => None,
    }
}

/// The shape that two operands take: that of the vector beside a scalar, that of the smaller one of two vectors, that of the
/// first of two matrices. A vector and a matrix of one row or one column with as many numbers are a matrix.
pub(super) fn shape(a: Type, b: Type) -> Option<Type> {
    match (a, b) {
        (Type::Scalar(_), b) => Some(b),
        (a, Type::Scalar(_)) => Some(a),
        (Type::Vector(_, n), Type::Vector(_, m)) => Some(if n <= m { a } else { b }),
        (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) if r <= s && c <= d => Some(a),
        (Type::Matrix(..), Type::Vector(_, n)) if line(a) == Some(n) => Some(a),
        (Type::Vector(_, n), Type::Matrix(..)) if line(b) == Some(n) => Some(b),
        _ => None,
    }
}

/// An operand in a shape; the loss of numbers is warned of.
pub(super) fn shaped(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Type) -> Expression {
    match (e.ty, to) {
        (Type::Scalar(_), _) => {
            let ty = to.with_scalar(e.ty.scalar().unwrap_or(Scalar::Float));
            smeared(e, ty)
        }
        (from, _) if from.with_scalar(Scalar::Float) != to.with_scalar(Scalar::Float) => {
            let to = to.with_scalar(e.ty.scalar().unwrap_or(Scalar::Float));
            warn_smaller(f, &e, to);
            match reshape(e.ty, to) {
                Some(how) => reshaped(e, to, how),
                None => e,
            }
        }
        _ => e,
    }
}

/// Converts both operands to one kind and one shape; `None` where they have none.
pub(super) fn unified(
    f: &mut FunctionChecker<'_, '_>,
    a: Expression,
    b: Expression,
) -> Option<(Expression, Expression)> {
    let (x, y) = (a.ty.scalar()?, b.ty.scalar()?);
    let kind = common(x, y, [literal(&a), literal(&b)])?;
    let to = shape(a.ty, b.ty)?;
    let (a, b) = (shaped(f, a, to), shaped(f, b, to));
    Some((to_kind(a, kind), to_kind(b, kind)))
}

/// A smeared constant is converted before it is smeared.
pub(super) fn to_kind(e: Expression, kind: Scalar) -> Expression {
    match e.kind {
        ExpressionKind::Smear(inner) => {
            let ty = e.ty.with_scalar(kind);
            smeared(converted(*inner, kind), ty)
        }
        _ => converted(e, kind),
    }
}
