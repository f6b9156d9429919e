//! A library's text as the checks read it.

use super::words::RULES;
use crate::frontend::c_like::check::generic::{Library, Source};
use crate::frontend::c_like::grammar::GrammarTable;

/// The library of a text with this grammar.
pub(in crate::frontend::c_like) fn library(
    text: &'static str,
    table: &'static GrammarTable,
) -> Library {
    Library::new(Source {
        text,
        table,
        rules: RULES,
    })
}
