//! Cg's operators: kinds and shapes of operands and results (Cg 3.1, "Type-Promotion Rules", "Operator Enhancements").

use super::conversions::{implicit, warn_smaller};
use super::unify::{common, shape, shaped, to_kind, unified};
use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::constant::folded;
use crate::frontend::c_like::check::convert::{constant_int, converted, swizzled, unknown};
use crate::frontend::c_like::check::dialect::{Sign, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Meaning, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

fn refuse(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    types: [Type; 2],
    span: Span,
) -> Expression {
    let rule = operands(f, operator, types);
    f.refuse(rule, span);
    unknown(span)
}

/// The rule that an operator breaks whose operands have these types.
fn operands(f: &FunctionChecker<'_, '_>, operator: Operator, types: [Type; 2]) -> Shading {
    let [left, right] = types.map(|t| f.c.type_name(t));
    Shading::Operands {
        operator: operator.text,
        left,
        right,
    }
}

/// `a op b`
pub(super) fn binary(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    if is_integral(operator)
        && let Some(found) = types
            .iter()
            .find(|t| t.scalar().is_some_and(Scalar::is_real))
        && (types.iter().all(|t| t.scalar().is_some()) || takes_shape(operator, types))
    {
        let found = f.c.type_name(*found);
        let operator = operator.text;
        f.refuse(Shading::NotIntegral { operator, found }, span);
        return unknown(span);
    }
    if takes_shape(operator, types) {
        let rule = operands(f, operator, types);
        f.later(Phase::Operands, ErrorKind::CLike(Rule::Shading(rule)), span);
        return Expression {
            ty: b.ty,
            ..unknown(span)
        };
    }
    operation(f, operator, a, b, span)
}

/// Whether a number meets a sampler or an array on the operator's right side. The reference gives the result the type of the
/// latter, and refuses the operator only when it makes code of it.
fn takes_shape(operator: Operator, [a, b]: [Type; 2]) -> bool {
    let is_logical = matches!(operator.meaning, Meaning::LogicalAnd | Meaning::LogicalOr);
    matches!(a, Type::Scalar(_))
        && (matches!(b, Type::Sampler(_)) || !is_logical && matches!(b, Type::Array(_)))
}

/// Whether the operator takes whole numbers only.
fn is_integral(operator: Operator) -> bool {
    match operator.meaning {
        Meaning::Binary(op) => op.is_logic() || op == BinaryOp::Remainder,
        Meaning::Shift(_) => true,
        _ => false,
    }
}

/// `a op= b`: a real constant beside whole numbers is a float, which the reference refuses once it makes code of it.
pub(super) fn compound(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let b = match (b.ty, a.ty.scalar()) {
        (Type::Scalar(Scalar::LiteralReal), Some(kind))
            if !kind.is_real() && kind != Scalar::Int =>
        {
            refuse_late(f, operator, [a.ty, b.ty], span);
            converted(b, Scalar::Float)
        }
        _ => b,
    };
    binary(f, operator, a, b, span)
}

fn operation(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    if let Meaning::LogicalAnd | Meaning::LogicalOr = operator.meaning {
        return logical(f, operator, a, b, span);
    }
    // The reference compares no matrices.
    let is_comparison = matches!(operator.meaning, Meaning::Binary(op) if op.is_comparison());
    if is_comparison && types.iter().any(|t| matches!(t, Type::Matrix(..))) {
        return refuse(f, operator, types, span);
    }
    let Some((a, b)) = unified(f, a, b) else {
        return refuse(f, operator, types, span);
    };
    let ty = a.ty;
    match operator.meaning {
        Meaning::Shift(shift) => {
            let signed = !ty.scalar().is_some_and(Scalar::is_unsigned);
            let kind = match shift.kind {
                ShiftKind::Right | ShiftKind::ArithmeticRight if signed => {
                    ShiftKind::ArithmeticRight
                }
                ShiftKind::Right | ShiftKind::ArithmeticRight => ShiftKind::Right,
                kind => kind,
            };
            let shift = Shift {
                kind,
                by_lane: true,
            };
            let b = converted(b, Scalar::Int);
            let kind = ExpressionKind::Shift(shift, Box::new(a), Box::new(b));
            Expression { kind, ty, span }
        }
        Meaning::Binary(op) => {
            let result = if op.is_comparison() {
                ty.with_scalar(Scalar::Bool)
            } else {
                ty
            };
            let kind = folded(op, &a, &b, result)
                .unwrap_or_else(|| ExpressionKind::Binary(op, Box::new([a, b])));
            Expression {
                kind,
                ty: result,
                span,
            }
        }
        Meaning::LogicalAnd | Meaning::LogicalOr => unknown(span),
    }
}

/// `a && b`, `a || b`: both sides are evaluated, component by component.
fn logical(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    let is_numeric = types.iter().all(|t| t.scalar().is_some());
    let Some(to) = shape(types[0], types[1]).filter(|_| is_numeric) else {
        return refuse(f, operator, types, span);
    };
    let to = to.with_scalar(Scalar::Bool);
    refuse_mixed(f, operator, [&a, &b], span);
    let a = shaped(f, converted(a, Scalar::Bool), to);
    let b = shaped(f, converted(b, Scalar::Bool), to);
    let op = match operator.meaning {
        Meaning::LogicalAnd => BinaryOp::And,
        _ => BinaryOp::Or,
    };
    Expression {
        kind: ExpressionKind::Binary(op, Box::new([a, b])),
        ty: to,
        span,
    }
}

/// Reports what the reference refuses once it makes code of `&&` and `||`: a scalar that is computed beside a vector, and
/// matrices that are computed.
fn refuse_mixed(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    sides: [&Expression; 2],
    span: Span,
) {
    let types = sides.map(|e| e.ty);
    let is_folded = |e: &Expression| f.c.is_constant_outside(e);
    let is_scalar = |ty: Type| matches!(ty, Type::Scalar(_) | Type::Vector(_, 1));
    let is_mixed = match types {
        [Type::Scalar(_), Type::Scalar(_)] => false,
        [Type::Vector(_, 1), Type::Vector(_, 1)] => false,
        [a, b] if is_scalar(a) || is_scalar(b) => {
            let mut scalars = sides.iter().filter(|e| is_scalar(e.ty));
            !scalars.any(|e| is_folded(e))
        }
        [Type::Matrix(..), _] | [_, Type::Matrix(..)] => !sides.iter().all(|e| is_folded(e)),
        _ => false,
    };
    if is_mixed {
        refuse_late(f, operator, types, span);
    }
}

/// Reports operands that only the reference's code generator refuses.
fn refuse_late(f: &mut FunctionChecker<'_, '_>, operator: Operator, types: [Type; 2], span: Span) {
    if f.c.options.is_strict {
        let rule = operands(f, operator, types);
        f.later(Phase::Operands, ErrorKind::CLike(Rule::Shading(rule)), span);
    }
}

/// `+a`, `-a`, `~a`, `!a`
pub(super) fn unary(
    f: &mut FunctionChecker<'_, '_>,
    sign: Sign,
    e: Expression,
    span: Span,
) -> Expression {
    let Some(scalar) = e.ty.scalar() else {
        let operand = f.c.type_name(e.ty);
        let operator = sign.text();
        f.refuse(Shading::Operand { operator, operand }, span);
        return unknown(span);
    };
    // The sign decides in which kind the operand is taken. Truth values count as integers in arithmetic.
    let (scalar, op) = match sign {
        Sign::LogicalNot => (Scalar::Bool, Some(UnaryOp::Not)),
        _ if scalar == Scalar::Bool => (Scalar::Int, op_of(sign)),
        Sign::Not if scalar.is_real() => {
            let found = f.c.type_name(e.ty);
            let operator = "~";
            f.refuse(Shading::NotIntegral { operator, found }, span);
            return unknown(span);
        }
        _ => (scalar, op_of(sign)),
    };
    let e = converted(e, scalar);
    let ty = e.ty;
    let kind = match (op, &e.kind) {
        (None, _) => return Expression { span, ..e },
        (Some(op), _) => ExpressionKind::Unary(op, Box::new(e)),
    };
    Expression { kind, ty, span }
}

fn op_of(sign: Sign) -> Option<UnaryOp> {
    match sign {
        Sign::Plus => None,
        Sign::Negate => Some(UnaryOp::Negate),
        Sign::Not | Sign::LogicalNot => Some(UnaryOp::Not),
    }
}

/// `c ? a : b`: by a scalar one of the two is evaluated, by a vector both.
pub(super) fn conditional(
    f: &mut FunctionChecker<'_, '_>,
    parts: [Expression; 3],
    span: Span,
) -> Expression {
    let [condition, a, b] = parts;
    let Some(_) = condition.ty.scalar() else {
        f.refuse(Shading::Selector(f.c.type_name(condition.ty)), span);
        return unknown(span);
    };
    let condition = converted(condition, Scalar::Bool);
    let [left, right] = [a.ty, b.ty];
    let choices = |f: &mut FunctionChecker<'_, '_>| {
        let [left, right] = [left, right].map(|t| f.c.type_name(t));
        f.refuse(Shading::Choices(left, right), span);
        unknown(span)
    };
    let n = match condition.ty {
        Type::Vector(_, n) => n,
        _ => {
            let condition = match condition.ty {
                Type::Matrix(..) => {
                    let ty = Type::Scalar(Scalar::Bool);
                    warn_smaller(f, &condition, ty);
                    swizzled(condition, &[0], ty)
                }
                _ => condition,
            };
            return by_scalar(f, condition, a, b, span, choices);
        }
    };
    // Each side takes the size of the vector before `?`.
    let kinds = left.scalar().zip(right.scalar());
    let Some(kind) = kinds.and_then(|(x, y)| common(x, y, [None, None])) else {
        return choices(f);
    };
    let to = Type::Vector(kind, n);
    let fits = |ty: Type| match ty {
        Type::Scalar(_) => true,
        Type::Vector(_, m) => m >= n,
        _ => false,
    };
    if !fits(left) || !fits(right) {
        return choices(f);
    }
    let a = implicit(f, a, to, Use::Assign);
    let b = implicit(f, b, to, Use::Assign);
    Expression {
        kind: ExpressionKind::Select(Box::new([condition, a, b])),
        ty: to,
        span,
    }
}

fn by_scalar(
    f: &mut FunctionChecker<'_, '_>,
    condition: Expression,
    a: Expression,
    b: Expression,
    span: Span,
    choices: impl FnOnce(&mut FunctionChecker<'_, '_>) -> Expression,
) -> Expression {
    let (a, b) = if a.ty == b.ty {
        (a, b)
    } else {
        let kinds = a.ty.scalar().zip(b.ty.scalar());
        let Some(kind) = kinds.and_then(|(x, y)| common(x, y, [None, None])) else {
            return choices(f);
        };
        let same = match (a.ty, b.ty) {
            (Type::Vector(_, n), Type::Vector(_, m)) => n == m,
            (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) => (r, c) == (s, d),
            (Type::Matrix(..), Type::Vector(..)) | (Type::Vector(..), Type::Matrix(..)) => false,
            _ => true,
        };
        let Some(to) = shape(a.ty, b.ty).filter(|_| same) else {
            return choices(f);
        };
        let (a, b) = (shaped(f, a, to), shaped(f, b, to));
        (to_kind(a, kind), to_kind(b, kind))
    };
    let ty = a.ty;
    Expression {
        kind: ExpressionKind::Conditional(Box::new([condition, a, b])),
        ty,
        span,
    }
}

/// A condition as a truth value.
pub(super) fn condition(f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
    match e.ty {
        Type::Unknown => e,
        Type::Scalar(_) => converted(e, Scalar::Bool),
        Type::Vector(_, 1) => {
            let ty = Type::Scalar(e.ty.scalar().unwrap_or(Scalar::Bool));
            converted(swizzled(e, &[0], ty), Scalar::Bool)
        }
        other => {
            f.refuse(Shading::Condition(f.c.type_name(other)), e.span);
            constant_int(1, Type::Scalar(Scalar::Bool), e.span)
        }
    }
}
