//! State that counts its changes, so that a draw compares a few numbers instead of computing everything again.
//!
//! [`Tracked`] holds a chapter of a context's state: each mutable borrow advances its revision. [`Watched`] holds an object
//! that contexts share behind a lock: each mutable borrow advances the revision of their [`Share`]. Both are
//! conservative: every mutable borrow counts as a change.
//!
//! Changes of values are counted apart. A value is what programs read and nothing else depends on: a matrix, a material, a
//! parameter of a program. After such a change, a draw computes its uniforms again, and keeps the rest.

use parking_lot::{Mutex, MutexGuard};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A value, with the number of its changes.
#[derive(Debug, Default)]
pub struct Tracked<T> {
    value: T,
    revision: u64,
    value_revision: u64,
}

impl<T> Tracked<T> {
    /// A value that has not changed yet.
    pub fn new(value: T) -> Tracked<T> {
        Tracked {
            value,
            revision: 0,
            value_revision: 0,
        }
    }

    /// Returns the number of changes so far.
    #[inline]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the number of changes of values so far. They do not count as other changes.
    #[inline]
    pub fn value_revision(&self) -> u64 {
        self.value_revision
    }

    /// Borrows the state for a change of values.
    #[inline]
    pub fn values_mut(&mut self) -> &mut T {
        self.value_revision += 1;
        &mut self.value
    }

    /// Counts a change of a value as a change that draws depend on beside values.
    pub fn note_change(&mut self) {
        self.revision += 1;
    }

    /// Borrows the value for changes that are not counted: no draw depends on them, or draws compare the value itself.
    #[inline]
    pub fn without_revision(&mut self) -> &mut T {
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

/// Counts changes.
#[derive(Debug, Default)]
pub struct Revision(AtomicU64);

impl Revision {
    /// Counts a change. The caller calls it after the change: what is computed during the change then carries the older
    /// number.
    #[inline]
    pub fn advance(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    /// Returns the current number. The caller reads it before it computes anything from the state.
    #[inline]
    pub fn current(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// What contexts or devices have in common when they share objects.
#[derive(Debug, Default)]
pub struct Share {
    /// The changes of the [`Watched`] objects of this group.
    pub objects: Arc<Revision>,
    /// The changes of their values.
    pub object_values: Arc<Revision>,
}

/// A shared object behind its lock.
#[derive(Debug)]
pub struct Watched<T> {
    value: Mutex<T>,
    changes: Arc<Revision>,
    value_changes: Arc<Revision>,
}

impl<T> Watched<T> {
    /// Makes an object of a group. The group counts its changes.
    pub fn new(share: &Share, value: T) -> Watched<T> {
        Watched {
            value: Mutex::new(value),
            changes: share.objects.clone(),
            value_changes: share.object_values.clone(),
        }
    }

    /// Locks the object.
    pub fn lock(&self) -> WatchedGuard<'_, T> {
        WatchedGuard {
            guard: self.value.lock(),
            owner: self,
            is_changed: false,
            is_value_changed: false,
        }
    }
}

/// A locked object. A mutable borrow is counted before the lock is released.
#[derive(Debug)]
pub struct WatchedGuard<'a, T> {
    guard: MutexGuard<'a, T>,
    owner: &'a Watched<T>,
    is_changed: bool,
    is_value_changed: bool,
}

impl<T> WatchedGuard<'_, T> {
    /// Borrows the object for a change of values.
    pub fn values_mut(&mut self) -> &mut T {
        self.is_value_changed = true;
        &mut self.guard
    }
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
            self.owner.changes.advance();
        }
        if self.is_value_changed {
            self.owner.value_changes.advance();
        }
    }
}
