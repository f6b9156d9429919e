//! Statements that begin with a word: conditions, loops, jumps.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::chain::LadderDepth;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::ir::Span;
use smallvec::SmallVec;

impl<'a> Parser<'a> {
    /// Parses the statement that begins with this keyword.
    pub(super) fn keyword_statement(&mut self, keyword: Keyword) -> Result<(), Stop> {
        let start = self.c.peek().span;
        if matches!(
            keyword,
            Keyword::If | Keyword::While | Keyword::Do | Keyword::For
        ) {
            self.block_lines.set_first(Some(start));
        }
        // Each row gives the statement and the place that messages about it name.
        let (kind, head) = match keyword {
            Keyword::If => self.if_statement()?,
            Keyword::While => self.while_statement()?,
            Keyword::Do => self.do_statement()?,
            Keyword::For => self.for_statement()?,
            Keyword::Switch => self.switch_statement()?,
            Keyword::Case => {
                self.c.next();
                let label = self.expression()?;
                let end = self.need(":", "\":\" after the value of \"case\"")?;
                (StmtKind::Case(Some(label)), start.to(end))
            }
            Keyword::Default => {
                self.c.next();
                let end = self.need(":", "\":\" after \"default\"")?;
                (StmtKind::Case(None), start.to(end))
            }
            Keyword::Break => self.jump(StmtKind::Break)?,
            Keyword::Continue => self.jump(StmtKind::Continue)?,
            Keyword::Discard => self.jump_with_value(StmtKind::Discard)?,
            Keyword::Return => self.jump_with_value(StmtKind::Return)?,
            Keyword::Else => {
                return Err(self.unexpected(
                    "a statement; \"else\" follows the one statement or block of an \"if\"",
                ));
            }
            Keyword::Assembly => return Err(self.assembly()),
            _ => return Err(self.unexpected("a statement")),
        };
        self.nodes.push_statement(Stmt { kind, span: head });
        Ok(())
    }

    /// Reports a program in another language. The place is that of the brace that closes it.
    fn assembly(&mut self) -> Stop {
        if self.c.ahead(1).is("{") {
            while !self.c.ahead(1).is("}") && !self.is_at_end() {
                self.c.next();
            }
            self.c.next();
        }
        self.unexpected("a statement: programs in assembly language stand in files of their own")
    }

    /// Parses `break;` or `continue;`.
    fn jump(&mut self, kind: StmtKind<'a>) -> Result<(StmtKind<'a>, Span), Stop> {
        let span = self.c.next().span;
        self.need_semicolon("\";\" after the statement")?;
        Ok((kind, span))
    }

    /// Parses `return;`, `return a;`.
    fn jump_with_value(
        &mut self,
        make: fn(Option<Expr<'a>>) -> StmtKind<'a>,
    ) -> Result<(StmtKind<'a>, Span), Stop> {
        let start = self.c.next().span;
        let value = if self.c.sees(";") {
            None
        } else {
            Some(self.expression()?)
        };
        self.need_semicolon("\",\" or \";\" after the expression")?;
        Ok((make(value), start.to(self.c.last().span)))
    }

    /// Parses a word and the condition in parentheses; the span covers both.
    fn condition(&mut self) -> Result<(Expr<'a>, Span), Stop> {
        let start = self.c.next().span;
        self.need("(", "\"(\" and the condition")?;
        let condition = self.expression()?;
        let end = self.need(")", "\",\" or \")\" after the condition")?;
        Ok((condition, start.to(end)))
    }

    fn if_statement(&mut self) -> Result<(StmtKind<'a>, Span), Stop> {
        let mut depth = LadderDepth::default();
        let mut branches: SmallVec<[Branch<'a>; 1]> = SmallVec::new();
        let parsed = self.ladder(&mut depth, &mut branches);
        depth.leave(&mut self.c);
        let no = parsed?;
        let span = branches
            .first()
            .map_or(self.c.last().span, |b: &Branch<'_>| b.span);
        Ok((StmtKind::If(self.nodes.list(&branches), no), span))
    }

    /// Parses `if` with each `else if` after it, and returns the statements of the last `else`.
    fn ladder(
        &mut self,
        depth: &mut LadderDepth,
        branches: &mut SmallVec<[Branch<'a>; 1]>,
    ) -> Result<&'a [Stmt<'a>], Stop> {
        loop {
            let (condition, span) = self.condition()?;
            let body = self.body_statement(span)?;
            branches.push(Branch {
                condition,
                body,
                span,
            });
            if !self.takes_keyword(Keyword::Else) {
                return Ok(&[]);
            }
            if !self.sees_keyword(Keyword::If) {
                return self.body_statement(span);
            }
            if let Err(stop) = depth.enter(&mut self.c) {
                self.give_up();
                return Err(stop);
            }
        }
    }

    fn while_statement(&mut self) -> Result<(StmtKind<'a>, Span), Stop> {
        let (condition, span) = self.condition()?;
        let body = self.body_statement(span)?;
        Ok((StmtKind::While(condition, body), span))
    }

    fn do_statement(&mut self) -> Result<(StmtKind<'a>, Span), Stop> {
        let span = self.c.next().span;
        let body = self.body_statement(span)?;
        if !self.sees_keyword(Keyword::While) {
            return Err(self.unexpected("\"while\" and the condition of \"do\""));
        }
        let (condition, _) = self.condition()?;
        self.need_semicolon("\";\" after the condition of \"do\"")?;
        Ok((StmtKind::DoWhile(body, condition), span))
    }

    /// Parses `for (first; condition; step) body`. What `first` declares is known in the rest only.
    fn for_statement(&mut self) -> Result<(StmtKind<'a>, Span), Stop> {
        let start = self.c.next().span;
        self.need("(", "\"(\" and the three parts of \"for\"")?;
        // The scope opens before the first part, and closes after the body.
        let outer = self.names.depth();
        self.names.open_scope();
        let first = self.for_first()?;
        // The condition and the step may be missing.
        let condition = if self.c.sees(";") {
            None
        } else {
            Some(self.expression()?)
        };
        self.need_semicolon("\";\" after the condition of \"for\"")?;
        let step = if self.c.sees(")") {
            None
        } else {
            Some(self.expression()?)
        };
        let end = self.need(")", "\",\" or \")\" after the step of \"for\"")?;
        let body = self.body_statement(start)?;
        self.names.close_scopes(outer);
        let parts = For {
            first,
            condition,
            step,
            body,
        };
        Ok((StmtKind::For(self.nodes.arena.alloc(parts)), start.to(end)))
    }

    /// Parses the first part of `for` with its `;`. Of a declaration with a structure or a function the variables are kept.
    fn for_first(&mut self) -> Result<Option<Stmt<'a>>, Stop> {
        if self.c.takes(";") {
            return Ok(None);
        }
        let is_other = match self.class() {
            Class::Keyword(keyword) => !super::head::is_of_head(keyword),
            _ => self.c.sees("{"),
        };
        if is_other {
            return Err(self.unexpected("a declaration or an expression"));
        }
        let statements = self.nodes.begin_statements();
        let result = self.statement();
        let last = self.nodes.pop_statement(statements);
        self.nodes.give_up_statements(statements);
        result.map(|()| last)
    }

    fn switch_statement(&mut self) -> Result<(StmtKind<'a>, Span), Stop> {
        let (value, span) = self.condition()?;
        if !self.c.takes("{") {
            return Err(self.unexpected("\"{\" and the cases of \"switch\""));
        }
        let body = self.deeper(Parser::block)?.0;
        Ok((StmtKind::Switch(value, body), span))
    }
}
