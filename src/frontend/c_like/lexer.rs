//! Splits a text into tokens with spans: names, numbers and operators. Both styles of comments are skipped.
//!
//! The differences between the languages are data: [`Operators`]. The longest operator that fits is taken.

use super::diagnostics::Diagnostics;
use super::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// The operators and punctuation of a language, each before its own prefixes.
pub type Operators = &'static [&'static str];

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TokenKind<'a> {
    /// Letters, digits and `_`, not beginning with a digit: names and keywords.
    Word(&'a str),
    /// A number, as written.
    Number(&'a str),
    /// One of the language's operators.
    Operator(&'static str),
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub span: Span,
}

/// Splits a text into tokens; the last one is `End`. Bytes without a meaning are reported and skipped.
pub fn tokens<'a>(text: &'a [u8], operators: Operators, out: &mut Diagnostics) -> Vec<Token<'a>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        lexer.skip_blanks(out);
        let start = lexer.at;
        let Some(kind) = lexer.token(operators, out) else {
            continue;
        };
        let span = Span::new(start, lexer.at);
        tokens.push(Token { kind, span });
        if kind == TokenKind::End {
            return tokens;
        }
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

impl<'a> Lexer<'a> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self, out: &mut Diagnostics) {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, _) => self.at += 1,
                (b'/', b'/') => {
                    let end = self.rest().iter().position(|c| matches!(c, b'\n' | b'\r'));
                    self.at += end.unwrap_or(self.rest().len());
                }
                (b'/', b'*') => self.skip_comment(out),
                _ => return,
            }
        }
    }

    /// A comment in C style ends at the first `*/`: they do not nest.
    fn skip_comment(&mut self, out: &mut Diagnostics) {
        let start = self.at;
        match self.rest()[2..].windows(2).position(|w| w == b"*/") {
            Some(length) => self.at += length + 4,
            None => {
                self.at = self.text.len();
                out.rule(Rule::OpenComment, Span::new(start, start + 2));
            }
        }
    }

    fn token(&mut self, operators: Operators, out: &mut Diagnostics) -> Option<TokenKind<'a>> {
        let c = match self.text.get(self.at) {
            Some(c) => *c,
            None => return Some(TokenKind::End),
        };
        if c.is_ascii_digit() || c == b'.' && self.byte(1).is_ascii_digit() {
            return Some(self.number(out));
        }
        if is_word(c) {
            let length = self.rest().iter().position(|c| !is_word(*c));
            let word = self.take(length.unwrap_or(self.rest().len()));
            return Some(TokenKind::Word(word));
        }
        let found = operators
            .iter()
            .find(|o| self.rest().starts_with(o.as_bytes()));
        match found {
            Some(operator) => {
                self.at += operator.len();
                Some(TokenKind::Operator(operator))
            }
            None => {
                out.error(ErrorKind::Character(c), Span::new(self.at, self.at + 1));
                self.at += 1;
                None
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let bytes = &self.rest()[..length];
        self.at += length;
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    fn digits(&self, from: usize) -> usize {
        let rest = self.rest().get(from..).unwrap_or_default();
        rest.iter()
            .position(|c| !c.is_ascii_digit())
            .unwrap_or(rest.len())
    }

    /// Takes a number: `12`, `0x1f`, `1.5`, `1.`, `.5`, `1e-3`. Letters after it are an error here.
    fn number(&mut self, out: &mut Diagnostics) -> TokenKind<'a> {
        let mut length;
        if self.byte(0) == b'0' && self.byte(1) | 0x20 == b'x' {
            let digits = self.rest()[2..].iter();
            length = 2 + digits.take_while(|c| c.is_ascii_hexdigit()).count();
        } else {
            length = self.digits(0);
            if self.byte(length) == b'.' {
                length += 1 + self.digits(length + 1);
            }
            if self.byte(length) | 0x20 == b'e' {
                let sign = usize::from(matches!(self.byte(length + 1), b'+' | b'-'));
                let exponent = self.digits(length + 1 + sign);
                length += match exponent {
                    0 => 0,
                    n => 1 + sign + n,
                };
            }
        }
        let start = self.at;
        let is_empty = length == 2 && self.byte(1) | 0x20 == b'x';
        let tail = self.rest()[length..].iter().take_while(|c| is_word(**c));
        let tail = tail.count();
        let number = self.take(length);
        if tail > 0 || is_empty {
            let tail = self.take(tail);
            let span = Span::new(start, self.at);
            out.rule(Rule::Number(format!("{number}{tail}")), span);
        }
        TokenKind::Number(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let mut out = Diagnostics::default();
        let tokens = tokens(text.as_bytes(), &["<<|@", "<<", "/.", "/", "."], &mut out);
        tokens
            .iter()
            .map(|t| text[t.span.start as usize..t.span.end as usize].to_owned())
            .collect()
    }

    #[test]
    fn the_longest_operator_is_taken() {
        assert_eq!(texts("a<<|@b"), ["a", "<<|@", "b", ""]);
        assert_eq!(texts("a/.5"), ["a", "/.", "5", ""]);
        assert_eq!(texts("a / .5"), ["a", "/", ".5", ""]);
        assert_eq!(
            texts("1..x 1.5e-3.y"),
            ["1.", ".", "x", "1.5e-3", ".", "y", ""]
        );
    }

    #[test]
    fn comments_of_both_styles_do_not_nest() {
        assert_eq!(texts("a /* b /* c */ d // e /* \n f"), ["a", "d", "f", ""]);
        let mut out = Diagnostics::default();
        tokens(b"a /* b", &[], &mut out);
        assert!(out.has_errors());
    }
}
