//! A `Vec` with spare items. Code writes a candidate past the end and then adds 0 or 1 to the length, which takes no
//! unpredictable branch.
#![forbid(unsafe_code)]

use std::ops::{Deref, DerefMut};

/// A `Vec` whose items past `len` are initialized, too.
#[derive(Debug, Clone, Default)]
pub(crate) struct List<T> {
    /// The items, then spare ones whose content means nothing.
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Returns the next `N` spare items to be written. [`List::advance`] then makes them items.
    #[inline(always)]
    pub(crate) fn room<const N: usize>(&mut self) -> &mut [T; N] {
        if self.items.len() - self.len < N {
            self.grow(N);
        }
        let room = self.items[self.len..].first_chunk_mut();
        room.expect("there is room for N items")
    }

    /// Does the same as [`List::room`] for a number that is not constant.
    #[inline(always)]
    pub(crate) fn room_of(&mut self, n: usize) -> &mut [T] {
        if self.items.len() - self.len < n {
            self.grow(n);
        }
        &mut self.items[self.len..][..n]
    }

    /// Returns `N` items from `first` on. Some of them may be spare.
    #[inline(always)]
    pub(crate) fn chunk<const N: usize>(&self, first: usize) -> &[T; N] {
        let chunk = self.items[first..].first_chunk();
        chunk.expect("there are N items or there is room for them")
    }

    /// Makes the next `n` spare items part of the list.
    #[inline(always)]
    pub(crate) fn advance(&mut self, n: usize) {
        self.len += n;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) {
        let len = (self.len + n).max(2 * self.items.len()).max(256);
        self.items.resize(len, T::default());
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        *self.room() = [item];
        self.advance(1);
    }

    pub(crate) fn extend_from_slice(&mut self, items: &[T]) {
        items.iter().for_each(|item| self.push(*item));
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
