//! Operands: what binds tighter than operators between two of them.

use super::parser::{Class, Parser};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tree::BinaryOp;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses an operand with what stands before and after it.
    pub(super) fn unary(&mut self) -> Result<Expr<'a>, Stop> {
        if let Some(operand) = self.pending.take() {
            return self.postfix_from(operand);
        }
        let token = self.c.peek();
        let TokenKind::Operator(text) = token.kind else {
            return self.postfix();
        };
        let make: fn(&'a Expr<'a>, Span) -> ExprKind<'a> = match text {
            "+" => |e, _| ExprKind::Plus(e),
            "-" => |e, _| ExprKind::Negate(e),
            "~" => |e, _| ExprKind::Not(e),
            "!" => |e, _| ExprKind::LogicalNot(e),
            "++" => |e, span| ExprKind::Before(step("++", BinaryOp::Add, span), e),
            "--" => |e, span| ExprKind::Before(step("--", BinaryOp::Subtract, span), e),
            "*" => |e, _| e.kind,
            "(" if self.begins_head(1) => return self.cast(),
            _ => return self.postfix(),
        };
        self.c.next();
        let operand = self.deeper(Parser::unary)?;
        if text == "*" {
            // The reference reports it at the token after the operand.
            let span = self.c.peek().span;
            self.fault(SyntaxFault::Dereference, span);
        }
        let (span, height) = (token.span.to(operand.span), operand.height);
        let operand = self.nodes.operand(operand);
        self.above(make(operand, token.span), span, height)
    }

    /// Parses `(float4) a`, or the parentheses of `(float4(a) + b)`.
    fn cast(&mut self) -> Result<Expr<'a>, Stop> {
        let start = self.c.next().span;
        let mut head = self.head()?.head;
        if self.c.sees("(") {
            let constructed = self.constructor(head)?;
            self.pending = Some(constructed);
            let inner = self.expression()?;
            let end = self.need(")", "\")\" after the expression")?;
            let span = start.to(end);
            return self.postfix_from(Expr { span, ..inner });
        }
        self.need(
            ")",
            "\")\" after the type of a cast, or \"(\" and the arguments of a constructor",
        )?;
        let value = self.deeper(Parser::unary)?;
        let (span, height) = (start.to(value.span), value.height);
        let sizes = std::mem::take(&mut head.ty.sizes);
        let cast = self.nodes.arena.alloc(Cast { head, sizes, value });
        self.above(ExprKind::Cast(cast), span, height)
    }

    fn postfix(&mut self) -> Result<Expr<'a>, Stop> {
        let operand = self.primary()?;
        self.postfix_from(operand)
    }

    /// Parses what stands after an operand: members, indices, arguments, `++` and `--`.
    fn postfix_from(&mut self, mut e: Expr<'a>) -> Result<Expr<'a>, Stop> {
        loop {
            let token = self.c.peek();
            let TokenKind::Operator(text) = token.kind else {
                return Ok(e);
            };
            // Each arm takes one postfix and makes an operand of it, to which the next one applies.
            e = match text {
                "." => self.member(e)?,
                "->" => {
                    let span = self.c.ahead(1).span;
                    self.fault(SyntaxFault::Arrow, span);
                    self.member(e)?
                }
                "[" => self.index(e)?,
                "(" => self.call(e)?,
                "++" | "--" => {
                    self.c.next();
                    let step = match text {
                        "++" => step("++", BinaryOp::Add, token.span),
                        _ => step("--", BinaryOp::Subtract, token.span),
                    };
                    let (span, height) = (e.span.to(token.span), e.height);
                    let e = self.nodes.operand(e);
                    self.above(ExprKind::After(step, e), span, height)?
                }
                _ => return Ok(e),
            };
        }
    }

    /// Parses `.name` after an operand, and the arguments of a method.
    fn member(&mut self, e: Expr<'a>) -> Result<Expr<'a>, Stop> {
        self.c.next();
        if !matches!(self.class(), Class::Name | Class::Type) {
            return Err(self.unexpected("a swizzle or the name of a member after \".\""));
        }
        let name = self.take_word();
        if self.c.sees("(") {
            let (arguments, end, height) = self.arguments()?;
            let (span, height) = (e.span.to(end), height.max(e.height));
            let kind = ExprKind::Method(self.nodes.operand(e), name, arguments);
            return self.above(kind, span, height);
        }
        let (span, height) = (e.span.to(name.span), e.height);
        let e = self.nodes.operand(e);
        self.above(ExprKind::Dot(e, name), span, height)
    }

    fn index(&mut self, e: Expr<'a>) -> Result<Expr<'a>, Stop> {
        self.c.next();
        let index = self.expression()?;
        let end = self.need("]", "\"]\" after the index")?;
        let (span, height) = (e.span.to(end), e.height.max(index.height));
        let [e, index] = [e, index].map(|e| self.nodes.operand(e));
        self.above(ExprKind::Index(e, index), span, height)
    }

    /// Parses the arguments after an operand, which must be a name.
    fn call(&mut self, e: Expr<'a>) -> Result<Expr<'a>, Stop> {
        let callee = match e.kind {
            ExprKind::Name(text) => Some(Name { text, span: e.span }),
            _ => None,
        };
        let (arguments, end, height) = self.arguments()?;
        let span = e.span.to(end);
        match callee {
            Some(name) => self.above(ExprKind::Call(name, arguments), span, height),
            None => {
                self.fault(SyntaxFault::NotCallable, e.span);
                Ok(e)
            }
        }
    }

    /// Parses arguments in parentheses, and returns them with the place of the `)` and the greatest height.
    pub(super) fn arguments(&mut self) -> Result<(&'a [Expr<'a>], Span, u32), Stop> {
        self.c.next();
        if self.c.sees(")") {
            return Ok((&[], self.c.next().span, 0));
        }
        let (arguments, mut height) = (self.nodes.begin(), 0);
        // Each belongs to the comma before it, and the first one to the comma after it.
        let mut comma = None;
        loop {
            let argument = self.assignment()?;
            let next = self.c.sees(",").then(|| self.c.next().span);
            if let Some(at) = comma.or(next) {
                self.lines.set_comma(argument.span, at);
            }
            height = height.max(argument.height);
            self.nodes.push(argument);
            if next.is_none() {
                break;
            }
            comma = next;
        }
        let end = self.need(")", "\",\" or \")\" after the argument")?;
        Ok((self.nodes.end(arguments), end, height))
    }

    /// Parses the arguments of a constructor by a head's type. Its specifiers mean nothing.
    pub(super) fn constructor(&mut self, head: Head<'a>) -> Result<Expr<'a>, Stop> {
        if !self.c.sees("(") {
            // The reference reads a pointer here.
            self.c.takes("*");
            let expected = format!("\"(\" after the type \"{}\"", head.ty.name.text);
            return Err(self.unexpected(expected));
        }
        if self.c.ahead(1).is(")") && !self.table.has_type_arguments {
            self.c.next();
            return Err(self.unexpected("at least one argument of the constructor"));
        }
        let (arguments, end, height) = self.arguments()?;
        let ty = head.ty;
        let span = ty.name.span.to(end);
        let is_word = ty.sizes.is_empty() && ty.arguments.is_empty() && !ty.is_tagged;
        let kind = if is_word {
            ExprKind::Call(ty.name, arguments)
        } else {
            ExprKind::Construct(self.nodes.arena.alloc(ty), arguments)
        };
        self.above(kind, span, height)
    }

    fn primary(&mut self) -> Result<Expr<'a>, Stop> {
        if self.begins_head(0) {
            return self.typed_primary();
        }
        let token = self.c.peek();
        let kind = match token.kind {
            TokenKind::Number(text) => ExprKind::Number(text),
            TokenKind::String([b'\'', ..]) => ExprKind::Number(self.string_text(token.kind)),
            TokenKind::String(_) => return self.string(),
            TokenKind::Word(_) if self.class() == Class::Name && self.c.ahead(1).is("::") => {
                self.c.next();
                self.c.next();
                return Err(
                    self.unexpected("a type after \"::\", since no structure stands before")
                );
            }
            TokenKind::Word(text) if self.class() == Class::Name => match text {
                "true" | "false" if !self.names.is_declared(text) => ExprKind::Bool(text == "true"),
                _ => ExprKind::Name(text),
            },
            TokenKind::Operator("(") => return self.parentheses(),
            // A name of the outermost scope.
            TokenKind::Operator("::") => {
                self.c.next();
                return match self.class() {
                    Class::Name | Class::Type => self.primary(),
                    _ => Err(self.unexpected("a name after \"::\"")),
                };
            }
            TokenKind::Operator("[") => return Err(self.attribute()),
            _ => return Err(self.unexpected("an expression")),
        };
        self.c.next();
        self.above(kind, token.span, 0)
    }

    /// Parses a constructor, or `S::f`.
    fn typed_primary(&mut self) -> Result<Expr<'a>, Stop> {
        if self.begins_member_call() {
            let name = self.declared_name()?;
            return self.above(ExprKind::Name(name.text), name.span, 0);
        }
        let head = self.head()?.head;
        self.constructor(head)
    }

    fn parentheses(&mut self) -> Result<Expr<'a>, Stop> {
        let start = self.c.next().span;
        let inner = self.expression()?;
        let end = self.need(")", "\",\" or \")\" after the expression")?;
        // The parentheses belong to the expression's text, so that excerpts show them; but not those of a macro around its argument.
        let is_around = start.end <= inner.span.start && inner.span.end <= end.start;
        let span = if is_around { start.to(end) } else { inner.span };
        self.lines.widen(inner.span, span);
        Ok(Expr { span, ..inner })
    }

    /// Parses a string; several in a row are one.
    fn string(&mut self) -> Result<Expr<'a>, Stop> {
        let start = self.c.peek().span;
        let mut text = String::new();
        let mut span = start;
        while let TokenKind::String([b'"', inner @ ..]) = self.c.peek().kind {
            let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
            text += &String::from_utf8_lossy(inner);
            span = start.to(self.c.next().span);
        }
        self.above(ExprKind::String(self.nodes.arena.alloc_str(&text)), span, 0)
    }

    fn string_text(&self, kind: TokenKind<'a>) -> &'a str {
        let text = String::from_utf8_lossy(kind.text()).into_owned();
        self.nodes.arena.alloc_str(&text)
    }
}

/// `++` or `--` at a place.
fn step(text: &'static str, op: BinaryOp, span: Span) -> Operator {
    Operator {
        text,
        meaning: Meaning::Binary(op),
        span,
    }
}
