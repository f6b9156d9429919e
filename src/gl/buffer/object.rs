//! Buffer objects: names, binding, data (GL 1.5 section 2.9). [`super::map`] has mapping and queries, `super::storage` the
//! contents of a buffer.
#![forbid(unsafe_code)]

pub use super::storage::{Binding, BufferContents, BufferObject, name_of};
use super::storage::{MAPPED, MapAccess, NO_MEMORY, Usage, drop_deleted};
use crate::device::buffer::copied;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::context::names::gen_names;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, zeroed_bytes};
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub struct BufferState {
    /// ARRAY_BUFFER_BINDING
    pub array: Binding,
    /// ELEMENT_ARRAY_BUFFER_BINDING
    pub element: Binding,
    /// PIXEL_PACK_BUFFER_BINDING
    pub pack: Binding,
    /// PIXEL_UNPACK_BUFFER_BINDING
    pub unpack: Binding,
    /// COPY_READ_BUFFER (ARB_copy_buffer)
    pub copy_read: Binding,
    /// COPY_WRITE_BUFFER
    pub copy_write: Binding,
}

impl BufferState {
    pub(crate) fn target(&mut self, target: u32) -> Result<&mut Binding> {
        match target {
            ARRAY_BUFFER => Ok(&mut self.array),
            ELEMENT_ARRAY_BUFFER => Ok(&mut self.element),
            PIXEL_PACK_BUFFER => Ok(&mut self.pack),
            PIXEL_UNPACK_BUFFER => Ok(&mut self.unpack),
            COPY_READ_BUFFER => Ok(&mut self.copy_read),
            COPY_WRITE_BUFFER => Ok(&mut self.copy_write),
            _ => Err(GlError::invalid_enum("buffer target")),
        }
    }

    /// Binds no buffer where a deleted one is bound.
    pub(crate) fn drop_deleted(&mut self) {
        for binding in [
            &mut self.array,
            &mut self.element,
            &mut self.pack,
            &mut self.unpack,
            &mut self.copy_read,
            &mut self.copy_write,
        ] {
            drop_deleted(binding);
        }
    }
}

/// The buffer bound to a target. Gives INVALID_OPERATION for name 0.
pub(crate) fn bound(buffers: &mut BufferState, target: u32) -> Result<Arc<BufferObject>> {
    buffers
        .target(target)?
        .clone()
        .ok_or(GlError::invalid_operation("no buffer is bound"))
}

pub(crate) fn count(n: i32) -> Result<usize> {
    usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))
}

/// glBindBuffer: the first use of a name makes the object. Gives INVALID_ENUM for a wrong target.
pub fn bind_buffer(call: &mut Call<'_>, target: u32, buffer: u32) -> Result {
    let binding = call.cx.buffers.target(target)?;
    let make = || BufferObject::new(buffer);
    *binding = match buffer {
        0 => None,
        name => Some(call.cx.shared.buffers.lock().get_or_make(name, make)?),
    };
    Ok(())
}

/// glGenBuffers: reserves names. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than 4 million and where memory
/// is short.
pub fn gen_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    gen_names(call, n, buffers, |shared| &shared.buffers)
}

pub fn is_buffer(call: &mut Call<'_>, buffer: u32) -> Result<u8> {
    let table = call.cx.shared.buffers.lock();
    Ok(u8::from(table.get(buffer).is_some()))
}

/// glBufferData: makes a new version of this size, and unmaps a mapped buffer. Gives INVALID_ENUM for a wrong target or
/// usage, INVALID_VALUE for a negative size. OUT_OF_MEMORY (also for 2 GiB and more) leaves the buffer as it was.
pub fn buffer_data(
    call: &mut Call<'_>,
    target: u32,
    size: isize,
    data: ClientPtr<u8>,
    usage: u32,
) -> Result {
    call.cx.buffers.target(target)?;
    let usage = Usage::checked(usage, "buffer usage")?;
    let size = usize::try_from(size).map_err(|_| GlError::invalid_value("negative buffer size"))?;
    let object = bound(&mut call.cx.buffers, target)?;
    // BUFFER_SIZE must be able to report the size.
    if size > i32::MAX as usize {
        return Err(NO_MEMORY.into());
    }
    let bytes = if data.is_null() {
        zeroed_bytes(size).ok_or(NO_MEMORY)?
    } else {
        copied(call.mem.bytes(data, size).ok_or(GlError::invalid_value(
            "buffer data wraps the address space",
        ))?)?
    };
    let mut contents = object.contents.lock();
    contents.storage.replace(bytes);
    // The new values are those of table 2.7.
    (contents.usage, contents.access) = (usage, MapAccess::ReadWrite);
    contents.storage.mapping = None;
    Ok(())
}

/// The byte range of a sub-data command. Gives INVALID_VALUE outside the buffer.
pub(crate) fn sub_range(
    contents: &BufferContents,
    offset: isize,
    size: isize,
) -> Result<Range<usize>> {
    checked_range(offset, size, contents.storage.data.len())
}

/// The range in `len` bytes. Gives INVALID_VALUE when it is outside.
pub(crate) fn checked_range(offset: isize, size: isize, len: usize) -> Result<Range<usize>> {
    let outside = GlError::invalid_value("range outside the buffer");
    let (Ok(offset), Ok(size)) = (usize::try_from(offset), usize::try_from(size)) else {
        return Err(outside);
    };
    match offset.checked_add(size) {
        Some(end) if end <= len => Ok(offset..end),
        _ => Err(outside),
    }
}

/// glBufferSubData. Gives INVALID_OPERATION without a buffer or while it is mapped, INVALID_VALUE outside the buffer.
pub fn buffer_sub_data(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    size: isize,
    data: ClientPtr<u8>,
) -> Result {
    let object = bound(&mut call.cx.buffers, target)?;
    let mut contents = object.contents.lock();
    if contents.storage.mapping.is_some() {
        return Err(MAPPED);
    }
    let range = sub_range(&contents, offset, size)?;
    let source = call
        .mem
        .bytes(data, range.len())
        .ok_or(GlError::invalid_value("null pointer to data"))?;
    Ok(contents
        .storage
        .write(range, source, &mut || call.cx.finish())?)
}
