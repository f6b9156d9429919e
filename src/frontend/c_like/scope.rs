//! Names inside functions, scope by scope.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The names that are visible at a place of a function, each with a meaning.
#[derive(Debug)]
pub(super) struct Scopes<'a, T> {
    known: FxHashMap<&'a str, SmallVec<[(T, usize); 1]>>,
    /// The names of all open scopes, in the order of their declarations.
    names: Vec<&'a str>,
    /// The number of these names before each open scope.
    open: Vec<usize>,
}

impl<T> Default for Scopes<'_, T> {
    fn default() -> Self {
        Scopes {
            known: FxHashMap::default(),
            names: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<'a, T: Copy> Scopes<'a, T> {
    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.open.push(self.names.len());
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        let start = self.open.pop().unwrap_or(0);
        for name in self.names.drain(start..) {
            if let Some(stack) = self.known.get_mut(name) {
                stack.pop();
            }
        }
    }

    /// Closes all scopes, for the names of another function: the memory of these stays.
    pub(super) fn leave_all(&mut self) {
        while !self.open.is_empty() {
            self.leave();
        }
    }

    /// Declares a name in the innermost scope; false if it is declared there already.
    pub(super) fn declare(&mut self, name: &'a str, meaning: T) -> bool {
        let depth = self.open.len();
        let stack = self.known.entry(name).or_default();
        if stack.last().is_some_and(|(_, at)| *at == depth) {
            return false;
        }
        stack.push((meaning, depth));
        if depth > 0 {
            self.names.push(name);
        }
        true
    }

    /// Declares a name in the innermost scope, where it may be declared already.
    pub(super) fn replace(&mut self, name: &'a str, meaning: T) {
        if self.declare(name, meaning) {
            return;
        }
        let stack = self.known.entry(name).or_default();
        if let Some((last, _)) = stack.last_mut() {
            *last = meaning;
        }
    }

    /// The meaning of the name here.
    pub(super) fn find(&self, name: &str) -> Option<T> {
        self.known.get(name)?.last().map(|(meaning, _)| *meaning)
    }

    /// Whether the name was declared in the innermost scope.
    pub(super) fn is_innermost(&self, name: &str) -> bool {
        let last = self.known.get(name).and_then(|stack| stack.last());
        last.is_some_and(|(_, depth)| *depth == self.open.len())
    }
}
