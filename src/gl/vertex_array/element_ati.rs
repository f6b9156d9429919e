//! ATI_element_array: draws with the indices of the element array. [`super::pointer`] sets its pointer, or
//! [`super::object_ati`] if it is in an object buffer.
#![forbid(unsafe_code)]

use super::draw::{checked_range, draw_elements_of, fail, read_indices};
use super::state::ELEMENT_ARRAY_SLOT;
use crate::device::vertex::elements::Elements;
use crate::gl::{Call, GlError, Result};

/// The first `count` indices of the element array. The errors are those of DrawElements, and INVALID_OPERATION when the
/// array is not enabled.
fn indices(call: &Call<'_>, count: i32) -> Result<Elements> {
    let array = call.cx.arrays.array(ELEMENT_ARRAY_SLOT as u32);
    if !array.enabled {
        return Err(GlError::invalid_operation(
            "the element array is not enabled",
        ));
    }
    read_indices(call, &array.buffer, count, array.type_name(), array.pointer)
}

/// glDrawElementArrayATI. The errors are those of glDrawElements, and INVALID_OPERATION when the element array is not
/// enabled.
pub fn draw_element_array_ati(call: &mut Call<'_>, mode: u32, count: i32) -> Result {
    draw_elements_of(call, mode, 0, |call| indices(call, count))
}

/// glDrawRangeElementArrayATI. The errors are those of glDrawRangeElements, and INVALID_OPERATION when the element array is
/// not enabled.
pub fn draw_range_element_array_ati(
    call: &mut Call<'_>,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
) -> Result {
    match checked_range(start, end) {
        Ok(()) => draw_element_array_ati(call, mode, count),
        Err(error) => fail(call, error),
    }
}
