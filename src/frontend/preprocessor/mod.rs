//! The preprocessor of the languages that look like C: directives and macros (ISO C 6.10).
//!
//! [`preprocess`] makes the tokens of a translation unit, ready for a grammar, from a text and what it includes:
//!
//! ```ignore
//! let arena = Bump::new();
//! let options = Options { rules: &RULES, macros: &[("PROFILE_ARBVP1", "1")], include_paths: &["shaders"], mode: Mode::Own };
//! let unit = preprocess(&arena, "a.cg", text, &options, &mut files);
//! for token in &unit.tokens { ... }                       // the last one is TokenKind::End
//! unit.map.place(token.span)                              // file, line and column; unit.map.trail(span): the macros
//! unit.diagnostics                                        // goes on with the grammar's errors
//! unit.pragmas                                            // each with the index of the token that it stands before
//! ```
//!
//! Tokens borrow from the main text and from the arena. Their spans are offsets of the unit's [`SourceMap`], which owns its texts and
//! outlives the tokens. [`ProgramError::listing`](super::diagnostic::ProgramError::listing) writes an error with it.
//!
//! # How macros are expanded
//! Macros are expanded as the tokens are taken. A stack of [frames](frame::Frame) holds bodies in progress, and a macro that has a frame is not
//! expanded again; its name is marked for good where it is met ("painted"). A frame ends when a token after its last one is asked
//! for. Arguments are expanded alone first, except beside `#` and `##`.
//!
//! # Limits
//! Each step that can grow beyond its text has a limit ([`limits`]), and exceeding one ends the translation with an error.
//!
//! # What is beyond ISO C
//! `#warning`, `# 12 "file"` as a line directive, names for variadic arguments (`args...`), `, ## __VA_ARGS__`, and missing
//! `#endif` at the end of a file. [`Mode::Reference`] takes away what NVIDIA's Cg compiler does not have.

mod arguments;
mod condition;
mod conditional;
mod definition;
mod directive;
mod expand;
mod files;
mod frame;
mod include;
mod limits;
mod macros;
mod number;
mod paste;
mod state;
mod substitute;
#[cfg(test)]
mod tests;

use super::diagnostic::collect::Diagnostics;
use super::lexer::{Rules, Token};
use super::source_map::SourceMap;
use crate::ir::Span;

pub use bumpalo::Bump;
pub use files::{Files, MemoryFiles, NoFiles};

/// What NVIDIA's Cg compiler 3.1 defines from the beginning, in every profile.
pub const CG_MACROS: &[(&str, &str)] = &[("__CGC__", "30113")];

/// What a caller decides.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// How the language is split into tokens. Its operators must include `#`, `##`, `...`, brackets, the comma, and those of
    /// conditions.
    pub rules: Rules,
    /// Macros that are defined from the beginning: `("NAME", "body")`, also `("NAME(a, b)", "body")`.
    pub macros: &'o [(&'o str, &'o str)],
    /// The folders of `#include`, in the order of the search. `"x"` is searched beside the including file first.
    pub include_paths: &'o [&'o str],
    pub mode: Mode,
}

/// Which extensions there are, and how conditions compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As ISO C, with 64 bits and unsigned numbers in conditions.
    C,
    /// As NVIDIA's Cg compiler, with 32 bits in conditions, and extensions: what that compiler accepts means the same.
    Own,
    /// As NVIDIA's Cg compiler: what it refuses is refused. There are no variadic macros, no `?:` in conditions and no `#include` of
    /// a macro; a missing file is a warning.
    Reference,
    /// As GLSL 1.20: no `#include`, `#warning`, `##` and strings. `#version` and `#extension` are pragmas whose first word is
    /// the directive's.
    Glsl,
}

/// A text after preprocessing.
#[derive(Debug)]
pub struct Unit<'a> {
    /// The tokens. The last one is the end; after an exceeded limit it comes early.
    pub tokens: &'a [Token<'a>],
    /// Whether a limit, or too many errors, ended the translation. The tokens are no text that could be parsed then.
    pub is_cut_off: bool,
    /// The pragmas in the order of the text.
    pub pragmas: Vec<Pragma<'a>>,
    /// Errors and warnings so far.
    pub diagnostics: Diagnostics,
    /// Where the tokens come from.
    pub map: SourceMap,
}

/// A `#pragma` directive.
#[derive(Debug, Clone, PartialEq)]
pub struct Pragma<'a> {
    /// What follows `pragma` on the line, without expansion of macros.
    pub tokens: Vec<Token<'a>>,
    /// The place of `pragma`.
    pub span: Span,
    /// The number of tokens of the unit before it.
    pub index: usize,
}

/// Preprocesses a text. `name` is how messages and `__FILE__` name it; its folder is searched for `#include "x"`.
pub fn preprocess<'a>(
    arena: &'a Bump,
    name: &str,
    text: &'a [u8],
    options: &Options<'_>,
    files: &mut dyn Files,
) -> Unit<'a> {
    state::Preprocessor::new(arena, options, files).run(name, text)
}
