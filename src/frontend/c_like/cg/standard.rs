//! The library's text as the check reads it.

use super::library::TEXT;
use crate::frontend::c_like::cg::vocabulary::CG_LIBRARY;
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::family::text::parse_library;
use crate::frontend::diagnostic::ProgramError;
use std::sync::OnceLock;

/// The library. Its text is ours: a text with errors is an empty library, which the tests refuse.
pub(in crate::frontend::c_like) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| parse_text().0)
}

/// The library, with the errors of its text.
pub(in crate::frontend::c_like::cg) fn parse_text() -> (Library, Vec<ProgramError>) {
    parse_library(TEXT, &CG_LIBRARY)
}
