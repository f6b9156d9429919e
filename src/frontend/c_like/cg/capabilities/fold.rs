//! Operators and functions of the library on constants.

use super::value::Value;
use crate::frontend::c_like::small_real::rounded;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Scalar;

/// The number as one of another kind.
pub(super) fn converted(value: Value, to: Scalar) -> Value {
    match value {
        Value::Number(x) if to == Scalar::Bool => Value::Number(f64::from(u8::from(x != 0.0))),
        Value::Number(x) if !to.is_real() => Value::Number(x.trunc()),
        Value::Number(x) => Value::Number(rounded(x, to)),
        other => other,
    }
}

/// The result of an operator on two constants of this kind.
pub(super) fn binary(op: BinaryOp, a: Value, b: Value, kind: Scalar) -> Value {
    let (Value::Number(x), Value::Number(y)) = (a, b) else {
        return Value::Some;
    };
    let truth = |b: bool| f64::from(u8::from(b));
    let result = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Subtract => x - y,
        BinaryOp::Multiply => x * y,
        BinaryOp::Divide if kind.is_real() => x / y,
        BinaryOp::Divide if y != 0.0 => (x / y).trunc(),
        BinaryOp::Remainder if y != 0.0 => x % y,
        BinaryOp::Less => truth(x < y),
        BinaryOp::LessEqual => truth(x <= y),
        BinaryOp::Greater => truth(x > y),
        BinaryOp::GreaterEqual => truth(x >= y),
        BinaryOp::Equal => truth(x == y),
        BinaryOp::NotEqual => truth(x != y),
        BinaryOp::And if is_truth(x) && is_truth(y) => x * y,
        BinaryOp::Or if is_truth(x) && is_truth(y) => x.max(y),
        _ => return Value::Some,
    };
    Value::Number(rounded(result, kind))
}

fn is_truth(x: f64) -> bool {
    x == 0.0 || x == 1.0
}

/// x to a whole power.
fn whole_power(x: f64, exponent: f64) -> Option<f64> {
    if exponent.fract() != 0.0 || exponent.abs() > 64.0 {
        return None;
    }
    let power = (0..exponent.abs() as u32).fold(1.0, |product, _| product * x);
    Some(if exponent < 0.0 { 1.0 / power } else { power })
}

/// What a function of the library gives for constants, where it is computed here. Functions that need a library of
/// mathematics are not.
pub(super) fn library(name: &str, arguments: &[f64]) -> Option<f64> {
    Some(match (name, arguments) {
        ("abs", [x]) => x.abs(),
        ("floor", [x]) => x.floor(),
        ("ceil", [x]) => x.ceil(),
        ("round", [x]) => (x + 0.5).floor(),
        ("trunc", [x]) => x.trunc(),
        ("frac", [x]) => x - x.floor(),
        ("sqrt", [x]) => x.sqrt(),
        ("rsqrt", [x]) => x.sqrt().recip(),
        ("saturate", [x]) => x.clamp(0.0, 1.0),
        ("sign", [x]) if *x == 0.0 => 0.0,
        ("sign", [x]) => x.signum(),
        ("exp2", [x]) => whole_power(2.0, *x)?,
        ("radians", [x]) => x.to_radians(),
        ("degrees", [x]) => x.to_degrees(),
        ("min", [x, y]) => x.min(*y),
        ("max", [x, y]) => x.max(*y),
        ("pow", [x, y]) => whole_power(*x, *y)?,
        ("fmod", [x, y]) => x % y,
        ("step", [a, x]) => f64::from(u8::from(x >= a)),
        ("clamp", [x, a, b]) => x.min(*b).max(*a),
        ("lerp", [a, b, t]) => a + (b - a) * t,
        _ => return None,
    })
}
