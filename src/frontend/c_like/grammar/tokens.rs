//! From the preprocessor's tokens to those of the grammar: numbers are split, and faults within a token are reported.

use super::names::{Names, WordId};
use super::number::{after_long, number};
use super::table::GrammarTable;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::{Token, TokenKind};
use crate::frontend::preprocessor::Pragma;
use crate::ir::Span;
use std::borrow::Cow;

/// Whether a number of the text is a word of effects for weights of vertices: `2WEIGHTS`.
fn is_count_of_weights(text: &str) -> bool {
    let rest = text.get(1..);
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case("weights"))
}

/// Pragmas with the numbers of the tokens that they stand before.
type Placed<'a> = Vec<(usize, Pragma<'a>)>;

/// What the grammar reads.
pub(super) struct Prepared<'a> {
    /// The last one is the end. Tokens that stay as they are stay where they are.
    pub(super) tokens: Cow<'a, [Token<'a>]>,
    /// Of each token, the word that it is.
    pub(super) words: Vec<WordId>,
    pub(super) pragmas: Placed<'a>,
}

/// The tokens of the grammar, with their words.
pub(super) fn prepare<'a>(
    tokens: &'a [Token<'a>],
    pragmas: &[Pragma<'a>],
    table: &GrammarTable,
    names: &mut Names<'a>,
    out: &mut Diagnostics,
) -> Prepared<'a> {
    let mut words = Vec::with_capacity(tokens.len());
    // The tokens up to here, once one of them has changed.
    let mut changed: Option<Vec<Token<'a>>> = None;
    let mut placed = Vec::with_capacity(pragmas.len());
    let mut pragmas = pragmas.iter().peekable();
    // A pragma is placed before the token that it stood before. Numbers may become several tokens, so indices move.
    for (i, token) in tokens.iter().enumerate() {
        while let Some(pragma) = pragmas.next_if(|p| p.index <= i) {
            let at = changed.as_ref().map_or(i, Vec::len);
            placed.push((at, pragma.clone()));
        }
        let mut id = WordId::NONE;
        match token.kind {
            TokenKind::Word(word) => id = names.id(word),
            TokenKind::Number(text) if table.has_effects && is_count_of_weights(text) => {
                let kind = TokenKind::Word(text);
                let all = changed.get_or_insert_with(|| tokens[..i].to_vec());
                all.push(Token { kind, ..*token });
                continue;
            }
            TokenKind::Number(text)
                if table.leaves_long_numbers
                    && let Some(rest) = after_long(text) =>
            {
                let all = changed.get_or_insert_with(|| tokens[..i].to_vec());
                if !rest.is_empty() {
                    let kind = TokenKind::Word(rest);
                    all.push(Token { kind, ..*token });
                }
                continue;
            }
            TokenKind::Number(text) if !is_whole(text, token.span, table, out) => {
                let all = changed.get_or_insert_with(|| tokens[..i].to_vec());
                split(all, *token, text, table, out);
                continue;
            }
            TokenKind::String(text) => {
                if let Some(fault) = string_fault(text, table.has_effects) {
                    out.error(ErrorKind::Syntax(fault), token.span);
                }
            }
            _ => {}
        }
        words.push(id);
        if let Some(all) = &mut changed {
            all.push(*token);
        }
    }
    // The parser relies on an end token, at which it reports what is missing.
    let last = changed.as_deref().unwrap_or(tokens).last();
    if last.is_none_or(|t| t.kind != TokenKind::End) {
        let at = last.map_or(0, |t| t.span.end as usize);
        changed.get_or_insert_with(|| tokens.to_vec()).push(Token {
            kind: TokenKind::End,
            span: Span::new(at, at),
            flags: Default::default(),
        });
    }
    // The words move with the tokens.
    if let Some(all) = &changed {
        words.clear();
        words.extend(all.iter().map(|token| match token.kind {
            TokenKind::Word(word) => names.id(word),
            _ => WordId::NONE,
        }));
    }
    let tokens = changed.map_or(Cow::Borrowed(tokens), Cow::Owned);
    // Pragmas after the last token stand before the end.
    placed.extend(pragmas.map(|p| (tokens.len() - 1, p.clone())));
    Prepared {
        tokens,
        words,
        pragmas: placed,
    }
}

/// Whether a number is one to the grammar as well. Then its faults are reported.
fn is_whole(text: &str, span: Span, table: &GrammarTable, out: &mut Diagnostics) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    // `1.5l` is a number of HLSL.
    let bare = text.strip_suffix(['l', 'L']).filter(|bare| {
        let is_real = bare.contains(['.', 'e', 'E']) && !bare.starts_with("0x");
        table.leaves_long_numbers && is_real
    });
    let text = bare.unwrap_or(text);
    let number = number(text);
    if number.length != text.len() {
        return false;
    }
    if let Some(fault) = number.fault.filter(|f| counts(f, table)) {
        out.error(ErrorKind::Syntax(fault), span);
    }
    true
}

/// Whether a fault of a number is one in the language.
fn counts(fault: &SyntaxFault, table: &GrammarTable) -> bool {
    let is_long = matches!(
        fault,
        SyntaxFault::IntegerTooLarge(_) | SyntaxFault::RealTooLarge(_)
    );
    !(is_long && table.leaves_long_numbers)
}

/// Splits a number into numbers, dots and words.
fn split<'a>(
    all: &mut Vec<Token<'a>>,
    token: Token<'a>,
    text: &'a str,
    table: &GrammarTable,
    out: &mut Diagnostics,
) {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.as_bytes()[0];
        // The preprocessor takes more for a number than the grammar does: `1.xx` is a number, a dot and a word here.
        let next_is_digit = rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let start = token.span.start as usize + at;
        let (kind, length) = if first.is_ascii_digit() || first == b'.' && next_is_digit {
            // The text goes on with a number, whose own rules say where it ends.
            let number = number(rest);
            if let Some(fault) = number.fault.filter(|f| counts(f, table)) {
                let span = Span::new(start, start + number.length);
                out.error(ErrorKind::Syntax(fault), span);
            }
            (TokenKind::Number(&rest[..number.length]), number.length)
        } else if first.is_ascii_alphabetic() || first == b'_' {
            // A word reaches up to the next operator.
            let is_part = |c: &u8| c.is_ascii_alphanumeric() || *c == b'_';
            let length = rest.bytes().take_while(is_part).count();
            (TokenKind::Word(&rest[..length]), length)
        } else {
            // Within a preprocessor's number only these three operators can follow.
            let operator = [".", "+", "-"]
                .into_iter()
                .find(|o| o.as_bytes()[0] == first);
            let other = TokenKind::Other(first);
            (operator.map_or(other, TokenKind::Operator), 1)
        };
        all.push(Token {
            kind,
            span: Span::new(start, start + length),
            flags: token.flags,
        });
        at += length;
    }
}

/// The number of the character between single quotes: one, or `\\` and a letter, up to three octal digits, or `x` and up to two
/// hexadecimal ones. `None`: it is not one character.
pub(in crate::frontend::c_like) fn character(inner: &[u8]) -> Option<u8> {
    let number = |digits: &[u8], base: u32| {
        let mut digits = digits.iter().map(|c| char::from(*c).to_digit(base));
        digits.try_fold(0u32, |n, digit| Some(n * base + digit?))
    };
    match inner {
        [b'\\', b'x', digits @ ..] if digits.len() <= 2 => number(digits, 16).map(|n| n as u8),
        [b'\\', b'n'] => Some(b'\n'),
        [b'\\', b't'] => Some(b'\t'),
        [b'\\', b'r'] => Some(b'\r'),
        [b'\\', c] => Some(number(&[*c], 8).map_or(*c, |n| n as u8)),
        [b'\\', digits @ ..] if (2..=3).contains(&digits.len()) => {
            number(digits, 8).map(|n| n as u8)
        }
        [c] => Some(*c),
        _ => None,
    }
}

/// What is wrong with a string or a character. Languages with effects have characters of one letter only.
fn string_fault(text: &[u8], has_effects: bool) -> Option<SyntaxFault> {
    let (quote, inner) = text.split_first()?;
    let is_closed = inner.last() == Some(quote);
    let inner = inner.strip_suffix(&[*quote]).unwrap_or(inner);
    match (quote, inner) {
        (b'\'', [b'\\', _] | [_]) if is_closed => None,
        (b'\'', _) if is_closed && !has_effects && character(inner).is_some() => None,
        (b'\'', _) => {
            let text = String::from_utf8_lossy(text).into_owned();
            Some(SyntaxFault::Character(text))
        }
        _ if is_closed => None,
        _ => Some(SyntaxFault::OpenString),
    }
}
