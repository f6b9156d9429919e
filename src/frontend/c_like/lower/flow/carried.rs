//! Which numbers the variables can have that a loop carries from round to round.
//!
//! The reference counts the rounds of some loops by a register of its own, and does not ask there. In others a variable may
//! have any number, unless the loop gives it constants only.

use crate::frontend::c_like::lower::layout::{Part, for_each_part};
use crate::frontend::c_like::lower::range::Range;
use crate::frontend::c_like::lower::value::Kind;
use crate::frontend::c_like::lower::{Frame, Lowering};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Scalar;

impl<'m> Lowering<'m> {
    /// What is known at the loop's head of the cells that it writes.
    pub(super) fn carried_ranges(
        &self,
        frame: &Frame,
        l: &'m Loop,
        written: &[(u32, Kind)],
    ) -> Vec<Range> {
        // A loop that tests at its end is often written out by the reference.
        let is_open = l.before.is_some() && !l.is_bounded && !self.is_counted(frame, l);
        if !self.b.follows_ranges() || !is_open {
            return vec![Range::POSITIVE; written.len()];
        }
        let range = |(cell, kind): &(u32, Kind)| {
            if kind.scalar.is_real() {
                return Range::ALL;
            }
            let variable = self.variable_of(frame, *cell);
            let first = self.range(self.cells.get(*cell), kind.scalar);
            let later = variable.and_then(|v| constants_of(l, v));
            later.map_or(Range::ALL, |r| Range::union(first, r))
        };
        written.iter().map(range).collect()
    }

    /// The variable of the function whose only cell this is.
    fn variable_of(&self, frame: &Frame, cell: u32) -> Option<VariableId> {
        let own = cell.checked_sub(frame.base)?;
        let at = frame.layout.first.iter().position(|first| *first == own)?;
        Some(VariableId(at as u32))
    }

    /// Whether the loop counts from 0 up to a whole number, which it does not reach, or down from a constant.
    pub(super) fn is_counted(&self, frame: &Frame, l: &Loop) -> bool {
        self.count_of(frame, l).is_some()
    }

    /// Whether it counts to a number from outside or to a constant, which a register can hold.
    pub(super) fn counts_to_register(&self, frame: &Frame, l: &Loop) -> bool {
        let bound = self.count_of(frame, l);
        bound.is_some_and(|bound| match (&bound.kind, whole_local(bound)) {
            (_, Some(local)) => {
                let cell = frame.base + frame.layout.first[local.0 as usize];
                let value = self.cells.get(cell);
                // A number that is bounded is no register's.
                let is_open = self.range(value, Scalar::Int).1 == f64::INFINITY;
                is_open || self.known(value).is_some()
            }
            (ExpressionKind::Read(_) | ExpressionKind::Integer(_), None) => true,
            _ => false,
        })
    }

    /// What a counter is compared with before each round.
    fn count_of<'l>(&self, frame: &Frame, l: &'l Loop) -> Option<&'l Expression> {
        let ExpressionKind::Binary(op, operands) = &l.before.as_ref()?.kind else {
            return None;
        };
        let operands = operands.each_ref().map(unconverted);
        let step = l.step.last().or(l.body.last())?;
        // `n > i` is `i < n`.
        let is_counter = |e: &Expression, op| {
            whole_local(e).is_some_and(|variable| steps(step, variable) == Some(op))
        };
        let ([counter, bound], begins) = match (op, operands) {
            (BinaryOp::Less, [a, b]) if is_counter(a, BinaryOp::Add) => ([a, b], 0..=0),
            (BinaryOp::Greater, [a, b]) if is_counter(b, BinaryOp::Add) => ([b, a], 0..=0),
            (BinaryOp::Greater, [a, b]) if is_counter(a, BinaryOp::Subtract) => {
                ([a, b], 0..=i32::MAX)
            }
            _ => return None,
        };
        let first = frame.base + frame.layout.first[whole_local(counter)?.0 as usize];
        let first = self.known(self.cells.get(first))? as u32 as i32;
        let is_whole = |e: &Expression| matches!(e.ty.scalar(), Some(Scalar::Int | Scalar::UInt));
        // A float that counts up begins with the same bits.
        let counts = is_whole(counter) || begins == (0..=0);
        (counts && is_whole(bound) && begins.contains(&first)).then_some(bound)
    }
}

/// The expression inside of conversions.
fn unconverted(e: &Expression) -> &Expression {
    match &e.kind {
        ExpressionKind::Convert(inner) => unconverted(inner),
        _ => e,
    }
}

/// The whole number that an expression is written as.
fn integer(e: &Expression) -> Option<i64> {
    match unconverted(e).kind {
        ExpressionKind::Integer(x) => Some(x),
        ExpressionKind::Real(_, 1.0) => Some(1),
        _ => None,
    }
}

/// The variable of a function that an expression reads whole.
pub(super) fn whole_local(e: &Expression) -> Option<VariableId> {
    match &e.kind {
        ExpressionKind::Read(place) if place.steps.is_empty() && place.swizzle.is_none() => {
            match place.variable {
                VariableRef::Local(id) => Some(id),
                VariableRef::Global(_) => None,
            }
        }
        _ => None,
    }
}

/// How a statement changes a variable by 1.
fn steps(s: &Statement, variable: VariableId) -> Option<BinaryOp> {
    let StatementKind::Expression(e) = &s.kind else {
        return None;
    };
    let ExpressionKind::Update(update) = &e.kind else {
        return None;
    };
    let is_it = update.place.variable == VariableRef::Local(variable);
    match &unconverted(&update.value).kind {
        ExpressionKind::Binary(op, operands) if is_it && integer(&operands[1]) == Some(1) => {
            Some(*op)
        }
        _ => None,
    }
}

/// The least and greatest constant that a loop writes to a variable; `None` where it writes something else.
fn constants_of(l: &Loop, variable: VariableId) -> Option<Range> {
    let mut found = Some(None);
    let all = l.body.iter().chain(&l.step);
    all.for_each(|s| writes(s, variable, &mut found));
    found.flatten()
}

/// Adds what a statement writes to a variable.
fn writes(s: &Statement, variable: VariableId, found: &mut Option<Option<Range>>) {
    let mut any = |e: &Expression| {
        if writes_within(e, variable) {
            *found = None;
        }
    };
    match &s.kind {
        StatementKind::Assign(place, e) if place.variable == VariableRef::Local(variable) => {
            let value = integer(e).map(|x| Range::one(x as f64));
            *found = match (*found, value) {
                (Some(Some(range)), Some(value)) => Some(Some(Range::union(range, value))),
                (Some(None), Some(value)) => Some(Some(value)),
                _ => None,
            };
        }
        // A product with what is not negative stays so.
        StatementKind::Expression(e) if multiplies(e, variable) => {
            *found = found
                .map(|r| Some(r.map_or(Range::POSITIVE, |r| Range::union(r, Range::POSITIVE))));
        }
        StatementKind::Assign(_, e) | StatementKind::Expression(e) => any(e),
        StatementKind::Block(body) => body.iter().for_each(|s| writes(s, variable, found)),
        StatementKind::If { condition, yes, no } => {
            any(condition);
            yes.iter()
                .chain(no)
                .for_each(|s| writes(s, variable, found));
        }
        StatementKind::Loop(l) => {
            l.before.iter().chain(&l.after).for_each(&mut any);
            let all = l.body.iter().chain(&l.step);
            all.for_each(|s| writes(s, variable, found));
        }
        StatementKind::Return(Some(e)) | StatementKind::Discard(Some(e)) => any(e),
        _ => {}
    }
}

/// Whether an expression is a variable's product with a natural number, which is written to it.
fn multiplies(e: &Expression, variable: VariableId) -> bool {
    let ExpressionKind::Update(update) = &e.kind else {
        return false;
    };
    let factor = match &unconverted(&update.value).kind {
        ExpressionKind::Binary(BinaryOp::Multiply, operands) => integer(&operands[1]),
        _ => None,
    };
    update.place.variable == VariableRef::Local(variable) && factor.is_some_and(|n| n >= 0)
}

/// Whether an expression writes a variable.
fn writes_within(e: &Expression, variable: VariableId) -> bool {
    let mut found = false;
    for_each_part(e, &mut |part| {
        found |= match part {
            Part::Expression(e) => writes_within(e, variable),
            Part::Written(place) => place.variable == VariableRef::Local(variable),
            _ => false,
        };
    });
    found
}
