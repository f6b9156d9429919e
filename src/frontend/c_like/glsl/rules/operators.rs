//! Operators (section 5.8 and 5.9): kinds and shapes of operands and results.

use super::conversions::converts;
use super::fold::folded;
use super::matrix::{once, product, product_type};
use super::version::Glsl;
use crate::frontend::c_like::check::convert::{
    after, constant_int, converted, smeared, swizzled, unknown,
};
use crate::frontend::c_like::check::dialect::Sign;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Meaning, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

const BOOL: Type = Type::Scalar(Scalar::Bool);

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

/// `a op b`
pub(super) fn binary(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    // What `++` and `--` add takes the kind of the number beside it.
    let b = match (a.ty.scalar(), b.ty.scalar()) {
        (Some(kind), Some(Scalar::LiteralInt)) => converted(b, kind),
        _ => b,
    };
    match operator.meaning {
        Meaning::LogicalAnd | Meaning::LogicalOr => logical(f, operator, a, b, span),
        Meaning::Binary(op) if operator.text == "^^" => exclusive(f, operator, op, a, b, span),
        Meaning::Binary(op) if op.is_arithmetic() && op != BinaryOp::Remainder => {
            arithmetic(glsl, f, operator, op, a, b, span)
        }
        Meaning::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual)) => {
            equality(glsl, f, operator, op, a, b, span)
        }
        Meaning::Binary(op) if op.is_comparison() => relation(glsl, f, operator, op, a, b, span),
        Meaning::Shift(_) | Meaning::Binary(_) => {
            let text = format!(
                "\"{}\" is reserved: there are no such operations",
                operator.text
            );
            f.c.out.rule(Rule::Text(text), operator.span);
            unknown(span)
        }
    }
}

/// `a && b`, `a || b`: the second operand is evaluated only where it counts.
fn logical(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    if (a.ty, b.ty) != (BOOL, BOOL) {
        return refuse(f, operator, [a.ty, b.ty], span);
    }
    let known = |n| constant_int(n, BOOL, span);
    let parts = match operator.meaning {
        Meaning::LogicalAnd => [a, b, known(0)],
        _ => [a, known(1), b],
    };
    let kind = ExpressionKind::Conditional(Box::new(parts));
    let ty = BOOL;
    Expression { kind, ty, span }
}

/// `a ^^ b`
fn exclusive(
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    if (a.ty, b.ty) != (BOOL, BOOL) {
        return refuse(f, operator, [a.ty, b.ty], span);
    }
    of(op, a, b, BOOL, span)
}

fn of(op: BinaryOp, a: Expression, b: Expression, ty: Type, span: Span) -> Expression {
    let kind = ExpressionKind::Binary(op, Box::new([a, b]));
    Expression { kind, ty, span }
}

/// Both operands in one kind of numbers, where ints become floats beside floats.
fn unified(
    glsl: &Glsl,
    is_free: bool,
    a: Expression,
    b: Expression,
) -> Option<(Expression, Expression)> {
    let (x, y) = (a.ty.scalar()?, b.ty.scalar()?);
    if x == y {
        return Some((a, b));
    }
    let goes = |ty: Type| is_free || converts(glsl, ty, ty.with_scalar(Scalar::Float));
    match (x, y) {
        (Scalar::Float, _) if goes(b.ty) => Some((a, converted(b, x))),
        (_, Scalar::Float) if goes(a.ty) => Some((converted(a, y), b)),
        _ => None,
    }
}

fn arithmetic(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    let is_bool = types.iter().any(|t| t.scalar() == Some(Scalar::Bool));
    let operands = (!is_bool)
        .then(|| unified(glsl, f.c.is_in_library(), a, b))
        .flatten();
    let Some((a, b)) = operands else {
        return refuse(f, operator, types, span);
    };
    if op == BinaryOp::Multiply
        && let Some(ty) = product_type(a.ty, b.ty)
    {
        return product(f, a, b, ty, span);
    }
    let is_matrix = |t: Type| matches!(t, Type::Matrix(..));
    // A matrix times a matrix or a vector of another size has no product.
    let has_none = op == BinaryOp::Multiply && is_matrix(a.ty) && is_matrix(b.ty);
    let ty = match (a.ty, b.ty) {
        (x, y) if x == y && !has_none => x,
        (Type::Scalar(_), other) | (other, Type::Scalar(_)) => other,
        _ => return refuse(f, operator, types, span),
    };
    of(op, smeared(a, ty), smeared(b, ty), ty, span)
}

/// `a < b` and its like, of numbers alone; in the library's text by component.
fn relation(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    let is_free = f.c.is_in_library();
    let is_number = |t: &Type| {
        let is_scalar = matches!(t, Type::Scalar(_)) || is_free;
        is_scalar && t.scalar().is_some_and(|s| s != Scalar::Bool)
    };
    let are_numbers = types.iter().all(is_number);
    let operands = are_numbers.then(|| unified(glsl, is_free, a, b)).flatten();
    let Some((a, b)) = operands else {
        return refuse(f, operator, types, span);
    };
    let wide = if matches!(a.ty, Type::Scalar(_)) {
        b.ty
    } else {
        a.ty
    };
    let ty = wide.with_scalar(Scalar::Bool);
    of(op, smeared(a, wide), smeared(b, wide), ty, span)
}

/// `a == b`, `a != b` of whole values; in the library's text by component.
fn equality(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    operator: Operator,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    let types = [a.ty, b.ty];
    let (a, b) = match (a.ty.scalar(), b.ty.scalar()) {
        (Some(_), Some(_)) => match unified(glsl, f.c.is_in_library(), a, b) {
            Some(operands) => operands,
            None => return refuse(f, operator, types, span),
        },
        _ => (a, b),
    };
    let is_array = matches!(a.ty, Type::Array(_));
    if a.ty != b.ty || has_sampler(f, a.ty) || is_array && glsl.version < 120 {
        return refuse(f, operator, types, span);
    }
    if f.c.is_in_library() {
        let ty = a.ty.with_scalar(Scalar::Bool);
        return of(op, a, b, ty, span);
    }
    whole_equality(f, op, a, b, span)
}

/// Whether all numbers are equal, or one is not.
fn whole_equality(
    f: &mut FunctionChecker<'_, '_>,
    op: BinaryOp,
    a: Expression,
    b: Expression,
    span: Span,
) -> Expression {
    if matches!(a.ty, Type::Scalar(_)) {
        return of(op, a, b, BOOL, span);
    }
    let kinds = f.c.types.scalars(a.ty);
    if kinds.is_empty() || !f.c.spend(kinds.len() as u64 * 4, span) {
        return unknown(span);
    }
    let is_vector = a.ty.scalar().is_some();
    let (a, b) = (folded(f, a), folded(f, b));
    let (first, a) = once(f, a);
    let (second, b) = once(f, b);
    let number = |e: &Expression, i: usize| match is_vector {
        true => swizzled(e.clone(), &[i as u8], Type::Scalar(kinds[i])),
        false => Expression {
            kind: ExpressionKind::Member(Box::new(e.clone()), i as u32),
            ty: Type::Scalar(kinds[i]),
            span,
        },
    };
    let fold = match op {
        BinaryOp::Equal => BinaryOp::And,
        _ => BinaryOp::Or,
    };
    // A balanced tree, since an array may have many numbers.
    let mut all: Vec<Expression> = (0..kinds.len())
        .map(|i| of(op, number(&a, i), number(&b, i), BOOL, span))
        .collect();
    while all.len() > 1 {
        let mut pairs = Vec::with_capacity(all.len().div_ceil(2));
        let mut each = all.into_iter();
        while let Some(x) = each.next() {
            pairs.push(match each.next() {
                Some(y) => of(fold, x, y, BOOL, span),
                None => x,
            });
        }
        all = pairs;
    }
    let value = all.pop().unwrap_or_else(|| unknown(span));
    after(first, after(second, value))
}

/// Whether a sampler is a part of the type.
fn has_sampler(f: &FunctionChecker<'_, '_>, ty: Type) -> bool {
    match f.c.types.innermost(ty) {
        Type::Sampler(_) | Type::Void => true,
        Type::Struct(id) => {
            let members = f.c.types.structure(id).members.iter();
            members.map(|m| m.ty).any(|ty| has_sampler(f, ty))
        }
        _ => false,
    }
}

/// `+a`, `-a`, `!a`
pub(super) fn unary(
    f: &mut FunctionChecker<'_, '_>,
    sign: Sign,
    e: Expression,
    span: Span,
) -> Expression {
    let scalar = e.ty.scalar();
    let is_number = scalar.is_some_and(|s| s != Scalar::Bool);
    let is_truth = e.ty == BOOL || f.c.is_in_library() && scalar == Some(Scalar::Bool);
    let op = match sign {
        Sign::Plus if is_number => return Expression { span, ..e },
        Sign::Negate if is_number => UnaryOp::Negate,
        Sign::LogicalNot if is_truth => UnaryOp::Not,
        _ => {
            let rule = Rule::Operand {
                operator: sign.text(),
                operand: f.c.type_name(e.ty),
                advice: match sign {
                    Sign::LogicalNot => "it takes a bool; of a vector take not(a)",
                    Sign::Not => "it is reserved",
                    _ => "it takes numbers, vectors and matrices",
                },
            };
            f.c.out.rule(rule, span);
            return unknown(span);
        }
    };
    let ty = e.ty;
    let kind = ExpressionKind::Unary(op, Box::new(e));
    Expression { kind, ty, span }
}

/// `c ? a : b`: one of both is evaluated.
pub(super) fn conditional(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    parts: [Expression; 3],
    span: Span,
) -> Expression {
    let [condition, a, b] = parts;
    let types = [a.ty, b.ty];
    let is_free = f.c.is_in_library();
    if condition.ty != BOOL {
        f.refuse(
            Shading::Condition(f.c.type_name(condition.ty)),
            condition.span,
        );
        return unknown(span);
    }
    let operands = match types {
        [x, y] if x == y => Some((a, b)),
        _ => unified(glsl, is_free, a, b),
    };
    let is_array = matches!(types[0], Type::Array(_)) && glsl.version < 120;
    match operands {
        Some((a, b)) if a.ty == b.ty && !is_array => {
            let ty = a.ty;
            let kind = ExpressionKind::Conditional(Box::new([condition, a, b]));
            Expression { kind, ty, span }
        }
        _ => {
            let [left, right] = types.map(|t| f.c.type_name(t));
            f.refuse(Shading::Choices(left, right), span);
            unknown(span)
        }
    }
}
