//! Interleaved arrays: one command sets all arrays of a common format (GL 1.5 section 2.8, table 2.5).
#![forbid(unsafe_code)]

use super::{Layout, Place, set_pointer};
use crate::gl::context::enums::*;
use crate::gl::vertex_array::state::INDEX_ARRAY_SLOT;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// An interleaved format: components of texture coordinates, colour, normal, vertex; type of the colour; offsets of colour,
/// normal, vertex; stride. Offsets and stride are in bytes (GL 1.5 table 2.5).
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

/// glInterleavedArrays. Gives INVALID_ENUM for a wrong format, INVALID_VALUE for a negative stride.
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
    Place::of(&call.cx.buffers.array, pointer).check(&call.cx.arrays)?;
    let stride = if stride == 0 { packed } else { stride };
    let set = attribute::TEX_COORD_0 as usize + call.cx.arrays.client_active;
    let at = |i: usize| pointer.byte_add(offsets[i]);
    // No interleaved format has these arrays.
    for slot in [
        attribute::EDGE_FLAG as usize,
        INDEX_ARRAY_SLOT,
        attribute::SECONDARY_COLOR as usize,
        attribute::FOG_COORD as usize,
        attribute::WEIGHT as usize,
    ] {
        call.cx.arrays.arrays[slot].enabled = false;
    }
    let parts = [
        (set, tex, FLOAT, pointer),
        (attribute::COLOR as usize, color, color_type, at(0)),
        (attribute::NORMAL as usize, normal, FLOAT, at(1)),
        (attribute::POSITION as usize, vertex, FLOAT, at(2)),
    ];
    // The format enables the arrays that it has and disables the others.
    for (slot, size, ty, pointer) in parts {
        call.cx.arrays.arrays[slot].enabled = size > 0;
        if size > 0 {
            set_pointer(
                &mut call.cx.arrays,
                &call.cx.buffers,
                slot,
                Layout { size, ty, stride },
                pointer,
            )?;
        }
    }
    Ok(())
}
