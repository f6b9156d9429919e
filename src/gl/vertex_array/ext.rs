//! EXT_vertex_array: pointers with a count of static elements. Nothing is cached by that count; it is kept for queries.
#![forbid(unsafe_code)]

use super::pointer;
use super::state::{INDEX_ARRAY_SLOT, VertexArrayState};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// INVALID_VALUE for a negative count of static elements.
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

/// glVertexPointerEXT. Errors as glVertexPointer; INVALID_VALUE for a negative count.
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

/// glNormalPointerEXT. Errors as glNormalPointer; INVALID_VALUE for a negative count.
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

/// glColorPointerEXT. Errors as glColorPointer; INVALID_VALUE for a negative count.
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

/// glIndexPointerEXT. Errors as glIndexPointer; INVALID_VALUE for a negative count.
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

/// glTexCoordPointerEXT. Errors as glTexCoordPointer; INVALID_VALUE for a negative count.
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

/// glEdgeFlagPointerEXT. Errors as glEdgeFlagPointer; INVALID_VALUE for a negative count.
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
