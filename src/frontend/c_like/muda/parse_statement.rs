//! Parses statements. After an error it goes on with the next one.

use super::misspelt;
use super::parse::Parser;
use super::words::{KEYWORDS, type_of};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::*;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses the statements up to the closing brace, and returns them with its place; the opening one has been taken.
    pub(super) fn block(&mut self) -> Result<(&'a [Stmt<'a>], Span), Stop> {
        let mut statements = Vec::new();
        loop {
            if self.c.sees("}") {
                return Ok((self.nodes.list(&statements), self.c.next().span));
            }
            if self.c.peek().kind == TokenKind::End {
                return Err(self.c.unexpected("\"}\" at the end of the block"));
            }
            if self.c.takes(";") {
                continue;
            }
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(Stop) => {
                    self.is_broken = true;
                    self.c.skip_statement();
                }
            }
        }
    }

    pub(super) fn while_statement(&mut self) -> Result<Stmt<'a>, Stop> {
        let (condition, span) = self.condition()?;
        let body = self.braces("while")?;
        let kind = StmtKind::While(condition, body);
        Ok(Stmt { kind, span })
    }

    fn statement(&mut self) -> Result<Stmt<'a>, Stop> {
        self.skips_stray_word();
        let start = self.c.peek().span;
        // The first word decides. What is neither a keyword nor a declaration is an assignment or a call.
        let kind = match self.c.peek().kind {
            TokenKind::Operator("{") => {
                self.c.next();
                StmtKind::Block(self.nested_block()?)
            }
            TokenKind::Word("if") => return self.if_statement(),
            TokenKind::Word("while") => return self.while_statement(),
            TokenKind::Word("return") => {
                self.c.next();
                let value = if self.c.sees(";") {
                    None
                } else {
                    Some(self.expression()?)
                };
                self.semicolon()?;
                StmtKind::Return(value)
            }
            TokenKind::Word(word)
                // A word that MUDA lacks gets advice. Its block is read if an `if` or `while` is meant, and skipped otherwise.
                if misspelt::advice(word).is_some()
                    && !KEYWORDS.contains(&word)
                    && self.begins_block() =>
            {
                return self.strange_statement(word);
            }
            TokenKind::Word(word) if self.is_declaration(word) => {
                let ty = self.type_word("a type")?;
                let declarators = self.declarators(true)?;
                self.semicolon()?;
                let head = Head::of(ty);
                StmtKind::Declare(Variables { head, declarators })
            }
            _ => self.assignment()?,
        };
        let span = start.to(self.c.last().span);
        Ok(Stmt { kind, span })
    }

    /// Whether a type's keyword without a constructor comes next, or two names in a row.
    fn is_declaration(&self, word: &str) -> bool {
        let is_name = matches!(self.c.ahead(1).kind, TokenKind::Word(_));
        word == "struct"
            || is_name
            || type_of(word).is_some() && self.c.ahead(1).kind != TokenKind::Operator("(")
    }

    fn assignment(&mut self) -> Result<StmtKind<'a>, Stop> {
        let left = self.expression()?;
        if !self.c.takes("=") {
            self.semicolon()?;
            return Ok(StmtKind::Expression(left));
        }
        let right = self.expression()?;
        self.semicolon()?;
        let (span, height) = (left.span.to(right.span), left.height.max(right.height));
        let [left, right] = [left, right].map(|e| self.nodes.operand(e));
        let kind = ExprKind::Assign(None, left, right);
        // The limits of both sides keep the assignment, one level above them, within that of all expressions.
        Ok(StmtKind::Expression(Expr {
            kind,
            span,
            height: height + 1,
        }))
    }

    fn semicolon(&mut self) -> Result<(), Stop> {
        self.refuse_absent()?;
        self.c
            .need(";", "\";\" at the end of the statement")
            .map(|_| ())
    }

    /// Takes `else`, also where it is misspelt.
    fn takes_else(&mut self) -> bool {
        match self.c.peek().kind {
            TokenKind::Word(word)
                if misspelt::keyword(word) == Some("else")
                    && self.c.ahead(1).kind == TokenKind::Operator("{") =>
            {
                self.refuse_word(word, misspelt::advice(word));
                true
            }
            _ => self.c.takes_word("else"),
        }
    }

    pub(super) fn if_statement(&mut self) -> Result<Stmt<'a>, Stop> {
        let (condition, span) = self.condition()?;
        let yes = self.braces("if")?;
        let no = if self.takes_else() {
            self.braces("else")?
        } else {
            let at = self.c.last().span;
            self.c.out.rule(Rule::ElseMissing, at);
            &[]
        };
        let branch = Branch {
            condition,
            body: yes,
            span,
        };
        let kind = StmtKind::If(self.nodes.list(&[branch]), no);
        Ok(Stmt { kind, span })
    }

    /// Parses `if` or `while` and the parentheses after it; the span covers both.
    fn condition(&mut self) -> Result<(Expr<'a>, Span), Stop> {
        let start = self.c.next().span;
        self.c.need("(", "\"(\" and the condition")?;
        let condition = self.expression()?;
        let end = self.c.need(")", "\")\" after the condition")?;
        Ok((condition, start.to(end)))
    }

    /// Parses the statements of `if`, `else` or `while`. One statement without braces is taken with a warning, since the
    /// specification asks for them.
    fn braces(&mut self, of: &'static str) -> Result<&'a [Stmt<'a>], Stop> {
        if self.c.takes("{") {
            return self.nested_block();
        }
        let span = self.c.peek().span;
        self.c.out.odd(Oddity::Braces(of), span);
        if self.c.takes(";") {
            return Ok(&[]);
        }
        let only = self.deeper(Parser::statement)?;
        Ok(self.nodes.list(&[only]))
    }

    fn nested_block(&mut self) -> Result<&'a [Stmt<'a>], Stop> {
        Ok(self.deeper(Parser::block)?.0)
    }
}
