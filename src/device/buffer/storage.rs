//! The storage of a buffer: immutable versions, and mapping.
//!
//! The bytes are an immutable version behind an `Arc`, and recorded draws hold the version that they read. A write to a
//! version in flight copies it. When the version is large, the write finishes the draws first instead.
//!
//! A mapped range is a block of its own, which the application reads and writes. Unmapping, or an explicit flush, copies
//! the block into a new version. So recorded draws never see what is written, whatever [`Access`] the application asked
//! for.

use super::indices::{IndexCache, IndexRange, widened};
use crate::device::OutOfMemory;
use crate::platform::SharedBytes;
use crate::platform::reserve::from_system;
use std::ops::Range;
use std::sync::Arc;

/// Larger versions in flight are not copied: a write finishes the draws first (DESIGN 5).
pub(super) const COPY_LIMIT: usize = 256 << 10;

/// The error when the storage of a buffer cannot be allocated.
pub const NO_MEMORY: OutOfMemory = OutOfMemory("buffer storage");

/// The contents of a buffer.
#[derive(Debug, Default)]
pub struct Buffer {
    /// The current version.
    pub data: Arc<Vec<u8>>,
    /// The mapped range, while there is one.
    pub mapping: Option<Mapping>,
    /// Converted index arrays of the current version.
    pub indices: IndexCache,
}

/// What the application does with a mapped range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The application reads it.
    Read,
    /// The application writes it.
    Write,
    /// The application reads and writes it.
    ReadWrite,
    /// The application writes it, and does not need what the buffer held.
    Discard,
    /// The application writes only bytes that no recorded draw reads.
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
    /// The first byte of the range.
    pub offset: usize,
    /// How the application uses the range.
    pub access: Access,
    /// Whether only [`Buffer::flush_mapped`] writes the range back, and unmapping does not.
    pub is_flushed_explicitly: bool,
}

impl Mapping {
    /// Writes bytes of the buffer from `start` on to the block. Bytes outside the mapped range are ignored.
    pub fn write(&self, start: usize, bytes: &[u8]) {
        let skipped = self.offset.saturating_sub(start).min(bytes.len());
        let place = (start + skipped).saturating_sub(self.offset);
        self.block.write(place, &bytes[skipped..]);
    }
}

impl Buffer {
    /// Makes these bytes the current version.
    pub fn replace(&mut self, bytes: Vec<u8>) {
        self.data = Arc::new(bytes);
        self.indices.clear();
    }

    /// Writes `source` to a range, which must be inside the storage and have the same length.
    ///
    /// A version in flight is replaced when all of it is written, and copied when it is small. Otherwise `flush` first
    /// finishes the recorded draws (DESIGN 5). [`OutOfMemory`] leaves the storage as it was.
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

    /// Takes the storage out; the caller writes it and puts it back by [`Buffer::replace`]. When the version has other
    /// readers, this is a copy of it. Fails with [`OutOfMemory`] when the copy cannot be allocated.
    pub fn take(&mut self) -> Result<Vec<u8>, OutOfMemory> {
        match Arc::get_mut(&mut self.data) {
            Some(own) => Ok(std::mem::take(own)),
            None => copied(&self.data),
        }
    }

    /// Returns the indices of a range as 32 bits, converted once per version. A range that ends outside the storage gives
    /// `None`. Fails with [`OutOfMemory`] when the converted indices cannot be allocated.
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
        // The limit is twice the number of indices in the whole buffer, so that draws may overlap.
        let limit = self.data.len() / size * 2;
        self.indices.keep(range, &indices, limit);
        Ok(Some(indices))
    }

    /// Maps a range, which must be inside the storage, and returns the address of its copy. An earlier mapping is replaced.
    /// Fails with [`OutOfMemory`] when the copy cannot be allocated.
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

    /// Writes a part of the mapped range to a new version. The part counts from the beginning of the range. Nothing happens
    /// when nothing is mapped. Errors and `flush` are those of [`Buffer::write`].
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

    /// Unmaps the range. What was written becomes the new version, unless the range is flushed explicitly. Errors and
    /// `flush` are those of [`Buffer::write`]; after an error the range is still mapped.
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

/// Copies bytes. Fails with [`OutOfMemory`] when the copy cannot be allocated.
pub fn copied(bytes: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let mut copy = Vec::new();
    from_system(|| copy.try_reserve_exact(bytes.len())).map_err(|_| NO_MEMORY)?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}
