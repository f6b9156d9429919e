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
    kind: Scalar,
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
        self.tests(condition, inside, &mut tests);
        tests.iter().any(|test| self.counts(l, test, inside))
    }

    /// The parts of a condition that all must hold. A constant that changes nothing is no part.
    fn tests<'e>(
        &mut self,
        e: &'e Expression,
        inside: &value::Values,
        all: &mut Vec<&'e Expression>,
    ) {
        let e = plain(e);
        match &e.kind {
            ExpressionKind::Binary(BinaryOp::And, operands) => {
                operands.iter().for_each(|e| self.tests(e, inside, all));
            }
            ExpressionKind::Binary(BinaryOp::Or, operands) => {
                let is_false =
                    |walk: &mut Self, e| walk.constant_in(e, inside) == Some(Value::Number(0.0));
                let [a, b] = &**operands;
                if is_false(self, a) {
                    self.tests(b, inside, all);
                } else if is_false(self, b) {
                    self.tests(a, inside, all);
                }
            }
            _ => all.push(e),
        }
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
                let counter = |e| {
                    if l.after.is_some() {
                        stepped(e)
                    } else {
                        counter(e)
                    }
                };
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
            kind,
            others,
            inside,
        };
        let steps = if l.step.is_empty() { &l.body } else { &l.step };
        let step = self.step_of(steps, &rounds);
        let step = step.or_else(|| self.step_in(l.after.as_ref()?, &rounds));
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

    /// The constant that an expression adds to the counter.
    fn added(&mut self, e: &Expression, rounds: &Rounds<'_>) -> Option<Value> {
        let is_sum = matches!(plain(e).kind, ExpressionKind::Binary(..));
        if !is_sum || reads_any(e, &rounds.others) {
            return None;
        }
        self.sum(e, rounds)
    }

    /// The same of a sum, or of the counter alone. A sum of another kind of numbers than the counter's does not count.
    fn sum(&mut self, e: &Expression, rounds: &Rounds<'_>) -> Option<Value> {
        let e = plain(e);
        let is_counter = counter(e).is_some_and(|(cell, _)| cell == rounds.counter);
        if is_counter || matches!(e.kind, ExpressionKind::Old) {
            return Some(Value::Number(0.0));
        }
        let is_real = e.ty.scalar().is_some_and(Scalar::is_real);
        let ExpressionKind::Binary(op, operands) = &e.kind else {
            return None;
        };
        if is_real && !rounds.kind.is_real() {
            return None;
        }
        let [a, b] = &**operands;
        let (base, step, is_less) = match op {
            BinaryOp::Add => match self.constant_in(b, rounds.inside) {
                Some(step) => (a, step, false),
                None => (b, self.constant_in(a, rounds.inside)?, false),
            },
            BinaryOp::Subtract => (a, self.constant_in(b, rounds.inside)?, true),
            _ => return None,
        };
        match (self.sum(base, rounds)?, step) {
            (Value::Number(x), Value::Number(y)) => {
                Some(Value::Number(if is_less { x - y } else { x + y }))
            }
            _ => Some(Value::Some),
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

/// The same of one that steps the scalar and gives its new value.
fn stepped(e: &Expression) -> Option<(Cell, Scalar)> {
    let e = plain(e);
    let place = match &e.kind {
        ExpressionKind::Update(u) if !u.gives_old => &u.place,
        ExpressionKind::Assign(both) => &both.0,
        ExpressionKind::Sequence(all) => return stepped(all.last()?),
        _ => return counter(e),
    };
    scalar_of(place).zip(e.ty.scalar())
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
