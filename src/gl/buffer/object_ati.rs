//! Object buffers: ATI_vertex_array_object, ATI_map_object_buffer. They are buffer objects (ARB_vertex_buffer_object) and
//! share their name space, so that every draw, deletion and copy treats them alike. The commands of this file accept only a
//! buffer that NewObjectBufferATI made.
//!
//! Display lists never hold these commands (sections 5.4 of both extensions).
#![forbid(unsafe_code)]

use super::map::{map, unmap};
use super::object::{BufferObject, checked_range};
use super::storage::{MAPPED, NO_MEMORY, Usage};
use crate::device::buffer::copied;
use crate::gl::ShareGroup;
use crate::gl::context::enums::*;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, zeroed_bytes};
use std::sync::Arc;

/// The object buffer of this name. Gives INVALID_VALUE when there is none.
pub(crate) fn object_buffer(shared: &ShareGroup, name: u32) -> Result<Arc<BufferObject>> {
    let found = shared.buffers.lock().get(name).cloned();
    found
        .filter(|object| object.is_object_buffer)
        .ok_or(GlError::invalid_value("no such object buffer"))
}

/// glNewObjectBufferATI: returns the new name, or 0. Without a pointer the bytes are zeros. Gives INVALID_ENUM for a wrong
/// usage, INVALID_VALUE for a negative size, OUT_OF_MEMORY when the storage cannot be allocated.
pub fn new_object_buffer_ati(
    call: &mut Call<'_>,
    size: i32,
    pointer: ClientPtr<u8>,
    usage: u32,
) -> Result<u32> {
    let usage = match usage {
        STATIC_ATI => Usage::StaticDraw,
        DYNAMIC_ATI => Usage::DynamicDraw,
        _ => return Err(GlError::invalid_enum("usage of an object buffer")),
    };
    let size = usize::try_from(size).map_err(|_| GlError::invalid_value("negative buffer size"))?;
    let bytes = if pointer.is_null() {
        zeroed_bytes(size).ok_or(NO_MEMORY)?
    } else {
        let wraps = GlError::invalid_value("buffer data wraps the address space");
        copied(call.mem.bytes(pointer, size).ok_or(wraps)?)?
    };
    let make = |name| Some(BufferObject::object_buffer(name, bytes, usage));
    call.cx.shared.buffers.lock().add(make)
}

pub fn is_object_buffer_ati(call: &mut Call<'_>, buffer: u32) -> Result<u8> {
    Ok(u8::from(object_buffer(&call.cx.shared, buffer).is_ok()))
}

/// glUpdateObjectBufferATI. The buffer may be mapped; the mapping then sees the new bytes. The bytes that DISCARD_ATI would
/// drop are kept. Gives INVALID_VALUE when it is no object buffer, for a range outside it and for a null pointer,
/// INVALID_ENUM for a wrong `preserve`.
pub fn update_object_buffer_ati(
    call: &mut Call<'_>,
    buffer: u32,
    offset: u32,
    size: i32,
    pointer: ClientPtr<u8>,
    preserve: u32,
) -> Result {
    let object = object_buffer(&call.cx.shared, buffer)?;
    if !matches!(preserve, PRESERVE_ATI | DISCARD_ATI) {
        return Err(GlError::invalid_enum("preservation of an object buffer"));
    }
    let mut contents = object.contents.lock();
    let range = checked_range(offset as isize, size as isize, contents.storage.data.len())?;
    let null = GlError::invalid_value("null pointer to data");
    let source = call.mem.bytes(pointer, range.len()).ok_or(null)?;
    contents
        .storage
        .write(range.clone(), source, &mut || call.cx.finish())?;
    if let Some(mapping) = &contents.storage.mapping {
        mapping.write(range.start, source);
    }
    Ok(())
}

/// glMapObjectBufferATI: returns the address of a copy of the storage. The address stays the same while the buffer is
/// mapped. Gives INVALID_VALUE when it is no object buffer, INVALID_OPERATION when glMapBufferRange has mapped a part of
/// it.
pub fn map_object_buffer_ati(call: &mut Call<'_>, buffer: u32) -> Result<ClientPtr<u8>> {
    let object = object_buffer(&call.cx.shared, buffer)?;
    let mut contents = object.contents.lock();
    match &contents.storage.mapping {
        Some(mapping) if mapping.block.len() == contents.storage.data.len() => {
            Ok(ClientPtr::from_address(mapping.block.address()))
        }
        Some(_) => Err(MAPPED),
        None => {
            let whole = 0..contents.storage.data.len();
            map(&mut contents, whole, MAP_READ_BIT | MAP_WRITE_BIT)
        }
    }
}

/// glUnmapObjectBufferATI: what was written becomes the buffer's content. Gives INVALID_VALUE when it is no object buffer,
/// INVALID_OPERATION when it is not mapped.
pub fn unmap_object_buffer_ati(call: &mut Call<'_>, buffer: u32) -> Result {
    let object = object_buffer(&call.cx.shared, buffer)?;
    let mut contents = object.contents.lock();
    unmap(call.cx, &mut contents)
}

/// A property of an object buffer. Gives INVALID_VALUE when it is no object buffer, INVALID_ENUM for a wrong property.
fn property(shared: &ShareGroup, buffer: u32, pname: u32) -> Result<u32> {
    let object = object_buffer(shared, buffer)?;
    let contents = object.contents.lock();
    Ok(match pname {
        OBJECT_BUFFER_SIZE_ATI => contents.storage.data.len() as u32,
        OBJECT_BUFFER_USAGE_ATI if contents.usage == Usage::DynamicDraw => DYNAMIC_ATI,
        OBJECT_BUFFER_USAGE_ATI => STATIC_ATI,
        _ => return Err(GlError::invalid_enum("property of an object buffer")),
    })
}

pub fn get_object_bufferiv_ati(
    call: &mut Call<'_>,
    buffer: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = property(&call.cx.shared, buffer, pname)?;
    call.mem.write(params, &[value as i32]);
    Ok(())
}

pub fn get_object_bufferfv_ati(
    call: &mut Call<'_>,
    buffer: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = property(&call.cx.shared, buffer, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}
