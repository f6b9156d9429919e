//! Cg's implicit conversions (Cg 3.1, "Type Conversions"), where the reference compiler's own way wins.

use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::convert::{converted, unknown};
use crate::frontend::c_like::check::dialect::{Fit, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::family::refusal;
pub(super) use crate::frontend::c_like::family::shape::{Reshape, reshaped};
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};
use crate::frontend::diagnostic::ErrorKind;

/// The kinds of numbers of values. Constants count as those.
fn is_numeric(ty: Type) -> Option<Scalar> {
    ty.scalar()
}

/// The numbers of a matrix of one row or one column, which count as those of a vector.
pub(super) fn line(ty: Type) -> Option<u8> {
    match ty {
        Type::Matrix(_, 1, n) | Type::Matrix(_, n, 1) => Some(n),
        _ => None,
    }
}

/// How a shape becomes another shape; `None` where it does not.
pub(super) fn reshape(from: Type, to: Type) -> Option<Reshape> {
    use Reshape::*;
    match (from, to) {
        (Type::Scalar(_), Type::Scalar(_)) => Some(Same),
        // The reference does not fill a matrix with one row of several columns.
        (Type::Scalar(_), Type::Matrix(_, 1, 2..)) => Some(Refused(1057, 1057)),
        (Type::Scalar(_), Type::Vector(..) | Type::Matrix(..)) => Some(Smear),
        (Type::Vector(..) | Type::Matrix(..), Type::Scalar(_)) => Some(Select),
        (Type::Vector(_, n), Type::Vector(_, m)) if n == m => Some(Same),
        (Type::Vector(_, n), Type::Vector(_, m)) => (n > m).then_some(Select),
        (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) if (r, c) == (s, d) => Some(Same),
        (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) => (r >= s && c >= d).then_some(Select),
        (Type::Vector(_, n), Type::Matrix(_, rows, columns)) => {
            let m = line(to)?;
            match n.cmp(&m) {
                std::cmp::Ordering::Equal => Some(Rearrange),
                std::cmp::Ordering::Less => None,
                std::cmp::Ordering::Greater if rows == 1 => {
                    let implicit = if (n, columns) == (3, 2) { 1031 } else { 1068 };
                    Some(Refused(implicit, 5204))
                }
                std::cmp::Ordering::Greater => Some(Refused(1068, 1068)),
            }
        }
        (Type::Matrix(..), Type::Vector(_, m)) => {
            let n = line(from)?;
            match n.cmp(&m) {
                std::cmp::Ordering::Equal => Some(Rearrange),
                std::cmp::Ordering::Less if n == 1 => Some(Smear),
                std::cmp::Ordering::Less => Some(Refused(1056, 1033)),
                std::cmp::Ordering::Greater => None,
            }
        }
        _ => None,
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
    if let (Some(_), Some(scalar)) = (is_numeric(e.ty), is_numeric(to))
        && !is_constant_kind(scalar)
    {
        return match reshape(e.ty, to) {
            // A constant becomes a matrix of one row, which a value that is computed does not.
            Some(Reshape::Refused(1057, _)) if f.number(&e).is_some() => {
                converted(reshaped(e, to, Reshape::Smear), scalar)
            }
            Some(Reshape::Refused(1056, _)) if by != Use::Init => refuse(f, e, to, by),
            // Arguments are converted after the call has its type.
            Some(Reshape::Refused(1068, _)) if matches!(by, Use::Argument(..)) => {
                let rule = Rule::Shading(shape_rule(f, 1068, e.ty, to));
                f.later(Phase::Names, ErrorKind::CLike(rule), e.span);
                Expression {
                    ty: to,
                    ..unknown(e.span)
                }
            }
            Some(Reshape::Refused(number, _)) => {
                f.refuse(shape_rule(f, number, e.ty, to), e.span);
                unknown(e.span)
            }
            Some(how) => {
                if matches!(how, Reshape::Select | Reshape::Rearrange) {
                    warn_smaller(f, &e, to);
                }
                converted(reshaped(e, to, how), scalar)
            }
            None => refuse(f, e, to, by),
        };
    }
    if same_layout(&f.c.types, e.ty, to) {
        return Expression {
            span: e.span,
            ty: to,
            kind: ExpressionKind::Reinterpret(Box::new(e)),
        };
    }
    // Literals alone are of a constant's kind; beside a vector each stands for all of its components.
    if is_numeric(to).is_some_and(is_constant_kind)
        && is_numeric(e.ty).is_some_and(is_constant_kind)
    {
        let e = match reshape(e.ty, to) {
            Some(Reshape::Smear) => reshaped(e, to, Reshape::Smear),
            _ => e,
        };
        return converted(e, is_numeric(to).unwrap_or(Scalar::LiteralInt));
    }
    if are_samplers(e.ty, to) {
        return Expression { ty: to, ..e };
    }
    if f.c.is_open(to) && f.c.closes(e.ty, to) {
        return e;
    }
    refuse(f, e, to, by)
}

/// Reports a value that does not convert to the type that its use asks for. What late calls give counts where the function is
/// reached.
fn refuse(f: &mut FunctionChecker<'_, '_>, e: Expression, to: Type, by: Use<'_>) -> Expression {
    let is_late = f.is_late || has_late_call(f, &e);
    if !is_late || f.c.is_in_library() {
        return refusal::refuse(f, e, to, by);
    }
    // By then the value of a declaration is its first number.
    let rule = match by {
        Use::Init => shape_rule(f, 1056, e.ty, to),
        by => refusal::rule(f, e.ty, to, by),
    };
    let kind = ErrorKind::CLike(Rule::Shading(rule));
    match by {
        Use::Init => f.later_at(Phase::Names, kind, f.argument_place(e.span)),
        _ => f.later(Phase::Names, kind, e.span),
    }
    unknown(e.span)
}

fn is_constant_kind(s: Scalar) -> bool {
    matches!(s, Scalar::LiteralInt | Scalar::LiteralReal)
}

/// Warns that numbers are lost, or stand in another shape.
pub(super) fn warn_smaller(f: &mut FunctionChecker<'_, '_>, e: &Expression, to: Type) {
    // What the library's own text means is no warning of the program.
    if f.c.is_in_library() {
        return;
    }
    if f.c.out.has_all_warnings() {
        return;
    }
    let [from, to] = [e.ty, to].map(|t| f.c.type_name(t));
    let oddity = Oddity::Shading(ShadingOddity::Smaller { from, to });
    if f.is_late || has_late_call(f, e) {
        f.odd_where_reached(oddity, e.span);
    } else {
        f.c.out.odd(oddity, e.span);
    }
}

/// Whether the value has its type only where the function around it is reached, see [`FunctionChecker::is_late_call`].
fn has_late_call(f: &FunctionChecker<'_, '_>, e: &Expression) -> bool {
    let mut is_found = match &e.kind {
        ExpressionKind::Call(id, _) => f.is_late_call(*id),
        _ => false,
    };
    each_child(e, &mut |child| {
        is_found = is_found || has_late_call(f, child)
    });
    is_found
}

/// The rule that such a change of shape breaks, by the reference's number.
pub(super) fn shape_rule(
    f: &FunctionChecker<'_, '_>,
    number: u16,
    from: Type,
    to: Type,
) -> Shading {
    let [found, expected] = [from, to].map(|t| f.c.type_name(t));
    match number {
        1057 => Shading::ListLength {
            needed: 2,
            found: 1,
        },
        1031 => Shading::SwizzleComponent(expected, found),
        1056 => Shading::FirstValue { found, expected },
        5204 => Shading::Shapes { found, expected },
        1033 => Shading::Cast { found, expected },
        _ => Shading::ManyNumbers(found),
    }
}

/// Whether arrays of arrays and arrays of vectors have the same numbers in the same way.
pub(super) fn same_layout(types: &Types, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    let parts = |ty: Type| match ty {
        Type::Array(id) => {
            let array = types.arrays[id.0 as usize];
            Some((array.element, array.count?))
        }
        _ => None,
    };
    let (Some((x, n)), Some((y, m))) = (parts(a), parts(b)) else {
        return false;
    };
    let is_row = |row: Type, vector: Type| match (parts(row), vector) {
        (Some((Type::Scalar(s), n)), Type::Vector(t, m)) => s == t && n == u32::from(m),
        _ => false,
    };
    n == m && (same_layout(types, x, y) || is_row(x, y) || is_row(y, x))
}

/// Whether both are samplers, one of them of any kind.
pub(super) fn are_samplers(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Sampler(a), Type::Sampler(b)) => {
            a == b || a == SamplerKind::Any || b == SamplerKind::Any
        }
        _ => false,
    }
}

/// How an argument fits a parameter, for overloads.
pub(super) fn fit(types: &Types, from: Type, to: Type) -> Option<Fit> {
    if from == to {
        return Some(Fit::Exact);
    }
    if same_layout(types, from, to) {
        return Some(Fit::Promotion);
    }
    if let (Some(a), Some(b)) = (is_numeric(from), is_numeric(to)) {
        // Constants without a kind are ints and floats.
        let is_own = matches!(
            (a, b),
            (Scalar::LiteralInt, Scalar::Int) | (Scalar::LiteralReal, Scalar::Float)
        );
        return match reshape(from, to)? {
            Reshape::Same if is_own => Some(Fit::Exact),
            Reshape::Same => Some(Fit::Promotion),
            // What a conversion refuses counts all the same: it is an error of the function that is chosen.
            _ => Some(Fit::Implicit),
        };
    }
    are_samplers(from, to).then_some(Fit::Implicit)
}
