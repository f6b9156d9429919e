//! The storage of a buffer: immutable versions, and mapping.
//!
//! The bytes are an immutable version behind an `Arc`; recorded draws hold the version that they read. Writing to a version
//! in flight copies it, or carries out the draws first when it is large.
//!
//! A mapped range is a block of its own, which the application reads and writes. Unmapping, or an explicit flush, makes it
//! part of a new version. So recorded draws never see what is written, whatever [`Access`] the application asked for.

use super::indices::{IndexCache, IndexRange, widened};
use crate::device::OutOfMemory;
use crate::platform::SharedBytes;
use std::ops::Range;
use std::sync::Arc;

/// Larger versions in flight are not copied: the draws are carried out first (DESIGN 5).
const COPY_LIMIT: usize = 256 << 10;

/// Storage that cannot be had.
pub const NO_MEMORY: OutOfMemory = OutOfMemory("buffer storage");

/// What a buffer holds.
#[derive(Debug, Default)]
pub struct Buffer {
    /// The present version.
    pub data: Arc<Vec<u8>>,
    /// The mapped range, while there is one.
    pub mapping: Option<Mapping>,
    /// Index arrays of the present version, converted.
    pub indices: IndexCache,
}

/// What the application does with a mapped range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It does both.
    ReadWrite,
    /// It writes, and does not need what the buffer held.
    Discard,
    /// It writes only what no recorded draw reads.
    NoOverwrite,
}

impl Access {
    /// Whether unmapping writes the range back.
    pub fn writes(self) -> bool {
        self != Access::Read
    }
}

/// A mapped range of a buffer.
#[derive(Debug)]
pub struct Mapping {
    /// The block that the application reads and writes: a copy of the range.
    pub block: SharedBytes,
    /// Where the range begins, in bytes.
    pub offset: usize,
    /// What the application does with it.
    pub access: Access,
    /// Only [`Buffer::flush_mapped`] writes it back, not unmapping.
    pub is_flushed_explicitly: bool,
}

impl Mapping {
    /// Writes bytes of the buffer from `start` on to the block, as far as they are in the mapped range.
    pub fn write(&self, start: usize, bytes: &[u8]) {
        let skipped = self.offset.saturating_sub(start).min(bytes.len());
        let place = (start + skipped).saturating_sub(self.offset);
        self.block.write(place, &bytes[skipped..]);
    }
}

impl Buffer {
    /// Makes these bytes the present version.
    pub fn replace(&mut self, bytes: Vec<u8>) {
        self.data = Arc::new(bytes);
        self.indices.clear();
    }

    /// Writes `source` to a range, which must be inside the storage and as long.
    ///
    /// A version in flight is replaced when all of it is written, and copied when it is small. Else `flush` carries out the
    /// recorded draws first (DESIGN 5). [`OutOfMemory`] leaves the storage as it was.
    pub fn write(
        &mut self,
        range: Range<usize>,
        source: &[u8],
        flush: &mut dyn FnMut(),
    ) -> Result<(), OutOfMemory> {
        let is_whole = range.len() == self.data.len();
        if is_whole && Arc::get_mut(&mut self.data).is_none() {
            self.replace(copied(source)?);
            return Ok(());
        }
        if self.data.len() > COPY_LIMIT && Arc::get_mut(&mut self.data).is_none() {
            flush();
        }
        let mut bytes = self.take()?;
        bytes[range].copy_from_slice(source);
        self.replace(bytes);
        Ok(())
    }

    /// Takes the storage out, to be written and put back by [`Buffer::replace`]; a copy of it when the version is read
    /// elsewhere. [`OutOfMemory`] when the copy cannot be had.
    pub fn take(&mut self) -> Result<Vec<u8>, OutOfMemory> {
        match Arc::get_mut(&mut self.data) {
            Some(own) => Ok(std::mem::take(own)),
            None => copied(&self.data),
        }
    }

    /// The indices of a range as 32 bits, converted once per version. `None` when the range ends outside the storage;
    /// [`OutOfMemory`] when the converted ones have no room.
    pub fn index_array(&mut self, range: IndexRange) -> Result<Option<Arc<Vec<u32>>>, OutOfMemory> {
        if let Some(found) = self.indices.find(range) {
            return Ok(Some(found));
        }
        let (start, count, size) = range;
        let end = count.checked_mul(size).and_then(|n| start.checked_add(n));
        let Some(bytes) = end.and_then(|end| self.data.get(start..end)) else {
            return Ok(None);
        };
        let indices = Arc::new(widened(bytes, size, Vec::new())?);
        // Twice the number of indices in the whole buffer: room for draws that overlap.
        let limit = self.data.len() / size * 2;
        self.indices.keep(range, &indices, limit);
        Ok(Some(indices))
    }

    /// Maps a range, which must be inside the storage; the address of its copy, in place of a mapping that there was.
    /// [`OutOfMemory`] when the copy cannot be had.
    pub fn map(
        &mut self,
        range: Range<usize>,
        access: Access,
        is_flushed_explicitly: bool,
    ) -> Result<usize, OutOfMemory> {
        let offset = range.start;
        let block =
            SharedBytes::from_bytes(&self.data[range]).ok_or(OutOfMemory("mapped buffer"))?;
        let address = block.address();
        self.mapping = Some(Mapping {
            block,
            offset,
            access,
            is_flushed_explicitly,
        });
        Ok(address)
    }

    /// Makes a part of the mapped range, counted from its beginning, part of a new version. Nothing happens when nothing is
    /// mapped. Errors and `flush` as for [`Buffer::write`].
    pub fn flush_mapped(
        &mut self,
        part: Range<usize>,
        flush: &mut dyn FnMut(),
    ) -> Result<(), OutOfMemory> {
        let Some(mapping) = &self.mapping else {
            return Ok(());
        };
        let bytes = mapping.block.to_vec().ok_or(NO_MEMORY)?;
        let place = mapping.offset + part.start..mapping.offset + part.end;
        self.write(place, &bytes[part], flush)
    }

    /// Unmaps. What was written becomes the new version, unless it is flushed explicitly. Errors and `flush` as for
    /// [`Buffer::write`]; after an error the range is still mapped.
    pub fn unmap(&mut self, flush: &mut dyn FnMut()) -> Result<(), OutOfMemory> {
        if let Some(mapping) = &self.mapping
            && mapping.access.writes()
            && !mapping.is_flushed_explicitly
        {
            let bytes = mapping.block.to_vec().ok_or(NO_MEMORY)?;
            if bytes.len() == self.data.len() {
                self.replace(bytes);
            } else {
                let range = mapping.offset..mapping.offset + bytes.len();
                self.write(range, &bytes, flush)?;
            }
        }
        self.mapping = None;
        Ok(())
    }
}

/// A copy of bytes. [`OutOfMemory`] when it cannot be had.
pub fn copied(bytes: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(|_| NO_MEMORY)?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(bytes: &[u8]) -> Buffer {
        let mut buffer = Buffer::default();
        buffer.replace(bytes.to_vec());
        buffer
    }

    #[test]
    fn large_versions_in_flight_are_drawn_before_they_are_written() {
        for (size, flushes) in [(16, 0), (COPY_LIMIT + 1, 1)] {
            let mut buffer = buffer(&vec![1; size]);
            let mut in_flight = Some(buffer.data.clone());
            let mut count = 0;
            let mut flush = || {
                in_flight = None;
                count += 1;
            };
            buffer.write(1..2, &[5], &mut flush).unwrap();
            assert_eq!((count, &buffer.data[..3]), (flushes, &[1, 5, 1][..]));
            // A version that nobody reads is written where it is.
            buffer
                .write(0..1, &[6], &mut || panic!("nothing to draw"))
                .unwrap();
            assert_eq!(buffer.data[..3], [6, 5, 1]);
        }
    }

    #[test]
    fn indices_are_converted_once_per_version() {
        let mut buffer = buffer(&[9, 1, 0, 2, 0, 3, 0]);
        let range = (1, 3, 2);
        let first = buffer.index_array(range).unwrap().unwrap();
        assert_eq!(*first, [1, 2, 3]);
        let again = buffer.index_array(range).unwrap().unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        for outside in [(1, 4, 2), (usize::MAX, 1, 1), (0, usize::MAX, 4)] {
            assert!(buffer.index_array(outside).unwrap().is_none());
        }
        buffer.write(1..2, &[7], &mut || {}).unwrap();
        let after = buffer.index_array((1, 1, 1)).unwrap().unwrap();
        assert_eq!((after[0], first[1]), (7, 2));
    }

    #[test]
    fn only_mappings_that_write_come_back() {
        use Access::{Discard, NoOverwrite, Read, ReadWrite, Write};
        for access in [Read, Write, ReadWrite, Discard, NoOverwrite] {
            for explicit in [false, true] {
                let mut buffer = buffer(&[1, 2, 3, 4]);
                buffer.map(1..3, access, explicit).unwrap();
                buffer.mapping.as_ref().unwrap().block.write(0, &[8, 9]);
                buffer.unmap(&mut || {}).unwrap();
                let is_written = access != Read && !explicit;
                let expected = if is_written {
                    [1, 8, 9, 4]
                } else {
                    [1, 2, 3, 4]
                };
                assert_eq!(buffer.data[..], expected, "{access:?} {explicit}");
                assert!(buffer.mapping.is_none());
            }
        }
    }
}
