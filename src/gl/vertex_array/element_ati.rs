//! ATI_element_array: draws with the indices of the element array. Its pointer is set in [`super::pointer`] or,
//! into an object buffer, in [`super::object_ati`].
#![forbid(unsafe_code)]

use super::draw::{checked_range, draw_elements_of, fail, read_indices};
use super::state::ELEMENT_ARRAY_SLOT;
use crate::device::vertex::elements::Elements;
use crate::gl::{Call, GlError, Result};

/// The first `count` indices of the element array. INVALID_OPERATION when it is not enabled; else as DrawElements.
fn indices(call: &Call<'_>, count: i32) -> Result<Elements> {
    let array = call.cx.arrays.array(ELEMENT_ARRAY_SLOT as u32);
    if !array.enabled {
        return Err(GlError::invalid_operation(
            "the element array is not enabled",
        ));
    }
    read_indices(call, &array.buffer, count, array.type_name(), array.pointer)
}

/// glDrawElementArrayATI. Errors as glDrawElements; INVALID_OPERATION when the element array is not enabled.
pub fn draw_element_array_ati(call: &mut Call<'_>, mode: u32, count: i32) -> Result {
    draw_elements_of(call, mode, |call| indices(call, count))
}

/// glDrawRangeElementArrayATI. Errors as glDrawRangeElements; INVALID_OPERATION when the element array is not enabled.
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
