//! Commands that name a vertex array object (EXT_direct_state_access 2.10 and 6.1.X).
#![forbid(unsafe_code)]

use super::selection::{NO_UNIT, Selection, at_once};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::state::get::get_integerv;
use crate::gl::vertex_array::{client_state, get, pointer, state};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Gives INVALID_VALUE for a negative offset into a buffer. Without a buffer it is an address.
fn check_offset(buffer: u32, offset: isize) -> Result<ClientPtr<u8>> {
    if buffer != 0 && offset < 0 {
        return Err(GlError::invalid_value("negative offset into a buffer"));
    }
    Ok(ClientPtr::from_address(offset as usize))
}

/// Writes commands that take a vertex array object, a buffer and an offset in place of a pointer.
macro_rules! of_array {
    ($($name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, vaobj: u32, buffer: u32, $($p: $ty,)* offset: isize) -> Result {
            at_once(call, Selection::VertexArray { vaobj, buffer }, |call| {
                let pointer = check_offset(buffer, offset)?;
                $body(call, $($p,)* pointer)
            })
        }
    )*};
}

of_array! {
    vertex_array_vertex_offset_ext = pointer::vertex_pointer [size: i32, ty: u32, stride: i32];
    vertex_array_color_offset_ext = pointer::color_pointer [size: i32, ty: u32, stride: i32];
    vertex_array_edge_flag_offset_ext = pointer::edge_flag_pointer [stride: i32];
    vertex_array_index_offset_ext = pointer::index_pointer [ty: u32, stride: i32];
    vertex_array_normal_offset_ext = pointer::normal_pointer [ty: u32, stride: i32];
    vertex_array_tex_coord_offset_ext = pointer::tex_coord_pointer [size: i32, ty: u32, stride: i32];
    vertex_array_fog_coord_offset_ext = pointer::fog_coord_pointer [ty: u32, stride: i32];
    vertex_array_secondary_color_offset_ext = pointer::secondary_color_pointer [size: i32, ty: u32, stride: i32];
    vertex_array_vertex_attrib_offset_ext = pointer::vertex_attrib_pointer [index: u32, size: i32, ty: u32, normalized: u8, stride: i32];
}

/// The coordinate set that TEXTUREi names. Gives INVALID_ENUM beyond the last.
fn coordinate_set(texunit: u32) -> Result<usize> {
    match texunit.wrapping_sub(TEXTURE0) as usize {
        set if set < MAX_TEXTURE_COORDS => Ok(set),
        _ => Err(GlError::invalid_enum("no such texture coordinate set")),
    }
}

/// Does something with another client's active set.
fn with_set<R>(
    call: &mut Call<'_>,
    set: usize,
    command: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> Result<R> {
    let saved = std::mem::replace(&mut call.cx.arrays.client_active, set);
    let result = command(call);
    call.cx.arrays.client_active = saved;
    result
}

/// glVertexArrayMultiTexCoordOffsetEXT. Gives INVALID_OPERATION beyond the last set, and the errors of glTexCoordPointer.
#[allow(clippy::too_many_arguments)]
pub fn vertex_array_multi_tex_coord_offset_ext(
    call: &mut Call<'_>,
    vaobj: u32,
    buffer: u32,
    texunit: u32,
    size: i32,
    ty: u32,
    stride: i32,
    offset: isize,
) -> Result {
    at_once(call, Selection::VertexArray { vaobj, buffer }, |call| {
        let pointer = check_offset(buffer, offset)?;
        let set = coordinate_set(texunit).map_err(|_| NO_UNIT)?;
        with_set(call, set, |call| {
            pointer::tex_coord_pointer(call, size, ty, stride, pointer)
        })
    })
}

/// glMultiTexCoordPointerEXT. Gives INVALID_OPERATION beyond the last set, and the errors of glTexCoordPointer.
pub fn multi_tex_coord_pointer_ext(
    call: &mut Call<'_>,
    texunit: u32,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let set = coordinate_set(texunit).map_err(|_| NO_UNIT)?;
    with_set(call, set, |call| {
        pointer::tex_coord_pointer(call, size, ty, stride, pointer)
    })
}

/// Sets a client state of a coordinate set. Gives INVALID_ENUM for other arrays, INVALID_VALUE beyond the last set.
fn set_indexed(call: &mut Call<'_>, array: u32, index: u32, on: bool) -> Result {
    if array != TEXTURE_COORD_ARRAY {
        return Err(GlError::invalid_enum("client state with an index"));
    }
    if index as usize >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_value("no such texture coordinate set"));
    }
    with_set(call, index as usize, |call| {
        set_client_state(call, array, on)
    })
}

fn set_client_state(call: &mut Call<'_>, array: u32, on: bool) -> Result {
    if on {
        client_state::enable_client_state(call, array)
    } else {
        client_state::disable_client_state(call, array)
    }
}

/// glEnableClientStateIndexedEXT. Gives INVALID_ENUM for other arrays than TEXTURE_COORD_ARRAY, INVALID_VALUE beyond the
/// last set.
pub fn enable_client_state_indexed_ext(call: &mut Call<'_>, array: u32, index: u32) -> Result {
    set_indexed(call, array, index, true)
}

/// glDisableClientStateIndexedEXT. The errors are those of glEnableClientStateIndexedEXT.
pub fn disable_client_state_indexed_ext(call: &mut Call<'_>, array: u32, index: u32) -> Result {
    set_indexed(call, array, index, false)
}

/// glEnableClientStateiEXT. The errors are those of glEnableClientStateIndexedEXT.
pub fn enable_client_statei_ext(call: &mut Call<'_>, array: u32, index: u32) -> Result {
    set_indexed(call, array, index, true)
}

/// glDisableClientStateiEXT. The errors are those of glEnableClientStateIndexedEXT.
pub fn disable_client_statei_ext(call: &mut Call<'_>, array: u32, index: u32) -> Result {
    set_indexed(call, array, index, false)
}

/// Sets a client state of a vertex array object. TEXTUREi is the array of a coordinate set.
fn set_array(call: &mut Call<'_>, vaobj: u32, array: u32, on: bool) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| match coordinate_set(array) {
        Ok(set) => with_set(call, set, |call| {
            set_client_state(call, TEXTURE_COORD_ARRAY, on)
        }),
        Err(_) => set_client_state(call, array, on),
    })
}

/// glEnableVertexArrayEXT. Gives INVALID_OPERATION for a name that is no vertex array object, INVALID_ENUM for a name that is
/// no client state.
pub fn enable_vertex_array_ext(call: &mut Call<'_>, vaobj: u32, array: u32) -> Result {
    set_array(call, vaobj, array, true)
}

/// glDisableVertexArrayEXT. The errors are those of glEnableVertexArrayEXT.
pub fn disable_vertex_array_ext(call: &mut Call<'_>, vaobj: u32, array: u32) -> Result {
    set_array(call, vaobj, array, false)
}

/// glEnableVertexArrayAttribEXT. Gives INVALID_OPERATION for a name that is no vertex array object, INVALID_VALUE beyond the
/// last attribute.
pub fn enable_vertex_array_attrib_ext(call: &mut Call<'_>, vaobj: u32, index: u32) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| {
        state::enable_vertex_attrib_array(call, index)
    })
}

/// glDisableVertexArrayAttribEXT. The errors are those of glEnableVertexArrayAttribEXT.
pub fn disable_vertex_array_attrib_ext(call: &mut Call<'_>, vaobj: u32, index: u32) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| {
        state::disable_vertex_attrib_array(call, index)
    })
}

/// glGetVertexArrayIntegervEXT: a variable of vertex arrays, as GetIntegerv returns it while the object is bound.
pub fn get_vertex_array_integerv_ext(
    call: &mut Call<'_>,
    vaobj: u32,
    pname: u32,
    param: ClientPtr<i32>,
) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| match coordinate_set(pname) {
        Ok(set) => with_set(call, set, |call| {
            get_integerv(call, TEXTURE_COORD_ARRAY, param)
        }),
        Err(_) => get_integerv(call, pname, param),
    })
}

/// glGetVertexArrayPointervEXT. The errors are those of glGetPointerv.
pub fn get_vertex_array_pointerv_ext(
    call: &mut Call<'_>,
    vaobj: u32,
    pname: u32,
    param: ClientPtr<ClientPtr<u8>>,
) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| {
        get::get_pointerv(call, pname, param)
    })
}

/// glGetVertexArrayIntegeri_vEXT: a property of a generic attribute, or of the array of a coordinate set.
pub fn get_vertex_array_integeri_v_ext(
    call: &mut Call<'_>,
    vaobj: u32,
    index: u32,
    pname: u32,
    param: ClientPtr<i32>,
) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| {
        if is_of_coordinate_set(pname) {
            let set = coordinate_set(TEXTURE0.wrapping_add(index));
            let set = set.map_err(|_| GlError::invalid_value("no such texture coordinate set"))?;
            return with_set(call, set, |call| get_integerv(call, pname, param));
        }
        get::get_vertex_attribiv(call, index, pname, param)
    })
}

/// Whether a variable belongs to the array of a coordinate set.
pub(super) fn is_of_coordinate_set(pname: u32) -> bool {
    matches!(
        pname,
        TEXTURE_COORD_ARRAY
            | TEXTURE_COORD_ARRAY_BUFFER_BINDING
            | TEXTURE_COORD_ARRAY_COUNT_EXT
            | TEXTURE_COORD_ARRAY_SIZE
            | TEXTURE_COORD_ARRAY_STRIDE
            | TEXTURE_COORD_ARRAY_TYPE
    )
}

/// glGetVertexArrayPointeri_vEXT: the pointer of a generic attribute, or of the array of a coordinate set.
pub fn get_vertex_array_pointeri_v_ext(
    call: &mut Call<'_>,
    vaobj: u32,
    index: u32,
    pname: u32,
    param: ClientPtr<ClientPtr<u8>>,
) -> Result {
    let selection = Selection::VertexArray { vaobj, buffer: 0 };
    at_once(call, selection, |call| match pname {
        TEXTURE_COORD_ARRAY_POINTER => get_pointer_indexedv(call, pname, index, param),
        _ => get::get_vertex_attrib_pointerv(call, index, pname, param),
    })
}

fn get_pointer_indexedv(
    call: &mut Call<'_>,
    pname: u32,
    index: u32,
    params: ClientPtr<ClientPtr<u8>>,
) -> Result {
    if pname != TEXTURE_COORD_ARRAY_POINTER {
        return Err(GlError::invalid_enum("pointer with an index"));
    }
    if index as usize >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_value("no such texture coordinate set"));
    }
    with_set(call, index as usize, |call| {
        get::get_pointerv(call, pname, params)
    })
}

/// glGetPointerIndexedvEXT: the pointer of the array of a coordinate set. Gives INVALID_ENUM for another name, INVALID_VALUE
/// beyond the last set.
pub fn get_pointer_indexedv_ext(
    call: &mut Call<'_>,
    pname: u32,
    index: u32,
    params: ClientPtr<ClientPtr<u8>>,
) -> Result {
    get_pointer_indexedv(call, pname, index, params)
}

/// glGetPointeri_vEXT. The errors are those of glGetPointerIndexedvEXT.
pub fn get_pointeri_v_ext(
    call: &mut Call<'_>,
    pname: u32,
    index: u32,
    params: ClientPtr<ClientPtr<u8>>,
) -> Result {
    get_pointer_indexedv(call, pname, index, params)
}
