//! Checks calls of builtin functions: choices, components, bits, mathematics.

use super::convert::{of_one_width, scalar_to, smear, unified};
use super::operators::in_shape_of;
use crate::frontend::c_like::check::convert::{swizzled, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Expr, ExprKind, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

pub(super) fn choose<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    const EXPECTED: &str = "two values of one type and a mask of the same width: sel(a, b, mask)";
    let Some(values) = f.values(name, arguments, 3, EXPECTED) else {
        return unknown(span);
    };
    let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
    let [a, b, mask] =
        <[Expression; 3]>::try_from(values).unwrap_or_else(|_| [(); 3].map(|()| unknown(span)));
    let Some((a, b)) = unified(f, a, b) else {
        return f.refuse_types(name, EXPECTED, &types);
    };
    let Some((a, mask)) = of_one_width(a, mask) else {
        return f.refuse_types(name, EXPECTED, &types);
    };
    let b = in_shape_of(b, a.ty);
    let ty = a.ty;
    let kind = ExpressionKind::Choose(Box::new([a, b, mask]));
    Expression { kind, ty, span }
}

pub(super) fn extract<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    const EXPECTED: &str = "a vector and an int: extract(a, i)";
    let Some(values) = f.values(name, arguments, 2, EXPECTED) else {
        return unknown(span);
    };
    let Type::Vector(scalar, _) = values[0].ty else {
        let types = [values[0].ty, values[1].ty];
        return f.refuse_types(name, EXPECTED, &types);
    };
    let [vector, index] =
        <[Expression; 2]>::try_from(values).unwrap_or_else(|_| [(); 2].map(|()| unknown(span)));
    let Some(index) = index_of(f, index) else {
        return unknown(span);
    };
    let kind = match index.constant_integer() {
        Some(i @ 0..4) => ExpressionKind::Swizzle(Box::new(vector), Swizzle::new(&[i as u8])),
        Some(_) => {
            f.c.out.rule(Rule::ExtractIndex, index.span);
            return unknown(span);
        }
        None => ExpressionKind::Element {
            of: Box::new(vector),
            index: Box::new(index),
            scalars: 1,
            count: 4,
        },
    };
    let ty = Type::Scalar(scalar);
    Expression { kind, ty, span }
}

/// An index as an int: of a vector of ints the first component, which the language prefers. Other types are reported.
pub(super) fn index_of(f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression> {
    let e = match e.ty {
        Type::Vector(scalar @ (Scalar::Int | Scalar::Long), _) => {
            swizzled(e, &[0], Type::Scalar(scalar))
        }
        _ => e,
    };
    match e.ty {
        Type::Scalar(Scalar::Int | Scalar::Long) => Some(scalar_to(f, e, Scalar::Int)),
        other => {
            let rule = Rule::IndexType(f.c.type_name(other));
            f.c.out.rule(rule, e.span);
            None
        }
    }
}

/// The float of these bits, in all components.
pub(super) fn bit<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    let [argument] = arguments else {
        return f.refuse_count(name, "one hexadecimal number", arguments.len(), span);
    };
    let bits = match &argument.kind {
        ExprKind::Number(text) => text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")),
        _ => None,
    };
    let bits = bits.filter(|digits| digits.len() <= 8);
    let Some(bits) = bits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
        f.c.out.rule(Rule::Bit, argument.span);
        return unknown(span);
    };
    smear(Expression {
        kind: ExpressionKind::Bits(bits),
        ty: Type::Scalar(Scalar::Float),
        span,
    })
}

pub(super) fn math<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    math: Math,
    n: usize,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Expression {
    let expected = match n {
        1 => "one number or vector",
        2 => "two numbers or vectors of one type",
        _ => "three numbers or vectors of one type",
    };
    let Some(mut values) = f.values(name, arguments, n, expected) else {
        return unknown(span);
    };
    let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
    // The last operand is converted to the common type of the first two, then the second to that of the first and
    // the last.
    for (i, j) in [(0, 1), (0, 2), (0, 1)] {
        if j >= n {
            continue;
        }
        let [a, b] = [i, j].map(|i| std::mem::replace(&mut values[i], unknown(span)));
        let Some((a, b)) = unified(f, a, b) else {
            return f.refuse_types(name, expected, &types);
        };
        (values[i], values[j]) = (a, b);
    }
    let takes_integers = matches!(
        math,
        Math::Abs | Math::Min | Math::Max | Math::Sign | Math::Mod
    );
    for e in &mut values {
        match e.ty.scalar() {
            None => return f.refuse_types(name, expected, &types),
            Some(scalar) if scalar.is_real() || takes_integers => {}
            Some(_) if e.ty.is_vector() => {
                return f.refuse_types(name, "floats and doubles, and vectors of them", &types);
            }
            Some(scalar) => {
                let to = if scalar.is_wide() {
                    Scalar::Double
                } else {
                    Scalar::Float
                };
                let own = std::mem::replace(e, unknown(span));
                *e = scalar_to(f, own, to);
            }
        }
        if matches!(&e.kind, ExpressionKind::Binary(op, ..) if op.is_comparison()) {
            f.c.out.odd(Oddity::MaskArithmetic, e.span);
        }
    }
    let ty = values[0].ty;
    let kind = ExpressionKind::Math(math, values);
    Expression { kind, ty, span }
}
