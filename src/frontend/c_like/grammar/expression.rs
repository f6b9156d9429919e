//! Expressions: commas, assignments, conditions and operators between two operands.

use super::operator::{COMPARISON, OperatorRow, assignment, binary};
use super::parser::Parser;
use crate::frontend::c_like::chain::{Chain, MAX_LINKS};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::*;
use crate::frontend::lexer::{Token, TokenKind};
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses an expression, with commas.
    pub(super) fn expression(&mut self) -> Result<Expr<'a>, Stop> {
        let first = self.assignment()?;
        if !self.c.sees(",") {
            return Ok(first);
        }
        let (mut span, mut height) = (first.span, first.height);
        let all = self.nodes.begin();
        self.nodes.push(first);
        let comma = self.c.peek().span;
        while self.c.takes(",") {
            let next = self.assignment()?;
            span = span.to(next.span);
            height = height.max(next.height);
            self.nodes.push(next);
            if self.nodes.count(all) > MAX_LINKS + 1 {
                self.is_broken = true;
                return Err(self.c.out.rule(Rule::Chain(MAX_LINKS as u32), span));
            }
        }
        let all = self.nodes.end(all);
        self.lines.set(span, comma);
        self.above(ExprKind::Comma(all), span, height)
    }

    /// Parses operators that bind tighter than comparisons.
    pub(super) fn sum(&mut self) -> Result<Expr<'a>, Stop> {
        let left = self.unary()?;
        self.operators_from(left, COMPARISON)
    }

    /// Parses an expression without commas outside of parentheses.
    pub(super) fn assignment(&mut self) -> Result<Expr<'a>, Stop> {
        self.deeper(Parser::assignment_here)
    }

    fn assignment_here(&mut self) -> Result<Expr<'a>, Stop> {
        let left = self.unary()?;
        let Some((operator, token)) = self.next_assignment() else {
            return self.conditional_from(left);
        };
        self.c.next();
        let right = self.assignment()?;
        let span = left.span.to(right.span);
        let height = left.height.max(right.height);
        let operator = operator.map(|row| at(row, token));
        self.lines.set(span, token.span);
        let [left, right] = [left, right].map(|e| self.nodes.operand(e));
        let kind = ExprKind::Assign(operator, left, right);
        self.above(kind, span, height)
    }

    /// The operator of an assignment, if one is next; `=` has none.
    fn next_assignment(&self) -> Option<(Option<&'static OperatorRow>, Token<'a>)> {
        let token = self.c.peek();
        match token.kind {
            TokenKind::Operator("=") => Some((None, token)),
            TokenKind::Operator(text) => assignment(text).map(|row| (Some(row), token)),
            _ => None,
        }
    }

    /// Parses the operators after an operand, and `? :`.
    fn conditional_from(&mut self, left: Expr<'a>) -> Result<Expr<'a>, Stop> {
        let condition = self.operators_from(left, 0)?;
        let question = self.c.peek().span;
        if !self.c.takes("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.need(":", "\":\" and the other value of \"?\"")?;
        let no = self.deeper(|p| {
            let operand = p.unary()?;
            p.conditional_from(operand)
        })?;
        let span = condition.span.to(no.span);
        let height = condition.height.max(yes.height).max(no.height);
        self.lines.set(span, question);
        let parts = self.nodes.arena.alloc([condition, yes, no]);
        let kind = ExprKind::Conditional(parts);
        self.above(kind, span, height)
    }

    /// Parses the operators after an operand that bind tighter than `level`, with their right operands.
    fn operators_from(&mut self, left: Expr<'a>, level: u8) -> Result<Expr<'a>, Stop> {
        let mut chain = Chain::new(left, &self.nodes);
        while let Some((row, token)) = self.next_binary(level) {
            self.c.next();
            let right = self.unary()?;
            let right = self.operators_from(right, row.level)?;
            let operator = at(row, token);
            let pushed = chain.push(operator, right, &mut self.nodes, &mut self.c.out);
            self.is_broken |= pushed.is_err();
            pushed?;
        }
        let ended = chain.end(&mut self.nodes, &mut self.c);
        self.is_broken |= ended.is_err();
        ended
    }

    /// The operator between two operands that is next, if it binds tighter than `level`.
    fn next_binary(&self, level: u8) -> Option<(&'static OperatorRow, Token<'a>)> {
        let token = self.c.peek();
        let TokenKind::Operator(text) = token.kind else {
            return None;
        };
        let row = binary(text).filter(|row| row.level > level)?;
        Some((row, token))
    }

    /// Makes an expression with parts of this height.
    pub(super) fn above(
        &mut self,
        kind: ExprKind<'a>,
        span: Span,
        height: u32,
    ) -> Result<Expr<'a>, Stop> {
        let limit = self.c.max_depth;
        if height >= limit {
            self.is_broken = true;
            return Err(self.c.out.rule(Rule::Chain(limit), span));
        }
        Ok(Expr {
            kind,
            span,
            height: height + 1,
        })
    }
}

/// The operator where a token stands.
fn at(row: &OperatorRow, token: Token<'_>) -> Operator {
    Operator {
        text: row.text,
        meaning: row.meaning,
        span: token.span,
    }
}
