//! glGetBooleanv, glGetIntegerv, glGetFloatv, glGetDoublev: the state table, converted (GL 1.5 sections 6.1.1, 6.1.2).
#![forbid(unsafe_code)]

use super::table;
use super::table::{Kind, Values};
use crate::gl::context::enums::{
    CURRENT_RASTER_TEXTURE_COORDS, CURRENT_TEXTURE_COORDS, OCCLUSION_TEST_RESULT_HP,
    TEXTURE_MATRIX, TRANSPOSE_TEXTURE_MATRIX,
};
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::query::occlusion::take_test_result;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

/// The values of a state variable. INVALID_ENUM for a name that is none, INVALID_OPERATION for the
/// coordinates or the matrix of a unit without coordinates.
pub fn state_value(cx: &Context, name: u32) -> Result<(Kind, Values)> {
    let of_coordinate_set = matches!(
        name,
        TEXTURE_MATRIX
            | TRANSPOSE_TEXTURE_MATRIX
            | CURRENT_TEXTURE_COORDS
            | CURRENT_RASTER_TEXTURE_COORDS
    );
    if of_coordinate_set && cx.textures.active >= MAX_TEXTURE_COORDS {
        // GL 2.1 section 6.1.2.
        return Err(GlError::invalid_operation(
            "the active texture unit has no coordinate set",
        ));
    }
    if let Some(row) = table::find(name) {
        return Ok((row.kind, (row.get)(cx)));
    }
    let enabled =
        super::enable::enabled(cx, name).ok_or(GlError::invalid_enum("state variable"))?;
    Ok((
        Kind::Boolean,
        smallvec::smallvec![f64::from(u8::from(enabled))],
    ))
}

/// A value for GetIntegerv: floats to the nearest integer, colours and depths linearly mapped to all of i32, masks bit
/// by bit.
fn to_i32(kind: Kind, value: f64) -> i32 {
    match kind {
        Kind::Boolean | Kind::Integer => value as i64 as i32,
        Kind::Float => crate::gl::lighting::light::round_to_i32(value),
        Kind::Normalized => crate::gl::lighting::light::normalized_to_i32(value),
    }
}

fn get<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    name: u32,
    out: ClientPtr<T>,
    convert: fn(Kind, f64) -> T,
) -> Result {
    let (kind, values) = match name {
        OCCLUSION_TEST_RESULT_HP => {
            let passed = take_test_result(call.cx);
            (
                Kind::Boolean,
                smallvec::smallvec![f64::from(u8::from(passed))],
            )
        }
        name => state_value(call.cx, name)?,
    };
    let converted: smallvec::SmallVec<[T; 16]> =
        values.into_iter().map(|v| convert(kind, v)).collect();
    call.mem.write(out, &converted);
    Ok(())
}

/// glGetBooleanv: FALSE for 0, else TRUE.
pub fn get_booleanv(call: &mut Call<'_>, pname: u32, data: ClientPtr<u8>) -> Result {
    get(call, pname, data, |_, v| u8::from(v != 0.0))
}

pub fn get_integerv(call: &mut Call<'_>, pname: u32, data: ClientPtr<i32>) -> Result {
    get(call, pname, data, to_i32)
}

/// glGetInteger64v: as GetIntegerv, without its limits (ARB_sync section 6.1.1).
pub fn get_integer64v(call: &mut Call<'_>, pname: u32, data: ClientPtr<i64>) -> Result {
    get(call, pname, data, |kind, value| match kind {
        Kind::Boolean | Kind::Integer => value as i64,
        kind => i64::from(to_i32(kind, value)),
    })
}

pub fn get_floatv(call: &mut Call<'_>, pname: u32, data: ClientPtr<f32>) -> Result {
    get(call, pname, data, |_, v| v as f32)
}

pub fn get_doublev(call: &mut Call<'_>, pname: u32, data: ClientPtr<f64>) -> Result {
    get(call, pname, data, |_, v| v)
}
