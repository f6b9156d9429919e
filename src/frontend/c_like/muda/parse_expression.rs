//! The grammar of expressions, by precedence.

use super::parse::Parser;
use super::words::{ABSENT, KEYWORDS, binary, type_of};
use crate::frontend::c_like::chain::Chain;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tokens::MAX_DEPTH;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Runs a part of the grammar one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.c.enter()?;
        let result = part(self);
        self.c.leave();
        result
    }

    pub(super) fn expression(&mut self) -> Result<Expr<'a>, Stop> {
        self.deeper(|p| p.operators(0))
    }

    /// Parses operands and the operators between them that bind tighter than `level`; equal ones associate to the left.
    fn operators(&mut self, level: u8) -> Result<Expr<'a>, Stop> {
        let mut chain = Chain::new(self.unary()?, &self.nodes);
        loop {
            self.refuse_absent()?;
            let TokenKind::Operator(text) = self.c.peek().kind else {
                return chain.end(&mut self.nodes, &mut self.c);
            };
            // An operator that binds as tightly as `level` or less belongs to a caller.
            let Some((own, meaning)) = binary(text).filter(|(own, _)| *own > level) else {
                return chain.end(&mut self.nodes, &mut self.c);
            };
            let span = self.c.next().span;
            let next = self.c.peek();
            // A digit after `/.` may be meant as a number like `.5`, so it is a warning.
            if text == "/."
                && let TokenKind::Number(number) = next.kind
                && !number.contains('.')
                && next.span.start == span.end
            {
                let odd = Oddity::SlashDotDigit(number.to_owned());
                self.c.out.odd(odd, span.to(next.span));
            }
            // The right operand takes only what binds tighter than the operator.
            let right = self.deeper(|p| p.operators(own))?;
            let operator = Operator {
                text,
                meaning,
                span,
            };
            chain.push(operator, right, &mut self.nodes, &mut self.c.out)?;
        }
    }

    /// Makes an expression with parts of this height.
    fn above(&mut self, kind: ExprKind<'a>, span: Span, height: u32) -> Result<Expr<'a>, Stop> {
        if height >= MAX_DEPTH {
            return Err(self.c.out.rule(Rule::Chain(MAX_DEPTH), span));
        }
        Ok(Expr {
            kind,
            span,
            height: height + 1,
        })
    }

    fn unary(&mut self) -> Result<Expr<'a>, Stop> {
        let start = self.c.peek().span;
        let make = match self.c.peek().kind {
            TokenKind::Operator("-") => ExprKind::Negate,
            TokenKind::Operator("~") => ExprKind::Not,
            _ => return self.postfix(),
        };
        self.c.next();
        let operand = self.deeper(Parser::unary)?;
        let (span, height) = (start.to(operand.span), operand.height);
        let operand = self.nodes.operand(operand);
        self.above(make(operand), span, height)
    }

    fn postfix(&mut self) -> Result<Expr<'a>, Stop> {
        let mut e = self.primary()?;
        loop {
            let height = e.height;
            if self.c.takes(".") {
                let (text, span) = self.c.name("a swizzle or the name of a member")?;
                let all = e.span.to(span);
                let kind = ExprKind::Dot(self.nodes.operand(e), Name { text, span });
                e = self.above(kind, all, height)?;
            } else if self.c.takes("[") {
                let index = self.expression()?;
                let end = self.c.need("]", "\"]\" after the index")?;
                let (all, height) = (e.span.to(end), height.max(index.height));
                let [of, index] = [e, index].map(|e| self.nodes.operand(e));
                e = self.above(ExprKind::Index(of, index), all, height)?;
            } else {
                return Ok(e);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr<'a>, Stop> {
        let token = self.c.peek();
        let kind = match token.kind {
            TokenKind::Number(text) => {
                self.c.next();
                ExprKind::Number(text)
            }
            TokenKind::Word(text) => {
                let is_call = self.c.ahead(1).kind == TokenKind::Operator("(");
                let is_keyword = KEYWORDS.contains(&text) && !(is_call && type_of(text).is_some());
                if is_keyword {
                    return Err(self.c.unexpected("an expression"));
                }
                self.c.next();
                if is_call {
                    return self.call(Name {
                        text,
                        span: token.span,
                    });
                } else {
                    ExprKind::Name(text)
                }
            }
            TokenKind::Operator("(") => {
                self.c.next();
                let inner = self.expression()?;
                let end = self.c.need(")", "\")\" after the expression")?;
                // The parentheses belong to the expression's text, so that excerpts show them.
                return Ok(Expr {
                    span: token.span.to(end),
                    ..inner
                });
            }
            _ => {
                self.refuse_absent()?;
                return Err(self.c.unexpected("an expression"));
            }
        };
        self.above(kind, token.span, 0)
    }

    fn call(&mut self, name: Name<'a>) -> Result<Expr<'a>, Stop> {
        self.c.next();
        let (arguments, mut height) = (self.nodes.begin(), 0);
        while !self.c.sees(")") {
            let argument = self.expression()?;
            height = height.max(argument.height);
            self.nodes.push(argument);
            if !self.c.takes(",") {
                break;
            }
        }
        let end = self.c.need(")", "\",\" or \")\" after the argument")?;
        let arguments = self.nodes.end(arguments);
        self.above(ExprKind::Call(name, arguments), name.span.to(end), height)
    }

    /// Reports an operator of C that MUDA does not have.
    pub(super) fn refuse_absent(&mut self) -> Result<(), Stop> {
        let token = self.c.peek();
        let TokenKind::Operator(found) = token.kind else {
            return Ok(());
        };
        let Some((_, advice)) = ABSENT.iter().find(|(op, _)| *op == found) else {
            return Ok(());
        };
        let rule = Rule::Operator {
            found,
            language: "MUDA",
            advice,
        };
        Err(self.c.out.rule(rule, token.span))
    }
}
