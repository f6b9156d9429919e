//! The storage of buffer objects: immutable versions, mapping, converted indices (GL 1.5 section 2.9).
//!
//! A buffer's storage is an immutable version behind an `Arc`; recorded draws hold the version that they read. Writing
//! to a version in flight copies it, or waits for the draws when it is large.
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::{Context, GlError, Result};
use crate::platform::SharedBytes;
use parking_lot::Mutex;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Larger versions in flight are not copied: the draws are carried out first (DESIGN 5).
const COPY_LIMIT: usize = 256 << 10;

/// What a buffer object holds.
#[derive(Debug)]
pub struct BufferContents {
    /// The present version.
    pub data: Arc<Vec<u8>>,
    /// BUFFER_USAGE
    pub usage: u32,
    /// BUFFER_ACCESS
    pub access: u32,
    /// While the buffer is mapped.
    pub(crate) mapping: Option<Mapping>,
    /// Index arrays of the present version, converted.
    pub(crate) indices: IndexCache,
}

/// A mapped range of a buffer.
#[derive(Debug)]
pub(crate) struct Mapping {
    /// The block that the application reads and writes: a copy of the range.
    pub(crate) block: SharedBytes,
    /// Where the range begins.
    pub(crate) offset: usize,
    /// Access bits of MapBufferRange.
    pub(crate) access: u32,
}

impl Mapping {
    /// Writes bytes of the buffer from `start` on, as far as they are in the mapped range.
    pub(crate) fn write(&self, start: usize, bytes: &[u8]) {
        let skipped = self.offset.saturating_sub(start).min(bytes.len());
        let place = (start + skipped).saturating_sub(self.offset);
        self.block.write(place, &bytes[skipped..]);
    }
}

/// Converted index arrays of one version: draws repeat the same few, so a short row is enough.
#[derive(Debug, Default)]
pub(crate) struct IndexCache {
    rows: Vec<(IndexRange, Arc<Vec<u32>>)>,
    total: usize,
}

/// Indices in a buffer: byte offset, number, bytes of one.
pub(crate) type IndexRange = (usize, usize, usize);

/// Index arrays kept per buffer.
const KEPT_INDEX_ARRAYS: usize = 64;

impl IndexCache {
    pub(crate) fn find(&self, key: IndexRange) -> Option<Arc<Vec<u32>>> {
        self.rows
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, indices)| indices.clone())
    }

    /// Keeps an index array, of at most `limit` indices in all; a full row starts anew.
    pub(crate) fn keep(&mut self, key: IndexRange, indices: &Arc<Vec<u32>>, limit: usize) {
        if self.rows.len() >= KEPT_INDEX_ARRAYS || self.total + indices.len() > limit {
            self.clear();
        }
        if indices.len() <= limit {
            self.total += indices.len();
            self.rows.push((key, indices.clone()));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.total = 0;
    }
}

impl BufferContents {
    /// Makes these bytes the present version.
    pub(crate) fn replace(&mut self, bytes: Vec<u8>) {
        self.data = Arc::new(bytes);
        self.indices.clear();
    }

    /// Writes a part of the storage, which must be inside it. A version in flight is replaced when all of it is
    /// written, copied when it is small; else the draws are carried out first (DESIGN 5). OUT_OF_MEMORY leaves it as it
    /// was.
    pub(crate) fn write(&mut self, cx: &mut Context, range: Range<usize>, source: &[u8]) -> Result {
        let is_whole = range.len() == self.data.len();
        if is_whole && Arc::get_mut(&mut self.data).is_none() {
            self.replace(copied(source)?);
            return Ok(());
        }
        if self.data.len() > COPY_LIMIT && Arc::get_mut(&mut self.data).is_none() {
            cx.finish();
        }
        let mut bytes = self.take()?;
        bytes[range].copy_from_slice(source);
        self.replace(bytes);
        Ok(())
    }

    /// Takes the storage out, to be written and put back by [`BufferContents::replace`]; a copy of it when the version
    /// is read elsewhere.
    fn take(&mut self) -> Result<Vec<u8>> {
        match Arc::get_mut(&mut self.data) {
            Some(own) => Ok(std::mem::take(own)),
            None => copied(&self.data),
        }
    }
}

/// The storage of a buffer while the driver writes it; dropping this makes it the present version.
#[derive(Debug)]
pub(crate) struct BufferWrite {
    /// The bytes; their number must stay.
    pub(crate) bytes: Vec<u8>,
    object: Arc<BufferObject>,
}

impl BufferWrite {
    /// Takes the storage. INVALID_OPERATION while the buffer is mapped, OUT_OF_MEMORY when a version that is read
    /// elsewhere cannot be copied.
    pub(crate) fn new(object: &Arc<BufferObject>) -> Result<BufferWrite> {
        let mut contents = object.contents.lock();
        if contents.mapping.is_some() {
            return Err(MAPPED);
        }
        let bytes = contents.take()?;
        Ok(BufferWrite {
            bytes,
            object: object.clone(),
        })
    }
}

impl Drop for BufferWrite {
    fn drop(&mut self) {
        self.object
            .contents
            .lock()
            .replace(std::mem::take(&mut self.bytes));
    }
}

/// What commands say that need the contents of a mapped buffer.
pub(crate) const MAPPED: GlError = GlError::invalid_operation("the buffer is mapped");

/// Storage that cannot be had.
pub(crate) const NO_MEMORY: GlError = GlError::out_of_memory("buffer storage");

/// A copy. OUT_OF_MEMORY when it cannot be had.
pub(crate) fn copied(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(|_| NO_MEMORY)?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// A buffer object.
#[derive(Debug)]
pub struct BufferObject {
    /// Its name; 0 for what arrays of a deleted buffer read.
    pub name: u32,
    /// Its contents.
    pub contents: Mutex<BufferContents>,
    /// Its name was deleted; other contexts may still have it bound.
    deleted: AtomicBool,
    /// NewObjectBufferATI made it.
    pub(crate) is_object_buffer: bool,
}

/// What arrays of a deleted buffer read: nothing, so zeros. Its name is 0, as the specification wants the binding; the
/// array's pointer stays an offset and must never be taken for an address.
static ORPHAN: LazyLock<Arc<BufferObject>> = LazyLock::new(|| Arc::new(BufferObject::new(0)));

impl BufferObject {
    pub(crate) fn new(name: u32) -> BufferObject {
        let contents = BufferContents {
            data: Arc::default(),
            usage: STATIC_DRAW,
            access: READ_WRITE,
            mapping: None,
            indices: IndexCache::default(),
        };
        BufferObject {
            name,
            contents: Mutex::new(contents),
            deleted: AtomicBool::new(false),
            is_object_buffer: false,
        }
    }

    /// What NewObjectBufferATI makes.
    pub(crate) fn object_buffer(name: u32, bytes: Vec<u8>, usage: u32) -> BufferObject {
        let mut object = BufferObject::new(name);
        object.is_object_buffer = true;
        let contents = object.contents.get_mut();
        contents.replace(bytes);
        contents.usage = usage;
        object
    }

    /// Its name is gone: bindings that are checked from now on drop it.
    pub(crate) fn mark_deleted(&self) {
        self.deleted.store(true, Ordering::Relaxed);
    }

    /// The present version. INVALID_OPERATION while the buffer is mapped.
    pub fn version(&self) -> Result<Arc<Vec<u8>>> {
        let contents = self.contents.lock();
        match contents.mapping {
            None => Ok(contents.data.clone()),
            Some(_) => Err(MAPPED),
        }
    }
}

/// A bound buffer; `None` for name 0.
pub type Binding = Option<Arc<BufferObject>>;

/// The name of a binding.
pub fn name_of(binding: &Binding) -> u32 {
    binding.as_ref().map_or(0, |object| object.name)
}

fn is_deleted(binding: &Binding) -> bool {
    binding
        .as_ref()
        .is_some_and(|object| object.deleted.load(Ordering::Relaxed))
}

/// Unbinds a deleted buffer.
pub(crate) fn drop_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = None;
    }
}

/// An array of a deleted buffer reads zeros from now on.
pub(crate) fn orphan_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = Some(ORPHAN.clone());
    }
}
