//! The library's text, of which a process reads only what its programs call.
//!
//! One walk over the bytes of the text finds its functions by their names. What stands under a name is split into tokens
//! and parsed when a program first calls it, and kept for the process. Bodies are checked in each program that uses them.
//!
//! A library's text is a list of functions without directives, strings and comments of several lines; the tests of the
//! languages see to that.

use super::Binding;
use super::kept::{BodyKey, Choice, ChoiceOfLibrary, Kept, MOST_BODIES, MOST_CHOICES};
use crate::cache::Lru;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::grammar::{GrammarTable, parse};
use crate::frontend::c_like::syntax::{Function, Item};
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::lexer::{Lexer, Rules, TokenKind};
use bumpalo::Bump;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// A library's text, and how it is read.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Source {
    pub(in crate::frontend::c_like) text: &'static str,
    pub(in crate::frontend::c_like) table: &'static GrammarTable,
    pub(in crate::frontend::c_like) rules: Rules,
}

/// A function of the library with types.
#[derive(Debug)]
pub(in crate::frontend::c_like::check) struct Signature {
    /// The number of the function among those of its name.
    pub(in crate::frontend::c_like::check) of: usize,
    /// The types of its parameters.
    pub(in crate::frontend::c_like::check) types: Box<[Type]>,
    pub(super) ty: Type,
    pub(super) binding: Binding,
}

/// What the library has of a name.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like::check) struct Family<'a> {
    /// In the order of the text.
    pub(in crate::frontend::c_like::check) functions: &'a [Function<'static>],
    /// In the order of their functions.
    pub(in crate::frontend::c_like::check) signatures: &'a [Signature],
}

/// The functions that programs can call without declaring them, by their names.
///
/// What is kept is only there to save time, so its locks are never waited for: in the child of a fork, a thread that is gone
/// may hold one.
#[derive(Debug)]
pub(in crate::frontend::c_like) struct Library {
    by_name: FxHashMap<&'static str, Entry>,
    /// The bodies that have been checked.
    bodies: Mutex<Lru<BodyKey, Kept>>,
    /// The choices that have been made.
    choices: Mutex<Lru<ChoiceOfLibrary, Choice>>,
}

/// What a library has of a name.
#[derive(Debug)]
struct Entry {
    source: Source,
    /// Where the functions stand, in the order of the text.
    places: Vec<Range<usize>>,
    /// What is there, once it has been asked for.
    parsed: OnceLock<Vec<Function<'static>>>,
    /// Their signatures, likewise.
    signatures: OnceLock<Vec<Signature>>,
}

impl Library {
    /// A library of all functions of a text.
    pub(in crate::frontend::c_like) fn new(source: Source) -> Library {
        let mut by_name: FxHashMap<&'static str, Entry> = FxHashMap::default();
        for place in functions(source.text) {
            let entry = by_name.entry(declared_name(&source.text[place.clone()]));
            let entry = entry.or_insert_with(|| Entry {
                source,
                places: Vec::new(),
                parsed: OnceLock::new(),
                signatures: OnceLock::new(),
            });
            entry.places.push(place);
        }
        Library {
            by_name,
            bodies: Mutex::new(Lru::new(MOST_BODIES)),
            choices: Mutex::new(Lru::new(MOST_CHOICES)),
        }
    }

    /// A body that has been checked.
    pub(super) fn kept(&self, key: &BodyKey) -> Option<Kept> {
        self.bodies.try_lock()?.get(key).cloned()
    }

    /// Keeps a body that has been checked.
    pub(super) fn keep(&self, key: BodyKey, body: Kept) {
        if let Some(mut bodies) = self.bodies.try_lock() {
            bodies.insert(key, body);
        }
    }

    /// The functions of this library, and those of another one whose names this one does not have.
    pub(in crate::frontend::c_like) fn over(mut self, base: Library) -> Library {
        for (name, entry) in base.by_name {
            self.by_name.entry(name).or_insert(entry);
        }
        self
    }

    /// What a call chooses.
    pub(in crate::frontend::c_like::check) fn choice(
        &self,
        key: ChoiceOfLibrary,
        choose: impl FnOnce() -> Choice,
    ) -> Choice {
        let known = self.choices.try_lock();
        if let Some(known) = known.and_then(|mut all| all.get(&key).cloned()) {
            return known;
        }
        let choice = choose();
        if let Some(mut choices) = self.choices.try_lock() {
            choices.insert(key, choice.clone());
        }
        choice
    }

    /// What there is of a name, if there is anything. `signatures` makes the signatures of functions by the words of the
    /// library's language. A text with errors has no functions, which the tests refuse.
    pub(super) fn family(
        &self,
        name: &str,
        signatures: impl FnOnce(&[Function<'static>]) -> Vec<Signature>,
    ) -> Option<Family<'_>> {
        let entry = self.by_name.get(name)?;
        let functions = entry.parsed();
        let made = entry.signatures.get_or_init(|| signatures(functions));
        Some(Family {
            functions,
            signatures: made,
        })
    }

    /// Parses everything: the errors of the text.
    #[cfg(test)]
    pub(in crate::frontend::c_like) fn errors(&self) -> Vec<ProgramError> {
        let entries = self.by_name.values();
        entries.flat_map(|e| e.parse().1).collect()
    }
}

impl Entry {
    fn parsed(&self) -> &[Function<'static>] {
        self.parsed.get_or_init(|| self.parse().0)
    }

    /// Parses the functions, and gives the errors of their text. What they hold lives as long as the process.
    fn parse(&self) -> (Vec<Function<'static>>, Vec<ProgramError>) {
        let arena: &'static Bump = Box::leak(Box::default());
        let mut tokens = Vec::new();
        for place in &self.places {
            // Spans are places in the whole text.
            let text = &self.source.text.as_bytes()[place.clone()];
            let mut lexer = Lexer::new(text, place.start as u32, self.source.rules);
            let all = std::iter::from_fn(|| Some(lexer.token()));
            tokens.extend(all.take_while(|token| token.kind != TokenKind::End));
        }
        let (table, tokens) = (self.source.table, arena.alloc_slice_copy(&tokens));
        let (text, out) = parse(arena, tokens, &[], table, Diagnostics::default());
        let errors = out.finish().err().unwrap_or_default();
        let functions = text.items.into_iter().filter_map(|item| match item {
            Item::Function(f) => Some(f),
            _ => None,
        });
        (functions.collect(), errors)
    }
}

/// The places of a text's functions: each up to the brace that closes its body, or to its `;`.
pub(in crate::frontend::c_like) fn functions(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut places = Vec::new();
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
                    places.push(begin..at + 1);
                    start = None;
                }
            }
        }
        at += 1;
    }
    places
}

/// The word before the first parenthesis.
pub(in crate::frontend::c_like) fn declared_name(function: &str) -> &str {
    let head = function.split('(').next().unwrap_or_default();
    head.split_ascii_whitespace()
        .next_back()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::frontend::c_like::cg::vocabulary::CG_LIBRARY;
    use crate::frontend::c_like::family::text;

    const TEXT: &str = "float a(float x) { return x; } // } ;\nfloat b(float x) { return (; }\narbfp1 float a(int x);\n";

    #[test]
    fn what_stands_under_a_name_is_parsed_when_it_is_asked_for() {
        let library = text::library(TEXT, &CG_LIBRARY);
        let n_parsed = || {
            let entries = library.by_name.values();
            entries.filter(|e| e.parsed.get().is_some()).count()
        };
        let has = |name| library.by_name.contains_key(name);
        assert!(has("a") && has("b") && !has("c"));
        assert_eq!(n_parsed(), 0);
        let a = library.by_name["a"].parsed();
        let names = a.iter().map(|f| f.name);
        let places: Vec<_> = names
            .map(|n| &TEXT[n.span.start as usize - 6..n.span.end as usize])
            .collect();
        assert_eq!((places, n_parsed()), (vec!["float a"; 2], 1));
        assert_eq!((library.errors().len(), n_parsed()), (1, 1));
    }

    #[test]
    fn a_library_over_another_takes_the_place_of_its_names() {
        let above = text::library("float a(int x);", &CG_LIBRARY);
        let both = above.over(text::library(TEXT, &CG_LIBRARY));
        assert_eq!(both.by_name["a"].parsed().len(), 1);
        assert!(both.by_name.contains_key("b"));
    }
}
