//! The grammar of structures and functions; `parse_statement` has that of statements. After an error the parser goes on
//! with the next structure or function.

use super::words::{KEYWORDS, RULES, type_of};
use crate::frontend::c_like::diagnostics::{Diagnostics, Stop};
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::text_tokens::tokens;
use crate::frontend::c_like::tokens::Cursor;
use crate::frontend::c_like::tree::Direction;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::lexer::TokenKind;

/// Parses a text, and returns its syntax tree and its errors.
pub(super) fn parse<'a>(text: &'a [u8]) -> (Text<'a>, Diagnostics) {
    let mut out = Diagnostics::default();
    let tokens = tokens(text, RULES, &mut out);
    let mut parser = Parser {
        c: Cursor::new(tokens, out),
        is_loose: false,
        is_broken: false,
    };
    let text = parser.text();
    (text, parser.c.out)
}

pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    /// Set inside a statement with missing braces, which are reported already: `else` may end it without `;`.
    pub(super) is_loose: bool,
    /// Whether the current body has an error.
    pub(super) is_broken: bool,
}

impl<'a> Parser<'a> {
    fn text(&mut self) -> Text<'a> {
        let mut text = Text::default();
        while self.c.peek().kind != TokenKind::End && !self.c.out.is_full() {
            if self.c.takes(";") {
                continue;
            }
            match self.item() {
                Ok(item) => text.items.push(item),
                Err(Stop) => {
                    text.is_incomplete = true;
                    self.skip_item();
                }
            }
        }
        text
    }

    /// Skips the rest of the function or structure that has an error.
    fn skip_item(&mut self) {
        let before = self.c.peek().span;
        self.c.skip_statement();
        if !self.c.takes("}") && self.c.peek().span == before {
            self.c.next();
        }
    }

    fn item(&mut self) -> Result<Item<'a>, Stop> {
        if self.c.sees_word("struct") {
            return self.structure().map(Item::Struct);
        }
        self.function().map(Item::Function)
    }

    fn structure(&mut self) -> Result<Struct<'a>, Stop> {
        self.c.next();
        let name = self.new_name("the name of the structure")?;
        self.c.need("{", "\"{\" and the members of the structure")?;
        let mut members = Vec::new();
        while !self.c.takes("}") {
            let ty = self.type_word("the type of a member, or \"}\"")?;
            loop {
                members.push((ty, self.declarator(false)?));
                if !self.c.takes(",") {
                    break;
                }
            }
            self.c.need(";", "\";\" behind the member")?;
        }
        Ok(Struct { name, members })
    }

    fn function(&mut self) -> Result<Function<'a>, Stop> {
        let (mut is_static, mut inline) = (false, None);
        while let TokenKind::Word(word) = self.c.peek().kind {
            let kind = match word {
                "static" => None,
                "inline" => Some(Inline::Usual),
                "force_inline" => Some(Inline::Force),
                "always_inline" => Some(Inline::Always),
                _ if self.skips_stray_word() => continue,
                _ => break,
            };
            let span = self.c.next().span;
            let is_second = match kind {
                None => std::mem::replace(&mut is_static, true),
                Some(_) => inline.is_some(),
            };
            if is_second {
                let specifier = if kind.is_none() { "static" } else { "inline" };
                self.c.out.rule(Rule::Specifier(specifier), span);
            }
            if kind == Some(Inline::Always) {
                let oddity = Oddity::Deprecated("always_inline");
                self.c.out.odd(oddity, span);
            }
            inline = kind.or(inline);
        }
        if !matches!(self.c.peek().kind, TokenKind::Word(w) if is_type_word(w)) {
            let (rule, span) = (Rule::OutsideFunction(self.c.found()), self.c.peek().span);
            return Err(self.c.out.rule(rule, span));
        }
        let ty = self.type_word("a type")?;
        let name = self.new_name("the name of the function")?;
        self.c.need(
            "(",
            "\"(\" and the parameters of the function (variables stand inside functions)",
        )?;
        let parameters = self.parameters()?;
        self.c.need("{", "\"{\" and the body of the function")?;
        self.is_broken = false;
        let (body, end) = self.block()?;
        Ok(Function {
            is_static,
            inline,
            ty,
            name,
            parameters,
            body,
            end,
            is_broken: self.is_broken,
        })
    }

    fn parameters(&mut self) -> Result<Vec<Parameter<'a>>, Stop> {
        let mut parameters = Vec::new();
        if self.c.sees_word("void") && self.c.ahead(1).kind == TokenKind::Operator(")") {
            self.c.next();
        }
        if self.c.takes(")") {
            return Ok(parameters);
        }
        loop {
            self.skips_stray_word();
            // `in out` means `inout`.
            let is_inout = self.c.takes_word("inout");
            let is_in = !is_inout && self.c.takes_word("in");
            let is_out = !is_inout && self.c.takes_word("out");
            let is_uniform = !is_inout && !is_in && !is_out && self.c.takes_word("uniform");
            let direction = match (is_inout || is_in && is_out, is_out) {
                _ if is_uniform => Direction::Uniform,
                (true, _) => Direction::InOut,
                (_, true) => Direction::Out,
                _ => Direction::In,
            };
            let ty = self.type_word("the type of a parameter")?;
            let declarator = self.declarator(false)?;
            parameters.push(Parameter {
                direction,
                ty,
                declarator,
            });
            if self.c.takes(")") {
                return Ok(parameters);
            }
            self.c.need(",", "\",\" or \")\" behind the parameter")?;
        }
    }

    pub(super) fn type_word(&mut self, expected: &'static str) -> Result<Name<'a>, Stop> {
        self.c.takes_word("struct");
        match self.c.peek().kind {
            TokenKind::Word(word) if is_type_word(word) => {
                let (text, span) = self.c.name(expected)?;
                Ok(Name { text, span })
            }
            _ => Err(self.c.unexpected(expected)),
        }
    }

    /// Parses a name that is declared here.
    fn new_name(&mut self, expected: &'static str) -> Result<Name<'a>, Stop> {
        let (text, span) = self.c.name(expected)?;
        if KEYWORDS.contains(&text) {
            let kind = ErrorKind::Reserved(text.into());
            return Err(self.c.out.error(kind, span));
        }
        Ok(Name { text, span })
    }

    pub(super) fn declarator(&mut self, with_value: bool) -> Result<Declarator<'a>, Stop> {
        let name = self.new_name("a name")?;
        let mut size = None;
        if self.c.takes("[") {
            size = Some(self.expression()?);
            self.c.need("]", "\"]\" behind the size of the array")?;
        }
        let value = if with_value && self.c.takes("=") {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(Declarator { name, size, value })
    }
}

fn is_type_word(word: &str) -> bool {
    type_of(word).is_some() || !KEYWORDS.contains(&word)
}
