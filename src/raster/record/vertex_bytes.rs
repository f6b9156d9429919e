//! Packed vertices with spare capacity at the end: a vertex is written into memory that exists already, without a list
//! that may grow.
//!
//! ```text
//!   bytes: [ vertices ............ | anything ........ ]
//!                                  └ end                └ bytes.len()
//! ```
#![forbid(unsafe_code)]

use crate::platform::reserve::from_system;
use std::collections::TryReserveError;

/// The least spare capacity that is made, in bytes.
const LEAST_ROOM: usize = 256;

/// The bytes of vertices, and spare capacity. Memory is never cleared a second time: that would cost as much as writing
/// the vertices.
#[derive(Debug, Clone, Default)]
pub struct VertexBytes {
    bytes: Vec<u8>,
    end: usize,
}

impl VertexBytes {
    /// No vertices yet, in memory that was used before.
    pub fn within(bytes: Vec<u8>) -> VertexBytes {
        VertexBytes { bytes, end: 0 }
    }

    /// The whole memory. It begins with the vertices, and may hold anything after them.
    pub(crate) fn into_memory(self) -> Vec<u8> {
        self.bytes
    }

    /// The number of bytes that vertices take.
    #[inline(always)]
    pub fn end(&self) -> usize {
        self.end
    }

    /// The vertices from a byte on.
    pub fn from(&self, start: usize) -> &[u8] {
        &self.bytes[start..self.end]
    }

    /// The spare bytes for the next `n`, if there is capacity for them.
    #[inline(always)]
    pub fn room(&mut self, n: usize) -> Option<&mut [u8]> {
        self.bytes.get_mut(self.end..self.end.wrapping_add(n))
    }

    /// Counts `n` bytes as written.
    #[inline(always)]
    pub fn advance(&mut self, n: usize) {
        self.end += n;
    }

    /// Reserves capacity for `n` bytes.
    pub fn reserve(&mut self, n: usize) -> Result<(), TryReserveError> {
        let len = self.bytes.len();
        let need = self.end.saturating_add(n);
        if need > len {
            let room = need.max(len + len / 2).max(LEAST_ROOM);
            from_system(|| self.bytes.try_reserve_exact(room - len))?;
            self.bytes.resize(room, 0);
        }
        Ok(())
    }

    pub fn extend_from_slice(&mut self, bytes: &[u8]) -> Result<(), TryReserveError> {
        self.reserve(bytes.len())?;
        self.bytes[self.end..][..bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
        Ok(())
    }

    /// Drops the vertices from this byte on.
    pub fn truncate(&mut self, end: usize) {
        self.end = self.end.min(end);
    }

    /// Moves the bytes from `from` on down to `to`.
    pub fn close_gap(&mut self, to: usize, from: usize) {
        self.bytes.copy_within(from..self.end, to);
        self.end -= from - to;
    }
}
