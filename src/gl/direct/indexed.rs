//! Indexed state: of a draw buffer (EXT_draw_buffers2), of a texture unit, a coordinate set or a program matrix
//! (EXT_direct_state_access 3.8.16 and 6.1.1).
#![forbid(unsafe_code)]

use super::selection::{Selection, at_once};
use super::vertex_array::is_of_coordinate_set;
use crate::gl::context::enums::*;
use crate::gl::context::limits::{
    MAX_PROGRAM_MATRICES, MAX_TEXTURE_COORDS, MAX_TEXTURE_IMAGE_UNITS,
};
use crate::gl::fragment::commands::draw_buffer;
use crate::gl::state::{enable, get};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Whether a capability belongs to a texture unit.
fn is_of_unit(target: u32) -> bool {
    matches!(
        target,
        TEXTURE_1D
            | TEXTURE_2D
            | TEXTURE_3D
            | TEXTURE_CUBE_MAP
            | TEXTURE_RECTANGLE
            | TEXTURE_GEN_S
            | TEXTURE_GEN_T
            | TEXTURE_GEN_R
            | TEXTURE_GEN_Q
    )
}

/// Whether a variable belongs to a texture unit or to its coordinate set.
fn is_variable_of_unit(target: u32) -> bool {
    is_of_unit(target)
        || matches!(
            target,
            CURRENT_RASTER_TEXTURE_COORDS
                | CURRENT_TEXTURE_COORDS
                | TEXTURE_BINDING_1D
                | TEXTURE_BINDING_1D_ARRAY
                | TEXTURE_BINDING_2D
                | TEXTURE_BINDING_2D_ARRAY
                | TEXTURE_BINDING_3D
                | TEXTURE_BINDING_CUBE_MAP
                | TEXTURE_BINDING_RECTANGLE
                | TEXTURE_MATRIX
                | TEXTURE_STACK_DEPTH
                | TRANSPOSE_TEXTURE_MATRIX
        )
}

/// Checks the number of a unit or of a matrix. Gives INVALID_VALUE when it is too large.
fn check(index: u32, count: usize) -> Result {
    if (index as usize) < count {
        Ok(())
    } else {
        Err(GlError::invalid_value("an index is too large"))
    }
}

/// Runs a command of one texture unit. Gives INVALID_VALUE beyond the last.
fn with_unit<R>(
    call: &mut Call<'_>,
    index: u32,
    command: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> Result<R> {
    check(index, MAX_TEXTURE_IMAGE_UNITS)?;
    at_once(call, Selection::Unit(TEXTURE0 + index), command)
}

/// Runs a query of one coordinate set. Gives INVALID_VALUE beyond the last.
fn with_set<R>(
    call: &mut Call<'_>,
    index: u32,
    command: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> Result<R> {
    check(index, MAX_TEXTURE_COORDS)?;
    let saved = std::mem::replace(&mut call.cx.arrays.client_active, index as usize);
    let result = command(call);
    call.cx.arrays.client_active = saved;
    result
}

const NO_CAPABILITY: GlError = GlError::invalid_enum("capability with an index");

fn set(call: &mut Call<'_>, cap: u32, index: u32, on: bool) -> Result {
    match cap {
        BLEND => {
            let index = draw_buffer(index)?;
            call.cx.fragment.color.blend[index] = on;
            Ok(())
        }
        cap if is_of_unit(cap) => with_unit(call, index, |call| {
            if on {
                enable::enable(call, cap)
            } else {
                enable::disable(call, cap)
            }
        }),
        _ => Err(NO_CAPABILITY),
    }
}

/// glEnableIndexedEXT. Gives INVALID_ENUM for a capability without index, INVALID_VALUE for an index that is too large.
pub fn enable_indexed_ext(call: &mut Call<'_>, cap: u32, index: u32) -> Result {
    set(call, cap, index, true)
}

/// glDisableIndexedEXT. The errors are those of glEnableIndexedEXT.
pub fn disable_indexed_ext(call: &mut Call<'_>, cap: u32, index: u32) -> Result {
    set(call, cap, index, false)
}

/// glIsEnabledIndexedEXT. The errors are those of glEnableIndexedEXT.
pub fn is_enabled_indexed_ext(call: &mut Call<'_>, cap: u32, index: u32) -> Result<u8> {
    match cap {
        BLEND => Ok(u8::from(call.cx.fragment.color.blend[draw_buffer(index)?])),
        TEXTURE_COORD_ARRAY => with_set(call, index, |call| enable::is_enabled(call, cap)),
        cap if is_of_unit(cap) => with_unit(call, index, |call| enable::is_enabled(call, cap)),
        _ => Err(NO_CAPABILITY),
    }
}

/// Queries an indexed variable by the command for one without index. `write` writes the values that only an index can reach.
fn query<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    params: ClientPtr<T>,
    command: fn(&mut Call<'_>, u32, ClientPtr<T>) -> Result,
    convert: fn(bool) -> T,
) -> Result {
    let matrix = |call: &mut Call<'_>, name| {
        check(index, MAX_PROGRAM_MATRICES)?;
        let selection = Selection::Matrix(MATRIX0_ARB + index);
        at_once(call, selection, |call| command(call, name, params))
    };
    match target {
        BLEND => {
            let value = call.cx.fragment.color.blend[draw_buffer(index)?];
            call.mem.write(params, &[convert(value)]);
            Ok(())
        }
        COLOR_WRITEMASK => {
            let mask = call.cx.fragment.color.masks[draw_buffer(index)?];
            call.mem.write(params, &mask.map(convert));
            Ok(())
        }
        PROGRAM_MATRIX_EXT => matrix(call, CURRENT_MATRIX_ARB),
        TRANSPOSE_PROGRAM_MATRIX_EXT => matrix(call, TRANSPOSE_CURRENT_MATRIX_ARB),
        PROGRAM_MATRIX_STACK_DEPTH_EXT => matrix(call, CURRENT_MATRIX_STACK_DEPTH_ARB),
        target if is_variable_of_unit(target) => {
            with_unit(call, index, |call| command(call, target, params))
        }
        target if is_of_coordinate_set(target) => {
            with_set(call, index, |call| command(call, target, params))
        }
        _ => Err(GlError::invalid_enum("state variable with an index")),
    }
}

/// glGetBooleanIndexedvEXT. Gives INVALID_ENUM for a name without index, INVALID_VALUE for an index that is too large.
pub fn get_boolean_indexedv_ext(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    data: ClientPtr<u8>,
) -> Result {
    query(call, target, index, data, get::get_booleanv, u8::from)
}

/// glGetIntegerIndexedvEXT. The errors are those of glGetBooleanIndexedvEXT.
pub fn get_integer_indexedv_ext(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    data: ClientPtr<i32>,
) -> Result {
    query(call, target, index, data, get::get_integerv, i32::from)
}

/// glGetFloatIndexedvEXT. The errors are those of glGetBooleanIndexedvEXT.
pub fn get_float_indexedv_ext(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    data: ClientPtr<f32>,
) -> Result {
    let convert = |on| f32::from(u8::from(on));
    query(call, target, index, data, get::get_floatv, convert)
}

/// glGetDoubleIndexedvEXT. The errors are those of glGetBooleanIndexedvEXT.
pub fn get_double_indexedv_ext(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    data: ClientPtr<f64>,
) -> Result {
    query(call, target, index, data, get::get_doublev, f64::from)
}
