//! Buffers.

use crate::door::{self, Bool, doors};
use std::ffi::{c_int, c_void};
use trilobite::cg::{Handle, World, buffer};

/// Bytes of the caller's; none of a null pointer.
///
/// # Safety
/// `data` is null or has `size` bytes, which stay as they are for as long as the answer is used.
pub(crate) unsafe fn bytes<'a>(data: *const c_void, size: c_int) -> Option<&'a [u8]> {
    let size = usize::try_from(size).ok()?;
    if data.is_null() {
        return None;
    }
    // SAFETY: the caller says that there are so many.
    Some(unsafe { std::slice::from_raw_parts(data.cast(), size) })
}

/// Makes a buffer.
///
/// # Safety
/// `data` is null or has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgCreateBuffer(
    context: Handle,
    size: c_int,
    data: *const c_void,
    _usage: c_int,
) -> Handle {
    door::call("cgCreateBuffer", Handle::NULL, context, |world| {
        // SAFETY: the caller's promise is passed on.
        buffer::create(world, context, size, unsafe { bytes(data, size) })
    })
}

/// Replaces the first bytes of a buffer.
///
/// # Safety
/// `data` is null or has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetBufferData(buffer: Handle, size: c_int, data: *const c_void) {
    door::call("cgSetBufferData", (), buffer, |world| {
        if size < 0 {
            return Ok(());
        }
        // SAFETY: the caller's promise is passed on.
        let data = unsafe { bytes(data, size) };
        buffer::set_data(world, buffer, data.unwrap_or_default())
    });
}

/// Replaces a part of a buffer's bytes.
///
/// # Safety
/// `data` is null or has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetBufferSubData(
    buffer: Handle,
    offset: c_int,
    size: c_int,
    data: *const c_void,
) {
    door::call("cgSetBufferSubData", (), buffer, |world| {
        let offset = buffer::check_part(world, buffer, offset, size)?;
        // SAFETY: the caller's promise is passed on.
        let data = unsafe { bytes(data, size) };
        buffer::set_part(world, buffer, offset, data.unwrap_or_default())
    });
}

doors! {
    fn cgDestroyBuffer(buffer: Handle) => buffer::destroy;
    fn cgIsBuffer(buffer: Handle) -> Bool = 0 => |w: &mut World, b| Ok(w.buffer(b).is_ok().into());
    fn cgMapBuffer(buffer: Handle, access: c_int) -> usize = 0 => buffer::map;
    fn cgUnmapBuffer(buffer: Handle) => buffer::unmap;
    fn cgGetBufferSize(buffer: Handle) -> c_int = -1 => |w: &mut World, b| buffer::size(w, b);
}
