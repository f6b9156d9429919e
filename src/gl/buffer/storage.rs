//! Buffer objects as contexts hold them: storage, state with GL names, deletion, bindings (GL 1.5 section 2.9).
//!
//! The storage itself is [`crate::device::buffer`].
#![forbid(unsafe_code)]

use crate::device::OutOfMemory;
use crate::device::buffer::{self, Buffer};
use crate::gl::context::named::gl_enum;
use crate::gl::{GlError, Result};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

gl_enum! {
    /// BUFFER_USAGE: what the application says that it will do with a buffer.
    pub enum Usage {
        StreamDraw = STREAM_DRAW,
        StreamRead = STREAM_READ,
        StreamCopy = STREAM_COPY,
        StaticDraw = STATIC_DRAW,
        StaticRead = STATIC_READ,
        StaticCopy = STATIC_COPY,
        DynamicDraw = DYNAMIC_DRAW,
        DynamicRead = DYNAMIC_READ,
        DynamicCopy = DYNAMIC_COPY,
    }
}

gl_enum! {
    /// BUFFER_ACCESS: how a buffer was last mapped.
    pub enum MapAccess {
        Read = READ_ONLY,
        Write = WRITE_ONLY,
        ReadWrite = READ_WRITE,
    }
}

/// What BufferData replaces, with the state of its mapping.
#[derive(Debug)]
pub struct BufferContents {
    /// The bytes, and the mapped range.
    pub storage: Buffer,
    pub usage: Usage,
    pub access: MapAccess,
    /// BUFFER_ACCESS_FLAGS of a mapped buffer: the bits as they were given.
    pub(crate) access_flags: u32,
}

/// The storage of a buffer while the driver writes it. Dropping this makes it the current version.
#[derive(Debug)]
pub(crate) struct BufferWrite {
    /// The bytes. Their number must not change.
    pub(crate) bytes: Vec<u8>,
    object: Arc<BufferObject>,
}

impl BufferWrite {
    /// Takes the storage. Gives INVALID_OPERATION while the buffer is mapped, OUT_OF_MEMORY when a version with other
    /// readers cannot be copied.
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

/// The error of a command that needs the contents of a mapped buffer.
pub(crate) const MAPPED: GlError = GlError::invalid_operation("the buffer is mapped");

/// The error when the storage cannot be allocated.
pub(crate) const NO_MEMORY: OutOfMemory = buffer::storage::NO_MEMORY;

#[derive(Debug)]
pub struct BufferObject {
    /// The name. It is 0 for the buffer that arrays of a deleted buffer read.
    pub name: u32,
    pub contents: Mutex<BufferContents>,
    /// Whether the name was deleted. Other contexts may still have the buffer bound.
    deleted: AtomicBool,
    /// Whether NewObjectBufferATI made it.
    pub(crate) is_object_buffer: bool,
}

/// The buffer that arrays read after theirs was deleted. It is empty, so they read zeros. Its name is 0, as the
/// specification asks for the binding. The array's pointer stays an offset and must never be taken for an address.
static ORPHAN: LazyLock<Arc<BufferObject>> = LazyLock::new(|| Arc::new(BufferObject::new(0)));

impl BufferObject {
    pub(crate) fn new(name: u32) -> BufferObject {
        let contents = BufferContents {
            storage: Buffer::default(),
            usage: Usage::StaticDraw,
            access: MapAccess::ReadWrite,
            access_flags: 0,
        };
        BufferObject {
            name,
            contents: Mutex::new(contents),
            deleted: AtomicBool::new(false),
            is_object_buffer: false,
        }
    }

    /// Makes a buffer for NewObjectBufferATI.
    pub(crate) fn object_buffer(name: u32, bytes: Vec<u8>, usage: Usage) -> BufferObject {
        let mut object = BufferObject::new(name);
        object.is_object_buffer = true;
        let contents = object.contents.get_mut();
        contents.storage.replace(bytes);
        contents.usage = usage;
        object
    }

    /// Marks the name as deleted. Bindings that are checked from now on drop the buffer.
    pub(crate) fn mark_deleted(&self) {
        self.deleted.store(true, Ordering::Relaxed);
    }

    /// The current version. Gives INVALID_OPERATION while the buffer is mapped.
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

pub fn name_of(binding: &Binding) -> u32 {
    binding.as_ref().map_or(0, |object| object.name)
}

fn is_deleted(binding: &Binding) -> bool {
    binding
        .as_ref()
        .is_some_and(|object| object.deleted.load(Ordering::Relaxed))
}

/// Unbinds the buffer, if it was deleted.
pub(crate) fn drop_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = None;
    }
}

/// Binds the empty buffer instead of a deleted one, so that the array reads zeros.
pub(crate) fn orphan_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = Some(ORPHAN.clone());
    }
}
