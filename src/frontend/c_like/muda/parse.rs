//! The grammar of structures and functions; `parse_statement` has that of statements. After an error the parser goes on
//! with the next structure or function.

use super::words::{KEYWORDS, RULES, type_of};
use crate::frontend::c_like::diagnostics::{Diagnostics, Stop};
use crate::frontend::c_like::nodes::Nodes;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::text_tokens::tokens;
use crate::frontend::c_like::tokens::Cursor;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::lexer::TokenKind;
use bumpalo::Bump;
use smallvec::SmallVec;

/// Parses a text, and returns its syntax tree, whose expressions lie in the arena, and its errors.
pub(super) fn parse<'a>(arena: &'a Bump, text: &'a [u8]) -> (Text<'a>, Diagnostics) {
    let mut out = Diagnostics::default();
    let tokens = tokens(text, RULES, &mut out);
    let mut parser = Parser {
        c: Cursor::new(tokens.into(), out),
        nodes: Nodes::new(arena),
        is_broken: false,
    };
    let text = parser.text();
    (text, parser.c.out)
}

pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    pub(super) nodes: Nodes<'a>,
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
            let declarators = self.declarators(false)?;
            self.c.need(";", "\";\" after the member")?;
            let head = Head::of(ty);
            members.push(Variables { head, declarators });
        }
        Ok(Struct {
            kind: StructKind::Struct,
            name,
            interfaces: &[],
            members: self.nodes.list(&members),
            methods: &[],
            semantic: None,
            has_body: true,
        })
    }

    fn function(&mut self) -> Result<Function<'a>, Stop> {
        let specifiers = self.specifiers();
        let specifiers = self.nodes.arena.alloc_slice_copy(&specifiers);
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
            head: Head { specifiers, ty },
            name,
            parameters,
            semantics: &[],
            body: Some(body),
            end,
            is_broken: self.is_broken,
        })
    }

    /// Parses the words before a function's type. One that says the same as another is reported.
    fn specifiers(&mut self) -> Vec<(Specifier, Name<'a>)> {
        let mut specifiers: Vec<(Specifier, Name<'a>)> = Vec::new();
        while let TokenKind::Word(text) = self.c.peek().kind {
            let specifier = match text {
                "static" => Specifier::Static,
                "inline" => Specifier::Inline,
                "force_inline" => Specifier::ForceInline,
                "always_inline" => Specifier::AlwaysInline,
                _ if self.skips_stray_word() => continue,
                _ => break,
            };
            let span = self.c.next().span;
            let is_static = specifier == Specifier::Static;
            let is_same = |(s, _): &(Specifier, _)| (*s == Specifier::Static) == is_static;
            if specifiers.iter().any(is_same) {
                let word = if is_static { "static" } else { "inline" };
                self.c.out.rule(Rule::Specifier(word), span);
            }
            if specifier == Specifier::AlwaysInline {
                let oddity = Oddity::Deprecated("always_inline");
                self.c.out.odd(oddity, span);
            }
            specifiers.push((specifier, Name { text, span }));
        }
        specifiers
    }

    fn parameters(&mut self) -> Result<&'a [Parameter<'a>], Stop> {
        let mut parameters = Vec::new();
        if self.c.sees_word("void") && self.c.ahead(1).kind == TokenKind::Operator(")") {
            self.c.next();
        }
        if self.c.takes(")") {
            return Ok(&[]);
        }
        loop {
            self.skips_stray_word();
            let specifiers = self.directions();
            let specifiers = self.nodes.arena.alloc_slice_copy(&specifiers);
            let ty = self.type_word("the type of a parameter")?;
            let head = Head { specifiers, ty };
            let mut declarator = self.declarator(false)?;
            if head.has(Specifier::Array) && declarator.sizes.is_empty() {
                declarator.sizes = &[None];
            }
            parameters.push(Parameter { head, declarator });
            if self.c.takes(")") {
                return Ok(self.nodes.list(&parameters));
            }
            self.c.need(",", "\",\" or \")\" after the parameter")?;
        }
    }

    /// Parses the words before a parameter's type: `inout`, `in` and then `out`, `out`, `uniform` or none; then perhaps `array`,
    /// which is no reserved word.
    fn directions(&mut self) -> Vec<(Specifier, Name<'a>)> {
        let mut specifiers = Vec::new();
        let words = [
            ("inout", Specifier::InOut),
            ("in", Specifier::In),
            ("out", Specifier::Out),
            ("uniform", Specifier::Uniform),
        ];
        for (text, specifier) in words {
            let ends = !matches!(specifiers[..], [] | [(Specifier::In, _)]);
            let is_in = !specifiers.is_empty();
            if ends || is_in && specifier == Specifier::Uniform || !self.c.takes_word(text) {
                continue;
            }
            let span = self.c.last().span;
            specifiers.push((specifier, Name { text, span }));
        }
        let has_type = [1, 2].map(|n| matches!(self.c.ahead(n).kind, TokenKind::Word(_)));
        if has_type == [true, true] && self.c.takes_word("array") {
            let (text, span) = ("array", self.c.last().span);
            specifiers.push((Specifier::Array, Name { text, span }));
        }
        specifiers
    }

    pub(super) fn type_word(&mut self, expected: &'static str) -> Result<TypeName<'a>, Stop> {
        let is_tagged = self.c.takes_word("struct");
        match self.c.peek().kind {
            TokenKind::Word(word) if is_type_word(word) => {
                let (text, span) = self.c.name(expected)?;
                Ok(TypeName {
                    name: Name { text, span },
                    is_tagged,
                    arguments: &[],
                    sizes: &[],
                })
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

    /// Parses declarators between commas.
    pub(super) fn declarators(&mut self, with_value: bool) -> Result<&'a [Declarator<'a>], Stop> {
        let mut declarators: SmallVec<[Declarator<'a>; 1]> = SmallVec::new();
        loop {
            declarators.push(self.declarator(with_value)?);
            if !self.c.takes(",") {
                return Ok(self.nodes.list(&declarators));
            }
        }
    }

    fn declarator(&mut self, with_value: bool) -> Result<Declarator<'a>, Stop> {
        let name = self.new_name("a name")?;
        let mut sizes: &[_] = &[];
        if self.c.takes("[") {
            let size = Some(self.expression()?);
            sizes = std::slice::from_ref(self.nodes.arena.alloc(size));
            self.c.need("]", "\"]\" after the size of the array")?;
        }
        let value = if with_value && self.c.takes("=") {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(Declarator {
            name,
            sizes,
            semantics: &[],
            annotations: &[],
            held: None,
            value,
        })
    }
}

fn is_type_word(word: &str) -> bool {
    type_of(word).is_some() || !KEYWORDS.contains(&word)
}
