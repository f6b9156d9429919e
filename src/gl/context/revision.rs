//! State that knows when it changes, so that a draw compares a few numbers instead of computing everything anew.
//!
//! [`Tracked`] holds a chapter of a context's state: whoever borrows it for writing advances its revision. [`Watched`]
//! holds an object that contexts share behind a lock: whoever has written to one advances a number of the whole process.
//! Both can only be too careful: what was borrowed for writing counts as changed.
#![forbid(unsafe_code)]

use parking_lot::{Mutex, MutexGuard};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// A value with the number of its changes.
#[derive(Debug, Default)]
pub struct Tracked<T> {
    value: T,
    revision: u64,
}

impl<T> Tracked<T> {
    /// The number of changes so far.
    #[inline]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// For changes that no draw depends on, or that draws compare by themselves.
    #[inline]
    pub fn quietly(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.revision += 1;
        &mut self.value
    }
}

static OBJECT_CHANGES: AtomicU64 = AtomicU64::new(0);

/// The number of changes of watched objects so far. To be read before what follows from them.
#[inline]
pub fn object_changes() -> u64 {
    OBJECT_CHANGES.load(Ordering::Acquire)
}

/// A shared object behind its lock.
#[derive(Debug, Default)]
pub struct Watched<T>(Mutex<T>);

impl<T> Watched<T> {
    /// An object.
    pub fn new(value: T) -> Watched<T> {
        Watched(Mutex::new(value))
    }

    /// The object, locked.
    pub fn lock(&self) -> WatchedGuard<'_, T> {
        WatchedGuard {
            guard: self.0.lock(),
            is_changed: false,
        }
    }
}

/// A locked object. When it was borrowed for writing, the change is counted before the lock is given back.
#[derive(Debug)]
pub struct WatchedGuard<'a, T> {
    guard: MutexGuard<'a, T>,
    is_changed: bool,
}

impl<T> Deref for WatchedGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for WatchedGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.is_changed = true;
        &mut self.guard
    }
}

impl<T> Drop for WatchedGuard<'_, T> {
    fn drop(&mut self) {
        if self.is_changed {
            OBJECT_CHANGES.fetch_add(1, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_advances_and_reading_does_not() {
        let mut tracked = Tracked::<Vec<u8>>::default();
        assert_eq!((tracked.len(), tracked.revision()), (0, 0));
        tracked.push(1);
        assert_eq!((tracked[0], tracked.revision()), (1, 1));
        tracked.quietly().push(2);
        assert_eq!((tracked.len(), tracked.revision()), (2, 1));
    }

    #[test]
    fn changes_of_objects_are_counted() {
        let object = Watched::new(1);
        let before = object_changes();
        *object.lock() = 2;
        let after = object_changes();
        // Other tests count too.
        assert!(after > before);
        assert_eq!(*object.lock(), 2);
    }
}
