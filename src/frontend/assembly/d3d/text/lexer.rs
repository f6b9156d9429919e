//! Splits a text into words, numbers and marks. Comments begin with `;` or `//`, or stand between `/*` and `*/`.

use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// A token of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// Letters, digits and `_`, not beginning with a digit.
    Word(&'t str),
    /// What begins with a digit, or with a point and a digit.
    Number(&'t str),
    /// Any other byte.
    Mark(u8),
    /// The end of the text.
    End,
}

/// A place in a text.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// The token that is next.
    pub(super) next: Token<'t>,
    /// Where it stands.
    pub(super) span: Span,
}

impl<'t> Lexer<'t> {
    /// A lexer at the first token at or after a byte.
    pub(super) fn new(text: &'t [u8], at: usize) -> Result<Lexer<'t>, ProgramError> {
        let (next, span) = (Token::End, Span::new(at, at));
        let mut lexer = Lexer {
            text,
            at,
            next,
            span,
        };
        lexer.advance()?;
        Ok(lexer)
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn slice(&self, start: usize) -> &'t str {
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default()
    }

    /// Goes to the next token.
    pub(super) fn advance(&mut self) -> Result<(), ProgramError> {
        self.skip_blanks()?;
        let start = self.at;
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let first = self.byte(0);
        self.next = if start == self.text.len() {
            Token::End
        } else if first.is_ascii_digit() || first == b'.' && self.byte(1).is_ascii_digit() {
            self.number();
            Token::Number(self.slice(start))
        } else if is_word(first) {
            while is_word(self.byte(0)) {
                self.at += 1;
            }
            Token::Word(self.slice(start))
        } else {
            self.at += 1;
            Token::Mark(first)
        };
        self.span = Span::new(start, self.at);
        Ok(())
    }

    fn digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    /// Passes over a number as C writes one, and `1.#INF` as Microsoft's library does.
    fn number(&mut self) {
        // Hexadecimal numbers are whole.
        if self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'X') {
            self.at += 2;
            while self.byte(0).is_ascii_hexdigit() {
                self.at += 1;
            }
            return;
        }
        self.digits();
        if self.byte(0) == b'.' {
            self.at += 1;
            // Microsoft's library prints infinity and NaN like this.
            if self.byte(0) == b'#' {
                self.at += 1;
                while self.byte(0).is_ascii_alphabetic() {
                    self.at += 1;
                }
                return;
            }
            self.digits();
        }
        // An `e` belongs to the number only if digits follow.
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.digits();
        }
        if matches!(self.byte(0), b'f' | b'F' | b'h' | b'H') {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) -> Result<(), ProgramError> {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c, _) => self.at += 1,
                (b'\\', b'\n') => self.at += 2,
                (b'\\', b'\r') if self.byte(2) == b'\n' => self.at += 3,
                (b';', _) | (b'/', b'/') => {
                    while !matches!(self.byte(0), b'\n') && self.at < self.text.len() {
                        self.at += 1;
                    }
                }
                (b'/', b'*') => {
                    let rest = &self.text[self.at + 2..];
                    let Some(end) = rest.windows(2).position(|w| w == b"*/") else {
                        let kind = ErrorKind::Expected {
                            expected: "\"*/\"",
                            found: "the end of the program".to_owned(),
                        };
                        let span = Span::new(self.at, self.at + 2);
                        return Err(ProgramError { kind, span });
                    };
                    self.at += end + 4;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Takes a mark if it is next.
    pub(super) fn accept(&mut self, mark: u8) -> Result<bool, ProgramError> {
        let is_next = self.next == Token::Mark(mark);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    /// Takes a mark.
    pub(super) fn mark(&mut self, mark: u8, name: &'static str) -> Result<(), ProgramError> {
        if self.accept(mark)? {
            return Ok(());
        }
        self.expected(name)
    }

    /// Takes a word and its place.
    pub(super) fn word(&mut self, name: &'static str) -> Result<(&'t str, Span), ProgramError> {
        let Token::Word(word) = self.next else {
            return self.expected(name);
        };
        let span = self.span;
        self.advance()?;
        Ok((word, span))
    }

    /// "Expected …" at the next token.
    pub(super) fn expected<T>(&self, expected: &'static str) -> Result<T, ProgramError> {
        let text = &self.text[self.span.start as usize..self.span.end as usize];
        let found = if text.is_empty() {
            "the end of the program".to_owned()
        } else {
            format!("\"{}\"", String::from_utf8_lossy(text))
        };
        Err(ProgramError {
            kind: ErrorKind::Expected { expected, found },
            span: self.span,
        })
    }
}
