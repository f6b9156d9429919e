//! Pointers of vertex arrays (GL 1.5 section 2.8, ARB_vertex_program section 2.8).
//!
//! All these commands give INVALID_VALUE for a wrong number of components and for a negative stride, INVALID_ENUM for a
//! wrong type. Colours and generic attributes accept BGRA as their number of components (EXT_vertex_array_bgra). The
//! pointer is an offset if a buffer is bound to ARRAY_BUFFER (section 2.9.1).
#![forbid(unsafe_code)]

pub mod ext;
pub mod interleaved;
pub mod weight;

use crate::gl::buffer::object::BufferState;
use crate::gl::buffer::storage::Binding;
use crate::gl::context::enums::*;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::vertex_array::state::{
    ELEMENT_ARRAY_SLOT, INDEX_ARRAY_SLOT, VertexArray, component_type, generic_slot,
};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::ComponentType;

/// The formats that an array may have (GL 1.5 table 2.4).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    /// The allowed numbers of components.
    pub(crate) sizes: &'static [i32],
    /// The allowed types of components.
    pub(crate) types: &'static [u32],
    /// Whether integers are fractions.
    pub(crate) normalized: bool,
}

/// Size, type and stride as the command gave them. The stride is in bytes; 0 means packed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) size: i32,
    pub(crate) ty: u32,
    pub(crate) stride: i32,
}

/// The position of the first element.
#[derive(Debug)]
pub(crate) struct Place {
    /// The buffer, or client memory.
    pub(crate) buffer: Binding,
    /// The address, or the offset into the buffer.
    pub(crate) pointer: ClientPtr<u8>,
    /// Whether ArrayObjectATI has set it.
    pub(crate) in_object: bool,
}

impl Place {
    /// Takes the pointer as an address, or as an offset into the bound buffer.
    pub(crate) fn of(buffer: &Binding, pointer: ClientPtr<u8>) -> Place {
        Place {
            buffer: buffer.clone(),
            pointer,
            in_object: false,
        }
    }

    /// Gives INVALID_OPERATION for client memory, while a vertex array object is bound (ARB_vertex_array_object section 2.X).
    pub(crate) fn check(&self, arrays: &VertexArrayState) -> Result {
        let is_in_client_memory = self.buffer.is_none() && !self.pointer.is_null();
        if arrays.bound != 0 && is_in_client_memory {
            return Err(GlError::invalid_operation(
                "a vertex array object cannot hold an array in client memory",
            ));
        }
        Ok(())
    }
}

const fn format(sizes: &'static [i32], types: &'static [u32], normalized: bool) -> Format {
    Format {
        sizes,
        types,
        normalized,
    }
}

/// The formats of a conventional attribute's array, the colour index array or the element array.
pub(crate) fn conventional_format(slot: usize) -> Format {
    const INDEX_TYPES: &[u32] = &[UNSIGNED_BYTE, SHORT, INT, FLOAT, DOUBLE];
    match slot {
        ELEMENT_ARRAY_SLOT => format(&[1], UNSIGNED_TYPES, false),
        INDEX_ARRAY_SLOT => format(&[1], INDEX_TYPES, false),
        slot => match slot as u32 {
            attribute::POSITION => format(&[2, 3, 4], COORD_TYPES, false),
            attribute::NORMAL => format(&[3], NORMAL_TYPES, true),
            attribute::COLOR => format(&[3, 4, BGRA_SIZE], ALL_TYPES, true),
            attribute::SECONDARY_COLOR => format(&[3, BGRA_SIZE], ALL_TYPES, true),
            attribute::FOG_COORD => format(&[1], &[HALF_FLOAT, FLOAT, DOUBLE], false),
            attribute::WEIGHT => format(&[1, 2, 3, 4], WEIGHT_TYPES, true),
            attribute::MATRIX_INDEX => format(&[1, 2, 3, 4], UNSIGNED_TYPES, false),
            attribute::EDGE_FLAG => format(&[1], &[UNSIGNED_BYTE], false),
            _ => format(&[1, 2, 3, 4], COORD_TYPES, false),
        },
    }
}

/// The formats of a generic array. `normalized` is ignored for floats (QUIRKS 0.47).
pub(crate) fn generic_format(normalized: bool) -> Format {
    format(&[1, 2, 3, 4, BGRA_SIZE], ALL_TYPES, normalized)
}

/// The formats of an array of NV_vertex_program (2.14.3, with NV_half_float). Bytes are fractions, all other types are
/// plain numbers. Gives INVALID_OPERATION for bytes unless they are four.
pub(crate) fn native_format(size: i32, ty: u32) -> Result<Format> {
    const SIZES: &[i32] = &[1, 2, 3, 4];
    let is_bytes = ty == UNSIGNED_BYTE;
    if is_bytes && size != 4 && SIZES.contains(&size) {
        return Err(GlError::invalid_operation("bytes of an attribute are four"));
    }
    let types = &[SHORT, HALF_FLOAT, FLOAT, DOUBLE, UNSIGNED_BYTE];
    Ok(format(SIZES, types, is_bytes))
}

/// Sets an array. Gives INVALID_VALUE for a wrong size or a negative stride, INVALID_ENUM for a wrong type,
/// INVALID_OPERATION for client memory in a vertex array object.
pub(crate) fn set_array(
    arrays: &mut VertexArrayState,
    slot: usize,
    format: Format,
    layout: Layout,
    place: Place,
) -> Result {
    let Layout { size, ty, stride } = layout;
    // Check size, type and stride, in this order of errors.
    if !format.sizes.contains(&size) {
        return Err(GlError::invalid_value("components of an array"));
    }
    let component = component_type(ty).filter(|_| format.types.contains(&ty));
    let component = component.ok_or(GlError::invalid_enum("type of an array"))?;
    if stride < 0 {
        return Err(GlError::invalid_value("negative stride"));
    }
    // BGRA is a size for normalized bytes only.
    let bgra = size == BGRA_SIZE;
    if bgra && ty != UNSIGNED_BYTE {
        return Err(GlError::invalid_value("BGRA components that are no bytes"));
    }
    if bgra && !format.normalized {
        return Err(GlError::invalid_value(
            "BGRA components that are not normalized",
        ));
    }
    place.check(arrays)?;
    arrays.arrays[slot] = VertexArray {
        enabled: arrays.arrays[slot].enabled,
        size: if bgra { 4 } else { size as u8 },
        component: if bgra {
            ComponentType::Bgra8
        } else {
            component
        },
        stride,
        pointer: place.pointer,
        normalized: format.normalized,
        buffer: place.buffer,
        in_object: place.in_object,
        static_count: 0,
    };
    Ok(())
}

/// Sets a conventional array by its pointer command.
pub(crate) fn set_pointer(
    arrays: &mut VertexArrayState,
    buffers: &BufferState,
    slot: usize,
    layout: Layout,
    pointer: ClientPtr<u8>,
) -> Result {
    let place = Place::of(&buffers.array, pointer);
    set_array(arrays, slot, conventional_format(slot), layout, place)
}

/// The body of a pointer command.
fn conventional(
    call: &mut Call<'_>,
    slot: usize,
    layout: Layout,
    pointer: ClientPtr<u8>,
) -> Result {
    let (arrays, buffers) = (&mut call.cx.arrays, &call.cx.buffers);
    set_pointer(arrays, buffers, slot, layout, pointer)
}

const ALL_TYPES: &[u32] = &[
    BYTE,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    INT,
    UNSIGNED_INT,
    HALF_FLOAT,
    FLOAT,
    DOUBLE,
];
const WEIGHT_TYPES: &[u32] = &[
    BYTE,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    INT,
    UNSIGNED_INT,
    FLOAT,
    DOUBLE,
];
const UNSIGNED_TYPES: &[u32] = &[UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT];
const COORD_TYPES: &[u32] = &[SHORT, INT, HALF_FLOAT, FLOAT, DOUBLE];
const NORMAL_TYPES: &[u32] = &[BYTE, SHORT, INT, HALF_FLOAT, FLOAT, DOUBLE];
/// The size that stands for four components in the order blue, green, red, alpha.
const BGRA_SIZE: i32 = BGRA as i32;

pub fn vertex_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    conventional(call, attribute::POSITION as usize, layout, pointer)
}

pub fn normal_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let layout = Layout {
        size: 3,
        ty,
        stride,
    };
    conventional(call, attribute::NORMAL as usize, layout, pointer)
}

pub fn color_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    conventional(call, attribute::COLOR as usize, layout, pointer)
}

pub fn secondary_color_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    conventional(call, attribute::SECONDARY_COLOR as usize, layout, pointer)
}

pub fn fog_coord_pointer(
    call: &mut Call<'_>,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout {
        size: 1,
        ty,
        stride,
    };
    conventional(call, attribute::FOG_COORD as usize, layout, pointer)
}

/// glVertexWeightPointerEXT: sets the array of ARB_vertex_blend's weights to one weight per vertex (EXT_vertex_weighting
/// 2.8, NV_half_float; QUIRKS 6.37). WEIGHT_SUM_UNITY_ARB allows that.
pub fn vertex_weight_pointer_ext(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    let format = format(&[1], &[HALF_FLOAT, FLOAT], false);
    let place = Place::of(&call.cx.buffers.array, pointer);
    set_array(
        &mut call.cx.arrays,
        attribute::WEIGHT as usize,
        format,
        layout,
        place,
    )
}

pub fn edge_flag_pointer(call: &mut Call<'_>, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let layout = Layout {
        size: 1,
        ty: UNSIGNED_BYTE,
        stride,
    };
    conventional(call, attribute::EDGE_FLAG as usize, layout, pointer)
}

pub fn index_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let layout = Layout {
        size: 1,
        ty,
        stride,
    };
    conventional(call, INDEX_ARRAY_SLOT, layout, pointer)
}

/// glTexCoordPointer: sets the array of the client's active set.
pub fn tex_coord_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let layout = Layout { size, ty, stride };
    let slot = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    conventional(call, slot, layout, pointer)
}

/// glElementPointerATI. The pointer is an offset if a buffer is bound to ELEMENT_ARRAY_BUFFER, as for all indices in
/// ARB_vertex_buffer_object. Gives INVALID_ENUM for a wrong type.
pub fn element_pointer_ati(call: &mut Call<'_>, ty: u32, pointer: ClientPtr<u8>) -> Result {
    let place = Place::of(&call.cx.buffers.element, pointer);
    let layout = Layout {
        size: 1,
        ty,
        stride: 0,
    };
    let format = conventional_format(ELEMENT_ARRAY_SLOT);
    set_array(
        &mut call.cx.arrays,
        ELEMENT_ARRAY_SLOT,
        format,
        layout,
        place,
    )
}

/// glVertexAttribPointer. `normalized` is ignored for floats (QUIRKS 0.47).
pub fn vertex_attrib_pointer(
    call: &mut Call<'_>,
    index: u32,
    size: i32,
    ty: u32,
    normalized: u8,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let slot = generic_slot(index)?;
    let place = Place::of(&call.cx.buffers.array, pointer);
    let layout = Layout { size, ty, stride };
    set_array(
        &mut call.cx.arrays,
        slot,
        generic_format(normalized != 0),
        layout,
        place,
    )
}

/// glVertexAttribPointerNV. Gives INVALID_OPERATION for bytes unless they are four.
pub fn vertex_attrib_pointer_nv(
    call: &mut Call<'_>,
    index: u32,
    fsize: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let slot = generic_slot(index)?;
    let place = Place::of(&call.cx.buffers.array, pointer);
    let layout = Layout {
        size: fsize,
        ty,
        stride,
    };
    set_array(
        &mut call.cx.arrays,
        slot,
        native_format(fsize, ty)?,
        layout,
        place,
    )
}
