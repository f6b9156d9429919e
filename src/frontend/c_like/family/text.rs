//! A library's text as the checks read it: parsed once per process.

use super::words::RULES;
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::grammar::{GrammarTable, parse};
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::{Mode, NoFiles, Options, preprocess};
use bumpalo::Bump;

/// A library, with the errors of its text. What it holds lives as long as the process.
pub(in crate::frontend::c_like) fn parse_library(
    text: &'static str,
    table: &'static GrammarTable,
) -> (Library, Vec<ProgramError>) {
    let arena: &'static Bump = Box::leak(Box::default());
    let options = Options {
        rules: RULES,
        macros: &[],
        include_paths: &[],
        mode: Mode::Own,
    };
    let unit = preprocess(arena, "library", text.as_bytes(), &options, &mut NoFiles);
    let (text, out) = parse(arena, &unit.tokens, &unit.pragmas, table, unit.diagnostics);
    (Library::new(text), out.finish().err().unwrap_or_default())
}
