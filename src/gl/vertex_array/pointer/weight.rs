//! Arrays of vertex weights and matrix indices (ARB_vertex_blend and ARB_matrix_palette, section 2.8). Each gives the first
//! values of a vector. [`crate::gl::immediate::weight`] decides the others.
#![forbid(unsafe_code)]

use super::{Layout, set_pointer};
use crate::gl::immediate::weight::{Rest, checked_size};
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Sets the array of weights or matrix indices. Gives INVALID_VALUE also for sizes that exceed the current number of units.
fn set_units_pointer(
    call: &mut Call<'_>,
    slot: u32,
    layout: Layout,
    pointer: ClientPtr<u8>,
) -> Result {
    let size = checked_size(layout.size)?;
    Rest::of(&call.cx.matrix, &call.cx.programs, &call.cx.immediate).check(slot, size)?;
    set_pointer(
        &mut call.cx.arrays,
        &call.cx.buffers,
        slot as usize,
        layout,
        pointer,
    )
}

pub fn weight_pointer_arb(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    set_units_pointer(call, attribute::WEIGHT, layout, pointer)
}

pub fn matrix_index_pointer_arb(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    set_units_pointer(call, attribute::MATRIX_INDEX, layout, pointer)
}
