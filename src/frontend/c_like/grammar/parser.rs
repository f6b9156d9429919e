//! The state of a parser, its view of the next tokens, and the outermost list.

use super::error::BlockLines;
use super::names::{Names, WordId};
use super::table::{GrammarTable, Keyword};
use super::tokens::Prepared;
use crate::frontend::c_like::diagnostics::{Diagnostics, Stop};
use crate::frontend::c_like::nodes::Nodes;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tokens::Cursor;
use crate::frontend::lexer::{Token, TokenKind};
use crate::frontend::preprocessor::Pragma;
use bumpalo::Bump;
use std::collections::VecDeque;

/// What a word is where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Keyword(Keyword),
    /// The name of a type.
    Type,
    /// Any other name.
    Name,
    /// No word.
    None,
}

pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    pub(super) nodes: Nodes<'a>,
    pub(super) table: &'static GrammarTable,
    pub(super) names: Names<'a>,
    /// The words of the tokens.
    words: Vec<WordId>,
    /// Pragmas with the numbers of the tokens that they stand before.
    pragmas: VecDeque<(usize, Pragma<'a>)>,
    /// Structures and typedefs that a declaration contains; they go before it.
    pub(super) before: Vec<Item<'a>>,
    /// The memory of a list of items.
    pub(super) spare_items: Vec<Item<'a>>,
    /// An operand that has been read already: the next one that an expression takes.
    pub(super) pending: Option<Expr<'a>>,
    /// Whether the next head may be that of a block of uniforms.
    pub(super) allows_buffer: bool,
    /// Whether the declaration is in a constant buffer.
    pub(super) is_in_buffer: bool,
    /// Errors before this token are not reported: they follow from another one.
    pub(super) quiet_until: usize,
    /// Whether the current body has an error.
    pub(super) is_broken: bool,
    pub(super) lines: Lines,
    pub(super) block_lines: BlockLines,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        arena: &'a Bump,
        prepared: Prepared<'a>,
        names: Names<'a>,
        table: &'static GrammarTable,
        out: Diagnostics,
    ) -> Parser<'a> {
        let Prepared {
            tokens,
            words,
            pragmas,
        } = prepared;
        Parser {
            c: Cursor::new(tokens, out),
            nodes: Nodes::new(arena),
            table,
            names,
            words,
            pragmas: pragmas.into(),
            before: Vec::new(),
            spare_items: Vec::new(),
            pending: None,
            allows_buffer: false,
            is_in_buffer: false,
            quiet_until: 0,
            is_broken: false,
            lines: Lines::default(),
            block_lines: BlockLines::default(),
        }
    }

    /// Parses everything.
    pub(super) fn text(&mut self) -> Text<'a> {
        let mut text = Text::default();
        let mut items = Vec::new();
        loop {
            self.take_pragmas(&mut text.items);
            if self.is_at_end() || self.c.out.is_full() {
                break;
            }
            if self.c.takes(";") {
                continue;
            }
            let depth = self.names.depth();
            let result = self.item(&mut items);
            text.items.append(&mut self.before);
            text.items.append(&mut items);
            if result == Err(Stop) {
                text.is_incomplete = true;
                self.names.close_scopes(depth);
                self.skip_past(";");
            }
        }
        let end = usize::MAX;
        while let Some((_, pragma)) = self.pragmas.pop_front_if(|(at, _)| *at <= end) {
            text.items.push(self.pragma_item(&pragma));
        }
        text.lines = std::mem::take(&mut self.lines);
        text
    }

    fn item(&mut self, items: &mut Vec<Item<'a>>) -> Result<(), Stop> {
        match self.class() {
            Class::Keyword(Keyword::Technique) => self.technique(items),
            Class::Keyword(Keyword::Template) => Err(self.template()),
            Class::Keyword(Keyword::Buffer) => self.constant_buffer(items),
            _ if self.c.sees("[") && self.table.has_attributes => {
                self.attributes()?;
                self.declaration(true, items)
            }
            _ if self.c.sees("[") => self.attributed(items),
            _ => {
                self.allows_buffer = true;
                self.declaration(true, items)
            }
        }
    }

    /// Parses `[precise]` and a declaration. It asks for what holds in any case: no operation is left out.
    fn attributed(&mut self, items: &mut Vec<Item<'a>>) -> Result<(), Stop> {
        let precise = Class::Keyword(Keyword::Specifier(Specifier::Precise));
        if self.class_ahead(1) != precise {
            return Err(self.attribute());
        }
        self.c.next();
        self.c.next();
        self.need("]", "\"]\" after the attribute")?;
        self.declaration(true, items)
    }

    fn take_pragmas(&mut self, items: &mut Vec<Item<'a>>) {
        let position = self.c.position();
        while let Some((_, pragma)) = self.pragmas.pop_front_if(|(at, _)| *at <= position) {
            items.push(self.pragma_item(&pragma));
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.c.peek().kind == TokenKind::End
    }

    /// What the next token is.
    pub(super) fn class(&self) -> Class {
        self.class_ahead(0)
    }

    /// What the token at a distance is.
    pub(super) fn class_ahead(&self, n: usize) -> Class {
        let at = (self.c.position() + n).min(self.words.len() - 1);
        let word = self.words[at];
        if word == WordId::NONE {
            Class::None
        } else if let Some(keyword) = self.names.keyword(word) {
            Class::Keyword(keyword)
        } else if self.names.is_type(word) {
            Class::Type
        } else {
            Class::Name
        }
    }

    /// Whether the next token is this keyword.
    pub(super) fn sees_keyword(&self, keyword: Keyword) -> bool {
        self.class() == Class::Keyword(keyword)
    }

    /// Takes the keyword if it is next.
    pub(super) fn takes_keyword(&mut self, keyword: Keyword) -> bool {
        let sees = self.sees_keyword(keyword);
        if sees {
            self.c.next();
        }
        sees
    }

    /// Takes the next token, a word, as a name.
    pub(super) fn take_word(&mut self) -> Name<'a> {
        let token = self.c.next();
        let text = match token.kind {
            TokenKind::Word(text) => text,
            _ => "",
        };
        let span = token.span;
        Name { text, span }
    }

    /// Runs a part of the grammar one level deeper. Where the limit is reached, nothing more is read: what follows would be
    /// as deep.
    pub(super) fn deeper<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if let Err(stop) = self.c.enter() {
            self.give_up();
            return Err(stop);
        }
        let result = part(self);
        self.c.leave();
        result
    }

    /// The words and operators of a pragma.
    fn pragma_item(&self, pragma: &Pragma<'a>) -> Item<'a> {
        let name = |token: &Token<'a>| {
            let text = match token.kind {
                TokenKind::Word(text) | TokenKind::Number(text) => text,
                TokenKind::Operator(text) => text,
                _ => return None,
            };
            let span = token.span;
            Some(Name { text, span })
        };
        let names: Vec<Name<'a>> = pragma.tokens.iter().filter_map(name).collect();
        Item::Pragma(self.nodes.list(&names))
    }
}
