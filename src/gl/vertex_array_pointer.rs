//! Pointers of vertex arrays (GL 1.5 section 2.8, ARB_vertex_program section 2.8).
//!
//! All these commands give INVALID_VALUE for a wrong number of components and for a negative stride, INVALID_ENUM for a
//! wrong type. Colours and generic attributes take BGRA as their number of components (EXT_vertex_array_bgra). The pointer is an offset into the buffer that is bound to ARRAY_BUFFER, if one is (section 2.9.1).
#![forbid(unsafe_code)]

use super::enums::*;
use super::vertex_array::{INDEX_ARRAY_SLOT, VertexArray, generic_slot};
use super::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// What a pointer command says.
#[derive(Debug, Clone, Copy)]
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
    let bgra = p.size == BGRA_SIZE;
    if bgra && p.ty != UNSIGNED_BYTE {
        return Err(GlError::invalid_value("BGRA components that are no bytes"));
    }
    if bgra && !p.normalized {
        return Err(GlError::invalid_value(
            "BGRA components that are not normalized",
        ));
    }
    let buffer = cx.buffers.array.clone();
    let enabled = cx.arrays.arrays[slot].enabled;
    let Pointer {
        ty,
        stride,
        pointer,
        normalized,
        ..
    } = p;
    cx.arrays.arrays[slot] = VertexArray {
        enabled,
        size: if bgra { 4 } else { p.size as u8 },
        bgra,
        ty,
        stride,
        pointer,
        normalized,
        buffer,
        static_count: 0,
    };
    Ok(())
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
const COORD_TYPES: &[u32] = &[SHORT, INT, HALF_FLOAT, FLOAT, DOUBLE];
const NORMAL_TYPES: &[u32] = &[BYTE, SHORT, INT, HALF_FLOAT, FLOAT, DOUBLE];
/// The size that means four components in the order blue, green, red, alpha.
const BGRA_SIZE: i32 = BGRA as i32;

/// glVertexPointer
pub fn vertex_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let p = Pointer {
        size,
        ty,
        stride,
        pointer,
        normalized: false,
    };
    set_pointer(
        call.cx,
        attribute::POSITION as usize,
        &[2, 3, 4],
        COORD_TYPES,
        p,
    )
}

/// glNormalPointer
pub fn normal_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer {
        size: 3,
        ty,
        stride,
        pointer,
        normalized: true,
    };
    set_pointer(call.cx, attribute::NORMAL as usize, &[3], NORMAL_TYPES, p)
}

/// glColorPointer
pub fn color_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let p = Pointer {
        size,
        ty,
        stride,
        pointer,
        normalized: true,
    };
    set_pointer(
        call.cx,
        attribute::COLOR as usize,
        &[3, 4, BGRA_SIZE],
        ALL_TYPES,
        p,
    )
}

/// glSecondaryColorPointer
pub fn secondary_color_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let p = Pointer {
        size,
        ty,
        stride,
        pointer,
        normalized: true,
    };
    set_pointer(
        call.cx,
        attribute::SECONDARY_COLOR as usize,
        &[3, BGRA_SIZE],
        ALL_TYPES,
        p,
    )
}

/// glFogCoordPointer
pub fn fog_coord_pointer(
    call: &mut Call<'_>,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let p = Pointer {
        size: 1,
        ty,
        stride,
        pointer,
        normalized: false,
    };
    set_pointer(
        call.cx,
        attribute::FOG_COORD as usize,
        &[1],
        &[HALF_FLOAT, FLOAT, DOUBLE],
        p,
    )
}

/// glEdgeFlagPointer
pub fn edge_flag_pointer(call: &mut Call<'_>, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer {
        size: 1,
        ty: UNSIGNED_BYTE,
        stride,
        pointer,
        normalized: false,
    };
    set_pointer(
        call.cx,
        attribute::EDGE_FLAG as usize,
        &[1],
        &[UNSIGNED_BYTE],
        p,
    )
}

/// glIndexPointer
pub fn index_pointer(call: &mut Call<'_>, ty: u32, stride: i32, pointer: ClientPtr<u8>) -> Result {
    let p = Pointer {
        size: 1,
        ty,
        stride,
        pointer,
        normalized: false,
    };
    set_pointer(
        call.cx,
        INDEX_ARRAY_SLOT,
        &[1],
        &[UNSIGNED_BYTE, SHORT, INT, FLOAT, DOUBLE],
        p,
    )
}

/// glTexCoordPointer, for the client's active set.
pub fn tex_coord_pointer(
    call: &mut Call<'_>,
    size: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let p = Pointer {
        size,
        ty,
        stride,
        pointer,
        normalized: false,
    };
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
    let p = Pointer {
        size,
        ty,
        stride,
        pointer,
        normalized: normalized != 0,
    };
    set_pointer(call.cx, slot, &[1, 2, 3, 4, BGRA_SIZE], ALL_TYPES, p)
}

/// glVertexAttribPointerNV: bytes are fractions, everything else is as it is (NV_vertex_program 2.14.3).
/// INVALID_OPERATION for bytes that are not four.
pub fn vertex_attrib_pointer_nv(
    call: &mut Call<'_>,
    index: u32,
    fsize: i32,
    ty: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let slot = generic_slot(index)?;
    let sizes = [1, 2, 3, 4];
    if ty == UNSIGNED_BYTE && fsize != 4 && sizes.contains(&fsize) {
        return Err(GlError::invalid_operation("bytes of an attribute are four"));
    }
    let p = Pointer {
        size: fsize,
        ty,
        stride,
        pointer,
        normalized: ty == UNSIGNED_BYTE,
    };
    set_pointer(
        call.cx,
        slot,
        &sizes,
        &[SHORT, FLOAT, DOUBLE, UNSIGNED_BYTE],
        p,
    )
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
pub fn interleaved_arrays(
    call: &mut Call<'_>,
    format: u32,
    stride: i32,
    pointer: ClientPtr<u8>,
) -> Result {
    let ([tex, color, normal, vertex], color_type, offsets, packed) =
        interleaved(format).ok_or(GlError::invalid_enum("interleaved format"))?;
    if stride < 0 {
        return Err(GlError::invalid_value("negative stride"));
    }
    let stride = if stride == 0 { packed } else { stride };
    let set = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    let at = |i: usize| pointer.byte_add(offsets[i]);
    for slot in [
        attribute::EDGE_FLAG as usize,
        INDEX_ARRAY_SLOT,
        attribute::SECONDARY_COLOR as usize,
        attribute::FOG_COORD as usize,
    ] {
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
            set_pointer(
                call.cx,
                slot,
                &[size],
                ALL_TYPES,
                Pointer {
                    size,
                    ty,
                    stride,
                    pointer,
                    normalized,
                },
            )?;
        }
    }
    Ok(())
}
