//! The words before a declared name: specifiers and a type.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::syntax::*;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;
use smallvec::SmallVec;

/// A head, and whether `typedef` is among its words.
pub(super) struct ParsedHead<'a> {
    pub(super) head: Head<'a>,
    pub(super) is_typedef: bool,
    /// Whether it has the body of a structure, after which nothing need be declared.
    pub(super) has_body: bool,
}

impl<'a> Parser<'a> {
    /// Whether the token at a distance begins specifiers and a type. Names before a word are profiles.
    pub(super) fn begins_head(&self, n: usize) -> bool {
        match self.class_ahead(n) {
            Class::Type => true,
            Class::Keyword(keyword) => is_of_head(keyword),
            Class::Name if self.table.has_profiles => match self.class_ahead(n + 1) {
                Class::Type | Class::Name => true,
                Class::Keyword(keyword) => is_of_head(keyword),
                Class::None => false,
            },
            _ => false,
        }
    }

    /// Whether a call of a structure's function by the structure's name follows, `S::f(`.
    pub(super) fn begins_member_call(&self) -> bool {
        self.class() == Class::Type && self.c.ahead(1).is("::") && self.c.ahead(3).is("(")
    }

    /// Parses profiles, specifiers, a type, more specifiers.
    pub(super) fn head(&mut self) -> Result<ParsedHead<'a>, Stop> {
        let allows_buffer = std::mem::take(&mut self.allows_buffer);
        // Profiles come first.
        let mut specifiers = SmallVec::<[_; 4]>::new();
        while self.class() == Class::Name {
            specifiers.push((Specifier::Profile, self.take_word()));
        }
        let n_profiles = specifiers.len();
        // Then specifiers; `typedef` is the first of them.
        let is_typedef = self.takes_keyword(Keyword::Typedef);
        let mut sign = None;
        loop {
            match self.class() {
                Class::Keyword(Keyword::Specifier(s)) => specifiers.push((s, self.take_word())),
                Class::Keyword(Keyword::Sign) => sign = Some(self.take_word()),
                _ => break,
            }
        }
        // Then the type.
        let is_bare = specifiers.len() == n_profiles && sign.is_none() && !is_typedef;
        let is_uniform = matches!(specifiers[..], [(Specifier::Uniform, _)]);
        let mut has_body = false;
        let ty = match self.class() {
            Class::Keyword(Keyword::Struct(kind)) => {
                let ty = self.structure(kind)?;
                has_body = ty.1;
                ty.0
            }
            Class::Keyword(Keyword::Type) | Class::Type => self.type_name(sign)?,
            Class::Name if is_uniform && allows_buffer => {
                let ty = self.buffer()?;
                let specifiers = self.nodes.arena.alloc_slice_copy(&specifiers);
                let head = Head { specifiers, ty };
                return Ok(ParsedHead {
                    head,
                    is_typedef,
                    has_body: true,
                });
            }
            _ if is_bare => {
                let profiles: Vec<Name<'a>> = specifiers.iter().map(|(_, name)| *name).collect();
                return Err(self.unknown_type(&profiles));
            }
            Class::Name => {
                let word = self.c.found();
                let expected = format!("a type before {word}");
                return Err(self.unexpected(expected));
            }
            _ => return Err(self.unexpected("a type")),
        };
        // Then more specifiers.
        while let Class::Keyword(Keyword::Specifier(s)) = self.class() {
            specifiers.push((s, self.take_word()));
        }
        if self.table.warns_of_repeats {
            self.remark_repeats(&specifiers);
        }
        let specifiers = self.nodes.arena.alloc_slice_copy(&specifiers);
        Ok(ParsedHead {
            head: Head { specifiers, ty },
            is_typedef,
            has_body,
        })
    }

    /// Warns of words that say what words before them have said.
    fn remark_repeats(&mut self, specifiers: &[(Specifier, Name<'a>)]) {
        let mut said = 0;
        for (specifier, word) in specifiers {
            // `inout` says `in` and `out`.
            let says = match specifier {
                Specifier::Const => 1,
                Specifier::In => 2,
                Specifier::Out => 4,
                Specifier::InOut => 6,
                Specifier::Inline => 8,
                Specifier::Uniform => 16,
                Specifier::Varying => 32,
                _ => 0,
            };
            if said & says != 0 {
                let word_text = word.text.into();
                let oddity = match specifier {
                    Specifier::Uniform | Specifier::Varying => {
                        ShadingOddity::RepeatedDomain(word_text)
                    }
                    _ => ShadingOddity::RepeatedQualifier(word_text),
                };
                self.c.out.odd(Oddity::Shading(oddity), word.span);
            }
            said |= says;
        }
    }

    /// Parses a type's word, what qualifies it, and sizes.
    fn type_name(&mut self, sign: Option<Name<'a>>) -> Result<TypeName<'a>, Stop> {
        let mut name = self.take_word();
        // Of a path only the last word is looked up.
        while self.c.sees("::") {
            self.c.next();
            if self.class() != Class::Type && self.class() != Class::Name {
                return Err(self.unexpected("a type that the structure declares"));
            }
            name = self.take_word();
        }
        // `unsigned` has been taken before and makes another type; `signed` changes nothing.
        if let Some(sign) = sign
            && sign.text == "unsigned"
        {
            let text = self
                .nodes
                .arena
                .alloc_str(&format!("unsigned {}", name.text));
            let span = sign.span.to(name.span);
            name = Name { text, span };
        }
        // A language without types between angle brackets reports them and reads past them.
        let mut arguments: &[_] = &[];
        if self.c.sees("<") && self.table.has_type_arguments {
            arguments = self.type_parts()?;
        } else if self.c.sees("<") {
            let span = self.type_arguments()?;
            self.fault(SyntaxFault::TypeArguments, span);
        }
        let sizes = self.sizes()?;
        Ok(TypeName {
            name,
            is_tagged: false,
            arguments,
            sizes,
        })
    }

    /// Parses `<4>` after a type, which is for multi-sample textures only. Returns the place of the `>`.
    fn type_arguments(&mut self) -> Result<Span, Stop> {
        self.c.next();
        if !matches!(self.c.peek().kind, TokenKind::Number(_)) {
            return Err(self.unexpected("a whole number after the type's \"<\""));
        }
        self.c.next();
        self.need(">", "\">\" after the type's argument")
    }

    /// Reports an attribute in brackets. The place is that of its word.
    pub(super) fn attribute(&mut self) -> Stop {
        self.c.next();
        self.unexpected("no attribute: what it asks for is the compiler's choice; leave it out with its brackets")
    }

    /// Parses sizes in brackets.
    pub(super) fn sizes(&mut self) -> Result<&'a [Option<Expr<'a>>], Stop> {
        if !self.c.sees("[") {
            return Ok(&[]);
        }
        let mut sizes = Vec::new();
        while self.c.takes("[") {
            if self.c.takes("]") {
                sizes.push(None);
                continue;
            }
            // A type in a size takes more of the stack than other levels: it counts twice.
            sizes.push(Some(self.deeper(Parser::expression)?));
            self.need("]", "\"]\" after the size of the array")?;
        }
        Ok(self.nodes.arena.alloc_slice_copy(&sizes))
    }
}

/// Whether a keyword can begin specifiers and a type.
pub(super) fn is_of_head(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Specifier(_)
            | Keyword::Typedef
            | Keyword::Sign
            | Keyword::Type
            | Keyword::Struct(_)
    )
}
