//! Statements without words of their own: declarations, expressions, blocks. `statement_words` has the others.

use super::attribute::Attributes;
use super::head::is_of_head;
use super::parser::{Class, Parser};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses a statement of a block, and adds what it is.
    pub(super) fn statement(&mut self, statements: &mut Vec<Stmt<'a>>) -> Result<(), Stop> {
        if self.begins_head(0) && !self.begins_member_call() {
            return self.declaration_or_constructor(statements);
        }
        self.plain_statement(statements)
    }

    /// Parses a statement that is no declaration.
    fn plain_statement(&mut self, statements: &mut Vec<Stmt<'a>>) -> Result<(), Stop> {
        let attributes = self.attributes()?;
        if !attributes.names.is_empty() {
            // What the attributes are not for takes them as well.
            if self.c.takes(";") {
                return Ok(());
            }
            let mut all = Vec::new();
            self.deeper(|p| p.statement(&mut all))?;
            let last = all.pop();
            statements.append(&mut all);
            if let Some(inner) = last {
                self.check_attributes(&attributes.names, &inner.kind);
                statements.push(attributed(inner, attributes));
            }
            return Ok(());
        }
        let start = self.c.peek().span;
        if self.c.takes("{") {
            let kind = StmtKind::Block(self.deeper(Parser::block)?.0);
            statements.push(Stmt { kind, span: start });
            return Ok(());
        }
        match self.class() {
            Class::Keyword(keyword) if !is_of_head(keyword) => {
                self.keyword_statement(keyword, statements)
            }
            _ => self.expression_statement(start, self.before.len(), statements),
        }
    }

    /// Parses an expression and `;`. Structures since the mark go before it.
    fn expression_statement(
        &mut self,
        start: Span,
        mark: usize,
        statements: &mut Vec<Stmt<'a>>,
    ) -> Result<(), Stop> {
        let value = self.expression()?;
        self.take_before(mark, start, statements);
        self.need_semicolon("\",\" or \";\" after the expression")?;
        let span = start.to(self.c.last().span);
        self.lines.set_outer(value.span, self.c.peek().span);
        let kind = StmtKind::Expression(value);
        statements.push(Stmt { kind, span });
        Ok(())
    }

    /// Parses the statement that another one repeats or chooses. A block gives its statements; an empty statement gives none.
    pub(super) fn body_statement(&mut self) -> Result<Vec<Stmt<'a>>, Stop> {
        let mut statements = Vec::new();
        if self.c.takes(";") {
            return Ok(statements);
        }
        if self.c.takes("{") {
            return Ok(self.deeper(Parser::block)?.0);
        }
        self.deeper(|p| p.plain_statement(&mut statements))?;
        Ok(statements)
    }

    /// Parses what begins with specifiers and a type.
    pub(super) fn declaration_or_constructor(
        &mut self,
        statements: &mut Vec<Stmt<'a>>,
    ) -> Result<(), Stop> {
        let start = self.c.peek().span;
        let mark = self.before.len();
        let parsed = self.head()?;
        if self.c.sees("(") {
            let constructed = self.constructor(parsed.head)?;
            self.pending = Some(constructed);
            return self.expression_statement(start, mark, statements);
        }
        let mut items = Vec::new();
        self.declared(parsed, false, &mut items)?;
        self.take_before(mark, start, statements);
        let span = start.to(self.c.last().span);
        for item in items {
            let kind = match item {
                Item::Variables(variables) => StmtKind::Declare(variables),
                other => StmtKind::Item(Box::new(other)),
            };
            statements.push(Stmt { kind, span });
        }
        Ok(())
    }

    /// Moves structures and typedefs that have been read since the mark to the statements.
    pub(super) fn take_before(&mut self, mark: usize, span: Span, statements: &mut Vec<Stmt<'a>>) {
        let new = self.before.drain(mark.min(self.before.len())..);
        statements.extend(new.map(|item| {
            let kind = StmtKind::Item(Box::new(item));
            Stmt { kind, span }
        }));
    }
}

/// A statement with what its attributes ask for.
fn attributed<'a>(mut inner: Stmt<'a>, attributes: Attributes<'a>) -> Stmt<'a> {
    let span = inner.span;
    if let Some(wish) = attributes.wish {
        let kind = StmtKind::Wished(wish, Box::new(inner));
        inner = Stmt { kind, span };
    }
    let is_loop = matches!(
        inner.kind,
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::Wished(..)
    );
    if let Some(rounds) = attributes.rounds.filter(|_| is_loop) {
        let kind = StmtKind::Rounds(rounds, Box::new(inner));
        inner = Stmt { kind, span };
    }
    inner
}
