//! EXT_vertex_array: pointers with a count of static elements. Nothing is cached by that count; it is kept for queries.
#![forbid(unsafe_code)]

use crate::gl::vertex_array::pointer;
use crate::gl::vertex_array::state::{INDEX_ARRAY_SLOT, VertexArrayState};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Checks the count of static elements. Gives INVALID_VALUE for a negative one.
fn checked(count: i32) -> Result {
    if count < 0 {
        Err(GlError::invalid_value("negative count of static elements"))
    } else {
        Ok(())
    }
}

fn keep(arrays: &mut VertexArrayState, slot: usize, count: i32) {
    arrays.arrays[slot].static_count = count;
}

/// glVertexPointerEXT. The errors are those of glVertexPointer, and INVALID_VALUE for a negative count.
pub fn vertex_pointer_ext(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::vertex_pointer(call, size, ty, stride, pointer)?;
    keep(&mut call.cx.arrays, attribute::POSITION as usize, count);
    Ok(())
}

/// glNormalPointerEXT. The errors are those of glNormalPointer, and INVALID_VALUE for a negative count.
pub fn normal_pointer_ext(
    call: &mut Call<'_>,
    ty: u32,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::normal_pointer(call, ty, stride, pointer)?;
    keep(&mut call.cx.arrays, attribute::NORMAL as usize, count);
    Ok(())
}

/// glColorPointerEXT. The errors are those of glColorPointer, and INVALID_VALUE for a negative count.
pub fn color_pointer_ext(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::color_pointer(call, size, ty, stride, pointer)?;
    keep(&mut call.cx.arrays, attribute::COLOR as usize, count);
    Ok(())
}

/// glIndexPointerEXT. The errors are those of glIndexPointer, and INVALID_VALUE for a negative count.
pub fn index_pointer_ext(
    call: &mut Call<'_>,
    ty: u32,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::index_pointer(call, ty, stride, pointer)?;
    keep(&mut call.cx.arrays, INDEX_ARRAY_SLOT, count);
    Ok(())
}

/// glTexCoordPointerEXT. The errors are those of glTexCoordPointer, and INVALID_VALUE for a negative count.
pub fn tex_coord_pointer_ext(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::tex_coord_pointer(call, size, ty, stride, pointer)?;
    let slot = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    keep(&mut call.cx.arrays, slot, count);
    Ok(())
}

/// glEdgeFlagPointerEXT. The errors are those of glEdgeFlagPointer, and INVALID_VALUE for a negative count.
pub fn edge_flag_pointer_ext(
    call: &mut Call<'_>,
    stride: i32,
    count: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    checked(count)?;
    pointer::edge_flag_pointer(call, stride, pointer)?;
    keep(&mut call.cx.arrays, attribute::EDGE_FLAG as usize, count);
    Ok(())
}
