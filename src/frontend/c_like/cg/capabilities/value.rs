//! Constants, and those of a function's variables.

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Scalar;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Number(f64),
    /// A constant in each round of the unrolled loops around it, or one that is not computed here.
    Some,
}

/// The constants that a value's scalars are, in their order; further ones are no constants.
pub(super) type Parts = SmallVec<[Option<Value>; 4]>;

/// The most scalars of a value that are followed.
pub(super) const MOST_PARTS: u32 = 256;

/// The constants that scalars of variables are.
#[derive(Debug, Clone, Default)]
pub(super) struct Values(FxHashMap<VariableRef, Parts>);

impl Values {
    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    pub(super) fn get(&self, variable: VariableRef, scalar: u32) -> Option<Value> {
        let parts = self.0.get(&variable)?;
        parts.get(scalar as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, variable: VariableRef, scalar: u32, value: Option<Value>) {
        if scalar >= MOST_PARTS {
            return;
        }
        let parts = self.0.entry(variable).or_default();
        let at = scalar as usize;
        if at >= parts.len() {
            parts.resize(at + 1, None);
        }
        parts[at] = value;
    }

    /// Some of a variable's scalars, from one on.
    pub(super) fn slice(&self, variable: VariableRef, from: u32, n: u32) -> Parts {
        let n = n.min(MOST_PARTS);
        (from..from.saturating_add(n))
            .map(|i| self.get(variable, i))
            .collect()
    }

    /// Sets a variable's scalars, from one on; those that are not given are no constants.
    pub(super) fn set_slice(&mut self, variable: VariableRef, from: u32, n: u32, parts: &Parts) {
        for i in 0..n.min(MOST_PARTS) {
            let value = parts.get(i as usize).copied().flatten();
            self.set(variable, from.saturating_add(i), value);
        }
    }

    pub(super) fn forget(&mut self, variable: VariableRef) {
        self.0.remove(&variable);
    }

    /// Keeps what holds on both of two ways; `chosen`: a constant chooses the way, so that the result is one as well.
    pub(super) fn join(&mut self, other: &Values, chosen: bool) {
        self.0.retain(|variable, parts| {
            let Some(others) = other.0.get(variable) else {
                return false;
            };
            for (i, value) in parts.iter_mut().enumerate() {
                *value = joined(*value, others.get(i).copied().flatten(), chosen);
            }
            true
        });
    }

    /// What is known in every round of a loop, if `self` is known before it and `after` at its end.
    pub(super) fn widen(&mut self, after: &Values) {
        self.join(after, true);
    }

    pub(super) fn globals(&self) -> Values {
        let is_global = |v: &VariableRef| matches!(v, VariableRef::Global(_));
        let all = self.0.iter().filter(|(v, _)| is_global(v));
        Values(all.map(|(k, v)| (*k, v.clone())).collect())
    }

    /// Replaces the variables outside functions by those of another state.
    pub(super) fn take_globals(&mut self, of: &Values) {
        self.0.retain(|v, _| matches!(v, VariableRef::Local(_)));
        self.0.extend(of.globals().0);
    }
}

/// What a scalar is after two ways; see [`Values::join`].
fn joined(a: Option<Value>, b: Option<Value>, chosen: bool) -> Option<Value> {
    match (a, b) {
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(_), Some(_)) if chosen => Some(Value::Some),
        _ => None,
    }
}

/// The number as one of another kind.
pub(super) fn converted(value: Value, to: Scalar) -> Value {
    match value {
        Value::Number(x) if to == Scalar::Bool => Value::Number(f64::from(u8::from(x != 0.0))),
        Value::Number(x) if !to.is_real() => Value::Number(x.trunc()),
        other => other,
    }
}

/// The result of an operator on two constants.
pub(super) fn binary(op: BinaryOp, a: Value, b: Value, is_real: bool) -> Value {
    let (Value::Number(x), Value::Number(y)) = (a, b) else {
        return Value::Some;
    };
    let truth = |b: bool| f64::from(u8::from(b));
    Value::Number(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Subtract => x - y,
        BinaryOp::Multiply => x * y,
        BinaryOp::Divide if is_real => x / y,
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
    })
}

fn is_truth(x: f64) -> bool {
    x == 0.0 || x == 1.0
}

/// What a function of the library gives for constants, where it is computed here.
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
        ("exp", [x]) => x.exp(),
        ("exp2", [x]) => x.exp2(),
        ("log", [x]) => x.ln(),
        ("log2", [x]) => x.log2(),
        ("log10", [x]) => x.log10(),
        ("sin", [x]) => x.sin(),
        ("cos", [x]) => x.cos(),
        ("tan", [x]) => x.tan(),
        ("radians", [x]) => x.to_radians(),
        ("degrees", [x]) => x.to_degrees(),
        ("min", [x, y]) => x.min(*y),
        ("max", [x, y]) => x.max(*y),
        ("pow", [x, y]) => x.powf(*y),
        ("fmod", [x, y]) => x % y,
        ("step", [a, x]) => f64::from(u8::from(x >= a)),
        ("clamp", [x, a, b]) => x.min(*b).max(*a),
        ("lerp", [a, b, t]) => a + (b - a) * t,
        _ => return None,
    })
}
