//! Ranges of memory that the application promises to keep in place: NV_vertex_array_range, NV_vertex_array_range2,
//! NV_pixel_data_range.
//!
//! They let data be read or written later than the command says. Here every command reads and writes at once, as without
//! them, so all that they are is state, and a flush has nothing to do.
#![forbid(unsafe_code)]

use crate::gl::buffer::range::MemoryRange;
use crate::gl::context::enums::*;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// MAX_VERTEX_ARRAY_RANGE_ELEMENT_NV: there is no limit; this is what the GeForce 3 says.
pub const MAX_VERTEX_ARRAY_RANGE_ELEMENT: i32 = 1_048_575;

impl Context {
    /// The range of an enable. `None` for what enables none.
    pub(crate) fn memory_range(&self, name: u32) -> Option<&MemoryRange> {
        match name {
            VERTEX_ARRAY_RANGE_NV => Some(&self.arrays.range),
            WRITE_PIXEL_DATA_RANGE_NV => Some(&self.pixel.ranges[0]),
            READ_PIXEL_DATA_RANGE_NV => Some(&self.pixel.ranges[1]),
            _ => None,
        }
    }

    /// The same, to be set.
    pub(crate) fn memory_range_mut(&mut self, name: u32) -> Option<&mut MemoryRange> {
        match name {
            VERTEX_ARRAY_RANGE_NV => Some(&mut self.arrays.range),
            WRITE_PIXEL_DATA_RANGE_NV => Some(&mut self.pixel.ranges[0]),
            READ_PIXEL_DATA_RANGE_NV => Some(&mut self.pixel.ranges[1]),
            _ => None,
        }
    }

    /// VERTEX_ARRAY_RANGE_VALID_NV: no more is asked of it than the text does.
    pub(crate) fn vertex_array_range_is_valid(&self) -> bool {
        let MemoryRange {
            enabled,
            length,
            pointer,
        } = self.arrays.range;
        enabled
            && length > 0
            && !pointer.is_null()
            && self.arrays.array(attribute::POSITION).enabled
    }
}

/// The range of a target. INVALID_ENUM for what is none.
fn pixel_range<'a>(call: &'a mut Call<'_>, target: u32) -> Result<&'a mut MemoryRange> {
    let range = match target {
        VERTEX_ARRAY_RANGE_NV => None,
        target => call.cx.memory_range_mut(target),
    };
    range.ok_or(GlError::invalid_enum("target of a pixel data range"))
}

/// glVertexArrayRangeNV. INVALID_VALUE for a negative length.
pub fn vertex_array_range_nv(call: &mut Call<'_>, length: i32, pointer: ClientPtr<u8>) -> Result {
    call.cx.arrays.range.set(length, pointer)
}

/// glFlushVertexArrayRangeNV: vertices have been read by the time that a draw returns.
pub fn flush_vertex_array_range_nv(_call: &mut Call<'_>) -> Result {
    Ok(())
}

/// glPixelDataRangeNV. INVALID_ENUM for a wrong target, INVALID_VALUE for a negative length.
pub fn pixel_data_range_nv(
    call: &mut Call<'_>,
    target: u32,
    length: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    pixel_range(call, target)?.set(length, pointer)
}

/// glFlushPixelDataRangeNV: pixels have been read and written by the time that a command returns. INVALID_ENUM for a wrong
/// target.
pub fn flush_pixel_data_range_nv(call: &mut Call<'_>, target: u32) -> Result {
    pixel_range(call, target).map(|_| ())
}
