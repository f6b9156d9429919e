//! The application's bytes of a level, kept beside its texels, for APIs whose surfaces can be locked.
//!
//! Texels are stored in the few formats that are sampled fast. A locked surface must return what was written, bit by bit,
//! in its own format (R5G6B5, V8U8, D16, …). So the bytes are kept, as blocks of compressed images are: the texels are made
//! from them. After a draw to the level the texels are newer, and the bytes are [stale](OriginalBytes::is_stale). The API
//! then packs the bytes again from the texels before the next lock.

use super::bytes::{NO_MEMORY, unshare, zeroes};
use crate::device::OutOfMemory;
use std::ops::Range;
use std::sync::Arc;

/// The rows of a level in the application's layout. `pitch` is the distance in bytes from one row to the next. The images
/// of a volume follow each other.
#[derive(Debug, Clone)]
pub struct OriginalBytes {
    bytes: Arc<Vec<u8>>,
    /// The bytes of a row without padding, and the bytes from one row to the next.
    row: usize,
    pitch: usize,
    is_stale: bool,
}

impl OriginalBytes {
    /// Returns zeros for `rows` rows of `row` bytes each, padded to a pitch of a multiple of 4 bytes. Fails with
    /// [`OutOfMemory`]
    /// when they cannot be allocated.
    pub fn zeroed(row: usize, rows: usize) -> Result<OriginalBytes, OutOfMemory> {
        let pitch = row.checked_next_multiple_of(4).ok_or(NO_MEMORY)?;
        let len = pitch.checked_mul(rows).ok_or(NO_MEMORY)?;
        Ok(OriginalBytes {
            bytes: Arc::new(zeroes(len)?),
            row,
            pitch,
            is_stale: false,
        })
    }

    /// The bytes from one row to the next.
    pub fn pitch(&self) -> usize {
        self.pitch
    }

    /// Returns the bytes of row `y`, without its padding.
    pub fn row(&self, y: usize) -> &[u8] {
        &self.bytes[self.range(y)]
    }

    /// Borrows the rows for writing. Afterwards the caller makes the texels from them. Rows that a copy of the level holds
    /// are copied first. Fails with [`OutOfMemory`] when the copy cannot be allocated.
    pub fn lock(&mut self) -> Result<&mut [u8], OutOfMemory> {
        self.is_stale = false;
        unshare(&mut self.bytes).map(Vec::as_mut_slice)
    }

    /// Marks the bytes as older than the texels, because a draw has written the texels.
    pub fn mark_stale(&mut self) {
        self.is_stale = true;
    }

    /// Whether the texels are newer than the bytes.
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    fn range(&self, y: usize) -> Range<usize> {
        let start = y * self.pitch;
        start..start + self.row
    }
}
