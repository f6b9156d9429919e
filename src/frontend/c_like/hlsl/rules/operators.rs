//! HLSL's operators: kinds and shapes of operands and results.

use super::conversions::implicit;
use super::shape::{Apart, choice_shape, operand_shape, reshape};
use crate::frontend::c_like::check::convert::{constant_int, converted, unknown};
use crate::frontend::c_like::check::dialect::{Sign, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Meaning, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

fn refuse(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    types: [Type; 2],
    span: Span,
) -> Expression {
    let [left, right] = types.map(|t| f.c.type_name(t));
    let operator = operator.text;
    let are_values = types.iter().all(|t| t.scalar().is_some());
    let rule = if are_values || matches!(operator, "==" | "!=") {
        Shading::Operands {
            operator,
            left,
            right,
        }
    } else {
        Shading::NoNumbers { operator }
    };
    f.refuse(rule, span);
    unknown(span)
}

/// The kind in which two kinds meet.
fn common_kind(a: Scalar, b: Scalar) -> Scalar {
    let rank = |s: Scalar| match s {
        Scalar::Bool => 0,
        Scalar::Int => 1,
        Scalar::UInt => 2,
        Scalar::Half => 3,
        _ => 4,
    };
    if rank(a) >= rank(b) { a } else { b }
}

/// Converts both operands to one shape and one kind; reports where they have none.
fn unified(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    kind: impl FnOnce(Scalar) -> Scalar,
    span: Span,
) -> Option<(Expression, Expression)> {
    let types = [a.ty, b.ty];
    let (Some(x), Some(y)) = (a.ty.scalar(), b.ty.scalar()) else {
        refuse(f, operator, types, span);
        return None;
    };
    let to = match operand_shape(a.ty, b.ty) {
        Ok(shape) => shape.with_scalar(kind(common_kind(x, y))),
        Err(Apart::Mismatch) => {
            refuse(f, operator, types, span);
            return None;
        }
        Err(Apart::Conversion) => {
            let [found, expected] = types.map(|t| f.c.type_name(t));
            f.refuse(Shading::AssignType { found, expected }, span);
            return None;
        }
    };
    let a = implicit(f, a, to, Use::Assign);
    let b = implicit(f, b, to, Use::Assign);
    let is_known = a.ty != Type::Unknown && b.ty != Type::Unknown;
    is_known.then_some((a, b))
}

/// `a op b`
pub(super) fn binary(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    if matches!(operator.text, "==" | "!=") && a.ty == b.ty && is_object(a.ty) {
        return compared_objects(f, span);
    }
    match operator.meaning {
        Meaning::LogicalAnd => logical(f, operator, BinaryOp::And, a, b, span),
        Meaning::LogicalOr => logical(f, operator, BinaryOp::Or, a, b, span),
        Meaning::Shift(shift) => whole(f, operator, Some(shift), a, b, span),
        Meaning::Binary(op) if op.is_logic() => whole(f, operator, None, a, b, span),
        Meaning::Binary(op) => {
            let arithmetic = |s: Scalar| match s {
                Scalar::Bool if op.is_arithmetic() => Scalar::Int,
                s => s,
            };
            let Some((a, b)) = unified(f, operator, a, b, arithmetic, span) else {
                return unknown(span);
            };
            let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
            let is_whole = a.ty.scalar().is_some_and(|s| !s.is_real());
            if divides && is_whole && f.number(&b) == Some(0.0) && !f.c.is_in_library() {
                f.refuse(Shading::DivisionByZero, span);
                return unknown(span);
            }
            of_numbers(op, a, b, span)
        }
    }
}

/// Whether no number is in it, but a sampler, a texture or a text.
fn is_object(ty: Type) -> bool {
    matches!(ty, Type::Sampler(_) | Type::String)
}

/// Whether two objects are the same: no machine of these profiles knows.
fn compared_objects(f: &mut FunctionChecker<'_, '_>, span: Span) -> Expression {
    if !f.is_dropped {
        let why = "objects are not compared in these profiles";
        f.refuse_hlsl(HlslRule::Machine(why, 4814), span);
    }
    unknown(span)
}

/// a op b of ints that are written as numbers, as the reference folds them; what an int does not hold is the least one.
fn folded(op: BinaryOp, a: &Expression, b: &Expression, span: Span) -> Option<Expression> {
    const INT: Type = Type::Scalar(Scalar::Int);
    let (ExpressionKind::Integer(x), ExpressionKind::Integer(y)) = (&a.kind, &b.kind) else {
        return None;
    };
    if (a.ty, b.ty) != (INT, INT) {
        return None;
    }
    // A number alone is an int of 32 bits.
    let (x, y) = (i64::from(*x as i32), i64::from(*y as i32));
    let value = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Subtract => x - y,
        BinaryOp::Multiply => x * y,
        _ => return None,
    };
    let value = i32::try_from(value).unwrap_or(i32::MIN);
    Some(constant_int(value.into(), INT, span))
}

fn of_numbers(op: BinaryOp, a: Expression, b: Expression, span: Span) -> Expression {
    if let Some(folded) = folded(op, &a, &b, span) {
        return folded;
    }
    let ty = if op.is_comparison() {
        a.ty.with_scalar(Scalar::Bool)
    } else {
        a.ty
    };
    let kind = ExpressionKind::Binary(op, Box::new([a, b]));
    Expression { kind, ty, span }
}

/// An operator on the bits of whole numbers: shader models 1 to 3 have none, so that constants are folded only.
fn whole(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    shift: Option<Shift>,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let real = [a.ty, b.ty]
        .into_iter()
        .find(|t| t.scalar().is_none_or(Scalar::is_real));
    if let Some(real) = real {
        let found = f.c.type_name(real);
        let operator = operator.text;
        f.refuse(Shading::NotIntegral { operator, found }, span);
        return unknown(span);
    }
    let values = f.number(&a).zip(f.number(&b));
    let is_scalar = |e: &Expression| matches!(e.ty, Type::Scalar(_));
    let (Some((x, y)), true, true) = (values, is_scalar(&a), is_scalar(&b)) else {
        // The operands count, though nothing is made of what they give.
        if f.is_dropped {
            let is_natural = [&a, &b].map(|e| e.ty.scalar() == Some(Scalar::UInt));
            return match is_natural {
                [true, false] => converted(b, Scalar::UInt),
                [false, true] if shift.is_none() => converted(a, Scalar::UInt),
                _ => unknown(span),
            };
        }
        // Whole numbers of both kinds become unsigned ones, which may not be negative. Counts of shifts stay.
        let is = |e: &Expression, s| e.ty.scalar() == Some(s);
        let becomes_natural = |e: &Expression, other: &Expression| {
            is(e, Scalar::Int) && is(other, Scalar::UInt) && f.number(e).is_none()
        };
        if becomes_natural(&b, &a) || shift.is_none() && becomes_natural(&a, &b) {
            let why = "an int may be negative here, and becomes an unsigned number";
            f.refuse_hlsl(HlslRule::Machine(why, 3548), span);
            return unknown(span);
        }
        f.refuse(Shading::NoBits(operator.text), span);
        return unknown(span);
    };
    let (x, y) = (x as i64 as i32, y as i64 as i32);
    let value = match (operator.meaning, shift) {
        (_, Some(shift)) if shift.kind == ShiftKind::Left => x.wrapping_shl(y as u32),
        (_, Some(_)) => x.wrapping_shr(y as u32),
        (Meaning::Binary(BinaryOp::And), _) => x & y,
        (Meaning::Binary(BinaryOp::Or), _) => x | y,
        _ => x ^ y,
    };
    constant_int(value.into(), Type::Scalar(Scalar::Int), span)
}

/// `a op= b`: a truth value takes no sums and products.
pub(super) fn compound(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    old: Expression,
    value: Expression,
    span: Span,
) -> Expression {
    let is_truth = |ty: Type| ty.scalar() == Some(Scalar::Bool);
    let is_bits = |op: BinaryOp| matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    let is_arithmetic = matches!(operator.meaning, Meaning::Binary(op) if op.is_arithmetic());
    let is_whole = |ty: Type| ty.scalar().is_some_and(|s| !s.is_real());
    let is_masked = is_whole(value.ty)
        && match operator.meaning {
            Meaning::Binary(op) => is_bits(op),
            Meaning::Shift(_) => true,
            _ => false,
        };
    if (is_arithmetic || is_masked) && is_truth(old.ty) {
        let types = [old.ty, value.ty];
        return refuse(f, operator, types, span);
    }
    // The result is no longer than the shorter operand.
    let is_logic = matches!(operator.meaning, Meaning::Shift(_))
        || matches!(operator.meaning, Meaning::Binary(op) if is_bits(op));
    if is_logic
        && is_whole(old.ty)
        && is_whole(value.ty)
        && let Ok(shape) = operand_shape(old.ty, value.ty)
        && reshape(shape, old.ty).is_none()
    {
        let [found, expected] = [shape, old.ty].map(|t| f.c.type_name(t));
        f.refuse(Shading::AssignType { found, expected }, span);
        return unknown(span);
    }
    binary(f, operator, old, value, span)
}

/// `a && b`, `a || b`: both sides are evaluated, component by component.
fn logical(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let truth = |e: Expression| match e.ty.scalar() {
        Some(_) => converted(e, Scalar::Bool),
        None => e,
    };
    let Some((a, b)) = unified(f, operator, truth(a), truth(b), |s| s, span) else {
        return unknown(span);
    };
    let ty = a.ty;
    let kind = ExpressionKind::Binary(op, Box::new([a, b]));
    Expression { kind, ty, span }
}

/// `+a`, `-a`, `~a`, `!a`
pub(super) fn unary(
    f: &mut FunctionChecker<'_, '_>,
    sign: Sign,
    e: Expression,
    span: Span,
) -> Expression {
    let operator = match sign {
        Sign::Plus => "+",
        Sign::Negate => "-",
        Sign::Not => "~",
        Sign::LogicalNot => "!",
    };
    let Some(scalar) = e.ty.scalar() else {
        match sign {
            Sign::Not => {
                let found = f.c.type_name(e.ty);
                f.refuse(Shading::NotIntegral { operator, found }, span);
            }
            _ => f.refuse(Shading::NoNumbers { operator }, span),
        }
        return unknown(span);
    };
    // The sign decides in which kind the operand is taken. Integers of these profiles have no bits to invert.
    let (to, op) = match sign {
        Sign::LogicalNot => (Scalar::Bool, UnaryOp::Not),
        Sign::Not if scalar.is_real() => {
            let found = f.c.type_name(e.ty);
            f.refuse(Shading::NotIntegral { operator, found }, span);
            return unknown(span);
        }
        Sign::Not => {
            if !f.is_dropped {
                f.refuse(Shading::NoBits(operator), span);
            }
            return unknown(span);
        }
        _ if scalar == Scalar::Bool => (Scalar::Int, UnaryOp::Negate),
        _ => (scalar, UnaryOp::Negate),
    };
    let e = converted(e, to);
    if sign == Sign::Plus {
        return Expression { span, ..e };
    }
    // A number alone is negated as an int of 32 bits, a variable as a float.
    if let (UnaryOp::Negate, ExpressionKind::Integer(x), Type::Scalar(Scalar::Int)) =
        (op, &e.kind, e.ty)
    {
        return constant_int((*x as i32).wrapping_neg().into(), e.ty, span);
    }
    let ty = e.ty;
    let kind = ExpressionKind::Unary(op, Box::new(e));
    Expression { kind, ty, span }
}

/// `c ? a : b`: all three are evaluated, and chosen component by component.
pub(super) fn conditional(
    f: &mut FunctionChecker<'_, '_>,
    parts: [Expression; 3],
    span: Span,
) -> Expression {
    let [condition, a, b] = parts;
    let types = [condition.ty, a.ty, b.ty];
    // Structures and arrays of one type are chosen as a whole.
    if a.ty == b.ty && a.ty.scalar().is_none() && matches!(condition.ty, Type::Scalar(_)) {
        let is_value = matches!(a.ty, Type::Struct(_) | Type::Array(_));
        if is_value {
            let condition = converted(condition, Scalar::Bool);
            let ty = a.ty;
            let kind = ExpressionKind::Conditional(Box::new([condition, a, b]));
            return Expression { kind, ty, span };
        }
    }
    let choices = |f: &mut FunctionChecker<'_, '_>| {
        let [_, left, right] = types.map(|t| f.c.type_name(t));
        f.refuse(Shading::Choices(left, right), span);
        unknown(span)
    };
    let (Some(_), Some(x), Some(y)) = (condition.ty.scalar(), a.ty.scalar(), b.ty.scalar()) else {
        return choices(f);
    };
    // Numbers take the shape that fits all three, and the common kind of both operands.
    let shape = match choice_shape(condition.ty, a.ty, b.ty) {
        Ok(shape) => shape,
        Err(Apart::Mismatch) => return choices(f),
        Err(Apart::Conversion) => {
            let [expected, found, _] = types.map(|t| f.c.type_name(t));
            f.refuse(Shading::AssignType { found, expected }, span);
            return unknown(span);
        }
    };
    let to = shape.with_scalar(common_kind(x, y));
    let condition = converted(condition, Scalar::Bool);
    // A vector condition has the shape of the result. A scalar one is repeated for it.
    let condition = match condition.ty {
        Type::Scalar(_) => condition,
        _ => implicit(f, condition, shape.with_scalar(Scalar::Bool), Use::Assign),
    };
    let [a, b] = [a, b].map(|e| implicit(f, e, to, Use::Assign));
    if [&condition, &a, &b].iter().any(|e| e.ty == Type::Unknown) {
        return unknown(span);
    }
    let condition = match to {
        Type::Scalar(_) => condition,
        _ => implicit(f, condition, to.with_scalar(Scalar::Bool), Use::Assign),
    };
    let kind = ExpressionKind::Select(Box::new([condition, a, b]));
    Expression { kind, ty: to, span }
}

/// A condition as a truth value.
pub(super) fn condition(f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
    match e.ty {
        Type::Unknown => e,
        Type::Scalar(_) | Type::Vector(_, 1) | Type::Matrix(_, 1, 1) => {
            let e = implicit(f, e, Type::Scalar(Scalar::Bool), Use::Assign);
            converted(e, Scalar::Bool)
        }
        other => {
            f.refuse(Shading::Condition(f.c.type_name(other)), e.span);
            constant_int(1, Type::Scalar(Scalar::Bool), e.span)
        }
    }
}
