//! Buffer objects: reading back, mapping, queries (GL 1.5 sections 2.9 and 6.1.13).
//!
//! A mapped range is a block of its own that the application reads and writes. UnmapBuffer or FlushMappedBufferRange
//! (ARB_map_buffer_range) copies it into a new version. So earlier draws never see what is written, even where the
//! application allows it (MAP_UNSYNCHRONIZED_BIT).
#![forbid(unsafe_code)]

use super::object::{bound, checked_range, sub_range};
use super::storage::{BufferContents, MAPPED, MapAccess};
use crate::device::buffer::Access;
use crate::gl::context::enums::*;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::ops::Range;

/// glGetBufferSubData. The errors are those of glBufferSubData.
pub fn get_buffer_sub_data(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    size: isize,
    data: ClientPtr<u8>,
) -> Result {
    let object = bound(&mut call.cx.buffers, target)?;
    let contents = object.contents.lock();
    if contents.storage.mapping.is_some() {
        return Err(MAPPED);
    }
    let range = sub_range(&contents, offset, size)?;
    let out = call
        .mem
        .bytes_mut(data, range.len())
        .ok_or(GlError::invalid_value("null pointer to data"))?;
    out.copy_from_slice(&contents.storage.data[range]);
    Ok(())
}

/// glMapBuffer: returns the address of a copy of the storage. Gives INVALID_ENUM for a wrong target or access,
/// INVALID_OPERATION without a buffer or while it is mapped, OUT_OF_MEMORY when the copy cannot be allocated.
pub fn map_buffer(call: &mut Call<'_>, target: u32, access: u32) -> Result<ClientPtr<u8>> {
    call.cx.buffers.target(target)?;
    let bits = match MapAccess::checked(access, "buffer access")? {
        MapAccess::Read => MAP_READ_BIT,
        MapAccess::Write => MAP_WRITE_BIT,
        MapAccess::ReadWrite => MAP_READ_BIT | MAP_WRITE_BIT,
    };
    let object = bound(&mut call.cx.buffers, target)?;
    let mut contents = object.contents.lock();
    let whole = 0..contents.storage.data.len();
    map(&mut contents, whole, bits)
}

/// glMapBufferRange (ARB_map_buffer_range): returns the address of a copy of a range. Gives INVALID_ENUM for a wrong
/// target, INVALID_VALUE for a range outside the buffer and for unknown bits. Gives INVALID_OPERATION without a buffer,
/// while it is mapped, and for bits that exclude each other.
pub fn map_buffer_range(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    length: isize,
    access: u32,
) -> Result<ClientPtr<u8>> {
    const NOT_READ: u32 =
        MAP_INVALIDATE_RANGE_BIT | MAP_INVALIDATE_BUFFER_BIT | MAP_UNSYNCHRONIZED_BIT;
    const ALL: u32 = MAP_READ_BIT | MAP_WRITE_BIT | NOT_READ | MAP_FLUSH_EXPLICIT_BIT;
    call.cx.buffers.target(target)?;
    let object = bound(&mut call.cx.buffers, target)?;
    let mut contents = object.contents.lock();
    let range = sub_range(&contents, offset, length)?;
    if access & !ALL != 0 {
        return Err(GlError::invalid_value("access bits"));
    }
    let has = |bits: u32| access & bits != 0;
    let excluded = !has(MAP_READ_BIT | MAP_WRITE_BIT)
        || has(MAP_READ_BIT) && has(NOT_READ)
        || has(MAP_FLUSH_EXPLICIT_BIT) && !has(MAP_WRITE_BIT);
    if excluded {
        return Err(GlError::invalid_operation(
            "access bits that exclude each other",
        ));
    }
    map(&mut contents, range, access)
}

/// Maps a range. The application sees a copy of it, whatever access it asked for.
pub(crate) fn map(
    contents: &mut BufferContents,
    range: Range<usize>,
    access: u32,
) -> Result<ClientPtr<u8>> {
    if contents.storage.mapping.is_some() {
        return Err(MAPPED);
    }
    // A range that is both read and written is copied, whatever the other bits say.
    let has = |bits: u32| access & bits != 0;
    let meaning = match (has(MAP_READ_BIT), has(MAP_WRITE_BIT)) {
        (_, false) => Access::Read,
        (true, true) => Access::ReadWrite,
        (false, true) if has(MAP_INVALIDATE_BUFFER_BIT) => Access::Discard,
        (false, true) if has(MAP_UNSYNCHRONIZED_BIT) => Access::NoOverwrite,
        (false, true) => Access::Write,
    };
    let is_explicit = has(MAP_FLUSH_EXPLICIT_BIT);
    let address = contents.storage.map(range, meaning, is_explicit)?;
    contents.access_flags = access;
    contents.access = match meaning {
        Access::Read => MapAccess::Read,
        Access::ReadWrite => MapAccess::ReadWrite,
        Access::Write | Access::Discard | Access::NoOverwrite => MapAccess::Write,
    };
    Ok(ClientPtr::from_address(address))
}

const NOT_MAPPED: GlError = GlError::invalid_operation("the buffer is not mapped");

/// glFlushMappedBufferRange: a part of the mapped range becomes part of a new version. Gives INVALID_ENUM for a wrong
/// target, INVALID_VALUE outside the range, INVALID_OPERATION without a buffer or when it is not mapped for explicit
/// flushes.
pub fn flush_mapped_buffer_range(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    length: isize,
) -> Result {
    let object = bound(&mut call.cx.buffers, target)?;
    let mut contents = object.contents.lock();
    let mapping = contents.storage.mapping.as_ref().ok_or(NOT_MAPPED)?;
    if !mapping.is_flushed_explicitly {
        return Err(GlError::invalid_operation("not mapped for flushes"));
    }
    let part = checked_range(offset, length, mapping.block.len())?;
    let mut flush = || call.cx.finish();
    Ok(contents.storage.flush_mapped(part, &mut flush)?)
}

/// glUnmapBuffer: what was written becomes the new version, unless the range is flushed explicitly. It always returns TRUE.
/// Gives INVALID_OPERATION when the buffer is not mapped.
pub fn unmap_buffer(call: &mut Call<'_>, target: u32) -> Result<u8> {
    let object = bound(&mut call.cx.buffers, target)?;
    let mut contents = object.contents.lock();
    unmap(call.cx, &mut contents)?;
    Ok(1)
}

/// Unmaps a buffer. Gives INVALID_OPERATION when it is not mapped.
pub(crate) fn unmap(cx: &mut Context, contents: &mut BufferContents) -> Result {
    if contents.storage.mapping.is_none() {
        return Err(NOT_MAPPED);
    }
    Ok(contents.storage.unmap(&mut || cx.finish())?)
}

gl_enum! {
    /// What glGetBufferParameteriv asks for.
    pub enum BufferParameter {
        Size = BUFFER_SIZE,
        Usage = BUFFER_USAGE,
        Access = BUFFER_ACCESS,
        Mapped = BUFFER_MAPPED,
        AccessFlags = BUFFER_ACCESS_FLAGS,
        MapOffset = BUFFER_MAP_OFFSET,
        MapLength = BUFFER_MAP_LENGTH,
    }
}

/// glGetBufferParameteriv. Gives INVALID_ENUM for a wrong target or parameter, INVALID_OPERATION without a buffer.
pub fn get_buffer_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    call.cx.buffers.target(target)?;
    let parameter = BufferParameter::checked(pname, "buffer parameter")?;
    let object = bound(&mut call.cx.buffers, target)?;
    let contents = object.contents.lock();
    let mapping = contents.storage.mapping.as_ref();
    let size = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let value = match parameter {
        BufferParameter::Size => size(contents.storage.data.len()),
        BufferParameter::AccessFlags => mapping.map_or(0, |_| contents.access_flags as i32),
        BufferParameter::MapOffset => mapping.map_or(0, |mapping| size(mapping.offset)),
        BufferParameter::MapLength => mapping.map_or(0, |mapping| size(mapping.block.len())),
        BufferParameter::Usage => contents.usage.name() as i32,
        BufferParameter::Access => contents.access.name() as i32,
        BufferParameter::Mapped => i32::from(mapping.is_some()),
    };
    call.mem.write(params, &[value]);
    Ok(())
}

/// glGetBufferPointerv: the address that MapBuffer returned, or null. The errors are those of glGetBufferParameteriv.
pub fn get_buffer_pointerv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<ClientPtr<u8>>,
) -> Result {
    call.cx.buffers.target(target)?;
    if pname != BUFFER_MAP_POINTER {
        return Err(GlError::invalid_enum("buffer pointer"));
    }
    let object = bound(&mut call.cx.buffers, target)?;
    let address = object
        .contents
        .lock()
        .storage
        .mapping
        .as_ref()
        .map_or(0, |mapping| mapping.block.address());
    call.mem.write(params.cast::<usize>(), &[address]);
    Ok(())
}
