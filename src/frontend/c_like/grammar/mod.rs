//! The grammar of the shading languages that look like C: tokens become [`Text`].
//!
//! It is written once, by recursive descent. What sets a language apart is data: its [`GrammarTable`]. It accepts what NVIDIA's Cg
//! compiler accepts, and finds an error at the same token.
//!
//! # Types and names
//! `(a) - b` is a cast if `a` is a type, so the grammar keeps the [names] of each scope. A declared name hides a type of an outer
//! scope: `float4 texture` is legal. One or more names that are not types, before a word, are profiles: `fp40 float4 f()`. So an
//! unknown type is found at the token after the name that it declares.
//!
//! # Declarations and expressions
//! A statement that begins with specifiers and a type is an expression if `(` follows (a constructor), else a declaration. The
//! same holds after `(`, where it is a constructor or a cast. No token is read twice.
//!
//! # Errors
//! Three lists catch an error: the items of a text, the members of a structure, the statements of a block. Each goes on after
//! the next `;`; a block may also end at `}`. After that, three tokens must be read before the next error is reported, so that
//! one mistake gives one message.
//!
//! # Limits
//! Levels of nesting and the height of expressions are limited ([`super::tokens::MAX_DEPTH`]). So recursion over a syntax tree
//! is safe for everything after the grammar.

mod attribute;
mod declaration;
mod declarator;
mod effect;
mod error;
mod expression;
mod function;
mod head;
mod names;
mod number;
mod operator;
mod parser;
mod primary;
mod skip_effect;
mod statement;
mod statement_words;
mod structure;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

pub(super) use tokens::character;

use super::diagnostics::Diagnostics;
use super::syntax::Text;
use super::tokens::MAX_DEPTH;
use crate::frontend::lexer::Token;
use crate::frontend::preprocessor::Pragma;
use bumpalo::Bump;

pub(super) use table::{GrammarTable, Keyword, KeywordRow, Keywords};

/// Parses a translation unit, as the preprocessor gives it. Its errors follow those in `out`. Words that are joined of several
/// tokens are kept in the arena.
pub(super) fn parse<'a>(
    arena: &'a Bump,
    tokens: &'a [Token<'a>],
    pragmas: &[Pragma<'a>],
    table: &'static GrammarTable,
    out: Diagnostics,
) -> (Text<'a>, Diagnostics) {
    let reading = Reading {
        max_depth: MAX_DEPTH,
        keeps_lines: false,
    };
    parse_deep(arena, tokens, pragmas, table, reading, out)
}

/// How a translation unit is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// The limit of nesting.
    pub(super) max_depth: u32,
    /// Whether the places are kept at which NVIDIA's compiler reports errors ([`super::syntax::Lines`]).
    pub(super) keeps_lines: bool,
}

/// Parses a translation unit in this way.
pub(super) fn parse_deep<'a>(
    arena: &'a Bump,
    tokens: &'a [Token<'a>],
    pragmas: &[Pragma<'a>],
    table: &'static GrammarTable,
    reading: Reading,
    mut out: Diagnostics,
) -> (Text<'a>, Diagnostics) {
    let mut names = names::Names::new(table, tokens.len());
    let prepared = tokens::prepare(tokens, pragmas, table, &mut names, &mut out);
    let mut parser = parser::Parser::new(arena, prepared, names, table, out);
    parser.c.max_depth = reading.max_depth;
    parser.lines.is_kept = reading.keeps_lines;
    let text = parser.text();
    (text, parser.c.out)
}
