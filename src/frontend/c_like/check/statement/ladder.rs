//! `if` with all its `else if`. A ladder that is long becomes groups one after the other, so that the tree stays flat:
//!
//! ```text
//! if (a) A else if (b) B else if (c) C else D
//!
//! is_open = false
//! if (a) A else if (b) B else is_open = true
//! if (is_open) { is_open = false; if (c) C else D }
//! ```

use super::ends;
use crate::frontend::c_like::chain::GROUP;
use crate::frontend::c_like::check::convert::{constant_int, read};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::{Branch, Stmt};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

const BOOL: Type = Type::Scalar(Scalar::Bool);

/// A branch that has been checked.
struct Checked {
    condition: Expression,
    /// Whether the condition is a constant, and which.
    chosen: Option<bool>,
    body: Vec<Statement>,
    span: Span,
    /// The variables that the body writes.
    written: Vec<VariableId>,
    /// What has been reached before the `else`.
    mark: (usize, usize),
}

impl<'a> FunctionChecker<'a, '_> {
    pub(in crate::frontend::c_like::check) fn ladder(
        &mut self,
        branches: &'a [Branch<'a>],
        no: &'a [Stmt<'a>],
    ) -> StatementKind {
        let mut checked: Vec<Checked> = branches.iter().map(|b| self.one_branch(b)).collect();
        let no = self.block(no);
        // What stands after a branch that is always taken does not matter.
        for branch in checked.iter_mut().rev() {
            if branch.chosen == Some(true) {
                self.forget_reached(branch.mark);
            }
            self.join(&branch.written);
        }
        self.groups(checked, no)
    }

    /// A branch. Variables that it writes are not written in the others, and what a dead one calls or cannot name does not
    /// matter.
    fn one_branch(&mut self, branch: &'a Branch<'a>) -> Checked {
        self.begin_line(branch.span);
        let condition = self.condition(&branch.condition);
        let chosen = self.chosen(&condition);
        let (n_written, mark) = (self.written.len(), self.reach_mark());
        let body = self.block(branch.body);
        if chosen == Some(false) {
            self.forget_reached(mark);
        }
        Checked {
            condition,
            chosen,
            body,
            span: branch.span,
            written: self.restart(n_written),
            mark: self.reach_mark(),
        }
    }

    /// Nests the branches, group by group.
    fn groups(&mut self, mut branches: Vec<Checked>, no: Vec<Statement>) -> StatementKind {
        if branches.len() <= GROUP {
            return nested(branches, no);
        }
        let span = branches[0].span;
        // If all branches return, what follows is reached only where none is taken.
        let is_open = if branches.iter().all(|b| ends(&b.body)) {
            None
        } else {
            Some(self.temporary(BOOL, span))
        };
        let set = |value: i64| {
            let place = is_open.clone()?;
            let kind = StatementKind::Assign(place, constant_int(value, BOOL, span));
            Some(Statement { kind, span })
        };
        let mut all = Vec::from_iter(set(0));
        let mut no = Some(no);
        while !branches.is_empty() {
            let rest = branches.split_off(branches.len().min(GROUP));
            let is_last = rest.is_empty();
            let otherwise = if is_last { no.take() } else { None };
            let otherwise = otherwise.unwrap_or_else(|| Vec::from_iter(set(1)));
            let group = Statement {
                span: branches[0].span,
                kind: nested(std::mem::replace(&mut branches, rest), otherwise),
            };
            // The first group stands alone, each later one where no branch has been taken.
            match &is_open {
                Some(place) if all.len() > 1 => all.push(Statement {
                    kind: StatementKind::If {
                        condition: read(place, span),
                        yes: set(0).into_iter().chain([group]).collect(),
                        no: Vec::new(),
                    },
                    span,
                }),
                _ => all.push(group),
            }
        }
        StatementKind::Block(all)
    }
}

/// One in the `else` of the other. Where a condition is a constant, only what it chooses is left.
fn nested(branches: Vec<Checked>, no: Vec<Statement>) -> StatementKind {
    let mut otherwise = no;
    for branch in branches.into_iter().rev() {
        let kind = match branch.chosen {
            Some(true) => StatementKind::Block(branch.body),
            Some(false) => StatementKind::Block(otherwise),
            None => StatementKind::If {
                condition: branch.condition,
                yes: branch.body,
                no: otherwise,
            },
        };
        let span = branch.span;
        otherwise = vec![Statement { kind, span }];
    }
    match otherwise.pop() {
        Some(outermost) => outermost.kind,
        None => StatementKind::Block(Vec::new()),
    }
}
