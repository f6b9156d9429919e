//! A cursor over tokens.

use super::diagnostics::{Diagnostics, Stop};
use super::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::lexer::{Token, TokenKind};
use crate::ir::Span;
use std::borrow::Cow;

/// How deep expressions and statements may be nested, all together, where the caller's stack has to do.
pub(super) const MAX_DEPTH: u32 = 200;

/// How deep they may be where there is a stack of our own, see [`super::deep`].
pub(super) const MAX_DEPTH_ON_OWN_STACK: u32 = 2400;

/// The tokens from a position on, and the errors and warnings so far.
pub(super) struct Cursor<'a> {
    tokens: Cow<'a, [Token<'a>]>,
    at: usize,
    depth: u32,
    /// [`MAX_DEPTH`], or more.
    pub(super) max_depth: u32,
    pub(super) out: Diagnostics,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first of the tokens, of which the last is `End`.
    pub(super) fn new(tokens: Cow<'a, [Token<'a>]>, out: Diagnostics) -> Cursor<'a> {
        Cursor {
            tokens,
            at: 0,
            depth: 0,
            max_depth: MAX_DEPTH,
            out,
        }
    }

    /// The next token.
    #[inline]
    pub(super) fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    /// The number of tokens that have been taken.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes to the end.
    pub(super) fn skip_all(&mut self) {
        self.at = self.tokens.len() - 1;
    }

    /// The token at this distance ahead; after the end, the last one.
    pub(super) fn ahead(&self, n: usize) -> Token<'a> {
        self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    /// The token that was taken last (the first one if none was).
    pub(super) fn last(&self) -> Token<'a> {
        self.tokens[self.at.saturating_sub(1)]
    }

    /// Takes the next token, unless it is the end.
    #[inline]
    pub(super) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Whether the next token is this operator.
    #[inline]
    pub(super) fn sees(&self, operator: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Operator(text) if text == operator)
    }

    /// Whether the next token is this word.
    pub(super) fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Word(w) if w == word)
    }

    /// Takes the operator if it is next.
    #[inline]
    pub(super) fn takes(&mut self, operator: &str) -> bool {
        let sees = self.sees(operator);
        if sees {
            self.next();
        }
        sees
    }

    /// Takes the word if it is next.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let sees = self.sees_word(word);
        if sees {
            self.next();
        }
        sees
    }

    /// Takes the operator, which must be next; messages name it `expected`.
    pub(super) fn need(&mut self, operator: &str, expected: &'static str) -> Result<Span, Stop> {
        if self.sees(operator) {
            Ok(self.next().span)
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// Takes a name, which must be next.
    pub(super) fn name(&mut self, expected: &'static str) -> Result<(&'a str, Span), Stop> {
        match self.peek().kind {
            TokenKind::Word(word) => Ok((word, self.next().span)),
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Reports the token that stands here instead of the expected one.
    pub(super) fn unexpected(&mut self, expected: &'static str) -> Stop {
        let found = self.found();
        let kind = ErrorKind::Expected { expected, found };
        let span = self.peek().span;
        self.out.error(kind, span)
    }

    /// The text of the next token, for messages.
    pub(super) fn found(&self) -> String {
        match self.peek().kind {
            TokenKind::Word(text) | TokenKind::Number(text) => format!("\"{text}\""),
            TokenKind::Operator(text) => format!("\"{text}\""),
            TokenKind::String(text) => String::from_utf8_lossy(text).into_owned(),
            TokenKind::Other(byte) => format!("the character {byte:#04x}"),
            TokenKind::End => "the end of the text".into(),
        }
    }

    /// Enters a deeper level of the grammar; [`Cursor::leave`] leaves it.
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
        if self.depth >= self.max_depth {
            let span = self.peek().span;
            return Err(self.out.rule(Rule::Depth(self.max_depth), span));
        }
        self.depth += 1;
        Ok(())
    }

    /// See [`Cursor::enter`].
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Skips the rest of a statement with an error: past its `;`, or up to the brace that closes the block. Blocks that
    /// begin on the way are skipped whole.
    pub(super) fn skip_statement(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Operator("{") => depth += 1,
                TokenKind::Operator("}") if depth == 0 => return,
                TokenKind::Operator("}") => {
                    depth -= 1;
                    if depth == 0 {
                        self.next();
                        return;
                    }
                }
                TokenKind::Operator(";") if depth == 0 => {
                    self.next();
                    return;
                }
                _ => {}
            }
            self.next();
        }
    }
}
