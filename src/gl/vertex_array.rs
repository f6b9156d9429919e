//! Client vertex arrays: pointers and enables (GL 1.5 section 2.8, ARB_vertex_program section 2.8).
//!
//! Arrays are numbered as the attributes that they feed ([`attribute`]); the colour index array has a place behind them.
#![forbid(unsafe_code)]

use super::buffer::Binding;
use super::enums::*;
use super::limits::{MAX_TEXTURE_COORDS, MAX_VERTEX_ATTRIBS};
use super::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::ComponentType;

/// Number of the colour index array, which RGBA contexts keep and do not use.
pub const INDEX_ARRAY_SLOT: usize = attribute::COUNT as usize;
/// Number of arrays.
pub const ARRAYS: usize = INDEX_ARRAY_SLOT + 1;

/// One array.
#[derive(Debug, Clone)]
pub struct VertexArray {
    /// Enabled.
    pub enabled: bool,
    /// Components, 1 to 4.
    pub size: u8,
    /// Type by its GL name.
    pub ty: u32,
    /// Stride as given; 0 means tightly packed.
    pub stride: i32,
    /// Address, or offset into the buffer.
    pub pointer: ClientPtr<u8>,
    /// Integers are mapped to fractions.
    pub normalized: bool,
    /// ARRAY_BUFFER_BINDING when the pointer was set.
    pub buffer: Binding,
}

impl VertexArray {
    /// The type of its components.
    pub fn component(&self) -> ComponentType {
        component_type(self.ty).unwrap_or(ComponentType::F32)
    }

    /// Bytes of one element.
    pub fn element_bytes(&self) -> usize {
        usize::from(self.size) * type_bytes(self.ty)
    }

    /// Bytes from element to element.
    pub fn stride_bytes(&self) -> usize {
        if self.stride == 0 { self.element_bytes() } else { self.stride as usize }
    }
}

/// Client array state.
#[derive(Debug, Clone)]
pub struct VertexArrayState {
    /// The arrays by number.
    pub arrays: Vec<VertexArray>,
    /// CLIENT_ACTIVE_TEXTURE − TEXTURE0
    pub client_active: usize,
    /// LockArraysEXT: first and count.
    pub locked: Option<(u32, u32)>,
}

impl Default for VertexArrayState {
    fn default() -> Self {
        let array = |slot: usize| {
            let (size, normalized) = match slot as u32 {
                attribute::NORMAL => (3, true),
                attribute::SECONDARY_COLOR => (3, true),
                attribute::COLOR => (4, true),
                attribute::FOG_COORD | attribute::EDGE_FLAG | attribute::COUNT => (1, false),
                _ => (4, false),
            };
            let ty = if slot as u32 == attribute::EDGE_FLAG { UNSIGNED_BYTE } else { FLOAT };
            VertexArray { enabled: false, size, ty, stride: 0, pointer: ClientPtr::NULL, normalized, buffer: None }
        };
        VertexArrayState { arrays: (0..ARRAYS).map(array).collect(), client_active: 0, locked: None }
    }
}

/// The component type of a GL type name.
pub fn component_type(ty: u32) -> Option<ComponentType> {
    Some(match ty {
        BYTE => ComponentType::I8,
        UNSIGNED_BYTE => ComponentType::U8,
        SHORT => ComponentType::I16,
        UNSIGNED_SHORT => ComponentType::U16,
        INT => ComponentType::I32,
        UNSIGNED_INT => ComponentType::U32,
        FLOAT => ComponentType::F32,
        DOUBLE => ComponentType::F64,
        _ => return None,
    })
}

/// Bytes of a type.
pub fn type_bytes(ty: u32) -> usize {
    match ty {
        BYTE | UNSIGNED_BYTE => 1,
        SHORT | UNSIGNED_SHORT => 2,
        DOUBLE => 8,
        _ => 4,
    }
}

/// The number of the array that a client state name means. INVALID_ENUM for what is none.
pub fn array_slot(cx: &Context, name: u32) -> Result<usize> {
    Ok(match name {
        VERTEX_ARRAY => attribute::POSITION as usize,
        NORMAL_ARRAY => attribute::NORMAL as usize,
        COLOR_ARRAY => attribute::COLOR as usize,
        SECONDARY_COLOR_ARRAY => attribute::SECONDARY_COLOR as usize,
        FOG_COORD_ARRAY => attribute::FOG_COORD as usize,
        EDGE_FLAG_ARRAY => attribute::EDGE_FLAG as usize,
        TEXTURE_COORD_ARRAY => attribute::TEX_COORD_0 as usize + cx.arrays.client_active,
        INDEX_ARRAY => INDEX_ARRAY_SLOT,
        _ => return Err(GlError::invalid_enum("client state")),
    })
}

/// glEnableClientState
pub fn enable_client_state(call: &mut Call<'_>, array: u32) -> Result {
    let slot = array_slot(call.cx, array)?;
    call.cx.arrays.arrays[slot].enabled = true;
    Ok(())
}

/// glDisableClientState
pub fn disable_client_state(call: &mut Call<'_>, array: u32) -> Result {
    let slot = array_slot(call.cx, array)?;
    call.cx.arrays.arrays[slot].enabled = false;
    Ok(())
}

/// glClientActiveTexture. INVALID_ENUM beyond the last coordinate set.
pub fn client_active_texture(call: &mut Call<'_>, texture: u32) -> Result {
    let set = texture.wrapping_sub(TEXTURE0) as usize;
    if set >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_enum("no such texture coordinate set"));
    }
    call.cx.arrays.client_active = set;
    Ok(())
}

fn generic_slot(index: u32) -> Result<usize> {
    match index as usize {
        index if index < MAX_VERTEX_ATTRIBS => Ok(attribute::GENERIC_0 as usize + index),
        _ => Err(GlError::invalid_value("no such generic attribute")),
    }
}

/// glEnableVertexAttribArray. INVALID_VALUE beyond the last attribute.
pub fn enable_vertex_attrib_array(call: &mut Call<'_>, index: u32) -> Result {
    call.cx.arrays.arrays[generic_slot(index)?].enabled = true;
    Ok(())
}

/// glDisableVertexAttribArray
pub fn disable_vertex_attrib_array(call: &mut Call<'_>, index: u32) -> Result {
    call.cx.arrays.arrays[generic_slot(index)?].enabled = false;
    Ok(())
}

/// What a pointer command says.
struct Pointer {
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
    normalized: bool,
}

/// Sets an array. INVALID_VALUE for a wrong size or a negative stride, INVALID_ENUM for a wrong type.
fn set_pointer(cx: &mut Context, slot: usize, sizes: &[i32], types: &[u32], p: Pointer) -> Result {
    if !sizes.contains(&p.size) {
        return Err(GlError::invalid_value("components of an array"));
    }
    if !types.contains(&p.ty) {
        return Err(GlError::invalid_enum("type of an array"));
    }
    if p.stride < 0 {
        return Err(GlError::invalid_value("negative stride"));
    }
    let buffer = cx.buffers.array.clone();
    let enabled = cx.arrays.arrays[slot].enabled;
    let Pointer { ty, stride, pointer, normalized, .. } = p;
    cx.arrays.arrays[slot] = VertexArray { enabled, size: p.size as u8, ty, stride, pointer, normalized, buffer };
    Ok(())
}

const ALL_TYPES: &[u32] = &[BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, INT, UNSIGNED_INT, FLOAT, DOUBLE];
const COORD_TYPES: &[u32] = &[SHORT, INT, FLOAT, DOUBLE];
const NORMAL_TYPES: &[u32] = &[BYTE, SHORT, INT, FLOAT, DOUBLE];

/// glVertexPointer
pub fn vertex_pointer(call: &mut Call<'_>, size: i32, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size, ty, stride, pointer, normalized: false };
    set_pointer(call.cx, attribute::POSITION as usize, &[2, 3, 4], COORD_TYPES, p)
}

/// glNormalPointer
pub fn normal_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size: 3, ty, stride, pointer, normalized: true };
    set_pointer(call.cx, attribute::NORMAL as usize, &[3], NORMAL_TYPES, p)
}

/// glColorPointer
pub fn color_pointer(call: &mut Call<'_>, size: i32, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size, ty, stride, pointer, normalized: true };
    set_pointer(call.cx, attribute::COLOR as usize, &[3, 4], ALL_TYPES, p)
}

/// glSecondaryColorPointer
pub fn secondary_color_pointer(call: &mut Call<'_>, size: i32, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size, ty, stride, pointer, normalized: true };
    set_pointer(call.cx, attribute::SECONDARY_COLOR as usize, &[3], ALL_TYPES, p)
}

/// glFogCoordPointer
pub fn fog_coord_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size: 1, ty, stride, pointer, normalized: false };
    set_pointer(call.cx, attribute::FOG_COORD as usize, &[1], &[FLOAT, DOUBLE], p)
}

/// glEdgeFlagPointer
pub fn edge_flag_pointer(call: &mut Call<'_>, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size: 1, ty: UNSIGNED_BYTE, stride, pointer, normalized: false };
    set_pointer(call.cx, attribute::EDGE_FLAG as usize, &[1], &[UNSIGNED_BYTE], p)
}

/// glIndexPointer
pub fn index_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size: 1, ty, stride, pointer, normalized: false };
    set_pointer(call.cx, INDEX_ARRAY_SLOT, &[1], &[UNSIGNED_BYTE, SHORT, INT, FLOAT, DOUBLE], p)
}

/// glTexCoordPointer, for the client's active set.
pub fn tex_coord_pointer(call: &mut Call<'_>, size: i32, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer { size, ty, stride, pointer, normalized: false };
    let slot = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    set_pointer(call.cx, slot, &[1, 2, 3, 4], COORD_TYPES, p)
}

/// glVertexAttribPointer. `normalized` does not count for floats (TRAPS 0.47).
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
    let p = Pointer { size, ty, stride, pointer, normalized: normalized != 0 };
    set_pointer(call.cx, slot, &[1, 2, 3, 4], ALL_TYPES, p)
}

/// glLockArraysEXT. INVALID_VALUE for a negative first or a count that is not positive, INVALID_OPERATION when locked.
pub fn lock_arrays_ext(call: &mut Call<'_>, first: i32, count: i32) -> Result {
    let (Ok(first), Ok(count @ 1..)) = (u32::try_from(first), u32::try_from(count)) else {
        return Err(GlError::invalid_value("range of locked arrays"));
    };
    if call.cx.arrays.locked.is_some() {
        return Err(GlError::invalid_operation("the arrays are locked"));
    }
    call.cx.arrays.locked = Some((first, count));
    Ok(())
}

/// glUnlockArraysEXT. INVALID_OPERATION when not locked.
pub fn unlock_arrays_ext(call: &mut Call<'_>) -> Result {
    match call.cx.arrays.locked.take() {
        Some(_) => Ok(()),
        None => Err(GlError::invalid_operation("the arrays are not locked")),
    }
}

/// An interleaved format: components of texture coordinates, colour (and its type), normal, vertex; offsets of colour, normal,
/// vertex; stride. All in bytes (GL 1.5 table 2.5).
type Interleaved = ([i32; 4], u32, [usize; 3], i32);

fn interleaved(format: u32) -> Option<Interleaved> {
    Some(match format {
        V2F => ([0, 0, 0, 2], FLOAT, [0, 0, 0], 8),
        V3F => ([0, 0, 0, 3], FLOAT, [0, 0, 0], 12),
        C4UB_V2F => ([0, 4, 0, 2], UNSIGNED_BYTE, [0, 0, 4], 12),
        C4UB_V3F => ([0, 4, 0, 3], UNSIGNED_BYTE, [0, 0, 4], 16),
        C3F_V3F => ([0, 3, 0, 3], FLOAT, [0, 0, 12], 24),
        N3F_V3F => ([0, 0, 3, 3], FLOAT, [0, 0, 12], 24),
        C4F_N3F_V3F => ([0, 4, 3, 3], FLOAT, [0, 16, 28], 40),
        T2F_V3F => ([2, 0, 0, 3], FLOAT, [0, 0, 8], 20),
        T4F_V4F => ([4, 0, 0, 4], FLOAT, [0, 0, 16], 32),
        T2F_C4UB_V3F => ([2, 4, 0, 3], UNSIGNED_BYTE, [8, 0, 12], 24),
        T2F_C3F_V3F => ([2, 3, 0, 3], FLOAT, [8, 0, 20], 32),
        T2F_N3F_V3F => ([2, 0, 3, 3], FLOAT, [0, 8, 20], 32),
        T2F_C4F_N3F_V3F => ([2, 4, 3, 3], FLOAT, [8, 24, 36], 48),
        T4F_C4F_N3F_V4F => ([4, 4, 3, 4], FLOAT, [16, 32, 44], 60),
        _ => return None,
    })
}

/// glInterleavedArrays. INVALID_ENUM for a wrong format, INVALID_VALUE for a negative stride.
pub fn interleaved_arrays(call: &mut Call<'_>, format: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let ([tex, color, normal, vertex], color_type, offsets, packed) =
        interleaved(format).ok_or(GlError::invalid_enum("interleaved format"))?;
    if stride < 0 {
        return Err(GlError::invalid_value("negative stride"));
    }
    let stride = if stride == 0 { packed } else { stride };
    let set = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    let at = |i: usize| pointer.byte_add(offsets[i]);
    for slot in [attribute::EDGE_FLAG as usize, INDEX_ARRAY_SLOT, attribute::SECONDARY_COLOR as usize, attribute::FOG_COORD as usize] {
        call.cx.arrays.arrays[slot].enabled = false;
    }
    let parts = [
        (set, tex, FLOAT, pointer, false),
        (attribute::COLOR as usize, color, color_type, at(0), true),
        (attribute::NORMAL as usize, normal, FLOAT, at(1), true),
        (attribute::POSITION as usize, vertex, FLOAT, at(2), false),
    ];
    for (slot, size, ty, pointer, normalized) in parts {
        call.cx.arrays.arrays[slot].enabled = size > 0;
        if size > 0 {
            set_pointer(call.cx, slot, &[size], ALL_TYPES, Pointer { size, ty, stride, pointer, normalized })?;
        }
    }
    Ok(())
}
