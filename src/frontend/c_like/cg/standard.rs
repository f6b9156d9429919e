//! The library's text as the check reads it: parsed once per process.

use super::library::TEXT;
use crate::frontend::c_like::cg::vocabulary::{CG_LIBRARY, CG_RULES};
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::grammar::parse;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::{Mode, NoFiles, Options, preprocess};
use bumpalo::Bump;
use std::sync::OnceLock;

/// The library. Its text is ours: a text with errors is an empty library, which the tests refuse.
pub(in crate::frontend::c_like) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| parse_text().0)
}

/// The library, with the errors of its text. What it holds lives as long as the process.
pub(in crate::frontend::c_like::cg) fn parse_text() -> (Library, Vec<ProgramError>) {
    let arena: &'static Bump = Box::leak(Box::default());
    let options = Options {
        rules: CG_RULES,
        macros: &[],
        include_paths: &[],
        mode: Mode::Own,
    };
    let unit = preprocess(arena, "library", TEXT.as_bytes(), &options, &mut NoFiles);
    let (text, out) = parse(
        arena,
        &unit.tokens,
        &unit.pragmas,
        &CG_LIBRARY,
        unit.diagnostics,
    );
    (Library::new(text), out.finish().err().unwrap_or_default())
}
