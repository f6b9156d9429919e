//! Ranges of memory that the application promises to keep in place: NV_vertex_array_range, NV_vertex_array_range2,
//! NV_pixel_data_range. They allow data to be read or written later than the command says. Here every command reads and
//! writes at once, with or without them. So they are only state, and a flush has nothing to do.
#![forbid(unsafe_code)]

use super::state::VertexArrayState;
use crate::gl::buffer::memory_range::MemoryRange;
use crate::gl::context::enums::*;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// MAX_VERTEX_ARRAY_RANGE_ELEMENT_NV. There is no limit here; this is the value of the GeForce 3.
pub const MAX_VERTEX_ARRAY_RANGE_ELEMENT: i32 = 1_048_575;

/// VERTEX_ARRAY_RANGE_VALID_NV. It requires no more than the text does.
pub(crate) fn is_range_valid(arrays: &VertexArrayState) -> bool {
    let MemoryRange {
        enabled,
        length,
        pointer,
    } = arrays.range;
    enabled && length > 0 && !pointer.is_null() && arrays.array(attribute::POSITION).enabled
}

/// The range of a target. Gives INVALID_ENUM for another name.
fn pixel_range<'a>(call: &'a mut Call<'_>, target: u32) -> Result<&'a mut MemoryRange> {
    match target {
        WRITE_PIXEL_DATA_RANGE_NV => Ok(&mut call.cx.pixel.ranges[0]),
        READ_PIXEL_DATA_RANGE_NV => Ok(&mut call.cx.pixel.ranges[1]),
        _ => Err(GlError::invalid_enum("target of a pixel data range")),
    }
}

/// glVertexArrayRangeNV. Gives INVALID_VALUE for a negative length.
pub fn vertex_array_range_nv(call: &mut Call<'_>, length: i32, pointer: ClientPtr<u8>) -> Result {
    call.cx.arrays.range.set(length, pointer)
}

/// glFlushVertexArrayRangeNV does nothing: vertices have been read by the time that a draw returns.
pub fn flush_vertex_array_range_nv(_call: &mut Call<'_>) -> Result {
    Ok(())
}

/// glPixelDataRangeNV. Gives INVALID_ENUM for a wrong target, INVALID_VALUE for a negative length.
pub fn pixel_data_range_nv(
    call: &mut Call<'_>,
    target: u32,
    length: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    pixel_range(call, target)?.set(length, pointer)
}

/// glFlushPixelDataRangeNV does nothing: pixels have been read and written by the time that a command returns. Gives
/// INVALID_ENUM for a wrong target.
pub fn flush_pixel_data_range_nv(call: &mut Call<'_>, target: u32) -> Result {
    pixel_range(call, target).map(|_| ())
}
