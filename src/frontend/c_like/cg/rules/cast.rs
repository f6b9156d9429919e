//! Cg's casts and constructors.

use super::conversions::{
    Reshape, are_samplers, implicit, reshape, reshaped, same_layout, shape_rule, warn_smaller,
};
use super::parts::{are_parts, check_rows};
use crate::frontend::c_like::check::convert::{after, converted, swizzled, unknown};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Scalar, StructId, Type};
use crate::ir::Span;

/// `(type) e`
pub(super) fn cast(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    to: Type,
    span: Span,
) -> Expression {
    if e.ty == to {
        return Expression { span, ..e };
    }
    if let Some(scalar) = to.scalar() {
        if let Type::Struct(id) = e.ty {
            return from_structure(f, e, id, to, span);
        }
        return match (reshape(e.ty, to), e.ty, to) {
            // A constant becomes a matrix of one row, which a value that is computed does not (C1057).
            (Some(Reshape::Refused(_, 1057)), ..) if f.number(&e).is_some() => {
                converted(reshaped(e, to, Reshape::Smear), scalar)
            }
            (Some(Reshape::Refused(_, number)), ..) => {
                f.refuse(shape_rule(f, number, e.ty, to), span);
                unknown(span)
            }
            (Some(how), ..) => converted(reshaped(e, to, how), scalar),
            // Four numbers are a matrix of two rows.
            (_, Type::Vector(_, 4), Type::Matrix(_, 2, 2))
            | (_, Type::Matrix(_, 2, 2), Type::Vector(_, 4)) => {
                converted(reshaped(e, to, Reshape::Rearrange), scalar)
            }
            _ => refuse(f, e.ty, to, span),
        };
    }
    match to {
        Type::Struct(id) => to_structure(f, e, id, to, span),
        Type::Array(_) if single_array(f, e.ty) == Some(to) => {
            let inner = f.member_of(&e, 0);
            cast(f, inner, to, span)
        }
        Type::Array(_) | Type::Sampler(_) => {
            if same_layout(&f.c.types, e.ty, to) || are_samplers(e.ty, to) {
                return implicit(f, e, to, Use::Assign);
            }
            refuse(f, e.ty, to, span)
        }
        _ => refuse(f, e.ty, to, span),
    }
}

fn refuse(f: &mut FunctionChecker<'_, '_>, from: Type, to: Type, span: Span) -> Expression {
    let [found, expected] = [from, to].map(|t| f.c.type_name(t));
    f.refuse(Shading::Cast { found, expected }, span);
    unknown(span)
}

/// The array that is a structure's only member.
fn single_array(f: &FunctionChecker<'_, '_>, ty: Type) -> Option<Type> {
    let Type::Struct(id) = ty else {
        return None;
    };
    match &f.c.types.structure(id).members[..] {
        [only] if matches!(only.ty, Type::Array(_)) => Some(only.ty),
        _ => None,
    }
}

/// A structure becomes the number or the vector that its first member becomes.
fn from_structure(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    id: StructId,
    to: Type,
    span: Span,
) -> Expression {
    let first = f.c.types.structure(id).members.first().map(|m| m.ty);
    let fits = match (first, to) {
        (Some(Type::Scalar(_)), Type::Scalar(_) | Type::Vector(..)) => true,
        (Some(Type::Vector(..)), Type::Scalar(_)) => true,
        (Some(Type::Vector(_, n)), Type::Vector(_, m)) => n == m,
        (Some(Type::Matrix(..)), Type::Scalar(_)) => true,
        (Some(Type::Matrix(_, 1, n)), Type::Vector(_, m)) => n == m,
        (Some(Type::Matrix(_, r, c)), Type::Matrix(_, s, d)) => (r, c) == (s, d),
        _ => false,
    };
    if fits {
        let (before, e) = f.once(e);
        let member = f.member_of(&e, 0);
        let value = cast(f, member, to, span);
        return after(before, value);
    }
    // The reference has messages of its own for these two, as if a component had been selected.
    let is_line = matches!(to, Type::Matrix(_, 1, _) | Type::Matrix(_, _, 1));
    match (first, to) {
        (Some(Type::Scalar(_)), Type::Matrix(..)) => {
            let name = f.c.type_name(to);
            f.refuse(Shading::SwizzleLetter('_', name), span);
            unknown(span)
        }
        (Some(Type::Vector(..)), Type::Matrix(..)) if is_line => {
            let name = f.c.type_name(to);
            f.refuse(Shading::SwizzleLetter('_', name), span);
            unknown(span)
        }
        _ => refuse(f, e.ty, to, span),
    }
}

/// A structure with one member is made of what becomes that member; one with several, of a structure with as many.
fn to_structure(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    id: StructId,
    to: Type,
    span: Span,
) -> Expression {
    // Compares the members of both sides, if both are structures.
    let members: Vec<Type> =
        f.c.types
            .structure(id)
            .members
            .iter()
            .map(|m| m.ty)
            .collect();
    let given: Option<Vec<Type>> = match e.ty {
        Type::Struct(from) => {
            let members = &f.c.types.structure(from).members;
            Some(members.iter().map(|m| m.ty).collect())
        }
        _ => None,
    };
    let compose = |parts: Vec<Expression>| Expression {
        kind: ExpressionKind::Compose(parts),
        ty: to,
        span,
    };
    let fits = |f: &FunctionChecker<'_, '_>, from: Type, to: Type| {
        same_layout(&f.c.types, from, to)
            || matches!(reshape(from, to), Some(how) if !matches!(how, Reshape::Refused(..)))
    };
    // A zero becomes a structure of zeros.
    if is_zero(&e) && members.len() > 1 && can_be_zero(f, to) {
        return zeros(f, to, span);
    }
    // Several members come from a structure with as many. One member comes from what is no structure.
    match (&given, &members[..]) {
        (Some(given), _) if given.len() == members.len() && given.len() > 1 => {
            if !given.iter().zip(&members).all(|(a, b)| fits(f, *a, *b)) {
                return refuse(f, e.ty, to, span);
            }
            if !f.c.spend(members.len() as u64 * 8, span) {
                return unknown(span);
            }
            let (before, e) = f.once(e);
            let mut parts = Vec::new();
            for (i, member) in members.iter().enumerate() {
                let value = f.member_of(&e, i);
                parts.push(implicit(f, value, *member, Use::Assign));
            }
            after(before, compose(parts))
        }
        (None, [member]) if fits(f, e.ty, *member) => {
            let part = implicit(f, e, *member, Use::Assign);
            compose(vec![part])
        }
        (None, [member])
            if matches!(e.ty, Type::Matrix(..)) && reshape(e.ty, *member).is_some() =>
        {
            // The reference warns of the components that a matrix would lose before it refuses it.
            warn_smaller(f, &e, *member);
            refuse(f, e.ty, to, span)
        }
        _ => refuse(f, e.ty, to, span),
    }
}

/// The literal 0, with which `(S)0` makes a structure of zeros. Sums of literals that are 0 count, too, which the reference refuses.
fn is_zero(e: &Expression) -> bool {
    match e.kind {
        ExpressionKind::Integer(n) => n == 0 && e.ty != Type::Scalar(Scalar::Bool),
        ExpressionKind::Real(x, _) => x == 0.0 && x.is_sign_positive(),
        _ => false,
    }
}

/// Whether a structure of zeros can be made: of numbers, vectors, matrices and such structures.
fn can_be_zero(f: &FunctionChecker<'_, '_>, ty: Type) -> bool {
    match ty {
        Type::Struct(id) => {
            let members = &f.c.types.structure(id).members;
            members.iter().all(|m| can_be_zero(f, m.ty))
        }
        _ => ty.scalar().is_some(),
    }
}

/// A value of zeros. Structures hold no more than they say, so that it is as long as the text of its type.
fn zeros(f: &mut FunctionChecker<'_, '_>, ty: Type, span: Span) -> Expression {
    let kind = ExpressionKind::Integer(0);
    let zero = Expression {
        kind,
        ty: Type::Scalar(Scalar::Int),
        span,
    };
    let Type::Struct(id) = ty else {
        return cast(f, zero, ty, span);
    };
    let members = f.c.types.structure(id).members.iter().map(|m| m.ty);
    let members: Vec<Type> = members.collect();
    if !f.c.spend(members.len() as u64, span) {
        return unknown(span);
    }
    let parts = members.into_iter().map(|m| zeros(f, m, span)).collect();
    Expression {
        kind: ExpressionKind::Compose(parts),
        ty,
        span,
    }
}

/// `type(arguments)`: the numbers of all arguments, one after the other.
pub(super) fn construct(
    f: &mut FunctionChecker<'_, '_>,
    name: Name<'_>,
    ty: Type,
    mut arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    if arguments.len() == 1
        && let Some(only) = arguments.pop()
    {
        return cast(f, only, ty, span);
    }
    if let Type::Array(id) = ty {
        return elements(f, f.c.types.arrays[id.0 as usize], ty, arguments, span);
    }
    if matches!(ty, Type::Sampler(_) | Type::String) {
        // The types of textures are the names of GLSL's look-ups.
        let rule = match name.text {
            "string" => Shading::ManyNumbers(f.c.type_name(ty)),
            _ => Shading::NoConstructor(name.text.into()),
        };
        f.refuse(rule, span);
        return unknown(span);
    }
    let Some(scalar) = ty.scalar() else {
        return members(f, name, ty, arguments, span);
    };
    if !are_parts(f, ty, &arguments) {
        return unknown(span);
    }
    check_rows(f, ty, &arguments);
    let needed = f.c.types.count(ty);
    let mut found = 0;
    let mut parts = Vec::with_capacity(arguments.len());
    for e in arguments {
        let n = f.c.types.count(e.ty);
        // The last argument may have more numbers than are needed, but not be left out whole.
        if found >= needed {
            f.refuse(Shading::ManyNumbers(f.c.type_name(ty)), span);
            return unknown(span);
        }
        let taken = n.min(needed - found);
        found += taken;
        let part = if taken < n {
            let components: Vec<u8> = (0..taken as u8).collect();
            let kind = e.ty.scalar().unwrap_or(scalar);
            let of = match taken {
                1 => Type::Scalar(kind),
                n => Type::Vector(kind, n as u8),
            };
            match e.ty {
                Type::Matrix(..) if taken > 4 => swizzled(e, &components, ty.with_scalar(kind)),
                _ => swizzled(e, &components, of),
            }
        } else {
            e
        };
        parts.push(converted(part, scalar));
    }
    if found < needed {
        f.refuse(Shading::FewNumbers(f.c.type_name(ty)), span);
        return unknown(span);
    }
    let kind = ExpressionKind::Compose(parts);
    Expression { kind, ty, span }
}

/// An array of its elements' values; without a size it has as many.
fn elements(
    f: &mut FunctionChecker<'_, '_>,
    array: Array,
    ty: Type,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    let n = arguments.len() as u32;
    let rule = match array.count {
        Some(count) if n > count => Some(Shading::ManyNumbers(f.c.type_name(ty))),
        Some(count) if n < count => Some(Shading::FewNumbers(f.c.type_name(ty))),
        _ => None,
    };
    if let Some(rule) = rule {
        f.refuse(rule, span);
        return unknown(span);
    }
    let mut parts = Vec::new();
    for e in arguments {
        let place = e.span;
        parts.push(cast(f, e, array.element, place));
    }
    if parts.iter().any(|e| e.ty == Type::Unknown) {
        return unknown(span);
    }
    let ty = f.c.types.array_type(Array {
        count: Some(n),
        ..array
    });
    let kind = ExpressionKind::Compose(parts);
    Expression { kind, ty, span }
}

/// A structure of its members' values.
fn members(
    f: &mut FunctionChecker<'_, '_>,
    name: Name<'_>,
    ty: Type,
    arguments: Vec<Expression>,
    span: Span,
) -> Expression {
    // A structure's constructor takes a value for each member, in their order.
    let types: Vec<Type> = match ty {
        Type::Struct(id) => {
            f.c.types
                .structure(id)
                .members
                .iter()
                .map(|m| m.ty)
                .collect()
        }
        _ => Vec::new(),
    };
    if types.len() != arguments.len() || types.is_empty() {
        let found = name.text.into();
        let expected = f.c.type_name(ty);
        f.refuse(Shading::Cast { found, expected }, span);
        return unknown(span);
    }
    let mut parts = Vec::new();
    for (e, member) in arguments.into_iter().zip(types) {
        parts.push(implicit(f, e, member, Use::Init));
    }
    if parts.iter().any(|e| e.ty == Type::Unknown) {
        return unknown(span);
    }
    let kind = ExpressionKind::Compose(parts);
    Expression { kind, ty, span }
}
