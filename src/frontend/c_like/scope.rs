//! Names of variables, scope by scope.

use super::tree::VariableId;
use rustc_hash::FxHashMap;

/// The names that are visible at a place of a function.
#[derive(Debug, Default)]
pub(super) struct Scopes<'a> {
    known: FxHashMap<&'a str, Vec<(VariableId, usize)>>,
    /// The names of each open scope.
    open: Vec<Vec<&'a str>>,
}

impl<'a> Scopes<'a> {
    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        for name in self.open.pop().unwrap_or_default() {
            if let Some(stack) = self.known.get_mut(name) {
                stack.pop();
            }
        }
    }

    /// Declares a name in the innermost scope; false if it is declared there already.
    pub(super) fn declare(&mut self, name: &'a str, variable: VariableId) -> bool {
        let depth = self.open.len();
        let stack = self.known.entry(name).or_default();
        if stack.last().is_some_and(|(_, at)| *at == depth) {
            return false;
        }
        stack.push((variable, depth));
        if let Some(scope) = self.open.last_mut() {
            scope.push(name);
        }
        true
    }

    /// The meaning of the name here.
    pub(super) fn find(&self, name: &str) -> Option<VariableId> {
        self.known.get(name)?.last().map(|(variable, _)| *variable)
    }
}
