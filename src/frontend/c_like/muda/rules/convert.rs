//! MUDA's conversions: implicit ones, those that need a constructor, and the common shape of operands.

use super::super::words::{Conversion, conversion, scalar_name, vector_name};
use crate::frontend::c_like::check::convert::{converted, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// Repeats the scalar in all components of a vector.
pub(super) fn smear(e: Expression) -> Expression {
    match e.ty {
        Type::Scalar(scalar) => {
            crate::frontend::c_like::check::convert::smeared(e, Type::Vector(scalar, 4))
        }
        _ => e,
    }
}

/// Whether the expression consists of real literals only, so that it can be read at double precision.
fn is_literal(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Real(..) => true,
        ExpressionKind::Unary(UnaryOp::Negate, e) => is_literal(e),
        ExpressionKind::Binary(op, operands) => {
            op.is_arithmetic() && operands.iter().all(is_literal)
        }
        _ => false,
    }
}

/// Reads a literal at double precision.
fn as_double(mut e: Expression) -> Expression {
    e.ty = e.ty.with_scalar(Scalar::Double);
    match &mut e.kind {
        ExpressionKind::Unary(_, operand) => take(operand, as_double),
        ExpressionKind::Binary(_, operands) => {
            operands.iter_mut().for_each(|e| take(e, as_double));
        }
        _ => {}
    }
    e
}

fn take(e: &mut Expression, f: fn(Expression) -> Expression) {
    let span = e.span;
    *e = f(std::mem::replace(e, unknown(span)));
}

/// Converts the value to type `to`, for an assignment, a first value, an argument or `return`.
pub(super) fn assigned(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Type) -> Expression {
    if e.ty == Type::Void {
        let span = e.span;
        let found = match &e.kind {
            ExpressionKind::Call(id, _) => f.c.head_of(*id).name.text.to_owned(),
            _ => String::new(),
        };
        f.c.out.rule(Rule::NoValue(found), span);
        return unknown(span);
    }
    if e.ty == to || e.ty == Type::Unknown || to == Type::Unknown {
        return e;
    }
    match (e.ty, to) {
        (Type::Scalar(_), Type::Scalar(scalar)) => scalar_to(f, e, scalar),
        (Type::Scalar(_), Type::Vector(scalar, _)) => smear(scalar_to(f, e, scalar)),
        _ => refuse_conversion(f, e, to),
    }
}

/// Converts a scalar to another kind, where that needs no constructor.
pub(super) fn scalar_to(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Scalar) -> Expression {
    let Type::Scalar(from) = e.ty else {
        return e;
    };
    if from == to {
        return e;
    }
    // The table says how far the language goes: silently, with a warning, or for literals only.
    match conversion(from, to) {
        Conversion::OfLiterals if is_literal(&e) => as_double(e),
        Conversion::Silent => converted(e, to),
        Conversion::Reported => {
            let advice = match e.constant_integer() {
                Some(n) => format!("{n}.0"),
                None => format!("{}(...)", scalar_name(to)),
            };
            let oddity = Oddity::Implicit {
                from: scalar_name(from),
                to: scalar_name(to),
                advice,
            };
            f.c.out.odd(oddity, e.span);
            converted(e, to)
        }
        Conversion::Truncating => {
            // A constant that fits loses nothing, so that it gives no warning.
            if e.constant_integer()
                .is_none_or(|n| i32::try_from(n).is_err())
            {
                f.c.out.odd(Oddity::Truncated, e.span);
            }
            converted(e, to)
        }
        Conversion::OfLiterals | Conversion::Refused => refuse_conversion(f, e, Type::Scalar(to)),
    }
}

/// Reads the expression at double precision if it consists of literals.
pub(super) fn literal_as_double(e: Expression) -> Result<Expression, Expression> {
    if is_literal(&e) {
        Ok(as_double(e))
    } else {
        Err(e)
    }
}

fn refuse_conversion(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Type) -> Expression {
    let advice = match (e.ty, to) {
        (Type::Vector(..), Type::Scalar(_)) => {
            "take one component, as in \"a.x\" or extract(a, 0)".into()
        }
        (_, Type::Scalar(s)) if e.ty.scalar().is_some() => {
            format!("write {}(...)", scalar_name(s))
        }
        (Type::Vector(Scalar::Int, _), Type::Vector(Scalar::Float, _)) => {
            "write vec(...), or as_vec(...) for the same bits".into()
        }
        (Type::Vector(Scalar::Float, _), Type::Vector(Scalar::Int, _)) => {
            "write ivec(...), or as_ivec(...) for the same bits".into()
        }
        (_, Type::Vector(s, _)) if e.ty.scalar().is_some() => {
            format!("write {}(...)", vector_name(s))
        }
        _ => "the types must be the same".into(),
    };
    let rule = Rule::Conversion {
        found: f.c.type_name(e.ty),
        expected: f.c.type_name(to),
        advice,
    };
    f.c.out.rule(rule, e.span);
    unknown(e.span)
}

/// Converts both operands to one shape and one kind of number. `None` if their types do not match.
pub(super) fn unified(
    f: &mut FunctionChecker<'_, '_>,
    a: Expression,
    b: Expression,
) -> Option<(Expression, Expression)> {
    let (x, y) = (a.ty.scalar()?, b.ty.scalar()?);
    if a.ty.is_vector() && b.ty.is_vector() {
        return (x == y).then_some((a, b));
    }
    // A vector keeps its kind; of two scalars the greater kind is used.
    let rank = |s: Scalar| match s {
        Scalar::Int => 0,
        Scalar::Long => 1,
        Scalar::Float => 2,
        Scalar::Double => 3,
        _ => 0,
    };
    let to = match (a.ty.is_vector(), b.ty.is_vector()) {
        (true, _) => x,
        (_, true) => y,
        _ if rank(x) >= rank(y) => x,
        _ => y,
    };
    if !goes(&a, to) || !goes(&b, to) {
        return None;
    }
    let shape = a.ty.is_vector() || b.ty.is_vector();
    let (a, b) = (operand_to(f, a, to), operand_to(f, b, to));
    Some(if shape { (smear(a), smear(b)) } else { (a, b) })
}

fn operand_to(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Scalar) -> Expression {
    match e.ty {
        Type::Scalar(_) => scalar_to(f, e, to),
        _ => e,
    }
}

/// Converts both operands of an operation on bits to one shape and one width.
pub(super) fn of_one_width(a: Expression, b: Expression) -> Option<(Expression, Expression)> {
    let widen = |e: Expression, other: Type| match (e.ty, other.scalar()?) {
        (Type::Scalar(Scalar::Int), s) if s.is_wide() => Some(converted(e, Scalar::Long)),
        (Type::Scalar(Scalar::Float), s) if s.is_wide() && is_literal(&e) => Some(as_double(e)),
        _ => Some(e),
    };
    let (ty, other) = (a.ty, b.ty);
    let (a, b) = (widen(a, other)?, widen(b, ty)?);
    if a.ty.scalar()?.is_wide() != b.ty.scalar()?.is_wide() {
        return None;
    }
    Some(if a.ty.is_vector() || b.ty.is_vector() {
        (smear(a), smear(b))
    } else {
        (a, b)
    })
}

/// Whether an operand is converted to this kind without a constructor.
fn goes(e: &Expression, to: Scalar) -> bool {
    let Some(from) = e.ty.scalar() else {
        return false;
    };
    if from == to || e.ty.is_vector() {
        return from == to;
    }
    match conversion(from, to) {
        Conversion::Silent | Conversion::Reported | Conversion::Truncating => true,
        Conversion::OfLiterals => is_literal(e),
        Conversion::Refused => false,
    }
}
