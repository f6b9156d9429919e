//! Conversions that the language makes by itself: ints become floats, from version 1.20 on.

use super::version::Glsl;
use crate::frontend::c_like::check::convert::{converted, smeared};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::family::refusal::refuse;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// Whether a type becomes another one by itself.
pub(super) fn converts(glsl: &Glsl, from: Type, to: Type) -> bool {
    let is_whole = from.scalar() == Some(Scalar::Int);
    glsl.version >= 120 && is_whole && from.with_scalar(Scalar::Float) == to
}

/// Converts a value, or reports it.
pub(super) fn implicit(
    glsl: &Glsl,
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    to: Type,
    by: Use<'_>,
) -> Expression {
    let is_array = matches!(to, Type::Array(_)) && by == Use::Assign;
    if is_array && glsl.version < 120 && !f.c.is_in_library() {
        return refuse(f, e, to, by);
    }
    if e.ty == to || e.ty == Type::Unknown || to == Type::Unknown {
        return e;
    }
    if f.c.is_open(to) && f.c.closes(e.ty, to) {
        return e;
    }
    if f.c.is_in_library() {
        let span = e.span;
        return cast(e, to, span);
    }
    if converts(glsl, e.ty, to) {
        return converted(e, Scalar::Float);
    }
    refuse(f, e, to, by)
}

/// A number in the kind and the shape of a type, in the library's text.
pub(super) fn cast(e: Expression, to: Type, span: Span) -> Expression {
    let e = match to.scalar() {
        Some(scalar) => converted(e, scalar),
        None => e,
    };
    Expression {
        span,
        ..smeared(e, to)
    }
}
