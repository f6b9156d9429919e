//! MUDA's numbers and operators.

use super::convert::{of_one_width, scalar_to, smear, unified};
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::dialect::Sign;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::place::pattern::is_mask;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Meaning, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// The value of a number; `None` if it is too large.
pub(super) fn number(text: &str) -> Option<(ExpressionKind, Scalar)> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let is_real = hex.is_none() && text.bytes().any(|c| matches!(c, b'.' | b'e' | b'E'));
    if is_real {
        let digits = text.trim_end_matches(['f', 'F', 'd', 'D']);
        let suffix = &text[digits.len()..];
        let (single, double) = (digits.parse::<f32>(), digits.parse::<f64>());
        let (single, double) = (
            single.unwrap_or(f32::INFINITY),
            double.unwrap_or(f64::INFINITY),
        );
        // A suffix says the kind. Without one, a number too large for a float is a double.
        let (scalar, double) = match suffix {
            "f" | "F" => (Scalar::Float, single.into()),
            "d" | "D" => (Scalar::Double, double),
            _ if single.is_finite() => (Scalar::Float, double),
            _ => (Scalar::Double, double),
        };
        let fits = double.is_finite();
        fits.then_some((ExpressionKind::Real(single, double), scalar))
    } else {
        let value = match hex {
            // The bits are those of an int or of a long.
            Some(digits) => u64::from_str_radix(digits, 16)
                .ok()
                .map(|x| match u32::try_from(x) {
                    Ok(x) => (i64::from(x as i32), Scalar::Int),
                    Err(_) => (x as i64, Scalar::Long),
                }),
            None => text.parse::<i64>().ok().map(|x| match i32::try_from(x) {
                Ok(_) => (x, Scalar::Int),
                Err(_) => (x, Scalar::Long),
            }),
        };
        value.map(|(x, scalar)| (ExpressionKind::Integer(x), scalar))
    }
}

/// Checks −a and ~a. The negative of an integer literal is one number, so that −2147483648 is an int.
pub(super) fn unary(
    f: &mut FunctionChecker<'_, '_>,
    sign: Sign,
    operand: Expression,
    span: Span,
) -> Expression {
    if sign != Sign::Negate {
        return signed(f, "~", UnaryOp::Not, operand, span);
    }
    if let (ExpressionKind::Integer(x), Some(Scalar::Long)) = (&operand.kind, operand.ty.scalar())
        && *x == -i64::from(i32::MIN)
    {
        return Expression {
            kind: ExpressionKind::Integer(i32::MIN.into()),
            ty: Type::Scalar(Scalar::Int),
            span,
        };
    }
    warn_mask_arithmetic(f, &operand);
    signed(f, "-", UnaryOp::Negate, operand, span)
}

fn signed(
    f: &mut FunctionChecker<'_, '_>,
    operator: &'static str,
    op: UnaryOp,
    operand: Expression,
    span: Span,
) -> Expression {
    if operand.ty == Type::Unknown {
        return unknown(span);
    }
    if operand.ty.scalar().is_none() {
        let rule = Rule::Operand {
            operator,
            operand: f.c.type_name(operand.ty),
            advice: "it takes numbers and vectors",
        };
        f.c.out.rule(rule, span);
        return unknown(span);
    }
    let ty = operand.ty;
    let kind = ExpressionKind::Unary(op, Box::new(operand));
    Expression { kind, ty, span }
}

fn warn_mask_arithmetic(f: &mut FunctionChecker<'_, '_>, operand: &Expression) {
    if is_mask(operand) {
        f.c.out.odd(Oddity::MaskArithmetic, operand.span);
    }
}

pub(super) fn binary(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let op = match operator.meaning {
        Meaning::Shift(by) => return shift(f, operator, by, a, b, span),
        Meaning::Binary(op) => op,
        Meaning::LogicalAnd | Meaning::LogicalOr => return unknown(span),
    };
    let types = [a.ty, b.ty];
    if op.is_arithmetic() {
        warn_mask_arithmetic(f, &a);
        warn_mask_arithmetic(f, &b);
    }
    let operands = if op.is_logic() {
        of_one_width(a, b)
    } else {
        unified(f, a, b)
    };
    let Some((a, b)) = operands else {
        return refuse_operands(f, operator, types, op.is_logic(), span);
    };
    let ty = a.ty;
    let kind = ExpressionKind::Binary(op, Box::new([a, b]));
    Expression { kind, ty, span }
}

fn refuse_operands(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    types: [Type; 2],
    is_logic: bool,
    span: Span,
) -> Expression {
    let has_numbers = types.iter().all(|t| t.scalar().is_some());
    let advice = match (has_numbers, is_logic) {
        (true, true) => "both must have lanes of the same width",
        (true, false) => {
            "make them the same kind of number by a constructor, as in vec(a) or float(a)"
        }
        (false, _) => "it takes numbers and vectors",
    };
    let [left, right] = types.map(|t| f.c.type_name(t));
    let rule = Rule::Operands {
        operator: operator.text,
        left,
        right,
        advice: advice.into(),
    };
    f.c.out.rule(rule, operator.span);
    unknown(span)
}

fn shift(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    shift: Shift,
    value: Expression,
    count: Expression,
    span: Span,
) -> Expression {
    let Some(scalar) = value.ty.scalar() else {
        return refuse_operands(f, operator, [value.ty, count.ty], false, span);
    };
    // Doubles and longs are not shifted as a whole. The message names the operator that shifts each lane.
    let by_lane = match operator.text {
        "<<@" => "<<|@",
        ">>@" => ">>|@",
        "<<<" => "<<<|",
        ">>>" => ">>>|",
        "<<" => "<<|",
        _ => ">>|",
    };
    if !shift.by_lane && scalar.is_wide() {
        let rule = Rule::WholeShift(operator.text, by_lane, f.c.type_name(value.ty));
        f.c.out.rule(rule, operator.span);
        return unknown(span);
    }
    let by_vector = shift.by_lane && value.ty.is_vector();
    // The count is an int, or a vector of ints where each lane is shifted.
    let count = match count.ty {
        Type::Scalar(Scalar::Int | Scalar::Long) => scalar_to(f, count, Scalar::Int),
        Type::Vector(Scalar::Int, _) if by_vector => count,
        _ => {
            let rule = Rule::ShiftCount(f.c.type_name(count.ty));
            f.c.out.rule(rule, count.span);
            return unknown(span);
        }
    };
    if has_negative(&count) {
        f.c.out.rule(Rule::NegativeShift, count.span);
        return unknown(span);
    }
    // The author's programs mean a shift of each component by `<<`, which the specification has as `<<|`.
    let is_small = count.constant_integer().is_some_and(|n| n < 32);
    if !shift.by_lane && value.ty.is_vector() && is_small {
        let oddity = Oddity::WholeShift(operator.text, by_lane);
        f.c.out.odd(oddity, operator.span);
    }
    let ty = value.ty;
    let kind = ExpressionKind::Shift(shift, Box::new(value), Box::new(count));
    Expression { kind, ty, span }
}

/// Whether a count is certainly negative in some lane.
fn has_negative(count: &Expression) -> bool {
    match &count.kind {
        ExpressionKind::Compose(parts) => parts.iter().any(has_negative),
        ExpressionKind::Smear(e) => has_negative(e),
        _ => count.constant_integer().is_some_and(|n| n < 0),
    }
}

/// For the shapes of builtin functions' arguments.
pub(super) fn in_shape_of(e: Expression, ty: Type) -> Expression {
    match ty {
        Type::Vector(..) => smear(e),
        _ => e,
    }
}
