//! The arguments of a macro's call (ISO C 6.10.3.1).

use super::limits;
use super::macros::Parameters;
use super::state::Preprocessor;
use crate::frontend::diagnostic::preprocessor::Fault;
use crate::frontend::lexer::{Flags, Token, TokenKind};
use std::ops::Range;

/// Tokens that most calls do not exceed.
const SOME_TOKENS: usize = 16;

/// The arguments of one call.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a> {
    /// The tokens of all arguments.
    tokens: Vec<Token<'a>>,
    ranges: Vec<Range<usize>>,
    /// The arguments that have been expanded.
    expanded: Vec<Option<Vec<Token<'a>>>>,
    /// Whether a variadic macro got nothing for its last parameter, not even a comma.
    pub(super) lacks_variadic: bool,
}

impl<'a> Arguments<'a> {
    /// An argument as it is written.
    pub(super) fn raw(&self, parameter: u16) -> &[Token<'a>] {
        let range = self.ranges.get(usize::from(parameter));
        range.map_or(&[], |range| &self.tokens[range.clone()])
    }
}

impl<'a> Preprocessor<'a, '_> {
    /// Takes the arguments of a call, after its `(`, up to its `)`. Reports what does not fit the parameters; then `None`.
    pub(super) fn arguments(
        &mut self,
        parameters: Parameters<'a>,
        name: Token<'a>,
    ) -> Option<Arguments<'a>> {
        let was_in_arguments = std::mem::replace(&mut self.is_in_arguments, true);
        let arguments = self.take_arguments(parameters, name);
        self.is_in_arguments = was_in_arguments;
        arguments.and_then(|a| self.check_arguments(parameters, a, name))
    }

    fn take_arguments(
        &mut self,
        parameters: Parameters<'a>,
        name: Token<'a>,
    ) -> Option<Arguments<'a>> {
        let mut arguments = Arguments {
            tokens: Vec::with_capacity(SOME_TOKENS),
            ranges: Vec::with_capacity(parameters.names.len().max(1)),
            ..Arguments::default()
        };
        let (mut start, mut depth) = (0, 0usize);
        loop {
            let mut token = self.raw();
            let is_last = arguments.ranges.len() + 1 >= parameters.names.len();
            let takes_commas = parameters.is_variadic && is_last;
            match token.kind {
                TokenKind::End => {
                    self.error(Fault::OpenArguments(text(name)), name.span);
                    return None;
                }
                TokenKind::Operator(")") if depth == 0 => {
                    arguments.ranges.push(start..arguments.tokens.len());
                    return Some(arguments);
                }
                TokenKind::Operator(",") if depth == 0 && !takes_commas => {
                    arguments.ranges.push(start..arguments.tokens.len());
                    start = arguments.tokens.len();
                    continue;
                }
                TokenKind::Operator("(") => depth += 1,
                TokenKind::Operator(")") => depth -= 1,
                TokenKind::Word(_) => {
                    if let Some(id) = self.macros.of(&token) {
                        self.paint(&mut token, id);
                    }
                }
                _ => {}
            }
            // The end of a line is a blank here.
            if token.is_first() {
                token.flags.remove(Flags::FIRST_ON_LINE);
                token.flags.insert(Flags::BLANK_BEFORE);
            }
            arguments.tokens.push(token);
            self.spend(0, token.span);
        }
    }

    fn check_arguments(
        &mut self,
        parameters: Parameters<'a>,
        mut arguments: Arguments<'a>,
        name: Token<'a>,
    ) -> Option<Arguments<'a>> {
        let expected = parameters.names.len();
        // `F()` has no argument, or an empty one, as the macro needs it.
        let is_empty = arguments.tokens.is_empty() && arguments.ranges.len() == 1;
        if is_empty && expected == 0 {
            arguments.ranges.clear();
        }
        let found = arguments.ranges.len();
        if found > expected {
            let name_text = text(name);
            let fault = Fault::TooManyArguments {
                name: name_text,
                expected,
                found,
            };
            self.error(fault, name.span);
            return None;
        }
        let least = expected - usize::from(parameters.is_variadic);
        if found < least {
            let name_text = text(name);
            let fault = Fault::TooFewArguments {
                name: name_text,
                expected: least,
                found: if is_empty { 0 } else { found },
            };
            self.error(fault, name.span);
            return None;
        }
        arguments.lacks_variadic =
            parameters.is_variadic && (found < expected || expected == 1 && is_empty);
        arguments.expanded.resize(expected, None);
        Some(arguments)
    }

    /// Appends an argument to a list after expansion. Each is expanded once, when it is first needed.
    pub(super) fn expand_argument<'s>(
        &mut self,
        arguments: &'s mut Arguments<'a>,
        parameter: u16,
    ) -> &'s [Token<'a>] {
        let i = usize::from(parameter);
        if arguments.expanded[i].is_none() {
            let list = arguments.raw(parameter).to_vec();
            let has_macros = list.iter().any(|t| self.macros.of(t).is_some());
            let expanded = if has_macros {
                self.expand_nested(list)
            } else {
                list
            };
            arguments.expanded[i] = Some(expanded);
        }
        arguments.expanded[i].as_deref().unwrap_or_default()
    }

    /// Expands an argument, unless calls are nested too deep.
    fn expand_nested(&mut self, list: Vec<Token<'a>>) -> Vec<Token<'a>> {
        if self.count.argument_depth >= limits::ARGUMENT_DEPTH {
            let what = "calls of macros are nested too deep in arguments";
            let span = list.first().map_or(self.end().span, |t| t.span);
            self.stop(what, limits::ARGUMENT_DEPTH, span);
            return Vec::new();
        }
        self.count.argument_depth += 1;
        let place = list.first().map_or(self.end().span, |t| t.span);
        let expanded = self.expand_list(list);
        self.spend(expanded.len(), place);
        self.count.argument_depth -= 1;
        expanded
    }
}

fn text(name: Token<'_>) -> String {
    String::from_utf8_lossy(name.kind.text()).into_owned()
}
