//! Kernels by program and engine: each is compiled once, and the least recently used are forgotten.
#![forbid(unsafe_code)]

use super::engine::Engine;
use super::interface::{Kernel, OutputNans};
use crate::cache::Lru;
use crate::debug::counters;
use crate::ir::ProgramId;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most kernels in the cache of the process.
pub const LIMIT: u32 = 1024;

/// The key of a kernel.
pub(super) type Key = (ProgramId, Engine, OutputNans);

/// Empty while its kernel is being compiled.
type Slot = Arc<OnceLock<Arc<dyn Kernel>>>;

/// The kernels of all threads.
///
/// The lock is held for a look-up only. A caller that finds no slot for its key adds one and compiles. A caller that finds
/// an empty slot waits for that one kernel, while other threads find and compile others. The lock is std's, because a fork may
/// find parking_lot's table of sleeping threads locked.
pub(super) struct Cache(Mutex<Lru<Key, Slot>>);

impl Cache {
    pub(super) const fn new(limit: u32) -> Cache {
        Cache(Mutex::new(Lru::new(limit)))
    }

    /// The kernel of the key; `compile` makes it if it is not there.
    pub(super) fn find(
        &self,
        key: Key,
        compile: impl FnOnce() -> Arc<dyn Kernel>,
    ) -> Arc<dyn Kernel> {
        // When `compile` panics, the slot stays empty, and the next caller compiles.
        self.slot(key).get_or_init(compile).clone()
    }

    fn slot(&self, key: Key) -> Slot {
        // A panic while the lock is held is one of allocations, which leaves the table whole.
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(&key) {
            counters::CACHE_HITS.add(1);
            return slot.clone();
        }
        let slot = Slot::default();
        let forgotten = slots.insert(key, slot.clone());
        // The forgotten kernel's memory is unmapped without the lock.
        drop(slots);
        if forgotten.is_some() {
            counters::FORGOTTEN.add(1);
        }
        slot
    }
}
