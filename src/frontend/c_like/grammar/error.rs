//! Errors of the grammar, and where it goes on after one.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;
use std::borrow::Cow;

/// The tokens that must be read after an error before the next one is reported.
const QUIET_TOKENS: usize = 3;

impl<'a> Parser<'a> {
    /// Reports that the next token is not what is needed here.
    pub(super) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> Stop {
        let fault = SyntaxFault::Unexpected {
            expected: expected.into(),
            found: self.c.found(),
            advice: self.advice_for_next(),
        };
        let span = self.c.peek().span;
        self.syntax_error(fault, span)
    }

    /// Reports a fault that ends what is being read, unless it follows from the last one.
    pub(super) fn syntax_error(&mut self, fault: SyntaxFault, span: Span) -> Stop {
        self.is_broken = true;
        if self.c.position() < self.quiet_until {
            return Stop;
        }
        self.fault(fault, span)
    }

    /// Reports a fault after which the grammar can go on.
    pub(super) fn fault(&mut self, fault: SyntaxFault, span: Span) -> Stop {
        self.is_broken = true;
        self.c.out.error(ErrorKind::Syntax(fault), span)
    }

    /// Takes the operator, which must be next.
    pub(super) fn need(
        &mut self,
        operator: &str,
        expected: impl Into<Cow<'static, str>>,
    ) -> Result<Span, Stop> {
        if self.c.sees(operator) {
            Ok(self.c.next().span)
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// Takes the semicolon at the end of something.
    pub(super) fn need_semicolon(&mut self, of: &'static str) -> Result<(), Stop> {
        self.need(";", of).map(|_| ())
    }

    /// Reports words of which none is a type, where something is declared by them. The place is that of the next token.
    pub(super) fn unknown_type(&mut self, words: &[Name<'a>]) -> Stop {
        let Some(first) = words.first() else {
            return self.unexpected("a type");
        };
        if words.len() == 1 && self.advice(first.text).is_none() {
            let expected = format!("a type before \"{}\"", first.text);
            return self.unexpected(expected);
        }
        let advice = match self.advice(first.text) {
            Some(advice) => format!(": {advice}"),
            None => "; a type is declared before its first use, by struct or typedef".to_owned(),
        };
        let word = first.text.to_owned();
        let span = self.c.peek().span;
        self.syntax_error(SyntaxFault::UnknownType { word, advice }, span)
    }

    /// What to write instead of a word of another language.
    fn advice(&self, word: &str) -> Option<&'static str> {
        let mut rows = self.table.abroad.iter();
        rows.find(|(known, _)| *known == word)
            .map(|(_, advice)| *advice)
    }

    /// A clause about the next token, if it is a word of another language or a reserved one.
    fn advice_for_next(&self) -> String {
        let TokenKind::Word(word) = self.c.peek().kind else {
            return String::new();
        };
        match (self.advice(word), self.class()) {
            (Some(advice), _) => format!(": {advice}"),
            (None, Class::Keyword(Keyword::Reserved)) => {
                format!(", a reserved word of {}", self.table.language)
            }
            _ => String::new(),
        }
    }

    /// Goes on past the next of this operator, after an error.
    pub(super) fn skip_past(&mut self, operator: &'static str) {
        while !self.c.sees(operator) && !self.is_at_end() {
            self.c.next();
        }
        self.after_error();
        self.c.next();
    }

    /// Goes on past the next `;` or up to the next `}`, whichever comes first, after an error.
    pub(super) fn skip_statement(&mut self) {
        while !self.c.sees(";") && !self.c.sees("}") && !self.is_at_end() {
            self.c.next();
        }
        self.after_error();
        self.c.takes(";");
    }

    /// The next token is where the grammar goes on.
    fn after_error(&mut self) {
        self.pending = None;
        self.quiet_until = if self.is_at_end() {
            usize::MAX
        } else {
            self.c.position() + QUIET_TOKENS
        };
    }

    /// Goes to the end, and reports nothing more.
    pub(super) fn give_up(&mut self) {
        self.is_broken = true;
        self.c.skip_all();
        self.quiet_until = usize::MAX;
    }
}

/// The lines of the block that is parsed, for statements that say none themselves. NVIDIA's compiler reports what is wrong with
/// `f(a);` where the first statement of the block stands that says a line: an assignment, a first value, `if` and loops. A block
/// without such a statement has the line of what stands around it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockLines {
    first: Option<Span>,
    outer: Option<Span>,
}

impl BlockLines {
    /// The line of a statement that says none.
    pub(super) fn line(self) -> Option<Span> {
        self.first.or(self.outer)
    }

    /// A statement of the block says this line.
    pub(super) fn set_first(&mut self, line: Option<Span>) {
        self.first = self.first.or(line);
    }
}

impl Parser<'_> {
    /// Parses a block with lines of its own; `outer` stands around it. Returns the first line in it as well.
    pub(super) fn with_lines<T>(
        &mut self,
        outer: Option<Span>,
        block: impl FnOnce(&mut Self) -> T,
    ) -> (T, Option<Span>) {
        let own = BlockLines { first: None, outer };
        let around = std::mem::replace(&mut self.block_lines, own);
        let result = block(self);
        let own = std::mem::replace(&mut self.block_lines, around);
        (result, own.first)
    }
}
