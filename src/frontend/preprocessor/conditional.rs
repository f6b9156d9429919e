//! `#if` and what belongs to it (ISO C 6.10.1). A group that is not taken is skipped line by line: only directives of
//! conditions matter there. A group may begin in one file and end in another, as with NVIDIA's compiler.

use super::Mode;
use super::state::{Group, Preprocessor};
use crate::frontend::diagnostic::preprocessor::Notice;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;

impl<'a> Preprocessor<'a, '_> {
    /// `#if`, after the word.
    pub(super) fn begin_if(&mut self, span: Span) {
        let is_taken = self.condition("if", span);
        self.begin_group(is_taken, span);
    }

    /// `#ifdef` and `#ifndef`, after the word.
    pub(super) fn begin_ifdef(&mut self, directive: &'static str, wants: bool, span: Span) {
        let line = self.line();
        let is_taken = match line.first().map(|t| t.kind) {
            // __LINE__ and __FILE__ do not count as defined, as with NVIDIA's compiler.
            Some(TokenKind::Word(name)) => self.is_defined(name) == wants,
            _ => {
                let span = line.first().map_or(self.line_end(span), |t| t.span);
                self.malformed(directive, "a name is missing after it", span);
                true
            }
        };
        if line.len() > 1 {
            self.warn(Notice::ExtraTokens(directive), line[1].span);
        }
        self.begin_group(is_taken, span);
    }

    fn begin_group(&mut self, is_taken: bool, span: Span) {
        self.groups.push(Group {
            span,
            has_else: false,
        });
        if !is_taken {
            self.skip_groups();
        }
    }

    /// `#elif` or `#else` where the group before it was taken: the rest up to `#endif` is not. Without an `#if`, all is skipped up to
    /// `#endif`, as with NVIDIA's compiler.
    pub(super) fn end_group(&mut self, directive: &'static str, span: Span) {
        self.rest_of_line();
        let Some(group) = self.group() else {
            self.warn(Notice::Unmatched(directive), span);
            return self.skip_to_endif();
        };
        let was_else = group.has_else;
        group.has_else |= directive == "else";
        if was_else {
            self.warn(Notice::AfterElse(directive), span);
        }
        self.skip_to_endif();
        self.pop_group();
    }

    /// `#endif`, after the word.
    pub(super) fn endif(&mut self, span: Span) {
        self.rest_of_line();
        if self.group().is_none() {
            self.warn(Notice::Unmatched("endif"), span);
        }
        self.pop_group();
    }

    fn group(&mut self) -> Option<&mut Group> {
        self.groups.last_mut()
    }

    fn pop_group(&mut self) {
        self.groups.pop();
    }

    /// Reports the groups that are open at the end of the main file. The innermost is skipped where nothing else ended it.
    pub(super) fn report_open_groups(&mut self, is_skipped: bool) {
        while let Some(group) = self.groups.pop() {
            let is_innermost = is_skipped && self.groups.is_empty();
            self.warn(
                Notice::OpenCondition {
                    is_skipped: is_innermost,
                },
                group.span,
            );
        }
    }

    /// Skips to the group that is taken: after an `#elif` that holds, or `#else`; or past `#endif`.
    fn skip_groups(&mut self) {
        while let Some((directive, span)) = self.skip_group() {
            match directive {
                "elif" => {
                    if self.group().is_some_and(|g| g.has_else) {
                        self.rest_of_line();
                        self.warn(Notice::AfterElse("elif"), span);
                    } else if self.condition("elif", span) {
                        return;
                    }
                }
                "else" => {
                    self.rest_of_line();
                    let group = self.group();
                    if group.is_some_and(|g| !std::mem::replace(&mut g.has_else, true)) {
                        return;
                    }
                    self.warn(Notice::AfterElse("else"), span);
                }
                _ => {
                    self.rest_of_line();
                    return self.pop_group();
                }
            }
        }
    }

    /// Skips past the `#endif` that ends the current groups.
    fn skip_to_endif(&mut self) {
        while let Some((directive, span)) = self.skip_group() {
            self.rest_of_line();
            match directive {
                "endif" => return,
                "else" => {
                    let group = self.group();
                    if group.is_some_and(|g| std::mem::replace(&mut g.has_else, true)) {
                        self.warn(Notice::AfterElse("else"), span);
                    }
                }
                _ => {}
            }
        }
    }

    /// Skips a group: up to the next `#elif`, `#else` or `#endif` outside of further `#if`s. `None` at the end of the file.
    fn skip_group(&mut self) -> Option<(&'static str, Span)> {
        let mut depth = 0usize;
        loop {
            let token = self.open.last_mut()?.lexer.token_of_next_line();
            if token.kind == TokenKind::End {
                if self.open.len() > 1 {
                    // As groups may, skipping goes on in the file that includes this one.
                    self.close_file(token);
                    continue;
                }
                self.report_open_groups(true);
                return None;
            }
            if let TokenKind::String(text) = token.kind
                && self.options.mode == Mode::Reference
            {
                // That compiler reads the first token of each line, and no further where it is malformed.
                self.check_string(text, token.span);
            }
            if !token.is("#") {
                continue;
            }
            let Some(word) = self.token_on_line() else {
                continue;
            };
            match word.kind {
                TokenKind::Word("if" | "ifdef" | "ifndef") => depth += 1,
                TokenKind::Word("endif") if depth > 0 => depth -= 1,
                TokenKind::Word("endif") => return Some(("endif", word.span)),
                TokenKind::Word("else") if depth == 0 => return Some(("else", word.span)),
                TokenKind::Word("elif") if depth == 0 => return Some(("elif", word.span)),
                // The text of an error need not be made of tokens.
                TokenKind::Word("error" | "warning") => {
                    self.rest_of_line();
                }
                _ => {}
            }
        }
    }
}
