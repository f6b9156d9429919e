//! Pixel buffer objects: the part of a buffer that pixels and pixel maps use (ARB_pixel_buffer_object).
#![forbid(unsafe_code)]

use super::storage::BufferWrite;
use crate::format::ImageLayout;
use crate::gl::context::error::unreadable;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use std::ops::Range;

/// The range of `extent` bytes from an offset on, in a buffer of `len` bytes. Gives INVALID_OPERATION outside the buffer,
/// and for an offset that is not a multiple of `unit`.
fn part(
    offset: usize,
    start: usize,
    extent: usize,
    unit: usize,
    len: usize,
) -> Result<Range<usize>> {
    if !offset.is_multiple_of(unit.max(1)) {
        return Err(GlError::invalid_operation(
            "the offset is no multiple of the pixel type's size",
        ));
    }
    if extent == 0 {
        return Ok(0..0);
    }
    let outside = GlError::invalid_operation("the pixels do not fit the pixel buffer object");
    let start = offset.checked_add(start).ok_or(outside)?;
    let end = start
        .checked_add(extent)
        .filter(|end| *end <= len)
        .ok_or(outside)?;
    Ok(start..end)
}

/// The range that an image at offset `ptr` uses in a buffer of `len` bytes, from its first pixel to its last. Gives
/// INVALID_OPERATION outside the buffer, and for an offset that is not a multiple of the type's size (sections 3.6.4 and
/// 4.3.2).
pub(crate) fn image_part(
    ptr: ClientPtr<u8>,
    layout: &ImageLayout,
    len: usize,
) -> Result<Range<usize>> {
    part(
        ptr.address(),
        layout.start,
        layout.extent,
        layout.spec.ty.info().bytes,
        len,
    )
}

/// Reads `n` numbers from the pixel unpack buffer or the client's memory, for PixelMap (section 3.6.3). No pixel store
/// applies. Gives INVALID_VALUE for a null pointer, INVALID_OPERATION for numbers outside the buffer and for a mapped one.
pub(crate) fn unpack_numbers<T: bytemuck::Pod>(
    call: &Call<'_>,
    ptr: ClientPtr<T>,
    n: usize,
) -> Result<Vec<T>> {
    let Some(buffer) = &call.cx.buffers.unpack else {
        return call
            .mem
            .read_vec(ptr, n)
            .map_err(unreadable("null pointer to numbers"));
    };
    let data = buffer.version()?;
    let extent = n
        .checked_mul(size_of::<T>())
        .ok_or(GlError::invalid_value("too many numbers"))?;
    let part = part(ptr.address(), 0, extent, size_of::<T>(), data.len())?;
    Ok(data[part]
        .chunks_exact(size_of::<T>())
        .map(bytemuck::pod_read_unaligned)
        .collect())
}

/// Writes numbers to the pixel pack buffer or the client's memory, for GetPixelMap (section 6.1.3). A null pointer writes
/// nothing. Gives INVALID_OPERATION where they do not fit the buffer, and for a mapped one.
pub(crate) fn pack_numbers<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    ptr: ClientPtr<T>,
    numbers: &[T],
) -> Result {
    let Some(buffer) = &call.cx.buffers.pack else {
        call.mem.write(ptr, numbers);
        return Ok(());
    };
    let mut buffer = BufferWrite::new(buffer)?;
    let part = part(
        ptr.address(),
        0,
        size_of_val(numbers),
        size_of::<T>(),
        buffer.bytes.len(),
    )?;
    buffer.bytes[part].copy_from_slice(bytemuck::cast_slice(numbers));
    Ok(())
}

/// The destination of packing, from the image's first pixel on.
#[derive(Debug)]
pub(crate) enum PackTarget<'a> {
    Client(&'a mut [u8]),
    /// A part of a pixel buffer object. The bytes become its contents when the target is dropped.
    Buffer(BufferWrite, Range<usize>),
}

impl std::ops::Deref for PackTarget<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            PackTarget::Client(bytes) => bytes,
            PackTarget::Buffer(buffer, part) => &buffer.bytes[part.clone()],
        }
    }
}

impl std::ops::DerefMut for PackTarget<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            PackTarget::Client(bytes) => bytes,
            PackTarget::Buffer(buffer, part) => &mut buffer.bytes[part.clone()],
        }
    }
}
