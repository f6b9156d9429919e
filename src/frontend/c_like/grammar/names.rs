//! The words of a text: which are keywords, and which name types, by scope.

use super::table::{GrammarTable, Keyword};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// A word of the text, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordId(u32);

impl WordId {
    /// Of a token that is no word.
    pub(super) const NONE: WordId = WordId(u32::MAX);
}

/// What is known of a word.
#[derive(Debug)]
struct Word {
    keyword: Option<Keyword>,
    /// Whether it names a type before anything is declared.
    is_type: bool,
    /// Its declarations in open scopes, the innermost last: the scope's depth, and whether it is a type.
    declared: SmallVec<[(u32, bool); 2]>,
}

/// All words of a text, with the declarations of all open scopes.
#[derive(Debug)]
pub(super) struct Names<'a> {
    table: &'static GrammarTable,
    ids: FxHashMap<&'a str, WordId>,
    words: Vec<Word>,
    /// The names in the order of their declarations.
    order: Vec<WordId>,
    /// The length of `order` where each scope began.
    starts: Vec<usize>,
}

impl<'a> Names<'a> {
    /// The words of a text with this number of tokens.
    pub(super) fn new(table: &'static GrammarTable, n_tokens: usize) -> Names<'a> {
        // Most words stand there several times.
        let n_words = n_tokens / 8;
        Names {
            table,
            ids: FxHashMap::with_capacity_and_hasher(n_words, FxBuildHasher),
            words: Vec::with_capacity(n_words),
            order: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// The number of a word.
    pub(super) fn id(&mut self, word: &'a str) -> WordId {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = WordId(self.words.len() as u32);
        self.words.push(Word {
            keyword: self.table.keywords.find(word),
            is_type: (self.table.is_type)(word),
            declared: SmallVec::new(),
        });
        self.ids.insert(word, id);
        id
    }

    pub(super) fn keyword(&self, id: WordId) -> Option<Keyword> {
        self.words[id.0 as usize].keyword
    }

    /// The number of open scopes, beside the outermost.
    pub(super) fn depth(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn open_scope(&mut self) {
        self.starts.push(self.order.len());
    }

    /// Closes scopes until this number is open.
    pub(super) fn close_scopes(&mut self, depth: usize) {
        while self.starts.len() > depth {
            let start = self.starts.pop().unwrap_or(0);
            for id in self.order.drain(start..) {
                self.words[id.0 as usize].declared.pop();
            }
        }
    }

    /// Declares a name in the innermost scope. The first declaration of a name in a scope stays.
    pub(super) fn declare(&mut self, name: &'a str, is_type: bool) {
        let depth = self.depth() as u32;
        let id = self.id(name);
        let entries = &mut self.words[id.0 as usize].declared;
        if entries.last().is_none_or(|(d, _)| *d != depth) {
            entries.push((depth, is_type));
            self.order.push(id);
        }
    }

    /// Whether a word names a type: by its innermost declaration, else by the language.
    pub(super) fn is_type(&self, id: WordId) -> bool {
        let word = &self.words[id.0 as usize];
        word.declared
            .last()
            .map_or(word.is_type, |(_, is_type)| *is_type)
    }

    /// Whether a name is declared.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        let id = self.ids.get(name);
        id.is_some_and(|id| !self.words[id.0 as usize].declared.is_empty())
    }
}
