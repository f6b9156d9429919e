//! Buffer objects as contexts hold them: storage and what is known by GL's names, deletion, bindings (GL 1.5 section 2.9).
//!
//! The storage itself is [`crate::device::buffer`].
#![forbid(unsafe_code)]

use crate::device::OutOfMemory;
use crate::device::buffer::{self, Buffer};
use crate::gl::context::enums::*;
use crate::gl::{GlError, Result};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// What a buffer object holds.
#[derive(Debug)]
pub struct BufferContents {
    /// Its bytes, and the mapped range.
    pub storage: Buffer,
    /// BUFFER_USAGE
    pub usage: u32,
    /// BUFFER_ACCESS
    pub access: u32,
    /// BUFFER_ACCESS_FLAGS of a mapped buffer.
    pub(crate) access_flags: u32,
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
        if contents.storage.mapping.is_some() {
            return Err(MAPPED);
        }
        let bytes = contents.storage.take()?;
        Ok(BufferWrite {
            bytes,
            object: object.clone(),
        })
    }
}

impl Drop for BufferWrite {
    fn drop(&mut self) {
        let mut contents = self.object.contents.lock();
        contents.storage.replace(std::mem::take(&mut self.bytes));
    }
}

/// What commands say that need the contents of a mapped buffer.
pub(crate) const MAPPED: GlError = GlError::invalid_operation("the buffer is mapped");

/// Storage that cannot be had.
pub(crate) const NO_MEMORY: OutOfMemory = buffer::storage::NO_MEMORY;

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
            storage: Buffer::default(),
            usage: STATIC_DRAW,
            access: READ_WRITE,
            access_flags: 0,
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
        contents.storage.replace(bytes);
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
        match contents.storage.mapping {
            None => Ok(contents.storage.data.clone()),
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
