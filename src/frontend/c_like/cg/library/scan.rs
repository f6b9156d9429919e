//! Finds the functions in the library's text without parsing it, for tests.

use super::TEXT;
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
        for item in items(TEXT) {
            if let Some(name) = declared_name(&TEXT[item.clone()]) {
                index.entry(name).or_default().push(item);
            }
        }
        index
    })
}

/// The places of a text's functions: each up to the brace that closes its body, or to its `;`.
pub(super) fn items(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut items = Vec::new();
    let (mut start, mut depth, mut at) = (None, 0u32, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().take_while(|b| **b != b'\n').count();
                continue;
            }
            b if b.is_ascii_whitespace() => {}
            b => {
                let begin = *start.get_or_insert(at);
                depth += u32::from(b == b'{');
                depth -= u32::from(b == b'}');
                if depth == 0 && matches!(b, b'}' | b';') {
                    items.push(begin..at + 1);
                    start = None;
                }
            }
        }
        at += 1;
    }
    items
}

/// The word before the first parenthesis.
fn declared_name(item: &str) -> Option<&str> {
    let head = item.split('(').next()?;
    head.split_ascii_whitespace().last()
}
