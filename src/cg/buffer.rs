//! Buffers: bytes that applications keep, and read and write through a map.

use super::Result;
use super::handle::{Handle, Id};
use super::names::CgError;
use super::object::{Buffer, Context};
use super::world::World;
use crate::platform::SharedBytes;

/// The kinds of access that a map may have.
const N_ACCESSES: i32 = 5;

/// Frees the buffers of a context.
pub(super) fn free_all(world: &mut World, context: Id<Context>) {
    world.buffers.retain(|buffer| buffer.context != context);
}

/// Makes a buffer. A size below 0 makes none, which is no error.
pub fn create(
    world: &mut World,
    context: Handle,
    size: i32,
    data: Option<&[u8]>,
) -> Result<Handle> {
    let context = world.context_id(context)?;
    let Ok(size) = usize::try_from(size) else {
        return Ok(Handle::NULL);
    };
    let bytes = SharedBytes::new(size).ok_or(CgError::MEMORY_ALLOC)?;
    bytes.write(0, data.unwrap_or_default());
    let made = world.buffers.insert(Buffer {
        context,
        bytes,
        size,
        is_mapped: false,
    });
    made.map(Id::handle).ok_or(CgError::MEMORY_ALLOC)
}

pub fn destroy(world: &mut World, buffer: Handle) -> Result<()> {
    let id = world.buffers.find(buffer);
    let id = id.ok_or(CgError::INVALID_BUFFER_HANDLE)?;
    world.buffers.remove(id);
    super::gl::forget_dead(world);
    Ok(())
}

pub fn size(world: &World, buffer: Handle) -> Result<i32> {
    Ok(world.buffer(buffer)?.size as i32)
}

/// Replaces the first bytes. A buffer keeps its size; what is beyond it is dropped.
pub fn set_data(world: &mut World, buffer: Handle, data: &[u8]) -> Result<()> {
    let known = world.buffer_mut(buffer)?;
    if known.is_mapped {
        return Err(CgError::BUFFER_UPDATE_NOT_ALLOWED);
    }
    known.bytes.write(0, data);
    world.gl.change_buffer(buffer);
    Ok(())
}

/// Whether bytes from here on are in a buffer that may be changed; answers their first.
pub fn check_part(world: &World, buffer: Handle, offset: i32, size: i32) -> Result<usize> {
    let buffer = world.buffer(buffer)?;
    if buffer.is_mapped {
        return Err(CgError::BUFFER_UPDATE_NOT_ALLOWED);
    }
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let fits = |(offset, size): &(usize, usize)| offset + size <= buffer.size;
    let range = range.filter(fits);
    range.map(|r| r.0).ok_or(CgError::BUFFER_INDEX_OUT_OF_RANGE)
}

pub fn set_part(world: &mut World, buffer: Handle, offset: usize, data: &[u8]) -> Result<()> {
    world.buffer_mut(buffer)?.bytes.write(offset, data);
    world.gl.change_buffer(buffer);
    Ok(())
}

/// The address of a buffer's bytes, for the application until it unmaps them.
pub fn map(world: &mut World, buffer: Handle, access: i32) -> Result<usize> {
    let buffer = world.buffer_mut(buffer)?;
    if !(0..N_ACCESSES).contains(&access) {
        return Err(CgError::INVALID_ENUMERANT);
    }
    if buffer.is_mapped {
        return Err(CgError::BUFFER_ALREADY_MAPPED);
    }
    buffer.is_mapped = true;
    Ok(buffer.bytes.address())
}

pub fn unmap(world: &mut World, buffer: Handle) -> Result<()> {
    world.buffer_mut(buffer)?.is_mapped = false;
    world.gl.change_buffer(buffer);
    Ok(())
}
