//! Parses statements and words that belong to other languages, or are misspelt: each is one error, and the rest is
//! parsed as it was meant.

use super::misspelt;
use super::parse::Parser;
use super::words::{KEYWORDS, type_of};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::*;
use crate::frontend::lexer::TokenKind;

/// The end of parentheses is searched within this number of tokens.
const FARTHEST: usize = 256;

impl<'a> Parser<'a> {
    /// Skips a word before a type that is no specifier, and reports it.
    pub(super) fn skips_stray_word(&mut self) -> bool {
        let (TokenKind::Word(word), TokenKind::Word(next)) =
            (self.c.peek().kind, self.c.ahead(1).kind)
        else {
            return false;
        };
        let advice = misspelt::advice(word);
        let is_stray = !KEYWORDS.contains(&word) && type_of(next).is_some() && advice.is_some();
        if is_stray {
            self.refuse_word(word, advice);
        }
        is_stray
    }

    /// Reports the word and takes it.
    pub(super) fn refuse_word(&mut self, word: &str, advice: Option<String>) {
        let span = self.c.next().span;
        if let Some(advice) = advice {
            self.c.out.rule(Rule::Word(word.into(), advice), span);
        }
        self.is_broken = true;
    }

    /// Whether a word begins a statement with a block, which no name does: a word, perhaps parentheses, `{`. Before `(`
    /// the token after the parentheses decides.
    pub(super) fn begins_block(&self) -> bool {
        if self.c.ahead(1).kind == TokenKind::Operator("{") {
            return true;
        }
        let (mut depth, mut n) = (0u32, 1);
        while n < FARTHEST {
            match self.c.ahead(n).kind {
                TokenKind::Operator("(") => depth += 1,
                TokenKind::Operator(")") if depth > 1 => depth -= 1,
                TokenKind::Operator(")") if depth == 1 => break,
                TokenKind::Operator("{" | "}") | TokenKind::End => return false,
                _ if depth == 0 => return false,
                _ => {}
            }
            n += 1;
        }
        self.c.ahead(n + 1).kind == TokenKind::Operator("{")
    }

    /// Parses a statement that begins with a word that MUDA does not have. It reports one error, and returns the
    /// intended statement, or none.
    pub(super) fn strange_statement(&mut self, word: &'a str) -> Result<Stmt<'a>, Stop> {
        let start = self.c.peek().span;
        match misspelt::keyword(word) {
            Some("if" | "while") => self.is_broken = true,
            _ => {
                self.refuse_word(word, misspelt::advice(word));
                while !self.c.sees("{") {
                    self.c.next();
                }
                self.c.skip_statement();
                if word == "do" && self.c.sees_word("while") {
                    self.c.skip_statement();
                }
                let kind = StmtKind::Block(&[]);
                return Ok(Stmt { kind, span: start });
            }
        }
        let advice = misspelt::advice(word).unwrap_or_default();
        self.c.out.rule(Rule::Word(word.into(), advice), start);
        match misspelt::keyword(word) {
            Some("if") => self.if_statement(),
            _ => self.while_statement(),
        }
    }
}
