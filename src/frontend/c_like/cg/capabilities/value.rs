//! Constants, and those of a function's variables.

use crate::frontend::c_like::tree::*;
use rustc_hash::FxHashMap;

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Number(f64),
    /// A constant in each round of the unrolled loops around it, or one that is not computed here.
    Some,
}

/// The constants that scalars of variables are, by the scalar's number; scalars that are none are not there.
#[derive(Debug, Clone, Default)]
pub(super) struct Values(FxHashMap<(VariableRef, u32), Value>);

impl Values {
    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    pub(super) fn get(&self, variable: VariableRef, scalar: u32) -> Option<Value> {
        self.0.get(&(variable, scalar)).copied()
    }

    pub(super) fn set(&mut self, variable: VariableRef, scalar: u32, value: Option<Value>) {
        match value {
            Some(value) => self.0.insert((variable, scalar), value),
            None => self.0.remove(&(variable, scalar)),
        };
    }

    pub(super) fn forget(&mut self, variable: VariableRef) {
        self.0.retain(|(v, _), _| *v != variable);
    }

    /// Keeps what holds on both of two ways; `chosen`: a constant chooses the way, so that the result is one as well.
    pub(super) fn join(&mut self, other: &Values, chosen: bool) {
        self.0.retain(|key, value| match other.0.get(key) {
            Some(same) if same == value => true,
            Some(_) => {
                *value = Value::Some;
                chosen
            }
            None => false,
        });
    }

    /// What is known in every round of a loop, if `self` is known before it and `after` at its end.
    pub(super) fn widen(&mut self, after: &Values) {
        self.join(after, true);
    }

    pub(super) fn globals(&self) -> Values {
        let is_global = |v: &VariableRef| matches!(v, VariableRef::Global(_));
        let all = self.0.iter().filter(|((v, _), _)| is_global(v));
        Values(all.map(|(k, v)| (*k, *v)).collect())
    }

    /// Replaces the variables outside functions by those of another state.
    pub(super) fn take_globals(&mut self, of: &Values) {
        self.0
            .retain(|(v, _), _| matches!(v, VariableRef::Local(_)));
        self.0.extend(of.globals().0);
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
        BinaryOp::Less => truth(x < y),
        BinaryOp::LessEqual => truth(x <= y),
        BinaryOp::Greater => truth(x > y),
        BinaryOp::GreaterEqual => truth(x >= y),
        BinaryOp::Equal => truth(x == y),
        BinaryOp::NotEqual => truth(x != y),
        _ => return Value::Some,
    })
}
