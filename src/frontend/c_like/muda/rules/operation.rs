//! Checks the functions of the driver's dialect: operations by their names in [`crate::ir::Intrinsic`], `mask` and `canonical`.

use super::convert::assigned;
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::interface::{PIXEL_PLANES, fragment_input};
use crate::ir::{self, Intrinsic, Op, Span};

/// Texture image units that a program can sample.
const UNITS: u32 = 16;

/// `mask(a)`: an int with all bits set where any bit of the scalar is.
pub(super) fn truth<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    let ty = Type::Scalar(Scalar::Int);
    of_scalar(
        f,
        name,
        arguments,
        span,
        |_| true,
        ExpressionKind::Truth,
        ty,
    )
}

/// `canonical(a)`: the float or double, with any NaN replaced by the canonical NaN.
pub(super) fn one_nan<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    let kind = ExpressionKind::OneNan;
    of_scalar(
        f,
        name,
        arguments,
        span,
        Scalar::is_real,
        kind,
        Type::Unknown,
    )
}

/// A function of one scalar; its value is of the argument's type where `ty` is unknown.
fn of_scalar<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
    takes: fn(Scalar) -> bool,
    kind: fn(Box<Expression>) -> ExpressionKind,
    ty: Type,
) -> Expression {
    let Some(mut values) = f.values(name, arguments, 1, "one scalar") else {
        return unknown(span);
    };
    let e = values.remove(0);
    match e.ty {
        Type::Scalar(scalar) if takes(scalar) => {
            let ty = if ty == Type::Unknown { e.ty } else { ty };
            let kind = kind(Box::new(e));
            Expression { kind, ty, span }
        }
        found => f.refuse_types(name, "one scalar", &[found]),
    }
}

/// An operation of the IR: its immediates, then its arguments, all scalars.
pub(super) fn operation<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    let values: Vec<Expression> = arguments.iter().map(|e| f.expression(e)).collect();
    if values.iter().any(|e| e.ty == Type::Unknown) {
        return unknown(span);
    }
    // Several operations may share a name. The type of the first argument chooses one.
    let intrinsic = chosen(name.text, &values);
    let (n, types) = (intrinsic.n_immediates(), intrinsic.info().args);
    if values.len() != n + types.len() {
        let expected = match n + types.len() {
            1 => "1 argument".to_owned(),
            n => format!("{n} arguments"),
        };
        return f.refuse_count(name, &expected, values.len(), span);
    }
    // The first arguments become immediates, which are constants; the others are converted to the operation's types.
    let mut imm = [0, intrinsic.fixed.unwrap_or(0)];
    let mut checked = Vec::with_capacity(types.len());
    for (i, e) in values.into_iter().enumerate() {
        if i >= n {
            checked.push(assigned(f, e, type_of(types[i - n])));
            continue;
        }
        let limit = limit(intrinsic.op, i);
        match e.constant_integer().and_then(|x| u32::try_from(x).ok()) {
            Some(x) if x < limit => imm[i] = x,
            _ => {
                let text = format!(
                    "the first {n} arguments of {} are constants below its limits, here {limit}",
                    name.text
                );
                f.c.out.rule(Rule::Text(text), e.span);
                return unknown(span);
            }
        }
    }
    // Four results make a vector, one a scalar.
    let ty = match intrinsic.info().results {
        [] => Type::Void,
        [one] => type_of(*one),
        _ => Type::Vector(Scalar::Float, 4),
    };
    let kind = ExpressionKind::Operation(intrinsic, imm, checked);
    Expression { kind, ty, span }
}

/// The function of this name for these arguments.
fn chosen(name: &str, values: &[Expression]) -> &'static Intrinsic {
    let fits = |i: &&Intrinsic| {
        let first = values.get(i.n_immediates()).map(|e| e.ty);
        first == i.info().args.first().map(|t| type_of(*t))
    };
    let found = Intrinsic::named(name).find(fits);
    let found = found.or_else(|| Intrinsic::named(name).next());
    found.expect("the name is an intrinsic's")
}

fn type_of(ty: ir::Type) -> Type {
    Type::Scalar(match ty {
        ir::Type::F32 => Scalar::Float,
        ir::Type::F64 => Scalar::Double,
        ir::Type::I32 | ir::Type::Mask => Scalar::Int,
        ir::Type::I64 => Scalar::Long,
    })
}

/// The exclusive upper bound of an immediate.
fn limit(op: Op, number: usize) -> u32 {
    match (op, number) {
        (Op::Sample, _) => UNITS,
        (Op::LoadPlane, 0) => 4 * fragment_input::GENERIC_0,
        (Op::LoadPlane, _) => 4,
        _ => PIXEL_PLANES as u32,
    }
}
