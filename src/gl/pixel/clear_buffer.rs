//! Commands that fill a buffer with one element (ARB_clear_buffer_object).
//!
//! The element comes from client memory, also while a pixel unpack buffer is bound: the text calls it a pointer to an array.
//! Of the pixel storage modes only UNPACK_SWAP_BYTES says how a type is interpreted, so only this one counts. No pixel
//! transfer takes place (QUIRKS 6.55).
#![forbid(unsafe_code)]

use super::element::{Element, ElementBytes};
use crate::gl::buffer::object::sub_range;
use crate::gl::buffer::storage::{BufferContents, BufferObject, MAPPED, NO_MEMORY};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;
use smallvec::smallvec;
use std::ops::Range;
use std::sync::Arc;

/// glClearBufferData: fills a whole buffer. The errors are those of [`clear_buffer_sub_data`].
pub fn clear_buffer_data(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    format: u32,
    ty: u32,
    data: ClientPtr<u8>,
) -> Result {
    let (object, element) = filling(call, target, internalformat, format, ty, data)?;
    let len = object.contents.lock().storage.data.len();
    fill(call, &object, 0..len, &element)
}

/// glClearBufferSubData: fills a part of a buffer with the element at `data`, or with zeros for a null pointer.
///
/// Gives INVALID_ENUM for a wrong target, internal format, format or type. Gives INVALID_VALUE without a buffer, outside of
/// it, and where offset or size are no multiples of the element. Gives INVALID_OPERATION where a part of the range is mapped,
/// and for formats that do not fit ([`Element::source`]).
#[allow(clippy::too_many_arguments)]
pub fn clear_buffer_sub_data(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    offset: isize,
    size: isize,
    format: u32,
    ty: u32,
    data: ClientPtr<u8>,
) -> Result {
    let (object, element) = filling(call, target, internalformat, format, ty, data)?;
    let range = sub_range(&object.contents.lock(), offset, size)?;
    fill(call, &object, range, &element)
}

/// What both commands check first: returns the buffer, and the bytes of an element.
fn filling(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    format: u32,
    ty: u32,
    data: ClientPtr<u8>,
) -> Result<(Arc<BufferObject>, ElementBytes)> {
    let binding = call.cx.buffers.target(target)?.clone();
    let object = binding.ok_or(GlError::invalid_value("no buffer is bound"))?;
    let element = Element::from_enum(internalformat)?;
    let source = element.source(format, ty)?;
    if data.is_null() {
        return Ok((object, smallvec![0; element.bytes()]));
    }
    let swap = call.cx.pixel.unpack.swap_bytes;
    let bytes = call.mem.bytes(data, source.bytes());
    let bytes = bytes.ok_or(GlError::invalid_value("the colour wraps the address space"))?;
    Ok((object, element.of_client(source, swap, bytes)))
}

/// Fills a range inside the buffer.
fn fill(call: &mut Call<'_>, object: &BufferObject, range: Range<usize>, element: &[u8]) -> Result {
    if !range.start.is_multiple_of(element.len()) || !range.len().is_multiple_of(element.len()) {
        return Err(GlError::invalid_value("no multiple of the element's size"));
    }
    let mut contents = object.contents.lock();
    if is_mapped(&contents, &range) {
        return Err(MAPPED);
    }
    let bytes = repeated(element, range.len())?;
    Ok(contents
        .storage
        .write(range, &bytes, &mut || call.cx.finish())?)
}

/// Whether a part of the range is mapped.
fn is_mapped(contents: &BufferContents, range: &Range<usize>) -> bool {
    contents.storage.mapping.as_ref().is_some_and(|mapping| {
        let end = mapping.offset + mapping.block.len();
        !range.is_empty() && mapping.offset < range.end && range.start < end
    })
}

/// The element again and again, `len` bytes in all.
fn repeated(element: &[u8], len: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from_system(|| bytes.try_reserve_exact(len)).map_err(|_| NO_MEMORY)?;
    while bytes.len() < len {
        bytes.extend_from_slice(element);
    }
    Ok(bytes)
}
