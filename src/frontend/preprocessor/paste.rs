//! The operators `#` and `##` (ISO C 6.10.3.2 and 6.10.3.3).

use super::limits;
use super::state::Preprocessor;
use crate::frontend::diagnostic::preprocessor::Notice;
use crate::frontend::lexer::{Flags, Lexer, Token, TokenKind};
use crate::ir::Span;

impl<'a> Preprocessor<'a, '_> {
    /// The argument as a string: its tokens with one blank where there are some, with quotes and backslashes of strings escaped.
    pub(super) fn stringize(
        &mut self,
        argument: &[Token<'a>],
        place: Span,
    ) -> Option<TokenKind<'a>> {
        let mut text = vec![b'"'];
        for (i, token) in argument.iter().enumerate() {
            if i > 0 && token.flags.contains(Flags::BLANK_BEFORE) {
                text.push(b' ');
            }
            let is_string = matches!(token.kind, TokenKind::String(_));
            for &c in token.kind.text() {
                if is_string && matches!(c, b'"' | b'\\') {
                    text.push(b'\\');
                }
                text.push(c);
            }
            if text.len() > limits::TOKEN_BYTES {
                break;
            }
        }
        text.push(b'"');
        Some(TokenKind::String(self.made(&text, place)?))
    }

    /// One token of two. Where they make none, there is a warning, and they stay two; as with NVIDIA's compiler.
    pub(super) fn paste(&mut self, left: Token<'a>, right: Token<'a>) -> Option<Token<'a>> {
        let joined = [left.kind.text(), right.kind.text()].concat();
        let text = self.made(&joined, left.span)?;
        let mut lexer = Lexer::new(text, 0, self.options.rules);
        let token = lexer.token();
        if lexer.token().kind != TokenKind::End || token.span.end as usize != text.len() {
            let shown = String::from_utf8_lossy(text).into_owned();
            self.warn(Notice::Paste(shown), left.span);
            return None;
        }
        Some(Token {
            kind: token.kind,
            span: left.span,
            flags: left.flags - Flags::NO_EXPAND,
        })
    }

    /// Keeps a text that was made, unless it is too long.
    pub(super) fn made(&mut self, text: &[u8], place: Span) -> Option<&'a [u8]> {
        self.count.made_bytes += text.len();
        if text.len() > limits::TOKEN_BYTES {
            let what = "\"#\" and \"##\" make too long texts";
            self.stop(what, limits::TOKEN_BYTES, place);
            return None;
        }
        if self.count.made_bytes > limits::MADE_BYTES {
            let what = "\"#\", \"##\" and __FILE__ make too many bytes";
            self.stop(what, limits::MADE_BYTES, place);
            return None;
        }
        Some(self.arena.alloc_slice_copy(text))
    }
}
