//! A list with room behind its end: what may have to be dropped is written there first and then counted or not, without a
//! jump that nobody could foresee.
#![forbid(unsafe_code)]

use std::ops::{Deref, DerefMut};

/// The list.
#[derive(Debug, Default)]
pub(super) struct List<T> {
    /// With what lies behind the end.
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Makes room for `n` items.
    #[inline(always)]
    pub(super) fn reserve(&mut self, n: usize) {
        if self.items.len() - self.len < n {
            self.grow(n);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) {
        let len = (self.len + n).max(2 * self.items.len()).max(256);
        self.items.resize(len, T::default());
    }

    /// Appends an item if `keeps`; there must be room.
    #[inline(always)]
    pub(super) fn push_if(&mut self, keeps: bool, item: T) {
        self.items[self.len] = item;
        self.len += usize::from(keeps);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, item: T) {
        self.reserve(1);
        self.push_if(true, item);
    }

    pub(super) fn extend_from_slice(&mut self, items: &[T]) {
        self.reserve(items.len());
        self.items[self.len..][..items.len()].copy_from_slice(items);
        self.len += items.len();
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T> DerefMut for List<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}
