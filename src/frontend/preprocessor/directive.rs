//! Directives (ISO C 6.10): which one a line is, and the small ones.

use super::state::Preprocessor;
use super::{Mode, Pragma};
use crate::frontend::diagnostic::preprocessor::{Fault, Notice};
use crate::frontend::lexer::{Token, TokenKind};
use crate::ir::Span;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The tokens of a line, of which most directives have few.
pub(super) type Line<'a> = SmallVec<[Token<'a>; 8]>;

impl<'a> Preprocessor<'a, '_> {
    /// Carries out the directive of a line whose `#` has been taken, and takes the rest of the line.
    pub(super) fn directive(&mut self, hash: Token<'a>) {
        if hash.is("##") {
            // This and other lines that begin so mean nothing, as with NVIDIA's compiler.
            self.rest_of_line();
            return;
        }
        let Some(token) = self.token_on_line() else {
            // `#` alone on its line is no directive at all.
            return;
        };
        let span = token.span;
        match token.kind {
            TokenKind::Word("define") => self.define(span),
            TokenKind::Word("undef") => self.undefine(span),
            TokenKind::Word("version" | "extension") if self.options.mode == Mode::Glsl => {
                let index = self.tokens.len();
                let tokens = std::iter::once(token).chain(self.line()).collect();
                self.pragmas.push(Pragma {
                    tokens,
                    span,
                    index,
                });
            }
            TokenKind::Word(name @ ("include" | "warning")) if self.options.mode == Mode::Glsl => {
                self.rest_of_line();
                self.error(Fault::UnknownDirective(name.into()), span);
            }
            TokenKind::Word("include") => self.include(span),
            TokenKind::Word("if") => self.begin_if(span),
            TokenKind::Word("ifdef") => self.begin_ifdef("ifdef", true, span),
            TokenKind::Word("ifndef") => self.begin_ifdef("ifndef", false, span),
            TokenKind::Word("elif") => self.end_group("elif", span),
            TokenKind::Word("else") => self.end_group("else", span),
            TokenKind::Word("endif") => self.endif(span),
            TokenKind::Word("line") => self.renumber_lines(None),
            TokenKind::Number(_) => self.renumber_lines(Some(token)),
            TokenKind::Word("error") => {
                let text = self.rest_of_line().into_owned();
                self.error(Fault::Error(text), span);
            }
            TokenKind::Word("warning") => {
                let text = self.rest_of_line().into_owned();
                self.warn(Notice::Warning(text), span);
            }
            TokenKind::Word("pragma") => {
                let (tokens, index) = (self.line().into_vec(), self.tokens.len());
                self.check_strings(&tokens);
                self.pragmas.push(Pragma {
                    tokens,
                    span,
                    index,
                });
            }
            TokenKind::Word(_) => {
                let name = String::from_utf8_lossy(token.kind.text()).into_owned();
                self.rest_of_line();
                self.error(Fault::UnknownDirective(name), span);
            }
            _ => {
                self.rest_of_line();
            }
        }
    }

    /// Takes the next token if it stands on the line of the directive.
    pub(super) fn token_on_line(&mut self) -> Option<Token<'a>> {
        let token = self.open.last_mut()?.lexer.token_on_line()?;
        Some(self.clean(token))
    }

    /// Takes the tokens that are left on the line.
    pub(super) fn line(&mut self) -> Line<'a> {
        std::iter::from_fn(|| self.token_on_line()).collect()
    }

    /// Takes the rest of the line as it is written.
    pub(super) fn rest_of_line(&mut self) -> Cow<'a, str> {
        let file = self.open.last_mut();
        let text = file.map_or(&[][..], |file| file.lexer.rest_of_line());
        String::from_utf8_lossy(text)
    }

    /// `#line 12 "file"`, or `# 12 "file"` with its number taken. The file may also be a number, as in GLSL. What has another form has
    /// no effect, as with NVIDIA's compiler.
    fn renumber_lines(&mut self, number: Option<Token<'a>>) {
        let mut line = self.line().into_vec();
        self.check_strings(&line);
        // The reference mode does not expand macros here, and neither does a line that begins with its number.
        if number.is_none() && self.options.mode != Mode::Reference {
            line = self.expand_list(line);
        }
        let mut tokens = number.into_iter().chain(line);
        let Some(Token {
            kind: TokenKind::Number(text),
            span,
            ..
        }) = tokens.next()
        else {
            return;
        };
        // The new number is followed by a file, which may be missing. What follows the file is not read.
        let Some(n) = self.integer(text, span) else {
            return;
        };
        let name = match tokens.next().map(|t| t.kind) {
            Some(TokenKind::String([b'"', name @ .., b'"'])) if !name.is_empty() => {
                Some(String::from_utf8_lossy(name).into())
            }
            Some(TokenKind::Number(name)) => Some(name.into()),
            _ => None,
        };
        // The numbers count from the line after this one.
        let at = self.open.last().map_or(0, |file| file.lexer.offset());
        self.map.renumber_after(at, n as u32, name);
    }

    fn check_strings(&mut self, tokens: &[Token<'a>]) {
        for token in tokens {
            if let TokenKind::String(text) = token.kind {
                self.check_string(text, token.span);
            }
        }
    }

    /// The place of an error at the end of a directive. NVIDIA's compiler has read that end, and names the next line.
    pub(super) fn line_end(&self, directive: Span) -> Span {
        match self.open.last() {
            Some(file) if self.options.mode == Mode::Reference => {
                let at = file.lexer.next_line();
                Span { start: at, end: at }
            }
            _ => directive,
        }
    }

    /// Reports a directive that is not formed as it has to be.
    pub(super) fn malformed(
        &mut self,
        directive: &'static str,
        expected: &'static str,
        span: Span,
    ) {
        let fault = Fault::Directive {
            directive,
            expected,
        };
        self.error(fault, span);
    }
}
