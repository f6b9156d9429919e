//! The functions of a language that are written in the language: one text, parsed once per process.

use crate::frontend::c_like::syntax::{Function, Item, Text};
use rustc_hash::FxHashMap;

/// The library's text, by the names of its functions. Bodies are checked where a program uses them.
#[derive(Debug)]
pub(in crate::frontend::c_like) struct Library {
    text: Text<'static>,
    /// Indices of items.
    by_name: FxHashMap<&'static str, Vec<usize>>,
}

impl Library {
    /// A library of all functions of the text.
    pub(in crate::frontend::c_like) fn new(text: Text<'static>) -> Library {
        let mut by_name: FxHashMap<&'static str, Vec<usize>> = FxHashMap::default();
        for (i, item) in text.items.iter().enumerate() {
            if let Item::Function(f) = item {
                by_name.entry(f.name.text).or_default().push(i);
            }
        }
        Library { text, by_name }
    }

    /// The functions of this name, in the order of the text.
    pub(super) fn functions(&self, name: &str) -> impl Iterator<Item = &Function<'static>> {
        let indices = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        indices.iter().filter_map(|i| match &self.text.items[*i] {
            Item::Function(f) => Some(f),
            _ => None,
        })
    }

    /// Whether there is a function of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }
}
