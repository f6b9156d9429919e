//! The states of draws as immutable blocks. They are kept while nothing that they depend on changes.
//!
//! ```text
//! same stamp?  ─ yes →  known key?  ─ yes →  the block is found
//!      │ no: forget all     │ no
//!      └────────────────────┴──→  the API builds a block
//! ```
//!
//! A *stamp* holds the revisions of an API's state. A [`StateKey`] holds what changes from draw to draw without being
//! worth a revision. A block is a state with what the API needs to bring it up to date when values have changed.

use crate::cache::Lru;
use smallvec::SmallVec;

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
pub struct StateCache<Stamp, Block> {
    stamp: Option<Stamp>,
    /// The last two blocks that were used, which are found without hashing.
    recent: [Option<(StateKey, Block)>; 2],
    blocks: Lru<StateKey, Block>,
}

impl<Stamp, Block> Default for StateCache<Stamp, Block> {
    fn default() -> Self {
        StateCache {
            stamp: None,
            recent: Default::default(),
            blocks: Lru::new(MAX_STATES),
        }
    }
}

impl<Stamp: PartialEq, Block: Clone> StateCache<Stamp, Block> {
    /// Forgets all blocks.
    pub fn clear(&mut self) {
        self.stamp = None;
        self.recent = Default::default();
        self.blocks.clear();
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
    pub fn find(&mut self, key: &StateKey) -> Option<&Block> {
        let is_it = |recent: &Option<(StateKey, Block)>| {
            let own = recent.as_ref().map(|(own, _)| own);
            own == Some(key)
        };
        let place = match self.recent.iter().position(is_it) {
            Some(place) => place,
            None => {
                let block = self.blocks.get(key)?.clone();
                self.use_now(key.clone(), block);
                0
            }
        };
        self.recent[place].as_ref().map(|(_, block)| block)
    }

    fn use_now(&mut self, key: StateKey, block: Block) {
        self.recent.swap(0, 1);
        self.recent[0] = Some((key, block));
    }

    /// Keeps the block of a key.
    pub fn insert(&mut self, key: StateKey, block: Block) {
        self.blocks.insert(key.clone(), block.clone());
        self.use_now(key, block);
    }

    /// Replaces the block that was found last. When others were used meanwhile, the older one is found again, and brought
    /// up to date again.
    pub fn update(&mut self, key: &StateKey, block: Block) {
        let mut recent = self.recent.iter_mut().flatten();
        if let Some((_, own)) = recent.find(|(own, _)| own == key) {
            *own = block;
        }
    }
}
