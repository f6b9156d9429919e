//! Statements without words of their own: declarations, expressions, blocks. `statement_words` has the others.

use super::attribute::Attributes;
use super::head::is_of_head;
use super::parser::{Class, Parser};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tree::Wish;
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses a statement of a block, and adds what it is.
    pub(super) fn statement(&mut self) -> Result<(), Stop> {
        if self.begins_head(0) && !self.begins_member_call() {
            return self.declaration_or_constructor();
        }
        self.plain_statement()
    }

    /// Parses a statement that is no declaration.
    fn plain_statement(&mut self) -> Result<(), Stop> {
        let attributes = self.attributes()?;
        if !attributes.names.is_empty() {
            // What the attributes are not for takes them as well.
            if self.c.takes(";") {
                return Ok(());
            }
            let all = self.nodes.begin_statements();
            if let Err(stop) = self.deeper(Parser::statement) {
                self.nodes.give_up_statements(all);
                return Err(stop);
            }
            // Structures may go before it.
            if let Some(inner) = self.nodes.pop_statement(all) {
                self.check_attributes(&attributes, &inner.kind);
                let whole = self.with_attributes(inner, attributes);
                self.nodes.push_statement(whole);
            }
            return Ok(());
        }
        let start = self.c.peek().span;
        if self.c.takes("{") {
            let outer = self.block_lines.line();
            let (block, first) = self.with_lines(outer, |p| p.deeper(Parser::block));
            self.block_lines.set_first(first);
            let kind = StmtKind::Block(block?.0);
            self.nodes.push_statement(Stmt { kind, span: start });
            return Ok(());
        }
        match self.class() {
            Class::Keyword(keyword) if !is_of_head(keyword) => self.keyword_statement(keyword),
            _ => self.expression_statement(start, self.before.len()),
        }
    }

    /// Parses an expression and `;`. Structures since the mark go before it.
    fn expression_statement(&mut self, start: Span, mark: usize) -> Result<(), Stop> {
        let value = self.expression()?;
        self.take_before(mark, start);
        self.need_semicolon("\",\" or \";\" after the expression")?;
        let span = start.to(self.c.last().span);
        let line = self.block_lines.line().unwrap_or(self.c.peek().span);
        self.lines.set_outer(value.span, line);
        self.block_lines.set_first(self.lines.get(value.span));
        let kind = StmtKind::Expression(value);
        self.nodes.push_statement(Stmt { kind, span });
        Ok(())
    }

    /// Parses the statement that another one, which stands here, repeats or chooses. A block gives its statements; an empty
    /// statement gives none.
    pub(super) fn body_statement(&mut self, around: Span) -> Result<&'a [Stmt<'a>], Stop> {
        self.with_lines(Some(around), Parser::body_here).0
    }

    fn body_here(&mut self) -> Result<&'a [Stmt<'a>], Stop> {
        if self.c.takes(";") {
            return Ok(&[]);
        }
        if self.c.takes("{") {
            return Ok(self.deeper(Parser::block)?.0);
        }
        let statements = self.nodes.begin_statements();
        if let Err(stop) = self.deeper(Parser::plain_statement) {
            self.nodes.give_up_statements(statements);
            return Err(stop);
        }
        Ok(self.nodes.end_statements(statements))
    }

    /// Parses what begins with specifiers and a type.
    pub(super) fn declaration_or_constructor(&mut self) -> Result<(), Stop> {
        let start = self.c.peek().span;
        let mark = self.before.len();
        let parsed = self.head()?;
        if self.c.sees("(") {
            let constructed = self.constructor(parsed.head)?;
            self.pending = Some(constructed);
            return self.expression_statement(start, mark);
        }
        // One list serves all declarations.
        let mut items = std::mem::take(&mut self.spare_items);
        items.clear();
        self.declared(parsed, false, &mut items)?;
        self.take_before(mark, start);
        let line = items.iter().find_map(|item| self.line_of_value(item));
        self.block_lines.set_first(line);
        let span = start.to(self.c.last().span);
        for item in items.drain(..) {
            let kind = match item {
                Item::Variables(variables) => StmtKind::Declare(variables),
                other => StmtKind::Item(self.nodes.arena.alloc(other)),
            };
            self.nodes.push_statement(Stmt { kind, span });
        }
        self.spare_items = items;
        Ok(())
    }

    /// The line that the first value of a declaration says.
    fn line_of_value(&self, item: &Item<'a>) -> Option<Span> {
        let Item::Variables(variables) = item else {
            return None;
        };
        let value = variables
            .declarators
            .iter()
            .find_map(|d| d.value.as_ref())?;
        self.lines.outer(value.span)
    }

    /// Moves structures and typedefs that have been read since the mark to the statements.
    fn take_before(&mut self, mark: usize, span: Span) {
        for item in self.before.drain(mark.min(self.before.len())..) {
            let kind = StmtKind::Item(self.nodes.arena.alloc(item));
            self.nodes.push_statement(Stmt { kind, span });
        }
    }

    /// A statement with what its attributes ask for.
    fn with_attributes(&self, mut inner: Stmt<'a>, attributes: Attributes<'a>) -> Stmt<'a> {
        let span = inner.span;
        let is_loop = matches!(
            inner.kind,
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..)
        );
        let is_meant = |wish: &Wish| is_loop || *wish != Wish::Loop;
        if let Some(wish) = attributes.wish.filter(is_meant) {
            let kind = StmtKind::Wished(wish, self.nodes.arena.alloc(inner));
            inner = Stmt { kind, span };
        }
        if let Some(rounds) = attributes.rounds.filter(|_| is_loop) {
            let kind = StmtKind::Rounds(rounds, self.nodes.arena.alloc(inner));
            inner = Stmt { kind, span };
        }
        inner
    }
}
