//! Finds the functions in the library's text without parsing it, for tests.

use super::TEXT;
use crate::frontend::c_like::check::generic::{declared_name, functions};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The places in [`TEXT`] of the functions of a name, in order.
pub(super) fn places(name: &str) -> &'static [Range<usize>] {
    index().get(name).map_or(&[], Vec::as_slice)
}

/// Whether the library has a function of this name that programs can call.
pub(super) fn has(name: &str) -> bool {
    !name.starts_with("__") && index().contains_key(name)
}

/// Each name of a function with the places of its declarations.
fn index() -> &'static FxHashMap<&'static str, Vec<Range<usize>>> {
    static INDEX: OnceLock<FxHashMap<&'static str, Vec<Range<usize>>>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index: FxHashMap<&'static str, Vec<Range<usize>>> = FxHashMap::default();
        for item in functions(TEXT) {
            let name = declared_name(&TEXT[item.clone()]);
            index.entry(name).or_default().push(item);
        }
        index
    })
}
