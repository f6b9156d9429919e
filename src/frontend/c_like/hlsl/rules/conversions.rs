//! HLSL's conversions, casts and constructors.

use super::shape::reshape;
use crate::frontend::c_like::check::convert::{after, converted, unknown};
use crate::frontend::c_like::check::dialect::{Given, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::family::refusal::refuse;
use crate::frontend::c_like::family::shape::{Reshape, reshaped};
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};
use crate::ir::Span;

/// The numbers in another shape and of another kind, where a shape becomes the other.
fn numbers(e: Expression, to: Type) -> Result<(Expression, Reshape), Expression> {
    let (Some(_), Some(kind)) = (e.ty.scalar(), to.scalar()) else {
        return Err(e);
    };
    let Some(how) = reshape(e.ty, to) else {
        return Err(e);
    };
    // A single number is taken out of its shape, and put into the other one.
    let e = match (how, e.ty, to) {
        (Reshape::Smear | Reshape::Rearrange, Type::Vector(_, 1) | Type::Matrix(_, 1, 1), _) => {
            let one = Type::Scalar(e.ty.scalar().unwrap_or(kind));
            let e = reshaped(e, one, Reshape::Rearrange);
            match to {
                Type::Scalar(_) => e,
                _ => reshaped(e, to, Reshape::Smear),
            }
        }
        (Reshape::Rearrange, Type::Scalar(_), Type::Scalar(_)) => e,
        (Reshape::Rearrange, Type::Scalar(_), _) => reshaped(e, to, Reshape::Smear),
        (Reshape::Select, _, Type::Matrix(_, _, n)) if !matches!(e.ty, Type::Matrix(..)) => {
            select_line(e, to, n)
        }
        _ => reshaped(e, to, how),
    };
    Ok((converted(e, kind), how))
}

/// The first numbers of a vector as a matrix with one row or column.
fn select_line(e: Expression, to: Type, columns: u8) -> Expression {
    let n = match to {
        Type::Matrix(_, rows, _) => rows * columns,
        _ => columns,
    };
    let kind = e.ty.scalar().unwrap_or(Scalar::Float);
    let short = match n {
        1 => Type::Scalar(kind),
        n => Type::Vector(kind, n),
    };
    let short = reshaped(e, short, Reshape::Select);
    match n {
        1 => reshaped(short, to, Reshape::Smear),
        _ => reshaped(short, to, Reshape::Rearrange),
    }
}

/// Converts a value where the language does so by itself.
pub(super) fn implicit(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    to: Type,
    by: Use<'_>,
) -> Expression {
    if e.ty == to || e.ty == Type::Unknown || to == Type::Unknown {
        return e;
    }
    let from = e.ty;
    let e = match numbers(e, to) {
        Ok((e, _)) if f.c.is_in_library() => return e,
        Ok((made, Reshape::Select)) => {
            warn_smaller(f, [from, to], made.span);
            return made;
        }
        Ok((made, _)) => return made,
        Err(e) => e,
    };
    if are_samplers(e.ty, to) {
        return Expression { ty: to, ..e };
    }
    if f.c.is_open(to) && f.c.closes(e.ty, to) {
        return e;
    }
    if is_aggregate(e.ty) && is_aggregate(to) && f.c.types.scalars(e.ty) == f.c.types.scalars(to) {
        let (span, kind) = (e.span, ExpressionKind::Reinterpret(Box::new(e)));
        return Expression { kind, ty: to, span };
    }
    refuse(f, e, to, by)
}

/// Arrays and structures. Two with the same numbers are each other's values.
fn is_aggregate(ty: Type) -> bool {
    matches!(ty, Type::Struct(_) | Type::Array(_))
}

/// Whether a cast between numbers and arrays or structures may leave numbers out: not where the numbers are a matrix of
/// several rows, and to a matrix only where it is one row.
fn may_shorten(from: Type, to: Type) -> bool {
    let is_square = |ty: Type| matches!(ty, Type::Matrix(_, 2.., 2..));
    !is_square(from) && !matches!(to, Type::Matrix(_, 2.., _))
}

/// Warns that numbers are lost.
fn warn_smaller(f: &mut FunctionChecker<'_, '_>, types: [Type; 2], span: Span) {
    let [from, to] = types.map(|t| f.c.type_name(t));
    let oddity = ShadingOddity::Smaller { from, to };
    f.c.out.odd(Oddity::Shading(oddity), span);
}

/// Whether both are samplers, one of them of any kind.
fn are_samplers(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Sampler(a), Type::Sampler(b)) => {
            let is_any = [a, b].contains(&SamplerKind::Any);
            let is_apart =
                |k: &SamplerKind| k.of_texture().is_some() || *k == SamplerKind::Comparison;
            a == b || is_any && ![a, b].iter().any(is_apart)
        }
        _ => false,
    }
}

/// What the conversion of an argument costs: a change of shape more than one of kind, a loss of numbers most.
pub(super) fn cost(types: &Types, given: Given, to: Type) -> Option<u32> {
    let from = given.ty;
    if from == to && !given.is_literal {
        return Some(0);
    }
    if is_aggregate(from) && is_aggregate(to) {
        return (types.scalars(from) == types.scalars(to)).then_some(0);
    }
    let (Some(a), Some(b)) = (from.scalar(), to.scalar()) else {
        return are_samplers(from, to).then_some(1);
    };
    let kind = kind_cost(a, b, given.is_literal);
    let shape = match reshape(from, to)? {
        Reshape::Same => 0,
        Reshape::Rearrange => 0,
        Reshape::Smear => 32,
        _ => 256,
    };
    Some(kind + shape)
}

/// What the conversion of a kind of numbers to another one costs. A number alone prefers no kind of integer, or of real
/// number.
fn kind_cost(from: Scalar, to: Scalar, is_literal: bool) -> u32 {
    if from == to {
        return 0;
    }
    match (from, to) {
        (Scalar::Bool, Scalar::Half) => 3,
        (Scalar::Bool, _) => 2,
        (from, to) if from.is_real() && to.is_real() && is_literal => 0,
        (from, Scalar::Half) if from.is_real() => 4,
        (from, to) if from.is_real() => {
            if to.is_real() {
                1
            } else {
                4
            }
        }
        (_, Scalar::Bool) => 2,
        (_, Scalar::Half) if !is_literal => 4,
        (_, to) if to.is_real() => 3,
        _ => u32::from(!is_literal),
    }
}

/// Whether an expression is made of numbers alone.
pub(super) fn is_literal(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Integer(_) => e.ty == Type::Scalar(Scalar::Int),
        ExpressionKind::Real(..) => e.ty == Type::Scalar(Scalar::Float),
        ExpressionKind::Unary(UnaryOp::Negate, a) => is_literal(a),
        ExpressionKind::Binary(op, operands) => {
            !op.is_comparison() && operands.iter().all(is_literal)
        }
        ExpressionKind::Select(parts) | ExpressionKind::Conditional(parts) => {
            parts[1..].iter().all(is_literal)
        }
        _ => false,
    }
}

/// Whether an argument fits a parameter.
pub(super) fn fits(types: &Types, given: Given, to: Type) -> bool {
    cost(types, given, to).is_some()
}

/// `(type) e`
pub(super) fn cast(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    to: Type,
    span: Span,
) -> Expression {
    if e.ty == to {
        // A number in a cast is no number alone any more.
        let kind = if is_literal(&e) {
            ExpressionKind::Reinterpret(Box::new(e))
        } else {
            e.kind
        };
        return Expression { kind, ty: to, span };
    }
    let e = match numbers(e, to) {
        Ok((e, _)) => return Expression { span, ..e },
        Err(e) => e,
    };
    let (own, wanted) = (f.c.types.scalars(e.ty), f.c.types.scalars(to));
    let is_value = is_aggregate;
    let has_numbers = |ty: Type| ty.scalar().is_some() || is_value(ty);
    let can = has_numbers(e.ty) && has_numbers(to) && (is_value(e.ty) || is_value(to));
    // A single number fills everything; otherwise the first numbers are taken in order.
    let is_smear = own.len() == 1 && matches!(e.ty, Type::Scalar(_) | Type::Vector(..));
    let is_too_long = own.len() > wanted.len() && !may_shorten(e.ty, to);
    if !can || own.is_empty() || is_too_long || wanted.len() > own.len() && !is_smear {
        let [found, expected] = [e.ty, to].map(|t| f.c.type_name(t));
        f.refuse(Shading::Cast { found, expected }, span);
        return unknown(span);
    }
    if !f.c.spend(wanted.len() as u64 * 2, span) {
        return unknown(span);
    }
    let (before, e) = f.once(e);
    let part = |(i, kind): (usize, &Scalar)| {
        let i = if is_smear { 0 } else { i };
        let member = Expression {
            kind: ExpressionKind::Member(Box::new(e.clone()), i as u32),
            ty: Type::Scalar(own[i]),
            span,
        };
        converted(member, *kind)
    };
    let parts: Vec<Expression> = wanted.iter().enumerate().map(part).collect();
    let value = match (to, parts.len()) {
        (Type::Scalar(_), 1) => parts.into_iter().next().unwrap_or_else(|| unknown(span)),
        _ => Expression {
            kind: ExpressionKind::Compose(parts),
            ty: to,
            span,
        },
    };
    after(before, value)
}

/// `type(arguments)`: the numbers of all arguments, one after the other, exactly as many as are needed.
pub(super) fn construct(
    f: &mut FunctionChecker<'_, '_>,
    ty: Type,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    let Some(scalar) = ty.scalar() else {
        let name = f.c.type_name(ty);
        f.refuse(Shading::ConstructorOf(name), span);
        return unknown(span);
    };
    let is_list = |e: &&Expression| e.ty.scalar().is_some() || is_aggregate(e.ty);
    if let Some(other) = arguments.iter().find(|e| !is_list(e)) {
        let (found, expected) = (f.c.type_name(other.ty), f.c.type_name(ty));
        let rule = Shading::InitType { found, expected };
        f.refuse(rule, other.span);
        return unknown(span);
    }
    let needed = f.c.types.count(ty);
    let found: u32 = arguments.iter().map(|e| f.c.types.count(e.ty)).sum();
    if found != needed && !f.c.is_in_library() {
        let name = f.c.type_name(ty);
        let rule = if found < needed {
            Shading::FewNumbers(name)
        } else {
            Shading::ManyNumbers(name)
        };
        f.refuse(rule, span);
        return unknown(span);
    }
    if let [only] = &arguments[..] {
        let only = only.clone();
        if reshape(only.ty, ty).is_some() || is_aggregate(only.ty) {
            return cast(f, only, ty, span);
        }
        // The same numbers in another shape.
        return converted(reshaped(only, ty, Reshape::Rearrange), scalar);
    }
    let mut parts = Vec::new();
    for e in arguments {
        if e.ty.scalar().is_some() {
            parts.push(converted(e, scalar));
            continue;
        }
        // The numbers of an array or of a structure, one by one.
        let kinds = f.c.types.scalars(e.ty);
        let (before, e) = f.once(e);
        for (i, kind) in kinds.into_iter().enumerate() {
            let part = Expression {
                kind: ExpressionKind::Member(Box::new(e.clone()), i as u32),
                ty: Type::Scalar(kind),
                span,
            };
            let part = match i {
                0 => after(before.clone(), part),
                _ => part,
            };
            parts.push(converted(part, scalar));
        }
    }
    let kind = ExpressionKind::Compose(parts);
    Expression { kind, ty, span }
}
