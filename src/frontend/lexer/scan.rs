//! The scanner.
//!
//! Texts with line splices take the same way. Where a token ends at a splice, the scanner goes on after it if the token does,
//! and the token keeps the splices in its text, with a flag. So the text of each token is a slice of the source.

use super::find::length_until;
use super::{Flags, Rules, Splices, Token, TokenKind, is_word, unsplice};
use crate::ir::Span;

/// The most bytes that an operator can have. Longer ones need not be found where splices interrupt them.
const LONGEST_OPERATOR: usize = 4;

/// Whether a byte has a meaning where tokens are skipped: ends of lines, and what may hide them.
static HAS_MEANING: [bool; 256] = {
    let mut has = [false; 256];
    let bytes = b"\n\r/\"'\\";
    let mut i = 0;
    while i < bytes.len() {
        has[bytes[i] as usize] = true;
        i += 1;
    }
    has
};

/// A place in a text, from which tokens are taken.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    text: &'a [u8],
    /// The same as letters; empty where it is no UTF-8 as a whole.
    letters: &'a str,
    at: usize,
    base: u32,
    rules: Rules,
    /// Whether nothing but blanks has been seen on this line.
    is_first: bool,
    open_comment: Option<Span>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the beginning of a text, whose first byte has the offset `base`.
    pub fn new(text: &'a [u8], base: u32, rules: Rules) -> Lexer<'a> {
        Lexer {
            text,
            letters: std::str::from_utf8(text).unwrap_or_default(),
            at: 0,
            base,
            rules,
            is_first: true,
            open_comment: None,
        }
    }

    /// Takes the next token; after the last one, [`TokenKind::End`] again and again.
    pub fn token(&mut self) -> Token<'a> {
        let before = self.at;
        self.skip_blanks();
        let mut flags = Flags::empty();
        flags.set(Flags::BLANK_BEFORE, self.at > before);
        let is_end = self.at == self.text.len();
        flags.set(Flags::FIRST_ON_LINE, self.is_first || is_end);
        self.is_first = false;
        let start = self.at;
        let kind = self.kind(&mut flags);
        Token {
            kind,
            span: self.span(start, self.at),
            flags,
        }
    }

    /// Takes the next token if it stands on the same line.
    pub fn token_on_line(&mut self) -> Option<Token<'a>> {
        let (at, is_first) = (self.at, self.is_first);
        let token = self.token();
        if token.is_first() {
            (self.at, self.is_first) = (at, is_first);
            return None;
        }
        Some(token)
    }

    /// Takes the first token of the next line that has one, or the end. Of what is left of this line nothing is taken.
    pub fn token_of_next_line(&mut self) -> Token<'a> {
        if !self.is_first {
            self.skip_tokens();
        }
        self.token()
    }

    /// Takes what stands on this line up to a closing byte, which is taken as well. Where the line ends first, nothing is taken.
    pub fn text_until(&mut self, close: u8) -> Option<&'a [u8]> {
        let rest = self.rest();
        let length = rest
            .iter()
            .position(|c| matches!(c, b'\n' | b'\r') || *c == close)?;
        if rest[length] != close {
            return None;
        }
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Takes the rest of the line as it is written, with its splices, and without the blanks around it.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip_line();
        self.text[start..self.at].trim_ascii()
    }

    /// The place of a comment that is never closed, if one has been met; then it is forgotten.
    pub fn open_comment(&mut self) -> Option<Span> {
        self.open_comment.take()
    }

    /// The offset of the next byte.
    pub fn offset(&self) -> u32 {
        self.base + self.at as u32
    }

    /// The offset of the first byte of the next line, or of the text's end.
    pub fn next_line(&self) -> u32 {
        let rest = self.rest();
        let end = rest.iter().position(|c| matches!(c, b'\n' | b'\r'));
        let length = match end {
            Some(end) if rest[end..].starts_with(b"\r\n") => end + 2,
            Some(end) => end + 1,
            None => rest.len(),
        };
        self.offset() + length as u32
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let base = self.base as usize;
        Span::new(base + start, base + end)
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// The bytes of a splice here; 0 where there is none.
    #[inline]
    fn splice(&self) -> usize {
        if self.byte(0) != b'\\' || self.rules.splices == Splices::None {
            return 0;
        }
        splice(self.rest())
    }

    /// Whether the next byte is this one.
    pub fn sees(&self, byte: u8) -> bool {
        self.text.get(self.at) == Some(&byte)
    }

    /// Skips the tokens that are left on this line, up to its end. Comments of several lines and splices put that end off.
    pub fn skip_tokens(&mut self) {
        while let Some(&c) = self.text.get(self.at) {
            if !HAS_MEANING[usize::from(c)] {
                self.at += 1;
                continue;
            }
            match c {
                b'\n' | b'\r' => return,
                b'/' if self.byte(1) == b'/' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => self.skip_comment(),
                b'"' | b'\'' if self.rules.has_strings => {
                    self.string(c, &mut Flags::empty());
                }
                b'\\' => self.at += self.splice().max(1),
                _ => self.at += 1,
            }
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(0) {
                b' ' => {
                    let rest = self.rest();
                    let length = rest.iter().position(|c| *c != b' ');
                    self.at += length.unwrap_or(rest.len());
                }
                b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\n' | b'\r' => {
                    self.at += 1;
                    self.is_first = true;
                }
                b'/' if self.byte(1) == b'/' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => self.skip_comment(),
                b'\\' => match self.splice() {
                    0 => return,
                    n => self.at += n,
                },
                _ => return,
            }
        }
    }

    /// Skips up to the end of the line, which splices may put off.
    fn skip_line(&mut self) {
        if self.rules.splices != Splices::All {
            self.at += length_until(self.rest(), |c| matches!(c, b'\n' | b'\r'));
            return;
        }
        loop {
            let stop = |c: &u8| matches!(c, b'\n' | b'\r' | b'\\');
            let length = self.rest().iter().position(stop);
            self.at += length.unwrap_or(self.rest().len());
            if self.byte(0) != b'\\' {
                return;
            }
            self.at += self.splice().max(1);
        }
    }

    /// Skips a comment in C style. It ends at the first `*/`: they do not nest. A line that begins in one does not count as
    /// begun: a directive may go on after a comment of several lines.
    fn skip_comment(&mut self) {
        let start = self.at;
        // Few bytes of a comment are a slash. The star before the one that ends it is not that of the beginning.
        self.at += 3;
        while let Some(rest) = self.text.get(self.at..) {
            let length = length_until(rest, |c| c == b'/');
            self.at += length + 1;
            if length < rest.len() && self.text[self.at - 2] == b'*' {
                return;
            }
        }
        self.at = self.text.len();
        self.open_comment = Some(self.span(start, start + 2));
    }

    fn kind(&mut self, flags: &mut Flags) -> TokenKind<'a> {
        let Some(&c) = self.text.get(self.at) else {
            return TokenKind::End;
        };
        if c.is_ascii_digit() || c == b'.' && self.byte(1).is_ascii_digit() {
            return self.number(flags);
        }
        if is_word(c) {
            return TokenKind::Word(self.word(flags));
        }
        if matches!(c, b'"' | b'\'') && self.rules.has_strings {
            return TokenKind::String(self.string(c, flags));
        }
        self.operator().unwrap_or_else(|| {
            self.at += 1;
            TokenKind::Other(c)
        })
    }

    fn word(&mut self, flags: &mut Flags) -> &'a str {
        let start = self.at;
        loop {
            let length = self.rest().iter().position(|c| !is_word(*c));
            self.at += length.unwrap_or(self.rest().len());
            match self.splice() {
                n if n > 0 && self.goes_on(n, is_word) => {
                    self.at += n;
                    flags.insert(Flags::SPLICED);
                }
                _ => return self.ascii(start),
            }
        }
    }

    /// The text of a word or number up to here. These are ASCII, and in a spliced one so are the splices.
    fn ascii(&self, start: usize) -> &'a str {
        let known = self.letters.get(start..self.at);
        known.unwrap_or_else(|| std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default())
    }

    /// Whether a byte of this kind stands after the splice of `n` bytes here, and perhaps more splices.
    fn goes_on(&self, n: usize, is_part: impl Fn(u8) -> bool) -> bool {
        let mut rest = &self.rest()[n..];
        loop {
            match splice(rest) {
                0 => return rest.first().is_some_and(|c| is_part(*c)),
                n => rest = &rest[n..],
            }
        }
    }

    fn number(&mut self, flags: &mut Flags) -> TokenKind<'a> {
        let start = self.at;
        self.at += (self.rules.number)(self.rest()).clamp(1, self.rest().len());
        let is_part = |c| is_word(c) || c == b'.';
        loop {
            match self.splice() {
                n if n > 0 && self.goes_on(n, is_part) => {
                    self.at += n;
                    flags.insert(Flags::SPLICED);
                    let length = self.rest().iter().position(|c| !is_part(*c));
                    self.at += length.unwrap_or(self.rest().len());
                }
                _ => return TokenKind::Number(self.ascii(start)),
            }
        }
    }

    /// A string, with its quotes. A backslash takes the byte after it along.
    fn string(&mut self, quote: u8, flags: &mut Flags) -> &'a [u8] {
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte(0) {
                c if c == quote => {
                    self.at += 1;
                    break;
                }
                b'\n' | b'\r' => break,
                b'\\' => match self.splice() {
                    0 if matches!(self.byte(1), b'\n' | b'\r') => self.at += 1,
                    0 => self.at += 2,
                    n => {
                        self.at += n;
                        flags.insert(Flags::SPLICED);
                    }
                },
                _ => self.at += 1,
            }
            if self.at >= self.text.len() {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
        &self.text[start..self.at]
    }

    fn operator(&mut self) -> Option<TokenKind<'a>> {
        let rest = self.rest();
        // Most operators are one byte that begins no other, so that no splice can stand inside.
        if let Some(operator) = self.rules.operators.only(*rest.first()?) {
            self.at += 1;
            return Some(TokenKind::Operator(operator));
        }
        let window = &rest[..rest.len().min(LONGEST_OPERATOR)];
        if self.rules.splices == Splices::None || window.iter().all(|c| *c != b'\\') {
            let operator = self.rules.operators.find(rest)?;
            self.at += operator.len();
            return Some(TokenKind::Operator(operator));
        }
        // Splices may stand inside: find the operator without them, then take as many of its bytes.
        let near = unsplice(&rest[..rest.len().min(8 * LONGEST_OPERATOR)]);
        let operator = self.rules.operators.find(&near)?;
        for _ in 0..operator.len() {
            while let n @ 1.. = self.splice() {
                self.at += n;
            }
            self.at += 1;
        }
        Some(TokenKind::Operator(operator))
    }
}

/// The bytes of the splice that begins the text: a backslash and the end of its line; 0 where there is none.
pub(super) fn splice(text: &[u8]) -> usize {
    match text {
        [b'\\', b'\r', b'\n', ..] => 3,
        [b'\\', b'\r' | b'\n', ..] => 2,
        _ => 0,
    }
}
