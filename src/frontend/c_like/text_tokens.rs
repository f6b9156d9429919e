//! The tokens of a text in a language without a preprocessor. What has no meaning is reported here, and skipped.

use super::diagnostics::Diagnostics;
use super::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::lexer::{Lexer, Operators, Rules, Splices, Token, TokenKind, is_word};

/// The rules of a language with these operators, without strings and line splices.
pub(super) const fn rules(operators: &'static Operators) -> Rules {
    Rules {
        operators,
        number: |text| {
            let length = number(text);
            length + word(&text[length..])
        },
        has_strings: false,
        splices: Splices::None,
    }
}

/// Splits a text into tokens; the last one is `End`. Bytes without a meaning are reported and skipped.
pub(super) fn tokens<'a>(text: &'a [u8], rules: Rules, out: &mut Diagnostics) -> Vec<Token<'a>> {
    let mut lexer = Lexer::new(text, 0, rules);
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        let mut token = lexer.token();
        // The lexer takes more for a number than the language does; what is too much is reported once and cut off.
        match &mut token.kind {
            TokenKind::Other(byte) => {
                out.error(ErrorKind::Character(*byte), token.span);
                continue;
            }
            TokenKind::Number(text) => {
                let length = number(text.as_bytes());
                if length < text.len() || is_empty_hexadecimal(text) {
                    out.rule(Rule::Number((*text).into()), token.span);
                }
                *text = &text[..length];
            }
            _ => {}
        }
        tokens.push(token);
        // A comment that is still open has swallowed the rest of the text.
        if token.kind == TokenKind::End {
            if let Some(span) = lexer.open_comment() {
                out.rule(Rule::OpenComment, span);
            }
            return tokens;
        }
    }
}

fn is_empty_hexadecimal(number: &str) -> bool {
    number.len() == 2 && number.as_bytes()[1] | 0x20 == b'x'
}

/// The bytes of the number that begins the text: `12`, `0x1f`, `1.5`, `1.`, `.5`, `1e-3`, `1.5f`, `1.5d`. Letters after it are
/// an error.
fn number(text: &[u8]) -> usize {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    if byte(0) == b'0' && byte(1) | 0x20 == b'x' {
        return 2 + count(&text[2..], |c| c.is_ascii_hexdigit());
    }
    let mut length = digits(text, 0);
    let whole = length;
    if byte(length) == b'.' {
        length += 1 + digits(text, length + 1);
    }
    if byte(length) | 0x20 == b'e' {
        let sign = usize::from(matches!(byte(length + 1), b'+' | b'-'));
        length += match digits(text, length + 1 + sign) {
            0 => 0,
            n => 1 + sign + n,
        };
    }
    // A letter after a real number says how wide it is.
    let has_suffix = length > whole && matches!(byte(length) | 0x20, b'f' | b'd');
    length + usize::from(has_suffix && !is_word(byte(length + 1)))
}

fn digits(text: &[u8], from: usize) -> usize {
    count(text.get(from..).unwrap_or_default(), |c| c.is_ascii_digit())
}

fn word(text: &[u8]) -> usize {
    count(text, is_word)
}

/// The bytes of this kind that begin the text.
fn count(text: &[u8], is_part: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|c| is_part(**c)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATORS: Operators = Operators::new(&["<<|@", "<<", "/.", "/", "."]);

    fn texts(text: &str) -> Vec<String> {
        let mut out = Diagnostics::default();
        let tokens = tokens(text.as_bytes(), rules(&OPERATORS), &mut out);
        tokens
            .iter()
            .map(|t| text[t.span.start as usize..t.span.end as usize].to_owned())
            .collect()
    }

    #[test]
    fn a_number_ends_where_the_grammar_goes_on() {
        assert_eq!(texts("a/.5"), ["a", "/.", "5", ""]);
        assert_eq!(
            texts("1..x 1.5e-3.y"),
            ["1.", ".", "x", "1.5e-3", ".", "y", ""]
        );
        assert_eq!(texts("1.f .5d/2.5F"), ["1.f", ".5d", "/", "2.5F", ""]);
    }

    #[test]
    fn what_has_no_meaning_is_reported() {
        for text in ["12abc", "0x", "a @", "a /* b", "\"a", "1f", "1.5ff", "1.5h"] {
            let mut out = Diagnostics::default();
            tokens(text.as_bytes(), rules(&OPERATORS), &mut out);
            assert!(out.has_errors(), "{text}");
        }
    }
}
