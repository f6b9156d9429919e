//! Values that depend on state, computed once per change.
//!
//! A [`super::revision::Revision`] counts the changes of everything that a value depends on. A value that was computed at
//! one count is valid while the count stays, so that a draw only compares two numbers.

use parking_lot::Mutex;

/// A value, with the revision that it was computed at.
#[derive(Debug)]
pub struct Cached<T>(Mutex<Option<(u64, T)>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached(Mutex::new(None))
    }
}

impl<T: Clone> Cached<T> {
    /// Returns the value at a revision. `make` computes it when the kept value is of another revision. When `make` fails,
    /// nothing is kept. `make` runs without the lock, so it may take any lock.
    pub fn get(&self, revision: u64, make: impl FnOnce() -> Option<T>) -> Option<T> {
        if let Some((own, value)) = &*self.0.lock()
            && *own == revision
        {
            return Some(value.clone());
        }
        let value = make();
        *self.0.lock() = value.clone().map(|value| (revision, value));
        value
    }

    /// Drops the value.
    pub fn forget(&self) {
        *self.0.lock() = None;
    }
}
