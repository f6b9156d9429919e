//! Splits an assembly text into tokens on demand (ARB_vertex_program 2.14.2).

use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// What the assembly languages are made of; blanks and comments stand between tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Token<'a> {
    /// Letters, digits, `_` and `$`, not beginning with a digit.
    Word(&'a str),
    /// Digits only.
    Integer(u64),
    /// A number with point or exponent.
    Float(f32),
    /// One of `. , ; = [ ] { } + - ( ) | :`
    Punct(u8),
    /// `..`
    Range,
    /// The end of the text.
    End,
}

/// A position in the text.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    /// The same text, when it is ASCII throughout.
    ascii: Option<&'a str>,
    at: usize,
    /// Span of the token last taken.
    pub(crate) last: Span,
}

/// The characters of words.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut c = 0u8;
    while c < 128 {
        table[c as usize] = c.is_ascii_alphanumeric() || c == b'_' || c == b'$';
        c += 1;
    }
    table
};

fn is_word(c: u8) -> bool {
    WORD[usize::from(c)]
}

impl<'a> Cursor<'a> {
    /// A cursor at byte `at`.
    pub(crate) fn new(text: &'a [u8], at: usize) -> Cursor<'a> {
        let ascii = text.is_ascii().then(|| std::str::from_utf8(text).ok());
        Cursor {
            text,
            ascii: ascii.flatten(),
            at,
            last: Span::new(at, at),
        }
    }

    /// The empty span at the end.
    pub(crate) fn end_span(&self) -> Span {
        Span::new(self.text.len(), self.text.len())
    }

    /// The text of a span, for messages.
    pub(crate) fn text_of(&self, span: Span) -> String {
        String::from_utf8_lossy(&self.text[span.start as usize..span.end as usize]).into_owned()
    }

    /// The token of ASCII characters.
    fn ascii(&self, start: usize, end: usize) -> &'a str {
        match self.ascii {
            Some(text) => &text[start..end],
            None => std::str::from_utf8(&self.text[start..end]).unwrap_or(""),
        }
    }

    /// Skips the letters and digits that follow.
    fn skip_word(&mut self) {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|c| !is_word(*c));
        self.at += end.unwrap_or(rest.len());
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.text.get(self.at) {
            match c {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => {
                    let rest = &self.text[self.at..];
                    self.at += rest
                        .iter()
                        .position(|c| matches!(c, b'\n' | b'\r'))
                        .unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, ProgramError> {
        self.skip_blanks();
        let start = self.at;
        let Some(&c) = self.text.get(start) else {
            self.last = self.end_span();
            return Ok(Token::End);
        };
        let token = match c {
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(1).is_ascii_digit() => self.number(),
            // A point begins a number, a range, or stands alone.
            b'.' if self.byte(1) == b'.' => {
                self.at += 2;
                Ok(Token::Range)
            }
            c if is_word(c) => {
                self.skip_word();
                Ok(Token::Word(self.ascii(start, self.at)))
            }
            b'.' | b',' | b';' | b'=' | b'[' | b']' | b'{' | b'}' | b'+' | b'-' | b'(' | b')'
            | b'|' | b':' => {
                self.at += 1;
                Ok(Token::Punct(c))
            }
            c => {
                self.at += 1;
                Err(ErrorKind::Character(c))
            }
        };
        self.last = Span::new(start, self.at);
        token.map_err(|kind| ProgramError {
            kind,
            span: self.last,
        })
    }

    /// The next token, not taken.
    pub(crate) fn peek(&self) -> Result<Token<'a>, ProgramError> {
        self.clone().next()
    }

    /// The span of the next token.
    pub(crate) fn ahead(&self) -> Span {
        let mut next = self.clone();
        // A character that begins no token has a span, too.
        let _ = next.next();
        next.last
    }

    fn digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Result<Token<'a>, ErrorKind> {
        let start = self.at;
        let mut is_float = false;
        self.digits();
        if self.byte(0) == b'.' && self.byte(1) != b'.' {
            is_float = true;
            self.at += 1;
            self.digits();
        }
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + sign).is_ascii_digit() {
            is_float = true;
            self.at += 1 + sign;
            self.digits();
        }
        let text = self.ascii(start, self.at);
        if is_float {
            return text
                .parse()
                .map(Token::Float)
                .map_err(|_| ErrorKind::NumberTooLarge);
        }
        text.parse()
            .map(Token::Integer)
            .map_err(|_| ErrorKind::NumberTooLarge)
    }

    /// An error at the token last taken.
    pub(crate) fn error<T>(&self, kind: ErrorKind) -> Result<T, ProgramError> {
        let span = self.last;
        Err(ProgramError { kind, span })
    }

    /// "Expected …" at the token last taken.
    pub(crate) fn expected<T>(&self, expected: &'static str) -> Result<T, ProgramError> {
        let text = self.text_of(self.last);
        let found = if text.is_empty() {
            "the end of the program".to_string()
        } else {
            format!("\"{text}\"")
        };
        self.error(ErrorKind::Expected { expected, found })
    }

    /// Takes this punctuation mark.
    pub(crate) fn punct(&mut self, mark: u8, name: &'static str) -> Result<(), ProgramError> {
        if self.next()? == Token::Punct(mark) {
            Ok(())
        } else {
            self.expected(name)
        }
    }

    /// Takes this punctuation mark if it is next.
    pub(crate) fn accept(&mut self, mark: u8) -> bool {
        self.skip_blanks();
        let is_other_token = mark == b'.' && matches!(self.byte(1), b'.' | b'0'..=b'9');
        let is_next = self.byte(0) == mark && !is_other_token;
        if is_next {
            self.last = Span::new(self.at, self.at + 1);
            self.at += 1;
        }
        is_next
    }

    /// Takes `.` and the word after it, if `.` is next: suffixes may begin with a digit (`r0.2x`).
    pub(crate) fn next_suffix(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        if self.byte(0) != b'.' {
            return None;
        }
        self.at += 1;
        Some(self.next_target().0)
    }

    /// Takes a run of letters and digits as one word: texture targets begin with a digit.
    pub(crate) fn next_target(&mut self) -> (&'a str, Span) {
        self.skip_blanks();
        let start = self.at;
        self.skip_word();
        self.last = Span::new(start, self.at);
        (self.ascii(start, self.at), self.last)
    }
}
