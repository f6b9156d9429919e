//! Checks statements.

mod ends;
mod ladder;
mod local;
mod rounds;
mod switch;
mod unread;

use self::ends::{ends, statement_ends};
use self::unread::{is_unread, operands};
use crate::frontend::c_like::check::checker::Head;
use crate::frontend::c_like::check::dialect::{Declared, Returns};
use crate::frontend::c_like::check::function::{Enclosing, FunctionChecker, Local};
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Expr, ExprKind, For, Function, Item, Stmt, StmtKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    pub(in crate::frontend::c_like::check) fn block(
        &mut self,
        statements: &'a [Stmt<'a>],
    ) -> Vec<Statement> {
        self.scopes.enter();
        let checked = self.statements(statements);
        self.scopes.leave();
        checked
    }

    pub(in crate::frontend::c_like::check) fn statements(
        &mut self,
        statements: &'a [Stmt<'a>],
    ) -> Vec<Statement> {
        let mut checked = Vec::with_capacity(statements.len());
        let mut has_ended = false;
        for statement in statements {
            if has_ended && self.c.rules.warns_unused {
                self.c.out.odd(Oddity::Unreachable, statement.span);
                has_ended = false;
            }
            let from = checked.len();
            self.statement(statement, &mut checked);
            has_ended |= checked[from..].iter().any(statement_ends);
        }
        checked
    }

    pub(in crate::frontend::c_like::check) fn statement(
        &mut self,
        statement: &'a Stmt<'a>,
        checked: &mut Vec<Statement>,
    ) {
        let span = statement.span;
        self.begin_line(span);
        // Each row checks its parts. A row that returns has added its statements itself, or none.
        let kind = match &statement.kind {
            StmtKind::Declare(variables) => {
                let first = variables.declarators.first().map(|d| d.name);
                let Some(first) = first else { return };
                let element = self.local_type(&variables.head, first);
                for declarator in variables.declarators {
                    self.declare(&variables.head, element, declarator, span, checked);
                }
                return;
            }
            StmtKind::Item(item) => return self.local_item(item),
            StmtKind::Expression(e) => match self.expression_statement(e) {
                Some(kind) => kind,
                None => return,
            },
            StmtKind::Block(body) => StatementKind::Block(self.block(body)),
            StmtKind::If(branches, no) => self.ladder(branches, no),
            StmtKind::While(condition, body) => {
                let condition = self.condition(condition);
                let mark = self.reach_mark();
                let body = self.loop_body(body);
                // A loop that never runs is left out, and reaches nothing.
                if self.chosen(&condition) == Some(false) {
                    self.forget_reached(mark);
                    return;
                }
                loop_of(Some(condition), body, Vec::new(), None)
            }
            StmtKind::DoWhile(body, condition) => {
                let body = self.loop_body(body);
                self.begin_line(span);
                let condition = self.condition(condition);
                loop_of(None, body, Vec::new(), Some(condition))
            }
            StmtKind::For(parts) => self.for_statement(parts, span),
            StmtKind::Rounds(Some(n), inner) => return self.at_most(n, inner, checked),
            StmtKind::Rounds(None, inner) => return self.all_rounds(inner, checked),
            StmtKind::Wished(wish, inner) => return self.wished(*wish, inner, checked),
            StmtKind::Switch(value, body) => return self.switch(value, body, span, checked),
            StmtKind::Case(label) => return self.stray_case(label.as_ref(), span),
            StmtKind::Break => match self.n_loops(true) {
                Some(n) => StatementKind::Break(n),
                None => return self.refuse(Shading::BreakOutside, span),
            },
            StmtKind::Continue if self.continues_from_switch() => {
                return self.refuse_hlsl(HlslRule::ContinueInSwitch, span);
            }
            StmtKind::Continue => match self.n_loops(false) {
                Some(n) => StatementKind::Continue(n),
                None => return self.refuse(Shading::ContinueOutside, span),
            },
            StmtKind::Discard(condition) => {
                let condition = condition.as_ref().map(|e| self.expression(e));
                StatementKind::Discard(condition)
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
        };
        checked.push(Statement { kind, span });
    }

    fn local_item(&mut self, item: &'a Item<'a>) {
        match item {
            Item::Typedef(v) => {
                for declarator in v.declarators {
                    let element = self.local_type(&v.head, declarator.name);
                    let sizes = self.sizes(declarator.sizes);
                    let ty = self.c.array_of(element, &sizes, declarator.name.span);
                    let name = declarator.name;
                    self.c.check_head(&v.head, ty, name, Declared::Type);
                    self.scopes.declare(declarator.name.text, Local::Type(ty));
                }
            }
            // A structure inside a function is known after it as well.
            other => self.c.item(other),
        }
    }

    fn expression_statement(&mut self, e: &'a Expr<'a>) -> Option<StatementKind> {
        let line = self.c.lines().and_then(|lines| lines.get(e.span));
        if let ExprKind::Assign(None, left, right) = &e.kind {
            self.line = line.or(self.line);
            self.operator_line = self.line;
            let (place, value) = self.assignment(left, right)?;
            self.c.set_statement_line(value.span, line);
            return Some(StatementKind::Assign(place, value));
        }
        self.c.set_statement_line(e.span, line);
        self.is_dropped = self.c.rules.drops_unread && is_unread(e);
        let checked = self.effect(e);
        match std::mem::take(&mut self.is_dropped) {
            true => operands(checked).map(StatementKind::Expression),
            false => Some(StatementKind::Expression(checked)),
        }
    }

    /// The body of a loop.
    fn loop_body(&mut self, body: &'a [Stmt<'a>]) -> Vec<Statement> {
        self.enclosing.push(Enclosing::Loop);
        let body = self.block(body);
        self.enclosing.pop();
        body
    }

    fn for_statement(&mut self, parts: &'a For<'a>, span: Span) -> StatementKind {
        let has_scope = self.c.rules.for_has_scope;
        if has_scope {
            self.scopes.enter();
        }
        let mut statements = Vec::new();
        if let Some(first) = &parts.first {
            self.is_for_head = !has_scope;
            self.statement(first, &mut statements);
            self.is_for_head = false;
        }
        self.begin_line(span);
        let condition = parts.condition.as_ref().map(|e| self.condition(e));
        let body = self.loop_body(parts.body);
        self.begin_line(span);
        let step = parts.step.as_ref().and_then(|e| {
            let kind = self.expression_statement(e)?;
            Some(Statement { kind, span: e.span })
        });
        if has_scope {
            self.scopes.leave();
        }
        let kind = loop_of(condition, body, step.into_iter().collect(), None);
        statements.push(Statement { kind, span });
        StatementKind::Block(statements)
    }

    /// The number of loops between here and the one that `break` or `continue` ends.
    fn n_loops(&self, is_break: bool) -> Option<u32> {
        let mut n = 0;
        for enclosing in self.enclosing.iter().rev() {
            match enclosing {
                Enclosing::Loop => return Some(n),
                Enclosing::Switch { is_loop: true } if is_break => return Some(n),
                Enclosing::Switch { is_loop } => n += u32::from(*is_loop),
            }
        }
        None
    }

    /// Whether a `continue` here would leave a `switch`, and that is an error.
    fn continues_from_switch(&self) -> bool {
        let is_switch = matches!(self.enclosing.last(), Some(Enclosing::Switch { .. }));
        is_switch && self.c.rules.switch_sections_end
    }

    /// Checks a condition.
    pub(in crate::frontend::c_like::check) fn condition(&mut self, e: &'a Expr<'a>) -> Expression {
        let condition = self.expression(e);
        let dialect = self.c.dialect;
        dialect.condition(self, condition)
    }

    fn return_statement(&mut self, value: Option<&'a Expr<'a>>, span: Span) -> StatementKind {
        let value = value.map(|e| self.expression(e));
        if self.ty == Type::Void && self.c.rules.drops_void_values && value.is_some() {
            return self.dropped(value);
        }
        let name = || self.c.type_name(self.ty);
        let rule = match (&value, self.ty) {
            (_, Type::Unknown) | (None, Type::Void) => None,
            (Some(value), Type::Void) => Some((Rule::ReturnValue, value.span)),
            (None, _) => Some((Rule::ReturnWithout(name()), span)),
            (Some(_), _) => None,
        };
        if let Some((rule, span)) = rule {
            self.c.out.rule(rule, span);
            return StatementKind::Return(None);
        }
        let to = self.ty;
        let value = value.map(|value| {
            self.implicit(
                value,
                to,
                crate::frontend::c_like::check::dialect::Use::Return,
            )
        });
        if let Some(value) = &value {
            self.hold_result(value, span);
        }
        if let (Some(value), Some(id)) = (&value, self.id()) {
            let to = self.c.patterns.value_of(id);
            self.c.patterns.assigns(value, &self.nodes, to);
        }
        StatementKind::Return(value)
    }

    /// `return` with a value in a function that has none: the value is computed, for what it writes, and dropped.
    fn dropped(&mut self, value: Option<Expression>) -> StatementKind {
        let returns = |span| Statement {
            kind: StatementKind::Return(None),
            span,
        };
        let value = value.filter(|e| e.ty != Type::Unknown);
        let all = value.into_iter().flat_map(|e| {
            let span = e.span;
            self.c.out.odd(Oddity::VoidValue, span);
            let kind = StatementKind::Expression(e);
            [Statement { kind, span }, returns(span)]
        });
        StatementKind::Block(all.collect())
    }

    /// Where a function's end is not reached, because a `switch` returns in each case, a `return` stands there all the same.
    pub(in crate::frontend::c_like::check) fn end_with_return(
        &mut self,
        f: &Function<'a>,
        body: &mut Vec<Statement>,
    ) {
        let has_value = !matches!(self.ty, Type::Void | Type::Unknown);
        if self.c.rules.returns != Returns::PathOrSwitch
            || !has_value
            || ends(body)
            || f.body.is_none()
        {
            return;
        }
        let span = f.end;
        // Any value serves, since no path takes it: here zeros of the function's type.
        let zero = |s: crate::frontend::c_like::types::Scalar| Expression {
            kind: match s.is_real() {
                true => ExpressionKind::Real(0.0, 0.0),
                false => ExpressionKind::Integer(0),
            },
            ty: Type::Scalar(s),
            span,
        };
        let scalars = self.c.types.scalars(self.ty);
        if !self.c.spend(scalars.len() as u64, span) {
            return;
        }
        let mut parts: Vec<Expression> = scalars.into_iter().map(zero).collect();
        // A scalar is the value itself; all other types are composed.
        let value = match (self.ty, parts.pop()) {
            (Type::Scalar(_), Some(only)) => only,
            (ty, last) => {
                parts.extend(last);
                let kind = ExpressionKind::Compose(parts);
                Expression { kind, ty, span }
            }
        };
        let kind = StatementKind::Return(Some(value));
        body.push(Statement { kind, span });
    }

    /// Reports a function without the `return` that it needs.
    pub(in crate::frontend::c_like::check) fn check_returns(
        &mut self,
        head: &Head<'a>,
        f: &Function<'a>,
        body: &[Statement],
    ) {
        if matches!(self.ty, Type::Void | Type::Unknown) {
            return;
        }
        let name = head.name;
        let returns_wanted = self.c.rules.returns;
        if returns_wanted != Returns::Once {
            let by_switch = returns_wanted == Returns::PathOrSwitch;
            let all = f.body.unwrap_or_default();
            if !(ends(body) || by_switch && all.iter().any(returns)) {
                let rule = Rule::NoReturn(name.text.into(), self.c.type_name(self.ty));
                self.c.out.rule(rule, f.end);
            }
        } else if f.body.is_some_and(<[_]>::is_empty) {
            let expected = self.c.type_name(self.ty);
            let found = "nothing".into();
            self.refuse(Shading::ReturnType { found, expected }, name.span);
            self.refuse(Shading::NoStatements(name.text.into()), f.end);
        } else if !f.body.unwrap_or_default().iter().any(has_return) {
            self.refuse(Shading::NoReturn(name.text.into()), name.span);
        }
    }
}

/// A loop of these parts.
pub(in crate::frontend::c_like::check) fn loop_of(
    before: Option<Expression>,
    body: Vec<Statement>,
    step: Vec<Statement>,
    after: Option<Expression>,
) -> StatementKind {
    StatementKind::Loop(Box::new(Loop {
        before,
        body,
        step,
        after,
        must_unroll: false,
        is_bounded: false,
        stays: false,
    }))
}

/// Whether there is a `return` in the statement. Statements are nested as deep as the grammar allows.
fn has_return(statement: &Stmt<'_>) -> bool {
    let any = |all: &[Stmt<'_>]| all.iter().any(has_return);
    match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(body)
        | StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::Switch(_, body) => any(body),
        StmtKind::If(branches, no) => branches.iter().any(|b| any(b.body)) || any(no),
        StmtKind::For(parts) => any(parts.body),
        StmtKind::Rounds(_, inner) | StmtKind::Wished(_, inner) => has_return(inner),
        _ => false,
    }
}

/// Whether every path through a statement returns; a `switch` does with a default, if each case ends so or goes on.
fn returns(statement: &Stmt<'_>) -> bool {
    let any = |all: &[Stmt<'_>]| all.iter().any(returns);
    match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(body) => any(body),
        StmtKind::If(branches, no) => branches.iter().all(|b| any(b.body)) && any(no),
        StmtKind::Switch(_, body) => {
            let has_default = body.iter().any(|s| matches!(s.kind, StmtKind::Case(None)));
            let breaks = body.iter().any(breaks);
            has_default && !breaks && body.last().is_some_and(returns)
        }
        _ => false,
    }
}

/// Whether a statement leaves the `switch` around it.
fn breaks(statement: &Stmt<'_>) -> bool {
    match &statement.kind {
        StmtKind::Break => true,
        StmtKind::Block(body) => body.iter().any(breaks),
        StmtKind::If(branches, no) => {
            let bodies = branches.iter().flat_map(|b| b.body);
            bodies.chain(*no).any(breaks)
        }
        StmtKind::Rounds(_, inner) | StmtKind::Wished(_, inner) => breaks(inner),
        _ => false,
    }
}
