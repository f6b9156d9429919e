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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::texture::format::StorageFormat;
    use crate::device::texture::level::new_level;
    use crate::device::texture::storage::Texture;
    use crate::format::{BaseFormat, TextureShape};
    use crate::texture::TexelFormat;

    #[test]
    fn rows_come_back_as_they_were_written() {
        let mut bytes = OriginalBytes::zeroed(6, 2).unwrap();
        assert_eq!((bytes.pitch(), bytes.row(1)), (8, &[0; 6][..]));
        let before = bytes.clone();
        // Three pixels of R5G6B5 in the second row.
        bytes.lock().unwrap()[8..14].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(bytes.row(1), [1, 2, 3, 4, 5, 6]);
        assert_eq!(
            before.row(1),
            [0; 6],
            "a copy of the level keeps its version"
        );
        assert!(OriginalBytes::zeroed(usize::MAX, 2).is_err());
    }

    #[test]
    fn draws_make_the_bytes_stale_and_locks_make_them_new() {
        let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
        let mut level = new_level(TextureShape::D2, format, [2, 1, 1], 0).unwrap();
        level.original = Some(OriginalBytes::zeroed(4, 1).unwrap());
        let mut texture = Texture::new(TextureShape::D2);
        texture.set_level(0, 0, Some(level));
        let is_stale = |texture: &Texture| {
            let original = texture
                .level(0, 0)
                .and_then(|level| level.original.as_ref());
            original.unwrap().is_stale()
        };
        let plane = texture.plane(0, 0, 0).unwrap().unwrap();
        texture.settle().unwrap();
        assert!(!is_stale(&texture), "nothing was drawn");
        plane.mark_newer();
        texture.settle().unwrap();
        assert!(is_stale(&texture));
        let level = texture.faces[0][0].as_mut().unwrap();
        level.original.as_mut().unwrap().lock().unwrap();
        assert!(!is_stale(&texture));
    }
}
