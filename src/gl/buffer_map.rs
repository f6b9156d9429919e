//! Buffer objects: reading back, mapping, queries (GL 1.5 sections 2.9 and 6.1.13).
//!
//! A mapped buffer is a block of its own that the application reads and writes; UnmapBuffer makes it the new version.
#![forbid(unsafe_code)]

use super::buffer::{bound, sub_range};
use super::buffer_storage::MAPPED;
use super::enums::*;
use super::{Call, GlError, Result};
use crate::platform::{ClientPtr, SharedBytes};

/// glGetBufferSubData. Errors as for glBufferSubData.
pub fn get_buffer_sub_data(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    size: isize,
    data: ClientPtr<u8>,
) -> Result {
    let object = bound(call.cx, target)?;
    let contents = object.contents.lock();
    if contents.mapping.is_some() {
        return Err(MAPPED);
    }
    let range = sub_range(&contents, offset, size)?;
    let out = call
        .mem
        .bytes_mut(data, range.len())
        .ok_or(GlError::invalid_value("null pointer to data"))?;
    out.copy_from_slice(&contents.data[range]);
    Ok(())
}

/// glMapBuffer: the address of a copy of the storage. INVALID_ENUM for a wrong target or access, INVALID_OPERATION without
/// a buffer or while it is mapped, OUT_OF_MEMORY when the copy cannot be had.
pub fn map_buffer(call: &mut Call<'_>, target: u32, access: u32) -> Result<ClientPtr<u8>> {
    call.cx.buffers.target(target)?;
    if !matches!(access, READ_ONLY | WRITE_ONLY | READ_WRITE) {
        return Err(GlError::invalid_enum("buffer access"));
    }
    let object = bound(call.cx, target)?;
    let mut contents = object.contents.lock();
    if contents.mapping.is_some() {
        return Err(MAPPED);
    }
    let block =
        SharedBytes::from_bytes(&contents.data).ok_or(GlError::out_of_memory("mapped buffer"))?;
    let address = block.address();
    contents.access = access;
    contents.mapping = Some(block);
    Ok(ClientPtr::from_address(address))
}

/// glUnmapBuffer: what was written becomes the new version; always TRUE. INVALID_OPERATION when the buffer is not mapped.
pub fn unmap_buffer(call: &mut Call<'_>, target: u32) -> Result<u8> {
    let object = bound(call.cx, target)?;
    let mut contents = object.contents.lock();
    let block = contents
        .mapping
        .take()
        .ok_or(GlError::invalid_operation("the buffer is not mapped"))?;
    if contents.access != READ_ONLY {
        match block.to_vec() {
            Some(bytes) => contents.replace(bytes),
            None => {
                contents.mapping = Some(block);
                return Err(GlError::out_of_memory("buffer storage"));
            }
        }
    }
    Ok(1)
}

/// glGetBufferParameteriv. INVALID_ENUM for a wrong target or parameter, INVALID_OPERATION without a buffer.
pub fn get_buffer_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    call.cx.buffers.target(target)?;
    if !matches!(
        pname,
        BUFFER_SIZE | BUFFER_USAGE | BUFFER_ACCESS | BUFFER_MAPPED
    ) {
        return Err(GlError::invalid_enum("buffer parameter"));
    }
    let object = bound(call.cx, target)?;
    let contents = object.contents.lock();
    let value = match pname {
        BUFFER_SIZE => i32::try_from(contents.data.len()).unwrap_or(i32::MAX),
        BUFFER_USAGE => contents.usage as i32,
        BUFFER_ACCESS => contents.access as i32,
        _ => i32::from(contents.mapping.is_some()),
    };
    call.mem.write(params, &[value]);
    Ok(())
}

/// glGetBufferPointerv: the address that MapBuffer gave, or null. Errors as for glGetBufferParameteriv.
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
    let object = bound(call.cx, target)?;
    let address = object
        .contents
        .lock()
        .mapping
        .as_ref()
        .map_or(0, SharedBytes::address);
    call.mem.write(params.cast::<usize>(), &[address]);
    Ok(())
}
