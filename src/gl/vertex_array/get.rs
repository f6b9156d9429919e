//! Queries of arrays and generic attributes: glGetPointerv, glGetVertexAttrib* (GL 1.5 section 6.1.11, ARB_vertex_program
//! section 6.1.13).
#![forbid(unsafe_code)]

use super::state::{ELEMENT_ARRAY_SLOT, INDEX_ARRAY_SLOT};
use crate::gl::buffer::object::name_of;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::current::state::ImmediateState;
use crate::gl::immediate::attribute_nv;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// glGetPointerv. Gives INVALID_ENUM for a name that is no pointer.
pub fn get_pointerv(call: &mut Call<'_>, pname: u32, params: ClientPtr<ClientPtr<u8>>) -> Result {
    let slot = match pname {
        VERTEX_ARRAY_POINTER => attribute::POSITION as usize,
        NORMAL_ARRAY_POINTER => attribute::NORMAL as usize,
        COLOR_ARRAY_POINTER => attribute::COLOR as usize,
        SECONDARY_COLOR_ARRAY_POINTER => attribute::SECONDARY_COLOR as usize,
        WEIGHT_ARRAY_POINTER_ARB | VERTEX_WEIGHT_ARRAY_POINTER_EXT => attribute::WEIGHT as usize,
        MATRIX_INDEX_ARRAY_POINTER_ARB => attribute::MATRIX_INDEX as usize,
        FOG_COORD_ARRAY_POINTER => attribute::FOG_COORD as usize,
        EDGE_FLAG_ARRAY_POINTER => attribute::EDGE_FLAG as usize,
        TEXTURE_COORD_ARRAY_POINTER => {
            attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active
        }
        INDEX_ARRAY_POINTER => INDEX_ARRAY_SLOT,
        ELEMENT_ARRAY_POINTER_ATI => ELEMENT_ARRAY_SLOT,
        _ => {
            let address = other_pointer(call.cx, pname)?;
            call.mem.write(params.cast::<usize>(), &[address]);
            return Ok(());
        }
    };
    let address = call.cx.arrays.arrays[slot].given_pointer();
    call.mem.write(params.cast::<usize>(), &[address]);
    Ok(())
}

/// A pointer that belongs to no array, from whichever chapter holds it. Gives INVALID_ENUM for a name that is no pointer.
fn other_pointer(cx: &Context, pname: u32) -> Result<usize> {
    Ok(match pname {
        FEEDBACK_BUFFER_POINTER => cx.render_mode.feedback.pointer().address(),
        SELECTION_BUFFER_POINTER => cx.render_mode.selection.pointer().address(),
        DEBUG_CALLBACK_FUNCTION => cx.debug.callback.address(),
        DEBUG_CALLBACK_USER_PARAM => cx.debug.user_param.address(),
        VERTEX_ARRAY_RANGE_POINTER_NV => cx.arrays.range.pointer.address(),
        WRITE_PIXEL_DATA_RANGE_POINTER_NV => cx.pixel.ranges[0].pointer.address(),
        READ_PIXEL_DATA_RANGE_POINTER_NV => cx.pixel.ranges[1].pointer.address(),
        _ => return Err(GlError::invalid_enum("no such pointer")),
    })
}

/// A property of a generic attribute: one number, or its four current values.
enum Property {
    Number(i32),
    Current([f32; 4]),
}

/// A property of a generic attribute. Gives INVALID_VALUE beyond the last attribute, INVALID_ENUM for a wrong property,
/// INVALID_OPERATION for the current value of attribute 0, which has none.
fn property(
    arrays: &VertexArrayState,
    immediate: &ImmediateState,
    index: u32,
    pname: u32,
) -> Result<Property> {
    if index as usize >= MAX_VERTEX_ATTRIBS {
        return Err(GlError::invalid_value("no such generic attribute"));
    }
    let slot = (attribute::GENERIC_0 + index) as usize;
    let array = &arrays.arrays[slot];
    Ok(Property::Number(match pname {
        VERTEX_ATTRIB_ARRAY_ENABLED => i32::from(array.enabled),
        VERTEX_ATTRIB_ARRAY_SIZE => array.given_size(),
        VERTEX_ATTRIB_ARRAY_STRIDE => array.stride,
        VERTEX_ATTRIB_ARRAY_TYPE => array.type_name() as i32,
        VERTEX_ATTRIB_ARRAY_NORMALIZED => i32::from(array.normalized),
        VERTEX_ATTRIB_ARRAY_BUFFER_BINDING => name_of(&array.buffer) as i32,
        CURRENT_VERTEX_ATTRIB if index == 0 => {
            return Err(GlError::invalid_operation(
                "attribute 0 has no current value",
            ));
        }
        CURRENT_VERTEX_ATTRIB => return Ok(Property::Current(immediate.current[slot])),
        _ => return Err(GlError::invalid_enum("property of a generic attribute")),
    }))
}

pub fn get_vertex_attribfv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    match property(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[n as f32]),
        Property::Current(v) => call.mem.write(params, &v),
    }
    Ok(())
}

pub fn get_vertex_attribdv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<f64>,
) -> Result {
    match property(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[f64::from(n)]),
        Property::Current(v) => call.mem.write(params, &v.map(f64::from)),
    }
    Ok(())
}

/// glGetVertexAttribiv: current values are rounded.
pub fn get_vertex_attribiv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    match property(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[n]),
        Property::Current(v) => call.mem.write(params, &v.map(|c| c.round() as i32)),
    }
    Ok(())
}

/// A property for the commands of NV_vertex_program (6.1.13): one of four, of the attribute that the index aliases. Gives
/// INVALID_VALUE for the current value of attribute 0.
fn property_nv(
    arrays: &VertexArrayState,
    immediate: &ImmediateState,
    index: u32,
    pname: u32,
) -> Result<Property> {
    match pname {
        CURRENT_ATTRIB_NV if index == 0 => {
            Err(GlError::invalid_value("attribute 0 has no current value"))
        }
        CURRENT_ATTRIB_NV if (index as usize) < MAX_VERTEX_ATTRIBS => {
            let slot = attribute_nv::slot(index) as usize;
            Ok(Property::Current(immediate.current[slot]))
        }
        ATTRIB_ARRAY_SIZE_NV
        | ATTRIB_ARRAY_STRIDE_NV
        | ATTRIB_ARRAY_TYPE_NV
        | CURRENT_ATTRIB_NV => property(arrays, immediate, index, pname),
        _ if index as usize >= MAX_VERTEX_ATTRIBS => property(arrays, immediate, index, pname),
        _ => Err(GlError::invalid_enum("property of a vertex attribute")),
    }
}

pub fn get_vertex_attribfv_nv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    match property_nv(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[n as f32]),
        Property::Current(v) => call.mem.write(params, &v),
    }
    Ok(())
}

pub fn get_vertex_attribdv_nv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<f64>,
) -> Result {
    match property_nv(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[f64::from(n)]),
        Property::Current(v) => call.mem.write(params, &v.map(f64::from)),
    }
    Ok(())
}

/// glGetVertexAttribivNV: current values are rounded.
pub fn get_vertex_attribiv_nv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    match property_nv(&call.cx.arrays, &call.cx.immediate, index, pname)? {
        Property::Number(n) => call.mem.write(params, &[n]),
        Property::Current(v) => call.mem.write(params, &v.map(|c| c.round() as i32)),
    }
    Ok(())
}

/// glGetVertexAttribPointerv. Gives INVALID_VALUE beyond the last attribute, INVALID_ENUM for a wrong name.
pub fn get_vertex_attrib_pointerv(
    call: &mut Call<'_>,
    index: u32,
    pname: u32,
    pointer: ClientPtr<ClientPtr<u8>>,
) -> Result {
    if index as usize >= MAX_VERTEX_ATTRIBS {
        return Err(GlError::invalid_value("no such generic attribute"));
    }
    if pname != VERTEX_ATTRIB_ARRAY_POINTER {
        return Err(GlError::invalid_enum("no such pointer"));
    }
    let address = call.cx.arrays.arrays[(attribute::GENERIC_0 + index) as usize].given_pointer();
    call.mem.write(pointer.cast::<usize>(), &[address]);
    Ok(())
}
