//! Index arrays of a buffer, converted to 32 bits once per version, because draws repeat the same few.

use crate::device::OutOfMemory;
use crate::platform::reserve::from_system;
use std::sync::Arc;

/// The place of indices in a buffer: byte offset, number of indices, bytes of one index (1, 2 or 4).
pub type IndexRange = (usize, usize, usize);

/// Index arrays kept per buffer.
const KEPT_INDEX_ARRAYS: usize = 64;

/// The converted index arrays of one version. A search compares all of them, so the cache is small.
///
/// It is no [`crate::cache::Lru`]. That one bounds the number of its values, but what matters here is their memory, which
/// may not grow beyond that of the buffer's own indices. All arrays become wrong together when the buffer changes, and the
/// few ranges that an application draws are found without hashing.
#[derive(Debug, Default)]
pub struct IndexCache {
    rows: Vec<(IndexRange, Arc<Vec<u32>>)>,
    total: usize,
}

impl IndexCache {
    /// Returns the indices of a range, if they are kept.
    pub fn find(&self, key: IndexRange) -> Option<Arc<Vec<u32>>> {
        self.rows
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, indices)| indices.clone())
    }

    /// Keeps an index array. All arrays together have at most `limit` indices; when there is no room, all others are
    /// dropped.
    pub fn keep(&mut self, key: IndexRange, indices: &Arc<Vec<u32>>, limit: usize) {
        if self.rows.len() >= KEPT_INDEX_ARRAYS || self.total + indices.len() > limit {
            self.clear();
        }
        if indices.len() <= limit {
            self.total += indices.len();
            self.rows.push((key, indices.clone()));
        }
    }

    /// Drops all arrays.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.total = 0;
    }
}

/// Appends unsigned indices of `size` bytes each (1, 2 or 4) to an empty list. [`OutOfMemory`] when they have no room.
pub fn widened(bytes: &[u8], size: usize, mut out: Vec<u32>) -> Result<Vec<u32>, OutOfMemory> {
    from_system(|| out.try_reserve_exact(bytes.len() / size))
        .map_err(|_| OutOfMemory("indices"))?;
    match size {
        1 => out.extend(bytes.iter().map(|b| u32::from(*b))),
        2 => out.extend(
            bytes
                .chunks_exact(2)
                .map(|b| u32::from(u16::from_ne_bytes([b[0], b[1]]))),
        ),
        _ => out.extend(
            bytes
                .chunks_exact(4)
                .map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]])),
        ),
    }
    Ok(out)
}
