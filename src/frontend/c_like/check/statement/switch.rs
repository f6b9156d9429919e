//! Checks `switch`, which becomes a loop that is passed through once.
//!
//! ```text
//! switch (v) { case 1: a; case 2: b; break; default: c; }
//!
//! at = 2
//! at = v == 1 ? 0 : at
//! at = v == 2 ? 1 : at
//! loop {
//!     if (at <= 0) a
//!     if (at <= 1) { b; break }
//!     if (at <= 2) c
//!     break
//! }
//! ```
//!
//! Few sections of which each ends with the `switch` are branches: `if (v == 1) a; else if (v == 2) b; else c`.

use super::{breaks, loop_of};
use crate::frontend::c_like::check::convert::{constant_int, converted, read, unknown};
use crate::frontend::c_like::check::function::{Enclosing, FunctionChecker};
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most sections that become branches inside each other.
const MOST_BRANCHES: usize = 24;

const INT: Type = Type::Scalar(Scalar::Int);
const BOOL: Type = Type::Scalar(Scalar::Bool);

/// The statements after one or more labels.
struct Section<'a> {
    labels: Vec<i64>,
    is_default: bool,
    statements: &'a [Stmt<'a>],
}

impl<'a> FunctionChecker<'a, '_> {
    pub(in crate::frontend::c_like::check) fn switch(
        &mut self,
        value: &'a Expr<'a>,
        body: &'a [Stmt<'a>],
        span: Span,
        checked: &mut Vec<Statement>,
    ) {
        let value = self.expression(value);
        let value = match value.ty {
            Type::Unknown => unknown(span),
            // Lowering refuses numbers without a sign that may be negative.
            Type::Scalar(_) if self.c.rules.switch_is_unsigned => {
                let whole = converted(converted(value, Scalar::Int), Scalar::UInt);
                converted(whole, Scalar::Int)
            }
            Type::Scalar(_) => converted(value, Scalar::Int),
            _ => {
                self.refuse(Shading::SwitchOf(self.c.type_name(value.ty)), value.span);
                unknown(span)
            }
        };
        let sections = self.sections(body);
        if self.c.rules.switch_sections_end {
            self.check_ends(&sections, span);
        }
        let given = self.temporary(INT, span);
        let (bodies, is_short) = (
            sections.iter().map(own_statements),
            sections.len() <= MOST_BRANCHES,
        );
        let bodies: Option<Vec<&'a [Stmt<'a>]>> = bodies.collect();
        if let Some(bodies) = bodies.filter(|_| is_short && self.c.rules.switch_sections_end) {
            let kind = StatementKind::Assign(given.clone(), value);
            checked.push(Statement { kind, span });
            return self.branches(&given, &sections, &bodies, span, checked);
        }
        // Which section the value begins with; after all of them if none.
        let selected = self.temporary(INT, span);
        let n = sections.len() as i64;
        let other = sections.iter().position(|s| s.is_default);
        let at = constant_int(other.map_or(n, |i| i as i64), INT, span);
        let mut push = |kind| checked.push(Statement { kind, span });
        push(StatementKind::Assign(given.clone(), value));
        push(StatementKind::Assign(selected.clone(), at));
        // One assignment for each label, so that many labels nest nothing.
        for (i, section) in sections.iter().enumerate() {
            for label in &section.labels {
                let equal = compare(BinaryOp::Equal, read(&given, span), *label, span);
                let here = constant_int(i as i64, INT, span);
                let parts = [equal, here, read(&selected, span)];
                let at = Expression {
                    kind: ExpressionKind::Conditional(Box::new(parts)),
                    ty: INT,
                    span,
                };
                push(StatementKind::Assign(selected.clone(), at));
            }
        }
        // The sections, each entered if the value begins at it or before it.
        self.enclosing.push(Enclosing::Switch { is_loop: true });
        self.scopes.enter();
        let mut parts = Vec::new();
        for (i, section) in sections.iter().enumerate() {
            let mark = self.written.len();
            let yes = self.statements(section.statements);
            self.restart(mark);
            let condition = compare(BinaryOp::LessEqual, read(&selected, span), i as i64, span);
            let no = Vec::new();
            let kind = StatementKind::If { condition, yes, no };
            parts.push(Statement { kind, span });
        }
        self.scopes.leave();
        self.enclosing.pop();
        let kind = StatementKind::Break(0);
        parts.push(Statement { kind, span });
        let kind = loop_of(None, parts, Vec::new(), None);
        checked.push(Statement { kind, span });
    }

    /// Sections that each end with the `switch`, as branches.
    fn branches(
        &mut self,
        given: &Place,
        sections: &[Section<'a>],
        bodies: &[&'a [Stmt<'a>]],
        span: Span,
        checked: &mut Vec<Statement>,
    ) {
        self.enclosing.push(Enclosing::Switch { is_loop: false });
        self.scopes.enter();
        let mut other = Vec::new();
        let mut ways = Vec::new();
        for (section, body) in sections.iter().zip(bodies) {
            let mark = self.written.len();
            let yes = self.statements(body);
            self.restart(mark);
            // Labels beside the default's say nothing.
            if section.is_default {
                other = yes;
                continue;
            }
            let equal = |label: &i64| compare(BinaryOp::Equal, read(given, span), *label, span);
            let all = section.labels.iter().map(equal);
            let either = |a, b| Expression {
                kind: ExpressionKind::Binary(BinaryOp::Or, Box::new([a, b])),
                ty: BOOL,
                span,
            };
            ways.extend(all.reduce(either).map(|condition| (condition, yes)));
        }
        self.scopes.leave();
        self.enclosing.pop();
        let chain = ways.into_iter().rev().fold(other, |no, (condition, yes)| {
            let kind = StatementKind::If { condition, yes, no };
            vec![Statement { kind, span }]
        });
        checked.extend(chain);
    }

    /// Reports sections that go on into the next one, and labels without statements at the end.
    fn check_ends(&mut self, sections: &[Section<'a>], span: Span) {
        for section in sections {
            let of_last = |s: &Section<'a>| s.statements.last().map(|s| s.span);
            if section.statements.is_empty() {
                self.refuse_hlsl(HlslRule::LabelAtEnd, span);
            } else if !section.statements.iter().any(leaves_switch) {
                let place = of_last(section).unwrap_or(span);
                self.refuse_hlsl(HlslRule::CaseFallsThrough, place);
            }
        }
        if sections.is_empty() {
            self.refuse_hlsl(HlslRule::LabelAtEnd, span);
        }
    }

    /// Splits a body at its labels; each label is checked.
    fn sections(&mut self, body: &'a [Stmt<'a>]) -> Vec<Section<'a>> {
        let mut sections: Vec<Section<'a>> = Vec::new();
        let mut known: FxHashSet<i64> = FxHashSet::default();
        let mut has_default = false;
        let mut at = 0;
        while at < body.len() {
            let mut section = Section {
                labels: Vec::new(),
                is_default: false,
                statements: &[],
            };
            // Takes the labels that stand together. A label that is no constant has been reported, and is left out.
            while let Some(Stmt {
                kind: StmtKind::Case(label),
                span,
            }) = body.get(at)
            {
                at += 1;
                match label {
                    Some(e) => {
                        let Some(label) = self.label(e) else {
                            continue;
                        };
                        if !known.insert(label) {
                            self.refuse(Shading::DuplicateCase(label), *span);
                        }
                        section.labels.push(label);
                    }
                    None => {
                        if std::mem::replace(&mut has_default, true) {
                            self.refuse(Shading::DuplicateDefault, *span);
                        }
                        section.is_default = true;
                    }
                }
            }
            // The statements up to the next label belong to them.
            let from = at;
            while body
                .get(at)
                .is_some_and(|s| !matches!(s.kind, StmtKind::Case(_)))
            {
                at += 1;
            }
            section.statements = &body[from..at];
            sections.push(section);
        }
        sections
    }

    fn label(&mut self, e: &'a Expr<'a>) -> Option<i64> {
        let label = self.expression(e);
        let constant = self.number(&label);
        if constant.is_none() && label.ty != Type::Unknown {
            self.refuse(Shading::CaseNotConstant, e.span);
        }
        constant.map(|x| x as i64)
    }

    /// A label outside of a switch.
    pub(in crate::frontend::c_like::check) fn stray_case(
        &mut self,
        label: Option<&'a Expr<'a>>,
        span: Span,
    ) {
        if let Some(e) = label {
            self.expression(e);
        }
        self.refuse(Shading::CaseOutside, span);
    }
}

/// What a section does before the `break` or `return` that it ends with; `None` where something else leaves the `switch`.
fn own_statements<'a>(section: &Section<'a>) -> Option<&'a [Stmt<'a>]> {
    let mut all = section.statements;
    while let [
        Stmt {
            kind: StmtKind::Block(inner),
            ..
        },
    ] = all
    {
        all = inner;
    }
    let own = match all.split_last() {
        Some((last, before)) if matches!(last.kind, StmtKind::Break) => before,
        Some((last, _)) if matches!(last.kind, StmtKind::Return(_)) => all,
        _ => return None,
    };
    (!own.iter().any(breaks)).then_some(own)
}

/// Whether no path goes on after a statement of a section. `discard` does not count.
fn leaves_switch(statement: &Stmt<'_>) -> bool {
    leaves(statement, true)
}

/// The same; `break` and `continue` count only outside of what they end.
fn leaves(statement: &Stmt<'_>, by_jump: bool) -> bool {
    let any = |all: &[Stmt<'_>], by_jump| all.iter().any(|s| leaves(s, by_jump));
    match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::Break | StmtKind::Continue => by_jump,
        StmtKind::Block(body) => any(body, by_jump),
        StmtKind::If(branches, no) => {
            // A branch that is always taken decides, and one that never is does not count.
            for branch in *branches {
                let leaves = any(branch.body, by_jump);
                match branch.condition.kind {
                    ExprKind::Bool(true) => return leaves,
                    ExprKind::Bool(false) => {}
                    _ if !leaves => return false,
                    _ => {}
                }
            }
            any(no, by_jump)
        }
        StmtKind::For(parts) => any(parts.body, false),
        StmtKind::Rounds(_, inner) | StmtKind::Wished(_, inner) => leaves(inner, by_jump),
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::Switch(_, body) => {
            any(body, false)
        }
        _ => false,
    }
}

pub(super) fn compare(op: BinaryOp, a: Expression, b: i64, span: Span) -> Expression {
    let b = constant_int(b, INT, span);
    Expression {
        kind: ExpressionKind::Binary(op, Box::new([a, b])),
        ty: BOOL,
        span,
    }
}
