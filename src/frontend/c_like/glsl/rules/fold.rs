//! Built-in functions of constants, which are constant expressions (section 4.3.3 of version 1.20).

use super::elementary;
use crate::frontend::c_like::check::dialect::Numbers;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::tree::{Expression, ExpressionKind};
use crate::frontend::c_like::types::{Scalar, Type};

/// A constant vector or matrix as its numbers, so that it can be copied; other expressions as they are.
pub(super) fn folded(f: &FunctionChecker<'_, '_>, e: Expression) -> Expression {
    let is_simple = matches!(e.kind, ExpressionKind::Read(_)) || matches!(e.ty, Type::Scalar(_));
    let (Some(scalar), false) = (e.ty.scalar(), is_simple) else {
        return e;
    };
    let Some(numbers) = f.numbers(&e) else {
        return e;
    };
    let span = e.span;
    let part = |x: f64| Expression {
        kind: match scalar {
            Scalar::Float => ExpressionKind::Real(x as f32, x),
            _ => ExpressionKind::Integer(x as i64),
        },
        ty: Type::Scalar(scalar),
        span,
    };
    let kind = ExpressionKind::Compose(numbers.into_iter().map(part).collect());
    Expression { kind, ..e }
}

/// What a function gives for these arguments; `None`: it is none of the functions of numbers.
pub(super) fn call(name: &str, arguments: &[Numbers], ty: Type) -> Option<Numbers> {
    match (arguments, ty) {
        ([x], Type::Matrix(_, columns, rows)) if name == "transpose" => {
            let (columns, rows) = (usize::from(columns), usize::from(rows));
            let cells = (0..columns).flat_map(|c| (0..rows).map(move |r| r * columns + c));
            cells.map(|i| x.get(i).copied()).collect()
        }
        _ => of_numbers(name, arguments),
    }
}

fn of_numbers(name: &str, arguments: &[Numbers]) -> Option<Numbers> {
    match arguments {
        [x] => one(name, x),
        [x, y] => two(name, x, y),
        [x, y, z] => three(name, x, y, z),
        _ => None,
    }
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn scalar(x: f64) -> Option<Numbers> {
    Some(Numbers::from_slice(&[x]))
}

fn one(name: &str, x: &Numbers) -> Option<Numbers> {
    let f: fn(f64) -> f64 = match name {
        "radians" => f64::to_radians,
        "degrees" => f64::to_degrees,
        "sin" => elementary::sin,
        "cos" => elementary::cos,
        "tan" => elementary::tan,
        "asin" => elementary::asin,
        "acos" => elementary::acos,
        "atan" => elementary::atan,
        "exp" => elementary::exp,
        "log" => elementary::ln,
        "exp2" => elementary::exp2,
        "log2" => elementary::log2,
        "sqrt" => f64::sqrt,
        "inversesqrt" => |x| 1.0 / x.sqrt(),
        "abs" => f64::abs,
        "sign" => |x| truth(x > 0.0) - truth(x < 0.0),
        "floor" => f64::floor,
        "ceil" => f64::ceil,
        "fract" => |x| x - x.floor(),
        "not" => |x| 1.0 - x,
        "length" => return scalar(dot(x, x).sqrt()),
        "any" => return scalar(truth(x.iter().any(|x| *x != 0.0))),
        "all" => return scalar(truth(x.iter().all(|x| *x != 0.0))),
        "normalize" => {
            let length = dot(x, x).sqrt();
            return Some(x.iter().map(|x| x / length).collect());
        }
        _ => return None,
    };
    Some(x.iter().map(|x| f(*x)).collect())
}

/// The number of a value at a place; a single number is that of all places.
fn at(x: &Numbers, i: usize) -> f64 {
    x.get(i).or(x.first()).copied().unwrap_or(0.0)
}

fn two(name: &str, x: &Numbers, y: &Numbers) -> Option<Numbers> {
    let f: fn(f64, f64) -> f64 = match name {
        "atan" => elementary::atan2,
        "pow" => elementary::pow,
        "mod" => |x, y| x - y * (x / y).floor(),
        "min" => f64::min,
        "max" => f64::max,
        "step" => |edge, x| truth(x >= edge),
        "matrixCompMult" => |x, y| x * y,
        "lessThan" => |x, y| truth(x < y),
        "lessThanEqual" => |x, y| truth(x <= y),
        "greaterThan" => |x, y| truth(x > y),
        "greaterThanEqual" => |x, y| truth(x >= y),
        "equal" => |x, y| truth(x == y),
        "notEqual" => |x, y| truth(x != y),
        "dot" => return scalar(dot(x, y)),
        "distance" => {
            let way: Numbers = x.iter().zip(y).map(|(x, y)| x - y).collect();
            return scalar(dot(&way, &way).sqrt());
        }
        "cross" if x.len() == 3 && y.len() == 3 => {
            let part = |i: usize, j: usize| x[i] * y[j] - x[j] * y[i];
            return Some(Numbers::from_slice(&[part(1, 2), part(2, 0), part(0, 1)]));
        }
        "outerProduct" => {
            let column = |y: &f64| x.iter().map(|x| x * y).collect::<Numbers>();
            return Some(y.iter().flat_map(column).collect());
        }
        "reflect" => {
            let d = dot(y, x);
            return Some(x.iter().zip(y).map(|(i, n)| i - 2.0 * d * n).collect());
        }
        _ => return None,
    };
    let n = x.len().max(y.len());
    Some((0..n).map(|i| f(at(x, i), at(y, i))).collect())
}

fn three(name: &str, x: &Numbers, y: &Numbers, z: &Numbers) -> Option<Numbers> {
    let f: fn(f64, f64, f64) -> f64 = match name {
        "clamp" => |x, a, b| x.max(a).min(b),
        "mix" => |x, y, a| x * (1.0 - a) + y * a,
        "smoothstep" => |a, b, x| {
            let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        },
        "faceforward" => {
            let sign = if dot(z, y) < 0.0 { 1.0 } else { -1.0 };
            return Some(x.iter().map(|n| sign * n).collect());
        }
        "refract" => {
            let (eta, d) = (*z.first()?, dot(y, x));
            let k = 1.0 - eta * eta * (1.0 - d * d);
            let part = |(i, n): (&f64, &f64)| match k < 0.0 {
                true => 0.0,
                false => eta * i - (eta * d + k.sqrt()) * n,
            };
            return Some(x.iter().zip(y).map(part).collect());
        }
        _ => return None,
    };
    let n = x.len().max(y.len()).max(z.len());
    Some((0..n).map(|i| f(at(x, i), at(y, i), at(z, i))).collect())
}
