//! The states of draws as immutable blocks. They are kept while nothing that they depend on changes.
//!
//! ```text
//! same stamp?  ─ yes →  known key?  ─ yes →  the block is found
//!      │ no: forget all     │ no
//!      └────────────────────┴──→  the API builds a block
//! ```
//!
//! A *stamp* holds the revisions of an API's state. A [`StateKey`] holds what changes from draw to draw without being
//! worth a revision.

use crate::cache::Lru;
use crate::raster::DrawState;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most blocks of one stamp.
const MAX_STATES: u32 = 1024;

/// What differs between the blocks of one stamp.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct StateKey {
    /// The material attributes that the vertices have, by bit.
    pub materials: u16,
    /// The ids of the sampled textures.
    pub textures: SmallVec<[u64; 4]>,
}

/// The blocks of one stamp.
#[derive(Debug)]
pub struct StateCache<Stamp> {
    stamp: Option<Stamp>,
    /// The last two blocks that were used, which are found without hashing.
    recent: [Option<(StateKey, Arc<DrawState>)>; 2],
    states: Lru<StateKey, Arc<DrawState>>,
}

impl<Stamp> Default for StateCache<Stamp> {
    fn default() -> Self {
        StateCache {
            stamp: None,
            recent: Default::default(),
            states: Lru::new(MAX_STATES),
        }
    }
}

impl<Stamp: PartialEq> StateCache<Stamp> {
    /// Forgets all blocks.
    pub fn clear(&mut self) {
        self.stamp = None;
        self.recent = Default::default();
        self.states.clear();
    }

    /// Sets the stamp of the next blocks. When it has changed, this forgets all earlier blocks and returns `true`.
    #[inline]
    pub fn set_stamp(&mut self, stamp: Stamp) -> bool {
        if self.stamp.as_ref() == Some(&stamp) {
            return false;
        }
        self.clear();
        self.stamp = Some(stamp);
        true
    }

    /// Returns the block of a key, if there is one.
    pub fn find(&mut self, key: &StateKey) -> Option<Arc<DrawState>> {
        let mut recent = self.recent.iter().flatten();
        if let Some((_, state)) = recent.find(|(own, _)| own == key) {
            return Some(state.clone());
        }
        let state = self.states.get(key)?.clone();
        self.use_now(key.clone(), &state);
        Some(state)
    }

    fn use_now(&mut self, key: StateKey, state: &Arc<DrawState>) {
        self.recent.swap(0, 1);
        self.recent[0] = Some((key, state.clone()));
    }

    /// Keeps the block of a key.
    pub fn insert(&mut self, key: StateKey, state: &Arc<DrawState>) {
        self.states.insert(key.clone(), state.clone());
        self.use_now(key, state);
    }
}
