//! Constants: their values, and expressions of constants folded into one.

pub(in crate::frontend::c_like::check) mod constancy;

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type, Types};
use smallvec::{SmallVec, smallvec};

/// Converts a scalar constant to another kind of number; other expressions are given back.
pub(in crate::frontend::c_like::check) fn converted(
    e: Expression,
    to: Scalar,
) -> Result<Expression, Expression> {
    let Type::Scalar(from) = e.ty else {
        return Err(e);
    };
    let is_plain = |s: Scalar| matches!(s, Scalar::LiteralInt | Scalar::LiteralReal);
    if !is_plain(from) {
        return Err(e);
    }
    let kind = match (&e.kind, to) {
        (ExpressionKind::Integer(x), Scalar::Bool) => ExpressionKind::Integer(i64::from(*x != 0)),
        (ExpressionKind::Real(_, x), Scalar::Bool) => ExpressionKind::Integer(i64::from(*x != 0.0)),
        // What fixed cannot hold is clamped by the conversion.
        (_, Scalar::Fixed) => return Err(e),
        (ExpressionKind::Integer(x), to) if to.is_real() => {
            ExpressionKind::Real(*x as f32, *x as f64)
        }
        (ExpressionKind::Integer(x), to) => ExpressionKind::Integer(wrapped(*x, to)),
        (ExpressionKind::Real(x, y), to) if to.is_real() => ExpressionKind::Real(*x, *y),
        (ExpressionKind::Real(_, x), to) => ExpressionKind::Integer(wrapped(*x as i64, to)),
        _ => return Err(e),
    };
    Ok(Expression {
        kind,
        ty: Type::Scalar(to),
        span: e.span,
    })
}

/// The integer in the width of its kind.
fn wrapped(x: i64, to: Scalar) -> i64 {
    match to {
        Scalar::Char => (x as i8).into(),
        Scalar::UChar => (x as u8).into(),
        Scalar::Short => (x as i16).into(),
        Scalar::UShort => (x as u16).into(),
        Scalar::Long | Scalar::ULong => x,
        _ => (x as i32).into(),
    }
}

/// The numbers of a constant: of a scalar, a vector or a matrix.
pub(in crate::frontend::c_like) type Numbers = SmallVec<[f64; 4]>;

/// The most numbers of a constant.
const MOST_NUMBERS: usize = 4096;

/// The numbers of a constant expression; `known` has those of constant variables.
pub(in crate::frontend::c_like::check) fn numbers(
    types: &Types,
    known: &Known<'_>,
    calls: Option<&Calls<'_>>,
    e: &Expression,
) -> Option<Numbers> {
    let numbers = |e: &Expression| self::numbers(types, known, calls, e);
    let n_wanted = match e.ty {
        Type::Scalar(_) => 1,
        Type::Vector(_, n) => usize::from(n),
        Type::Matrix(_, rows, columns) => usize::from(rows) * usize::from(columns),
        Type::Array(_) | Type::Struct(_) => types.count(e.ty) as usize,
        _ => return None,
    };
    if n_wanted > MOST_NUMBERS {
        return None;
    }
    // One row for each kind that can be constant; its operands must be constants as well.
    let found = match &e.kind {
        ExpressionKind::Integer(x) => smallvec![number_of(*x, e.ty)],
        ExpressionKind::Real(_, x) => smallvec![*x],
        ExpressionKind::Convert(inner) => {
            let to = e.ty.scalar()?;
            let from = numbers(inner)?;
            from.into_iter().map(|x| to_kind(x, to)).collect()
        }
        ExpressionKind::Smear(inner) => smallvec![*numbers(inner)?.first()?; n_wanted],
        ExpressionKind::Reinterpret(inner) => {
            // The bits of a number of another kind are another number.
            let is_real = |e: &Expression| e.ty.scalar().is_some_and(Scalar::is_real);
            (is_real(e) == is_real(inner)).then(|| numbers(inner))??
        }
        ExpressionKind::Compose(parts) => {
            let parts: Option<Vec<Numbers>> = parts.iter().map(&numbers).collect();
            parts?.into_iter().flatten().collect()
        }
        ExpressionKind::Swizzle(inner, swizzle) => chosen(&numbers(inner)?, swizzle)?,
        ExpressionKind::Unary(UnaryOp::Negate, e) => numbers(e)?.into_iter().map(|x| -x).collect(),
        ExpressionKind::Unary(UnaryOp::Not, inner)
            if calls.is_some() && e.ty == Type::Scalar(Scalar::Bool) =>
        {
            numbers(inner)?.into_iter().map(|x| 1.0 - x).collect()
        }
        ExpressionKind::Call(id, arguments) => {
            let calls = calls?;
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                match argument {
                    Argument::In(e) => values.push(numbers(e)?),
                    Argument::Place(_) => return None,
                }
            }
            calls(*id, &values, e.ty)?
        }
        ExpressionKind::Truth(e) => {
            let from = numbers(e)?;
            from.into_iter().map(|x| to_kind(x, Scalar::Bool)).collect()
        }
        // One operand may decide.
        ExpressionKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), operands)
            if e.ty == Type::Scalar(Scalar::Bool) =>
        {
            let decides = f64::from(u8::from(*op == BinaryOp::Or));
            let known = operands
                .each_ref()
                .map(|e| numbers(e).and_then(|n| n.first().copied()));
            match known {
                [Some(x), _] | [_, Some(x)] if x == decides => smallvec![decides],
                [Some(_), Some(_)] => smallvec![1.0 - decides],
                _ => return None,
            }
        }
        ExpressionKind::Binary(op, operands) => {
            let [a, b] = &**operands;
            let (x, y) = (numbers(a)?, numbers(b)?);
            let scalar = a.ty.scalar()?;
            let both = x.into_iter().zip(y);
            both.map(|(x, y)| op.of_numbers(x, y, scalar)).collect()
        }
        ExpressionKind::Conditional(parts) => {
            let [condition, yes, no] = &**parts;
            let holds = *numbers(condition)?.first()? != 0.0;
            numbers(if holds { yes } else { no })?
        }
        ExpressionKind::Element {
            of, index, scalars, ..
        } => {
            let all = numbers(of)?;
            let first = step(*numbers(index)?.first()?, *scalars)?;
            Numbers::from_slice(all.get(first..first + n_wanted)?)
        }
        ExpressionKind::Member(of, first) => {
            let (all, first) = (numbers(of)?, *first as usize);
            Numbers::from_slice(all.get(first..first + n_wanted)?)
        }
        ExpressionKind::Read(place) => {
            // The steps lead to the numbers of the place.
            let mut first = 0;
            for s in &place.steps {
                first += match s {
                    Step::Offset(n) => *n as usize,
                    Step::Index { index, scalars, .. } => {
                        step(*numbers(index)?.first()?, *scalars)?
                    }
                };
            }
            let all = known(place.variable)?;
            let n = types.count(place.base) as usize;
            let all = all.get(first..first + n)?;
            match &place.swizzle {
                Some(swizzle) => chosen(all, swizzle)?,
                None => Numbers::from_slice(all),
            }
        }
        _ => return None,
    };
    (found.len() == n_wanted).then_some(found)
}

/// The scalars before an element; `None` where no constant has so many.
fn step(index: f64, scalars: u32) -> Option<usize> {
    let is_index = (0.0..=MOST_NUMBERS as f64).contains(&index);
    is_index.then_some(index as usize * scalars as usize)
}

/// What calls of functions of the library give, where the language computes them while the text is checked.
pub(in crate::frontend::c_like::check) type Calls<'k> =
    dyn Fn(FunctionId, &[Numbers], Type) -> Option<Numbers> + 'k;

/// The numbers of constant variables.
pub(in crate::frontend::c_like::check) type Known<'k> =
    dyn Fn(VariableRef) -> Option<&'k [f64]> + 'k;

fn to_kind(x: f64, to: Scalar) -> f64 {
    match to {
        Scalar::Bool => f64::from(u8::from(x != 0.0)),
        to if to.is_real() => x,
        _ => x.trunc(),
    }
}

fn chosen(all: &[f64], swizzle: &Swizzle) -> Option<Numbers> {
    let components = swizzle.components().iter();
    components
        .map(|i| all.get(usize::from(*i)).copied())
        .collect()
}

/// The result of an operator on two constants without a kind of their own, if both are.
pub(in crate::frontend::c_like) fn folded(
    op: BinaryOp,
    a: &Expression,
    b: &Expression,
    ty: Type,
) -> Option<ExpressionKind> {
    let value = |e: &Expression| match &e.kind {
        ExpressionKind::Integer(x) => Some(*x as f64),
        ExpressionKind::Real(_, x) => Some(*x),
        _ => None,
    };
    let (x, y) = (value(a)?, value(b)?);
    // Integers are folded in 64 bits and cut to 32; a division by zero is 0. Real numbers are folded as doubles.
    match ty {
        Type::Scalar(Scalar::LiteralInt) => {
            if let (ExpressionKind::Integer(x), ExpressionKind::Integer(y)) = (&a.kind, &b.kind) {
                let result = match op {
                    BinaryOp::Add => x.wrapping_add(*y),
                    BinaryOp::Subtract => x.wrapping_sub(*y),
                    BinaryOp::Multiply => x.wrapping_mul(*y),
                    BinaryOp::Divide => x.checked_div(*y).unwrap_or(0),
                    BinaryOp::Remainder => x.checked_rem(*y).unwrap_or(0),
                    BinaryOp::And => x & y,
                    BinaryOp::Or => x | y,
                    BinaryOp::Xor => x ^ y,
                    _ => return None,
                };
                return Some(ExpressionKind::Integer((result as i32).into()));
            }
            None
        }
        Type::Scalar(Scalar::LiteralReal) if op.is_arithmetic() => {
            let result = op.of_numbers(x, y, Scalar::LiteralReal);
            Some(ExpressionKind::Real(result as f32, result))
        }
        _ => None,
    }
}
