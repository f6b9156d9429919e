//! Constants: their values, and expressions of constants folded into one.

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// Converts a scalar constant to another kind of number; other expressions are given back.
pub(super) fn converted(e: Expression, to: Scalar) -> Result<Expression, Expression> {
    let Type::Scalar(from) = e.ty else {
        return Err(e);
    };
    let is_plain = |s: Scalar| matches!(s, Scalar::LiteralInt | Scalar::LiteralReal);
    if !is_plain(from) {
        return Err(e);
    }
    let kind = match (&e.kind, to) {
        (ExpressionKind::Integer(x), Scalar::Bool) => ExpressionKind::Integer(i64::from(*x != 0)),
        (ExpressionKind::Real(_, x), Scalar::Bool) => ExpressionKind::Integer(i64::from(*x != 0.0)),
        // What fixed cannot hold is clamped by the conversion.
        (_, Scalar::Fixed) => return Err(e),
        (ExpressionKind::Integer(x), to) if to.is_real() => {
            ExpressionKind::Real(*x as f32, *x as f64)
        }
        (ExpressionKind::Integer(x), to) => ExpressionKind::Integer(wrapped(*x, to)),
        (ExpressionKind::Real(x, y), to) if to.is_real() => ExpressionKind::Real(*x, *y),
        (ExpressionKind::Real(_, x), to) => ExpressionKind::Integer(wrapped(*x as i64, to)),
        _ => return Err(e),
    };
    Ok(Expression {
        kind,
        ty: Type::Scalar(to),
        span: e.span,
    })
}

/// The integer in the width of its kind.
fn wrapped(x: i64, to: Scalar) -> i64 {
    match to {
        Scalar::Char => (x as i8).into(),
        Scalar::UChar => (x as u8).into(),
        Scalar::Short => (x as i16).into(),
        Scalar::UShort => (x as u16).into(),
        Scalar::Long | Scalar::ULong => x,
        _ => (x as i32).into(),
    }
}

/// The value of a scalar constant; `global` has those of constant variables outside functions.
pub(super) fn number(global: &dyn Fn(GlobalId) -> Option<f64>, e: &Expression) -> Option<f64> {
    match &e.kind {
        ExpressionKind::Integer(x) => Some(*x as f64),
        ExpressionKind::Real(_, x) => Some(*x),
        ExpressionKind::Convert(inner) => {
            let x = number(global, inner)?;
            let to = e.ty.scalar()?;
            Some(if to.is_real() { x } else { x.trunc() })
        }
        ExpressionKind::Unary(UnaryOp::Negate, e) => Some(-number(global, e)?),
        ExpressionKind::Binary(op, a, b) => {
            let (x, y) = (number(global, a)?, number(global, b)?);
            binary(*op, x, y, e.ty.scalar()?)
        }
        ExpressionKind::Conditional(parts) => {
            let [condition, yes, no] = &**parts;
            number(
                global,
                if number(global, condition)? != 0.0 {
                    yes
                } else {
                    no
                },
            )
        }
        ExpressionKind::Read(place) => {
            let VariableRef::Global(id) = place.variable else {
                return None;
            };
            // A part of it is no scalar constant.
            let is_whole = place.steps.is_empty() && place.swizzle.is_none();
            is_whole.then(|| global(id)).flatten()
        }
        _ => None,
    }
}

fn binary(op: BinaryOp, x: f64, y: f64, scalar: Scalar) -> Option<f64> {
    let truth = |b: bool| Some(f64::from(u8::from(b)));
    match op {
        BinaryOp::Add => Some(x + y),
        BinaryOp::Subtract => Some(x - y),
        BinaryOp::Multiply => Some(x * y),
        BinaryOp::Divide if scalar.is_real() => Some(x / y),
        BinaryOp::Divide if y == 0.0 => Some(0.0),
        BinaryOp::Divide => Some((x / y).trunc()),
        BinaryOp::Remainder if y == 0.0 => Some(0.0),
        BinaryOp::Remainder => Some(x % y),
        BinaryOp::Less => truth(x < y),
        BinaryOp::LessEqual => truth(x <= y),
        BinaryOp::Greater => truth(x > y),
        BinaryOp::GreaterEqual => truth(x >= y),
        BinaryOp::Equal => truth(x == y),
        BinaryOp::NotEqual => truth(x != y),
        BinaryOp::And => Some((x as i64 & y as i64) as f64),
        BinaryOp::Or => Some((x as i64 | y as i64) as f64),
        BinaryOp::Xor => Some((x as i64 ^ y as i64) as f64),
    }
}

/// The result of an operator on two constants without a kind of their own, if both are.
pub(in crate::frontend::c_like) fn folded(
    op: BinaryOp,
    a: &Expression,
    b: &Expression,
    ty: Type,
) -> Option<ExpressionKind> {
    let value = |e: &Expression| match &e.kind {
        ExpressionKind::Integer(x) => Some(*x as f64),
        ExpressionKind::Real(_, x) => Some(*x),
        _ => None,
    };
    let (x, y) = (value(a)?, value(b)?);
    match ty {
        Type::Scalar(Scalar::LiteralInt) => {
            if let (ExpressionKind::Integer(x), ExpressionKind::Integer(y)) = (&a.kind, &b.kind) {
                let result = match op {
                    BinaryOp::Add => x.wrapping_add(*y),
                    BinaryOp::Subtract => x.wrapping_sub(*y),
                    BinaryOp::Multiply => x.wrapping_mul(*y),
                    BinaryOp::Divide => x.checked_div(*y).unwrap_or(0),
                    BinaryOp::Remainder => x.checked_rem(*y).unwrap_or(0),
                    BinaryOp::And => x & y,
                    BinaryOp::Or => x | y,
                    BinaryOp::Xor => x ^ y,
                    _ => return None,
                };
                return Some(ExpressionKind::Integer((result as i32).into()));
            }
            None
        }
        Type::Scalar(Scalar::LiteralReal) if op.is_arithmetic() => {
            let result = binary(op, x, y, Scalar::LiteralReal)?;
            Some(ExpressionKind::Real(result as f32, result))
        }
        _ => None,
    }
}
