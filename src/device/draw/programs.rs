//! A cache of programs that are built from keys, such as those of fixed-function stages.

use crate::cache::Lru;
use crate::frontend::BoundProgram;
use crate::platform::roomy_stack::with_room;
use std::hash::Hash;
use std::sync::Arc;

/// The most programs that a cache keeps, per stage.
const MAX_PROGRAMS: u32 = 256;

/// Programs by key. The last one is found without hashing.
#[derive(Debug)]
pub struct ProgramCache<K> {
    last: Option<(K, Arc<BoundProgram>)>,
    programs: Lru<K, Arc<BoundProgram>>,
}

impl<K> Default for ProgramCache<K> {
    fn default() -> Self {
        ProgramCache {
            last: None,
            programs: Lru::new(MAX_PROGRAMS),
        }
    }
}

impl<K: Clone + Eq + Hash> ProgramCache<K> {
    /// Returns the program of a key. `build` makes it when the cache does not hold it.
    pub fn get(&mut self, key: K, build: impl FnOnce(&K) -> BoundProgram) -> Arc<BoundProgram> {
        if let Some((last, program)) = &self.last
            && *last == key
        {
            return program.clone();
        }
        let program = match self.programs.get(&key) {
            Some(program) => program.clone(),
            None => {
                let program = Arc::new(with_room(|| build(&key)));
                self.programs.insert(key.clone(), program.clone());
                program
            }
        };
        self.last = Some((key, program.clone()));
        program
    }
}
