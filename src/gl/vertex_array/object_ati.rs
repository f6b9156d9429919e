//! Arrays in object buffers: ATI_vertex_array_object, ATI_vertex_attrib_array_object. The commands are executed at once
//! while a list is compiled.
#![forbid(unsafe_code)]

use super::pointer::{
    Layout, Place, conventional_format, generic_format, native_format, set_array,
};
use super::state::{ELEMENT_ARRAY_SLOT, VertexArray, array_slot, generic_slot, nv_array};
use super::variant;
use crate::frontend::vertex_shader::shader::Storage;
use crate::gl::ShareGroup;
use crate::gl::buffer::object::name_of;
use crate::gl::buffer::object_ati::object_buffer;
use crate::gl::context::enums::*;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// A place in an object buffer. Gives INVALID_VALUE when it is no object buffer, and for an offset beyond its end.
fn place(shared: &ShareGroup, buffer: u32, offset: u32) -> Result<Place> {
    let object = object_buffer(shared, buffer)?;
    if offset as usize > object.contents.lock().storage.data.len() {
        return Err(GlError::invalid_value("offset outside the object buffer"));
    }
    Ok(Place {
        buffer: Some(object),
        pointer: ClientPtr::from_address(offset as usize),
        in_object: true,
    })
}

/// The number of the array with this client state, and whether the name is that of a generic array of NV_vertex_program.
/// Gives INVALID_ENUM for another name.
fn slot_of(arrays: &VertexArrayState, array: u32) -> Result<(usize, bool)> {
    if let Some(bit) = nv_array(array) {
        return Ok((generic_slot(bit.trailing_zeros())?, true));
    }
    let slot = array_slot(arrays, array).ok_or(GlError::invalid_enum("no such array"))?;
    Ok((slot, false))
}

/// glArrayObjectATI. The element array (ATI_element_array) has size 1 and stride 0. Gives INVALID_ENUM for a wrong array
/// and for a wrong type of the element array. Gives INVALID_VALUE for a wrong size, type or stride, when `buffer` is no
/// object buffer, and for an offset outside it.
pub fn array_object_ati(
    call: &mut Call<'_>,
    array: u32,
    size: i32,
    ty: u32,
    stride: i32,
    buffer: u32,
    offset: u32,
) -> Result {
    let (slot, is_native) = slot_of(&call.cx.arrays, array)?;
    let format = if is_native {
        native_format(size, ty)?
    } else {
        conventional_format(slot)
    };
    match slot {
        ELEMENT_ARRAY_SLOT if stride != 0 => {
            return Err(GlError::invalid_value("indices have no stride"));
        }
        ELEMENT_ARRAY_SLOT => {}
        _ if !format.types.contains(&ty) => {
            return Err(GlError::invalid_value("type of an array"));
        }
        _ => {}
    }
    let place = place(&call.cx.shared, buffer, offset)?;
    let layout = Layout { size, ty, stride };
    set_array(&mut call.cx.arrays, slot, format, layout, place)
}

/// glVertexAttribArrayObjectATI. The errors are those of glVertexAttribPointer, and INVALID_VALUE when `buffer` is no
/// object buffer or the offset is outside it.
#[allow(clippy::too_many_arguments)]
pub fn vertex_attrib_array_object_ati(
    call: &mut Call<'_>,
    index: u32,
    size: i32,
    ty: u32,
    normalized: u8,
    stride: i32,
    buffer: u32,
    offset: u32,
) -> Result {
    let slot = generic_slot(index)?;
    let place = place(&call.cx.shared, buffer, offset)?;
    let layout = Layout { size, ty, stride };
    set_array(
        &mut call.cx.arrays,
        slot,
        generic_format(normalized != 0),
        layout,
        place,
    )
}

/// glVariantArrayObjectATI. Gives INVALID_ENUM for a wrong type. Gives INVALID_VALUE when it is no variant, for a negative
/// stride, when `buffer` is no object buffer, and for an offset outside it.
pub fn variant_array_object_ati(
    call: &mut Call<'_>,
    id: u32,
    ty: u32,
    stride: i32,
    buffer: u32,
    offset: u32,
) -> Result {
    let symbol = call.symbol_of(id, Storage::Variant)?;
    let place = place(&call.cx.shared, buffer, offset)?;
    variant::set_array(&mut call.cx.arrays, &symbol, ty, stride, place)
}

/// A property of an array. It is 0 unless the array is in an object buffer. Gives INVALID_ENUM for a wrong name.
fn property(array: &VertexArray, pname: u32) -> Result<u32> {
    let value = match pname {
        ARRAY_OBJECT_BUFFER_ATI => name_of(&array.buffer),
        ARRAY_OBJECT_OFFSET_ATI => array.pointer.address() as u32,
        _ => return Err(GlError::invalid_enum("property of an array object")),
    };
    Ok(if array.in_object { value } else { 0 })
}

fn array_property(arrays: &VertexArrayState, array: u32, pname: u32) -> Result<u32> {
    let (slot, _) = slot_of(arrays, array)?;
    property(&arrays.arrays[slot], pname)
}

fn generic_property(arrays: &VertexArrayState, index: u32, pname: u32) -> Result<u32> {
    property(&arrays.arrays[generic_slot(index)?], pname)
}

/// A property of a variant's array. Gives INVALID_VALUE when it is no variant.
fn variant_property(call: &Call<'_>, id: u32, pname: u32) -> Result<u32> {
    call.symbol_of(id, Storage::Variant)?;
    let arrays = &call.cx.arrays;
    // Before a command has named the array, both properties are 0.
    let unset = arrays.array(attribute::POSITION);
    match arrays.variant(id) {
        Some(array) => property(array, pname),
        None => property(unset, pname).map(|_| 0),
    }
}

/// glGetArrayObjectivATI. Gives INVALID_ENUM for a wrong array and a wrong property.
pub fn get_array_objectiv_ati(
    call: &mut Call<'_>,
    array: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = array_property(&call.cx.arrays, array, pname)?;
    call.mem.write(params, &[value as i32]);
    Ok(())
}

/// glGetArrayObjectfvATI. The errors are those of glGetArrayObjectivATI.
pub fn get_array_objectfv_ati(
    call: &mut Call<'_>,
    array: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = array_property(&call.cx.arrays, array, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}

/// glGetVertexAttribArrayObjectivATI. Gives INVALID_VALUE beyond the last attribute, INVALID_ENUM for a wrong property.
pub fn get_vertex_attrib_array_objectiv_ati(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = generic_property(&call.cx.arrays, index, pname)?;
    call.mem.write(params, &[value as i32]);
    Ok(())
}

/// glGetVertexAttribArrayObjectfvATI. The errors are those of glGetVertexAttribArrayObjectivATI.
pub fn get_vertex_attrib_array_objectfv_ati(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = generic_property(&call.cx.arrays, index, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}

/// glGetVariantArrayObjectivATI. Gives INVALID_VALUE when it is no variant, INVALID_ENUM for a wrong property.
pub fn get_variant_array_objectiv_ati(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = variant_property(call, id, pname)?;
    call.mem.write(params, &[value as i32]);
    Ok(())
}

/// glGetVariantArrayObjectfvATI. The errors are those of glGetVariantArrayObjectivATI.
pub fn get_variant_array_objectfv_ati(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = variant_property(call, id, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}
