//! Kernels by program and engine: each is compiled once, and the least recently used are forgotten.
#![forbid(unsafe_code)]

use super::engine::Engine;
use super::interface::{Kernel, OutputNans};
use crate::cache::Lru;
use crate::debug::counters;
use crate::ir::ProgramId;
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};

/// The most kernels in the cache of the process.
pub const LIMIT: u32 = 1024;

/// The key of a kernel.
pub(super) type Key = (ProgramId, Engine, OutputNans);

/// Empty while its kernel is being compiled.
type Slot = Arc<OnceLock<Arc<dyn Kernel>>>;

/// The kernels of all threads.
///
/// The lock is held for a look-up only. A caller that finds no slot for its key adds one and compiles. A caller that finds
/// an empty slot waits for that one kernel, while other threads find and compile others.
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
        let mut slots = self.0.lock();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;
    use std::cell::Cell;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn any_kernel() -> Arc<dyn Kernel> {
        super::super::compile_uncached(&Builder::new().finish(), Engine::Interpreter)
    }

    fn any_key() -> Key {
        let id = ProgramId::unique();
        (id, Engine::Interpreter, OutputNans::Canonical)
    }

    #[test]
    fn the_least_recently_used_goes() {
        let kernel = any_kernel();
        let keys = [any_key(), any_key(), any_key()];
        let compiles = Cell::new(0);
        let cache = Cache::new(2);
        let find = |i: usize| {
            let before = compiles.get();
            cache.find(keys[i], || {
                compiles.set(compiles.get() + 1);
                kernel.clone()
            });
            compiles.get() != before
        };
        let compiled = [0, 1, 0, 2, 0, 1].map(find);
        assert_eq!(compiled, [true, true, false, true, false, true]);
    }

    #[test]
    fn other_kernels_are_found_while_one_is_compiled() {
        let (slow, quick) = (any_key(), any_key());
        let cache = Cache::new(2);
        let kernel = cache.find(slow, || cache.find(quick, any_kernel));
        assert!(Arc::ptr_eq(&kernel, &cache.find(quick, || unreachable!())));
    }

    #[test]
    fn threads_that_ask_together_share_one_kernel() {
        let (key, cache) = (any_key(), Cache::new(1));
        let (start, n_compiles) = (Barrier::new(4), AtomicU32::new(0));
        let find = || {
            start.wait();
            cache.find(key, || {
                n_compiles.fetch_add(1, Ordering::Relaxed);
                any_kernel()
            })
        };
        let kernels = std::thread::scope(|s| {
            let threads = [0; 4].map(|_| s.spawn(find));
            threads.map(|thread| thread.join().expect("no thread panics"))
        });
        assert_eq!(n_compiles.into_inner(), 1);
        assert!(kernels.iter().all(|k| Arc::ptr_eq(k, &kernels[0])));
    }
}
