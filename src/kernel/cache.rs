//! Kernels by program and engine: each is compiled once, and the least recently used are forgotten.
#![forbid(unsafe_code)]

use super::{Engine, Kernel, OutputNans};
use crate::debug::counters;
use crate::ir::ProgramId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most kernels that the process keeps.
pub const LIMIT: usize = 1024;

/// What a kernel is found by.
pub(super) type Key = (ProgramId, Engine, OutputNans);

/// At most `limit` kernels.
pub(super) struct Cache {
    kernels: FxHashMap<Key, Entry>,
    limit: usize,
    /// Uses so far.
    clock: u64,
}

struct Entry {
    kernel: Arc<dyn Kernel>,
    last_use: u64,
}

impl Cache {
    pub(super) fn new(limit: usize) -> Cache {
        Cache {
            kernels: FxHashMap::default(),
            limit,
            clock: 0,
        }
    }

    /// The kernel of the key; `compile` makes it if it is not there.
    pub(super) fn find(
        &mut self,
        key: Key,
        compile: impl FnOnce() -> Arc<dyn Kernel>,
    ) -> Arc<dyn Kernel> {
        self.clock += 1;
        let last_use = self.clock;
        if let Some(entry) = self.kernels.get_mut(&key) {
            entry.last_use = last_use;
            counters::CACHE_HITS.add(1);
            return entry.kernel.clone();
        }
        let kernel = compile();
        if self.kernels.len() >= self.limit {
            self.forget_oldest();
        }
        let entry = Entry {
            kernel: kernel.clone(),
            last_use,
        };
        self.kernels.insert(key, entry);
        kernel
    }

    fn forget_oldest(&mut self) {
        let oldest = self.kernels.iter().min_by_key(|(_, entry)| entry.last_use);
        if let Some(key) = oldest.map(|(key, _)| *key) {
            self.kernels.remove(&key);
            counters::FORGOTTEN.add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;
    use std::cell::Cell;

    #[test]
    fn the_least_recently_used_goes() {
        let kernel = super::super::compile_uncached(&Builder::new().finish(), Engine::Interpreter);
        let keys: Vec<Key> = (0..3)
            .map(|_| {
                let id = ProgramId::unique();
                (id, Engine::Interpreter, OutputNans::Canonical)
            })
            .collect();
        let compiles = Cell::new(0);
        let mut cache = Cache::new(2);
        let mut find = |i: usize| {
            let before = compiles.get();
            cache.find(keys[i], || {
                compiles.set(compiles.get() + 1);
                kernel.clone()
            });
            compiles.get() != before
        };
        let compiled = [0, 1, 0, 2, 0, 1].map(&mut find);
        assert_eq!(compiled, [true, true, false, true, false, true]);
    }
}
