//! Which names are types, by scope.

use rustc_hash::FxHashMap;

/// The declared names of all open scopes.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Of each name its declarations in open scopes, the innermost last: the scope's depth, and whether it is a type.
    declared: FxHashMap<&'a str, Vec<(usize, bool)>>,
    /// The names in the order of their declarations.
    order: Vec<&'a str>,
    /// The length of `order` where each scope began.
    starts: Vec<usize>,
}

impl<'a> Names<'a> {
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
            for name in self.order.drain(start..) {
                if let Some(entries) = self.declared.get_mut(name) {
                    entries.pop();
                }
            }
        }
    }

    /// Declares a name in the innermost scope. The first declaration of a name in a scope stays.
    pub(super) fn declare(&mut self, name: &'a str, is_type: bool) {
        let depth = self.depth();
        let entries = self.declared.entry(name).or_default();
        if entries.last().is_none_or(|(d, _)| *d != depth) {
            entries.push((depth, is_type));
            self.order.push(name);
        }
    }

    /// Whether the innermost declaration of a name is a type; `None` if it is not declared.
    pub(super) fn is_type(&self, name: &str) -> Option<bool> {
        let entries = self.declared.get(name)?;
        entries.last().map(|(_, is_type)| *is_type)
    }
}
