//! The library's text as the check reads it.

use super::library::TEXT;
use crate::frontend::c_like::cg::vocabulary::CG_LIBRARY;
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::family::text;
use std::sync::OnceLock;

/// The library.
pub(in crate::frontend::c_like) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| text::library(TEXT, &CG_LIBRARY))
}
