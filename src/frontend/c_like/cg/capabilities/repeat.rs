//! Loops: what a round leaves for the next one, and whether the machine must have loops.

use super::value::Needs;
use super::walk::Walk;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_write, writes_in};
use crate::ir::Span;

/// A loop around a statement.
pub(super) struct LoopState {
    pub(super) n_branches: u32,
    /// Whether a condition that varies ends it.
    pub(super) breaks: bool,
}

/// Whether a loop is passed through once: a `switch` has become it.
pub(super) fn is_switch(l: &Loop) -> bool {
    let is_endless = l.before.is_none() && l.after.is_none() && l.step.is_empty();
    let is_section = |s: &Statement| matches!(s.kind, StatementKind::If { .. });
    match l.body.split_last() {
        Some((last, sections)) => {
            let ends = matches!(last.kind, StatementKind::Break(0));
            is_endless && ends && !sections.is_empty() && sections.iter().all(is_section)
        }
        None => false,
    }
}

/// Whether a condition writes a variable, as `i--` does.
fn writes(condition: Option<&Expression>) -> bool {
    let mut found = false;
    if let Some(e) = condition {
        writes_in(e, &mut |_| found = true);
    }
    found
}

impl Walk<'_> {
    /// A loop: what its rounds change is found by one round that reports nothing.
    pub(super) fn repeat(&mut self, l: &Loop, span: Span) {
        // What rounds write counts as written, since most loops have a round.
        each_write(l, &mut |place| self.values.may_be_written(place.variable));
        let before = self.copy();
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        let breaks = self.round(l);
        let after = std::mem::replace(&mut self.values, before.clone());
        self.is_trial = was_trial;
        let mut inside = before;
        inside.widen(&after);
        let is_unrolled = self.is_unrolled(l, &inside);
        if !is_unrolled && !self.profile.can.loops {
            let capability = match (&l.after, l.step.is_empty()) {
                (Some(_), _) => Capability::Do,
                (None, true) if writes(l.before.as_ref()) => Capability::For,
                (None, true) => Capability::While,
                (None, false) => Capability::For,
            };
            self.need(capability, span);
        }
        // Rounds that are not known to happen leave no constants.
        if !is_unrolled || breaks {
            each_write(l, &mut |place| {
                inside.blur(place.variable, Needs::default());
            });
        }
        self.values = inside.clone();
        self.round(l);
        self.values.widen(&inside);
    }

    /// One round; true: a condition that varies may end the loop in it.
    pub(super) fn round(&mut self, l: &Loop) -> bool {
        self.loops.push(LoopState {
            n_branches: self.n_branches,
            breaks: false,
        });
        let before = l.before.as_ref().map(|e| self.scalar(e).needs);
        self.controls.push(before.unwrap_or_default());
        self.statements(&l.body);
        self.statements(&l.step);
        if let Some(e) = &l.after {
            self.scalar(e);
        }
        self.controls.pop();
        self.loops.pop().is_some_and(|l| l.breaks)
    }
}
