//! Splits the text of a language that looks like C into tokens with places.
//!
//! There is one lexer for all of these languages, with a preprocessor ahead of the grammar or without one. What sets one
//! language apart is data: its [`Rules`]. The longest operator that fits is taken. Comments of both styles are blanks, and a line
//! ends at LF, CR or CR LF.
//!
//! The lexer reports nothing. A byte without a meaning is [`TokenKind::Other`], a string that is not closed lacks its second
//! quote, and [`Lexer::open_comment`] gives the place of a comment that is never closed. The caller says what that means.

mod find;
mod lengths;
mod operators;
mod scan;
#[cfg(test)]
mod tests;

use crate::ir::Span;

pub use lengths::WordLengths;
pub use operators::Operators;
pub use scan::Lexer;

/// What a token is, with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind<'a> {
    /// Letters, digits and `_`, not beginning with a digit: names and keywords.
    Word(&'a str),
    /// A number as far as [`Rules::number`] takes it, as written.
    Number(&'a str),
    /// A string or a character constant as written, with its quotes. The second quote is missing where the line ends first.
    String(&'a [u8]),
    /// One of the language's operators.
    Operator(&'static str),
    /// A byte without a meaning.
    Other(u8),
    /// The end of the text.
    End,
}

/// A token, its place and what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind<'a>,
    /// The place: an offset of the text's first byte is the lexer's base.
    pub span: Span,
    pub flags: Flags,
}

bitflags::bitflags! {
    /// What a preprocessor has to know of a token beside its text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Flags: u8 {
        /// Nothing but blanks stands before it on its line. The end of a text always has this flag.
        const FIRST_ON_LINE = 1;
        /// A blank, a comment or a line's end stands directly before it.
        const BLANK_BEFORE = 2;
        /// Its text contains line splices, which belong to no token: [`unsplice`] removes them.
        const SPLICED = 4;
        /// It names a macro that was being expanded where it stood, and is never expanded (ISO C 6.10.3.4).
        const NO_EXPAND = 8;
    }
}

/// How a language is split into tokens.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub operators: &'static Operators,
    /// The bytes of the number that begins this text; at least 1: [`literal`], or C's rule, [`pp_number`].
    pub number: fn(&[u8]) -> usize,
    /// Whether quotes begin strings.
    pub has_strings: bool,
    pub splices: Splices,
}

/// Where a backslash before the end of a line joins it with the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Splices {
    None,
    /// Between tokens and in them, not in comments of one line and in [`Lexer::rest_of_line`]; as Cg texts expect it.
    Tokens,
    /// Everywhere, as in ISO C.
    All,
}

/// The number with its suffix that begins the text, as languages write it: digits with a point and an exponent, or `0x` and
/// hexadecimal digits, and the letters directly after it. So `1..xxx` is `1.` and `.xxx`, and `1.0f.xxx` is `1.0f` and `.xxx`.
pub fn literal(text: &[u8]) -> usize {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let count = |from: usize, is_part: fn(u8) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|c| is_part(**c)).count()
    };
    let digits = |from: usize| count(from, |c| c.is_ascii_digit());
    if byte(0) == b'0' && byte(1) | 0x20 == b'x' {
        return 2 + count(2, is_word);
    }
    let mut length = digits(0);
    if byte(length) == b'.' {
        length += 1 + digits(length + 1);
    }
    let is_signed = matches!(byte(length + 1), b'+' | b'-');
    if byte(length) | 0x20 == b'e' && is_signed {
        length += 2;
    }
    length + count(length, is_word)
}

/// The preprocessing number of ISO C 6.4.8 that begins the text: digits, letters, `_` and dots, and a sign after `e`, `E`, `p` or
/// `P`. So `1..xxx`, `1.0f.xxx` and `0x1fu` are one token each, and a grammar says what they mean.
pub fn pp_number(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some(&c) = text.get(length) {
        let is_sign = matches!(c, b'+' | b'-')
            && length > 0
            && matches!(text[length - 1], b'e' | b'E' | b'p' | b'P');
        if !(is_word(c) || c == b'.' || is_sign) {
            break;
        }
        length += 1;
    }
    length
}

/// Whether the byte can stand in a word.
#[inline]
pub fn is_word(c: u8) -> bool {
    const WORDS: [bool; 256] = {
        let mut words = [false; 256];
        let mut c = 0;
        while c < 256 {
            words[c] = (c as u8).is_ascii_alphanumeric() || c as u8 == b'_';
            c += 1;
        }
        words
    };
    WORDS[usize::from(c)]
}

/// Whether the text of a string or character constant ends with its second quote.
pub fn is_closed_string(text: &[u8]) -> bool {
    match text {
        [quote, inside @ .., end] => {
            let n = inside.iter().rev().take_while(|c| **c == b'\\').count();
            quote == end && n % 2 == 0
        }
        _ => false,
    }
}

/// The text without its line splices.
pub fn unsplice(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match scan::splice(&text[at..]) {
            0 => {
                out.push(text[at]);
                at += 1;
            }
            n => at += n,
        }
    }
    out
}

impl<'a> TokenKind<'a> {
    /// The token as it is written; the end has no text.
    pub fn text(&self) -> &[u8] {
        match self {
            TokenKind::Word(text) | TokenKind::Number(text) => text.as_bytes(),
            TokenKind::String(text) => text,
            TokenKind::Operator(text) => text.as_bytes(),
            TokenKind::Other(byte) => std::slice::from_ref(byte),
            TokenKind::End => &[],
        }
    }
}

impl<'a> Token<'a> {
    /// Whether it is this operator.
    pub fn is(&self, operator: &str) -> bool {
        matches!(self.kind, TokenKind::Operator(text) if text == operator)
    }

    /// Whether it is the first of its line.
    pub fn is_first(&self) -> bool {
        self.flags.contains(Flags::FIRST_ON_LINE)
    }
}
