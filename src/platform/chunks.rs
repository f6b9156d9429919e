//! Divides memory into chunks, which workers process in parallel.
#![forbid(unsafe_code)]

use super::workers::{Waking, default_workers, parallel_for};
use std::sync::{Mutex, PoisonError};

/// With fewer bytes, waking a worker costs more than it gains.
const PARALLEL_BYTES: usize = 256 << 10;

/// Calls `job` with the index and the items of each chunk of `len` items. The last chunk may be shorter. If there are many
/// items, workers help.
pub fn for_chunks<T: Send>(items: &mut [T], len: usize, job: impl Fn(usize, &mut [T]) + Sync) {
    let n_workers = if size_of_val(items) < PARALLEL_BYTES {
        0
    } else {
        default_workers()
    };
    let chunks: Vec<Mutex<&mut [T]>> = items.chunks_mut(len.max(1)).map(Mutex::new).collect();
    let done = parallel_for(n_workers, Waking::AtOnce, chunks.len(), &|i| {
        // Each index comes once, so nobody waits for this lock.
        job(
            i,
            &mut chunks[i].lock().unwrap_or_else(PoisonError::into_inner),
        );
    });
    done.expect("a job panicked");
}
