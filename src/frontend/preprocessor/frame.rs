//! A body in progress.

use super::macros::MacroId;
use crate::frontend::lexer::{Flags, Token};
use crate::ir::Span;

/// Tokens that are read before those below it.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    tokens: Tokens<'a>,
    at: usize,
    /// What is added to the offsets of a borrowed body: from where it is spelled to its expansion.
    shift: u32,
    /// The flags of the macro's name, which the first token takes over.
    first: Flags,
    /// The macro that is busy while the frame is there.
    pub(super) of: Option<MacroId>,
}

#[derive(Debug)]
enum Tokens<'a> {
    Borrowed(&'a [Token<'a>]),
    Owned(Vec<Token<'a>>),
}

/// The flags that say what stands before a token.
const BEFORE: Flags = Flags::FIRST_ON_LINE.union(Flags::BLANK_BEFORE);

impl<'a> Frame<'a> {
    /// The body of a macro, with its offsets moved by `shift`.
    pub(super) fn borrowed(
        tokens: &'a [Token<'a>],
        shift: u32,
        name: &Token<'_>,
        of: MacroId,
    ) -> Frame<'a> {
        Frame {
            tokens: Tokens::Borrowed(tokens),
            at: 0,
            shift,
            first: name.flags & BEFORE,
            of: Some(of),
        }
    }

    /// Tokens that stand for the name of a macro.
    pub(super) fn owned(tokens: Vec<Token<'a>>, name: &Token<'_>, of: MacroId) -> Frame<'a> {
        Frame {
            tokens: Tokens::Owned(tokens),
            at: 0,
            shift: 0,
            first: name.flags & BEFORE,
            of: Some(of),
        }
    }

    /// Tokens of no macro: an argument, or a line of a directive.
    pub(super) fn list(tokens: Vec<Token<'a>>) -> Frame<'a> {
        let first = tokens.first().map_or(Flags::empty(), |t| t.flags & BEFORE);
        Frame {
            tokens: Tokens::Owned(tokens),
            at: 0,
            shift: 0,
            first,
            of: None,
        }
    }

    /// Takes the next token.
    pub(super) fn token(&mut self) -> Option<Token<'a>> {
        let mut token = *match &self.tokens {
            Tokens::Borrowed(tokens) => tokens.get(self.at),
            Tokens::Owned(tokens) => tokens.get(self.at),
        }?;
        if self.at == 0 {
            token.flags = (token.flags - BEFORE) | self.first;
        }
        self.at += 1;
        token.span = shifted(token.span, self.shift);
        Some(token)
    }
}

/// The span, moved.
pub(super) fn shifted(span: Span, by: u32) -> Span {
    Span {
        start: span.start.wrapping_add(by),
        end: span.end.wrapping_add(by),
    }
}
