//! Cg's operators: kinds and shapes of operands and results (Cg 3.1, "Type-Promotion Rules", "Operator Enhancements").

use super::conversions::{implicit, reshape, reshaped, warn_smaller};
use crate::frontend::c_like::check::constant::folded;
use crate::frontend::c_like::check::convert::{
    constant_int, converted, smeared, swizzled, unknown,
};
use crate::frontend::c_like::check::dialect::{Sign, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Meaning, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

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
fn common(a: Scalar, b: Scalar, literals: [Option<f64>; 2]) -> Option<Scalar> {
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

/// The shape that two operands take: that of the vector beside a scalar, that of the smaller one of two vectors.
fn shape(a: Type, b: Type) -> Option<Type> {
    match (a, b) {
        (Type::Scalar(_), b) => Some(b),
        (a, Type::Scalar(_)) => Some(a),
        (Type::Vector(_, n), Type::Vector(_, m)) => Some(if n <= m { a } else { b }),
        (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) if (r, c) == (s, d) => Some(a),
        _ => None,
    }
}

/// An operand in a shape; the loss of numbers is warned of.
fn shaped(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Type) -> Expression {
    match (e.ty, to) {
        (Type::Scalar(_), _) => {
            let ty = to.with_scalar(e.ty.scalar().unwrap_or(Scalar::Float));
            smeared(e, ty)
        }
        (Type::Vector(_, n), Type::Vector(_, m)) if n > m => {
            warn_smaller(
                f,
                &e,
                to.with_scalar(e.ty.scalar().unwrap_or(Scalar::Float)),
            );
            match reshape(e.ty, to) {
                Some(how) => reshaped(e, to, how),
                None => e,
            }
        }
        _ => e,
    }
}

fn refuse(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    types: [Type; 2],
    span: Span,
) -> Expression {
    let [left, right] = types.map(|t| f.c.type_name(t));
    let operator = operator.text;
    let rule = Shading::Operands {
        operator,
        left,
        right,
    };
    f.refuse(rule, span);
    unknown(span)
}

/// Converts both operands to one kind and one shape; `None` where they have none.
fn unified(
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
fn to_kind(e: Expression, kind: Scalar) -> Expression {
    match e.kind {
        ExpressionKind::Smear(inner) => {
            let ty = e.ty.with_scalar(kind);
            smeared(converted(*inner, kind), ty)
        }
        _ => converted(e, kind),
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
        && types.iter().all(|t| t.scalar().is_some())
    {
        let found = f.c.type_name(*found);
        let operator = operator.text;
        f.refuse(Shading::NotIntegral { operator, found }, span);
        return unknown(span);
    }
    operation(f, operator, a, b, span)
}

/// Whether the operator takes whole numbers only.
fn is_integral(operator: Operator) -> bool {
    match operator.meaning {
        Meaning::Binary(op) => op.is_logic() || op == BinaryOp::Remainder,
        Meaning::Shift(_) => true,
        _ => false,
    }
}

/// `a op= b`: a real constant beside whole numbers is a float.
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
                ShiftKind::Right if signed => ShiftKind::ArithmeticRight,
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
                .unwrap_or_else(|| ExpressionKind::Binary(op, Box::new(a), Box::new(b)));
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
    let a = shaped(f, converted(a, Scalar::Bool), to);
    let b = shaped(f, converted(b, Scalar::Bool), to);
    let op = match operator.meaning {
        Meaning::LogicalAnd => BinaryOp::And,
        _ => BinaryOp::Or,
    };
    Expression {
        kind: ExpressionKind::Binary(op, Box::new(a), Box::new(b)),
        ty: to,
        span,
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
        let operator = match sign {
            Sign::Plus => "+",
            Sign::Negate => "-",
            Sign::Not => "~",
            Sign::LogicalNot => "!",
        };
        f.refuse(Shading::Operand { operator, operand }, span);
        return unknown(span);
    };
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
