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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_handed_out_once() {
        for n in [0, 1, 7, 100_000] {
            let mut items: Vec<u32> = vec![0; n];
            for_chunks(&mut items, 7, |chunk, items| {
                items.iter_mut().for_each(|item| *item += chunk as u32);
            });
            assert!(items.iter().zip(0..).all(|(item, i)| *item == i / 7));
        }
    }
}
