//! Which loops are unrolled: a scalar of a local variable starts from a constant, is compared with a constant, steps by a
//! constant sum, and is written nowhere else. There are at most 4096 rounds. A component of a vector has its start with the whole
//! vector.

use super::fold;
use super::value::{self, Value};
use super::walk::{Walk, scalar_of};
use crate::frontend::c_like::small_real::rounded;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_child, each_write};
use crate::frontend::c_like::types::Scalar;
use rustc_hash::FxHashSet;

/// The most rounds that are unrolled.
const MOST_ROUNDS: u32 = 4096;

/// A scalar of a variable.
pub(super) type Cell = (VariableRef, u32);

/// What is known of the rounds of a loop.
struct Rounds<'r> {
    counter: Cell,
    /// The variables that are written in the loop beside the counter's.
    others: FxHashSet<VariableRef>,
    /// The constants that hold in every round.
    inside: &'r value::Values,
}

impl Rounds<'_> {
    fn is_counter(&self, place: &Place) -> bool {
        scalar_of(place) == Some(self.counter)
    }
}

impl Walk<'_> {
    /// Whether the loop is unrolled. `inside` has the constants that hold in every round; those of the first are the walk's.
    pub(super) fn is_unrolled(&mut self, l: &Loop, inside: &value::Values) -> bool {
        let Some(condition) = l.before.as_ref().or(l.after.as_ref()) else {
            return false;
        };
        if self.constant(condition) == Some(Value::Number(0.0)) {
            return true;
        }
        let mut tests = Vec::new();
        conjuncts(condition, &mut tests);
        tests.iter().any(|test| self.counts(l, test, inside))
    }

    /// Whether this part of the condition counts the rounds.
    fn counts(&mut self, l: &Loop, test: &Expression, inside: &value::Values) -> bool {
        use BinaryOp::*;
        let (op, (counter, kind), bound) = match &test.kind {
            ExpressionKind::Binary(
                op @ (Less | LessEqual | Greater | GreaterEqual | NotEqual),
                operands,
            ) => {
                let [a, b] = &**operands;
                match (counter(a), counter(b)) {
                    (Some(found), _)
                        if self.get(found.0).is_some() && self.constant_in(b, inside).is_some() =>
                    {
                        (*op, found, self.constant_in(b, inside))
                    }
                    (_, Some(found)) => (turned(*op), found, self.constant_in(a, inside)),
                    _ => return false,
                }
            }
            _ => match counter(test) {
                Some(found) => (NotEqual, found, Some(Value::Number(0.0))),
                None => return false,
            },
        };
        // A call is no constant while loops are unrolled.
        if !matches!(counter.0, VariableRef::Local(_)) || has_call(test) {
            return false;
        }
        if self.values.is_component(counter.0, counter.1) {
            return false;
        }
        let (Some(first), Some(bound)) = (self.get(counter), bound) else {
            return false;
        };
        // What the counter is compared with, and what it is stepped by, may not be written in the loop.
        let mut others = FxHashSet::default();
        let mut writes = 0;
        each_write(l, &mut |place| {
            if place.variable == counter.0 {
                writes += u32::from(covers(place, counter.1));
            } else {
                others.insert(place.variable);
            }
        });
        if reads_any(test, &others) {
            return false;
        }
        let rounds = Rounds {
            counter,
            others,
            inside,
        };
        let steps = if l.step.is_empty() { &l.body } else { &l.step };
        let step = self.step_of(steps, &rounds);
        step.is_some_and(|step| writes == 1 && is_short(op, first, bound, step, kind))
    }

    fn get(&self, cell: Cell) -> Option<Value> {
        self.values.constant(cell.0, cell.1)
    }

    /// The constant that is added to the counter by the statements that every round executes.
    fn step_of(&mut self, all: &[Statement], rounds: &Rounds<'_>) -> Option<Value> {
        all.iter().find_map(|s| match &s.kind {
            StatementKind::Expression(e) => self.step_in(e, rounds),
            StatementKind::Assign(place, e) if rounds.is_counter(place) => self.added(e, rounds),
            StatementKind::Assign(_, e) => self.step_in(e, rounds),
            StatementKind::Block(inner) => self.step_of(inner, rounds),
            _ => None,
        })
    }

    fn step_in(&mut self, e: &Expression, rounds: &Rounds<'_>) -> Option<Value> {
        match &e.kind {
            ExpressionKind::Update(u) if rounds.is_counter(&u.place) => {
                self.added(&u.value, rounds)
            }
            ExpressionKind::Assign(both) if rounds.is_counter(&both.0) => {
                self.added(&both.1, rounds)
            }
            ExpressionKind::Conditional(_) => None,
            _ => {
                let mut found = None;
                each_child(e, &mut |child| {
                    found = found.or_else(|| self.step_in(child, rounds));
                });
                found
            }
        }
    }

    /// The constant that a sum adds to the counter.
    fn added(&mut self, e: &Expression, rounds: &Rounds<'_>) -> Option<Value> {
        if reads_any(e, &rounds.others) {
            return None;
        }
        let inside = rounds.inside;
        let is_counter = |e: &Expression| {
            let e = plain(e);
            let own = Some(rounds.counter);
            matches!(e.kind, ExpressionKind::Old) || counter(e).map(|(cell, _)| cell) == own
        };
        let ExpressionKind::Binary(op, operands) = &plain(e).kind else {
            return None;
        };
        let [a, b] = &**operands;
        match op {
            BinaryOp::Add if is_counter(a) => self.constant_in(b, inside),
            BinaryOp::Add if is_counter(b) => self.constant_in(a, inside),
            BinaryOp::Subtract if is_counter(a) => match self.constant_in(b, inside)? {
                Value::Number(x) => Some(Value::Number(-x)),
                Value::Some => Some(Value::Some),
            },
            _ => None,
        }
    }
}

/// Whether an expression reads one of the variables.
fn reads_any(e: &Expression, variables: &FxHashSet<VariableRef>) -> bool {
    let mut found =
        matches!(&e.kind, ExpressionKind::Read(place) if variables.contains(&place.variable));
    each_child(e, &mut |child| found = found || reads_any(child, variables));
    found
}

/// The parts of a condition that all must hold.
fn conjuncts<'e>(e: &'e Expression, all: &mut Vec<&'e Expression>) {
    match &plain(e).kind {
        ExpressionKind::Binary(BinaryOp::And, operands) => {
            operands.iter().for_each(|e| conjuncts(e, all));
        }
        _ => all.push(plain(e)),
    }
}

/// The expression without conversions.
fn plain(e: &Expression) -> &Expression {
    match &e.kind {
        ExpressionKind::Convert(inner) | ExpressionKind::Truth(inner) => plain(inner),
        _ => e,
    }
}

fn has_call(e: &Expression) -> bool {
    let mut found = matches!(e.kind, ExpressionKind::Call(..));
    each_child(e, &mut |child| found = found || has_call(child));
    found
}

/// The scalar that an expression reads, and its kind.
fn counter(e: &Expression) -> Option<(Cell, Scalar)> {
    let e = plain(e);
    match &e.kind {
        ExpressionKind::Read(place) => scalar_of(place).zip(e.ty.scalar()),
        _ => None,
    }
}

/// `a < b` as `b > a`.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

/// Whether a write of the place may change the scalar.
fn covers(place: &Place, scalar: u32) -> bool {
    scalar_of(place).is_none_or(|(_, written)| written == scalar)
}

/// Whether there are few enough rounds, as far as numbers are known.
fn is_short(op: BinaryOp, first: Value, bound: Value, step: Value, kind: Scalar) -> bool {
    let (Value::Number(mut x), Value::Number(step)) = (first, step) else {
        return true;
    };
    if bound == Value::Some {
        return true;
    }
    for _ in 0..=MOST_ROUNDS {
        if fold::binary(op, Value::Number(x), bound, Scalar::Float) == Value::Number(0.0) {
            return true;
        }
        // The reference counts halves as floats.
        x = match kind {
            Scalar::Fixed => rounded(x + step, kind),
            _ => x + step,
        };
    }
    false
}
