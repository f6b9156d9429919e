//! What follows from a framebuffer object's state and its images, computed once per change.
//!
//! A share group counts the changes of everything that completeness depends on: attachments, draw and read buffers, images
//! of renderbuffers and of attached textures, deletions. What was computed at one count holds as long as the count stands:
//! a draw compares two numbers.
#![forbid(unsafe_code)]

use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of changes so far.
#[derive(Debug, Default)]
pub struct Revision(AtomicU64);

impl Revision {
    /// Something has changed. To be called after the change: who computes while it happens keeps the older number.
    pub(crate) fn advance(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    /// The number now. To be read before what is computed.
    pub(crate) fn current(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// A value that was computed at some revision.
#[derive(Debug)]
pub(crate) struct Cached<T>(Mutex<Option<(u64, T)>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached(Mutex::new(None))
    }
}

impl<T: Clone> Cached<T> {
    /// The value at a revision, made when it is of another one; nothing is kept when it cannot be made. `make` may lock
    /// what it likes.
    pub(crate) fn get(&self, revision: u64, make: impl FnOnce() -> Option<T>) -> Option<T> {
        if let Some((own, value)) = &*self.0.lock()
            && *own == revision
        {
            return Some(value.clone());
        }
        let value = make();
        *self.0.lock() = value.clone().map(|value| (revision, value));
        value
    }

    /// Lets go of the value.
    pub(crate) fn forget(&self) {
        *self.0.lock() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_once_per_revision() {
        let (revision, cached) = (Revision::default(), Cached::default());
        let get = |value| cached.get(revision.current(), || value);
        assert_eq!([get(Some(1)), get(Some(2))], [Some(1); 2]);
        revision.advance();
        assert_eq!(
            [get(None), get(Some(3)), get(None)],
            [None, Some(3), Some(3)]
        );
        cached.forget();
        assert_eq!(get(Some(4)), Some(4));
    }
}
