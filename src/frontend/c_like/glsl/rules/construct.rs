//! Constructors (section 5.4).

use super::conversions::implicit;
use super::fold::folded;
use super::matrix::once;
use super::version::Glsl;
use crate::frontend::c_like::check::convert::{
    after, constant_int, converted, smeared, swizzled, unknown,
};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Scalar, Type};
use crate::ir::Span;

/// `type(arguments)`
pub(super) fn construct(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    ty: Type,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    match ty {
        Type::Unknown => return unknown(span),
        Type::Array(id) => {
            return elements(glsl, f, f.c.types.arrays[id.0 as usize], arguments, span);
        }
        Type::Struct(id) => {
            let members = f.c.types.structure(id).members.iter();
            let types = members.map(|m| m.ty).collect();
            return whole(glsl, f, ty, types, arguments, span);
        }
        _ => {}
    }
    let Some(scalar) = ty.scalar() else {
        f.refuse(Shading::NoConstructor(f.c.type_name(ty)), span);
        return unknown(span);
    };
    if let Some(other) = arguments.iter().find(|e| e.ty.scalar().is_none()) {
        let (found, expected) = (f.c.type_name(other.ty), f.c.type_name(ty));
        f.refuse(Shading::Cast { found, expected }, other.span);
        return unknown(span);
    }
    let mut arguments = arguments;
    if arguments.len() == 1
        && let Some(only) = arguments.pop()
    {
        match (only.ty, ty) {
            (Type::Scalar(_), Type::Matrix(_, columns, rows)) => {
                return diagonal(f, only, ty, columns, rows, span);
            }
            (Type::Scalar(_), _) => {
                let e = smeared(converted(only, scalar), ty);
                return Expression { span, ..e };
            }
            (Type::Matrix(..), Type::Matrix(..)) => return of_matrix(glsl, f, only, ty, span),
            _ => arguments.push(only),
        }
    }
    numbers(f, ty, scalar, arguments, span)
}

/// The numbers of all arguments, one after the other. The last argument may have more than are needed.
fn numbers(
    f: &mut FunctionChecker<'_, '_>,
    ty: Type,
    scalar: Scalar,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    let is_matrix = |t: Type| matches!(t, Type::Matrix(..));
    if is_matrix(ty)
        && let Some(matrix) = arguments.iter().find(|e| is_matrix(e.ty))
    {
        let text = "a matrix is made of one matrix alone, or of numbers and vectors".into();
        f.c.out.rule(Rule::Text(text), matrix.span);
        return unknown(span);
    }
    let needed = f.c.types.count(ty);
    let mut found = 0;
    let mut parts = Vec::with_capacity(arguments.len());
    for e in arguments {
        if found >= needed {
            f.refuse(Shading::ManyNumbers(f.c.type_name(ty)), span);
            return unknown(span);
        }
        let n = f.c.types.count(e.ty);
        let taken = n.min(needed - found);
        found += taken;
        parts.push(converted(first(e, taken, n), scalar));
    }
    if found < needed {
        f.refuse(Shading::FewNumbers(f.c.type_name(ty)), span);
        return unknown(span);
    }
    match (ty, parts.pop()) {
        (Type::Scalar(_), Some(only)) => Expression { span, ..only },
        (_, Some(last)) => {
            parts.push(last);
            let kind = ExpressionKind::Compose(parts);
            Expression { kind, ty, span }
        }
        (_, None) => unknown(span),
    }
}

/// The first numbers of a value that has `n`.
fn first(e: Expression, taken: u32, n: u32) -> Expression {
    let kind = e.ty.scalar().unwrap_or(Scalar::Float);
    let components: Vec<u8> = (0..taken as u8).collect();
    match taken {
        _ if taken == n => e,
        1 => swizzled(e, &[0], Type::Scalar(kind)),
        _ => swizzled(e, &components, Type::Vector(kind, taken as u8)),
    }
}

/// A number in the diagonal, 0 elsewhere.
fn diagonal(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    ty: Type,
    columns: u8,
    rows: u8,
    span: Span,
) -> Expression {
    let (before, e) = once(f, converted(e, Scalar::Float));
    let cells = (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r)));
    let parts = cells.map(|(c, r)| match c == r {
        true => e.clone(),
        false => number(0, span),
    });
    let kind = ExpressionKind::Compose(parts.collect());
    after(before, Expression { kind, ty, span })
}

/// The upper left part of a matrix, with ones in the diagonal beyond it and zeros elsewhere.
fn of_matrix(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    ty: Type,
    span: Span,
) -> Expression {
    if glsl.version < 120 {
        let text = "a matrix is made of a matrix from version 1.20 on".into();
        f.c.out.rule(Rule::Text(text), span);
        return unknown(span);
    }
    let (Type::Matrix(_, columns, rows), Type::Matrix(_, c0, r0)) = (ty, e.ty) else {
        return unknown(span);
    };
    let e = folded(f, e);
    let (before, e) = once(f, e);
    let cells = (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r)));
    let parts = cells.map(|(c, r)| match c < c0 && r < r0 {
        true => swizzled(e.clone(), &[c * r0 + r], Type::Scalar(Scalar::Float)),
        false => number((c == r).into(), span),
    });
    let kind = ExpressionKind::Compose(parts.collect());
    after(before, Expression { kind, ty, span })
}

fn number(n: i64, span: Span) -> Expression {
    converted(
        constant_int(n, Type::Scalar(Scalar::Int), span),
        Scalar::Float,
    )
}

/// An array of its elements. Without a size it has as many.
fn elements(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    array: Array,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    if glsl.version < 120 {
        let text = "there are arrays as values from version 1.20 on".into();
        f.c.out.rule(Rule::Text(text), span);
        return unknown(span);
    }
    let n = array.count.unwrap_or(arguments.len() as u32);
    let ty = f.c.types.array_type(Array {
        count: Some(n),
        ..array
    });
    let types = vec![array.element; n as usize];
    whole(glsl, f, ty, types, arguments, span)
}

/// A structure or an array of exactly these values.
fn whole(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    ty: Type,
    types: Vec<Type>,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    if arguments.len() != types.len() {
        let name = f.c.type_name(ty);
        f.refuse(
            match arguments.len() < types.len() {
                true => Shading::FewNumbers(name),
                false => Shading::ManyNumbers(name),
            },
            span,
        );
        return unknown(span);
    }
    let mut parts = Vec::new();
    for (e, to) in arguments.into_iter().zip(types) {
        parts.push(implicit(glsl, f, e, to, Use::Init));
    }
    if parts.iter().any(|e| e.ty == Type::Unknown) {
        return unknown(span);
    }
    let kind = ExpressionKind::Compose(parts);
    Expression { kind, ty, span }
}
