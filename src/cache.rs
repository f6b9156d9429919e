//! The one cache of the driver: values by key up to a limit, where the least recently used value goes first.
//!
//! Programs, kernels and draw states are all kept in an [`Lru`]. A look-up costs one hash look-up, and at most a few
//! links change with it:
//!
//! ```text
//! index: key → number of an entry
//! entries:            [C] ⇄ [A] ⇄ [D] ⇄ [B]
//!              newest ─┘                 └─ oldest: makes room for the next key
//! ```
#![forbid(unsafe_code)]

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Borrow;
use std::fmt::{self, Debug, Formatter};
use std::hash::Hash;

/// No entry.
const NONE: u32 = u32::MAX;

/// At most `limit` values, found by key.
pub struct Lru<K, V> {
    /// A key stands here and in its entry, since the entry that makes room must be found here, too.
    index: FxHashMap<K, u32>,
    entries: Vec<Entry<K, V>>,
    newest: u32,
    oldest: u32,
    limit: u32,
}

/// A value in the list that is sorted by last use.
struct Entry<K, V> {
    key: K,
    value: V,
    newer: u32,
    older: u32,
}

impl<K, V> Lru<K, V> {
    /// An empty cache for at most `limit` values. It allocates with its first value.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub const fn new(limit: u32) -> Lru<K, V> {
        assert!(limit > 0, "a cache holds at least one value");
        Lru {
            index: FxHashMap::with_hasher(FxBuildHasher),
            entries: Vec::new(),
            newest: NONE,
            oldest: NONE,
            limit,
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Drops all values.
    pub fn clear(&mut self) {
        self.index.clear();
        self.entries.clear();
        (self.newest, self.oldest) = (NONE, NONE);
    }

    /// Makes an entry the newest.
    #[inline]
    fn use_now(&mut self, at: u32) {
        if at != self.newest {
            self.unlink(at);
            self.link(at);
        }
    }

    /// Takes an entry out of the list.
    fn unlink(&mut self, at: u32) {
        let Entry { newer, older, .. } = self.entries[at as usize];
        if newer == NONE {
            self.newest = older;
        } else {
            self.entries[newer as usize].older = older;
        }
        if older == NONE {
            self.oldest = newer;
        } else {
            self.entries[older as usize].newer = newer;
        }
    }

    /// Puts an entry that is not in the list in front of the newest.
    fn link(&mut self, at: u32) {
        let older = self.newest;
        let entry = &mut self.entries[at as usize];
        (entry.newer, entry.older) = (NONE, older);
        if older == NONE {
            self.oldest = at;
        } else {
            self.entries[older as usize].newer = at;
        }
        self.newest = at;
    }
}

impl<K: Clone + Eq + Hash, V> Lru<K, V> {
    /// The value of a key, which this makes the most recently used.
    #[inline]
    pub fn get<Q>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let at = *self.index.get(key)?;
        self.use_now(at);
        Some(&self.entries[at as usize].value)
    }

    /// Gives a key a value and returns the one that left for it: the key's own earlier value, or the least recently used
    /// one of a full cache.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        // A known key keeps its entry and becomes the newest.
        if let Some(&at) = self.index.get(&key) {
            self.use_now(at);
            let own = &mut self.entries[at as usize].value;
            return Some(std::mem::replace(own, value));
        }
        // A new key takes a new entry while there are fewer than `limit`.
        if self.entries.len() < self.limit as usize {
            let at = self.entries.len() as u32;
            self.index.insert(key.clone(), at);
            self.entries.push(Entry {
                key,
                value,
                newer: NONE,
                older: NONE,
            });
            self.link(at);
            return None;
        }
        // Then it takes the entry of the least recently used key.
        let at = self.oldest;
        self.unlink(at);
        let entry = &mut self.entries[at as usize];
        self.index.remove(&entry.key);
        self.index.insert(key.clone(), at);
        entry.key = key;
        let forgotten = std::mem::replace(&mut entry.value, value);
        self.link(at);
        Some(forgotten)
    }

    /// The value of a key, which is made where there is none.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce(&K) -> V) -> &V {
        if let Some(&at) = self.index.get(&key) {
            self.use_now(at);
        } else {
            let value = make(&key);
            self.insert(key, value);
        }
        &self.entries[self.newest as usize].value
    }
}

impl<K, V> Debug for Lru<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Lru({} of {})", self.entries.len(), self.limit)
    }
}

#[cfg(test)]
mod tests;
