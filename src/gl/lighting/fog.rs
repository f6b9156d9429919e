//! glFog* (GL 1.5 section 3.10, NV_fog_distance).
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::context::named::Named;
use crate::gl::lighting::state::LightingState;
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::platform::ClientPtr;

fn fog_param_len(pname: u32) -> usize {
    match pname {
        enums::FOG_COLOR => 4,
        enums::FOG_MODE
        | enums::FOG_INDEX
        | enums::FOG_DENSITY
        | enums::FOG_START
        | enums::FOG_END
        | enums::FOG_COORD_SRC
        | enums::FOG_DISTANCE_MODE_NV => 1,
        _ => 0,
    }
}

fn set_fog(lighting: &mut LightingState, pname: u32, v: [f32; 4]) -> Result {
    let fog = &mut lighting.fog;
    match pname {
        enums::FOG_COLOR => fog.color = v,
        enums::FOG_MODE => fog.mode = choose(v[0])?,
        enums::FOG_COORD_SRC => fog.coord_source = choose(v[0])?,
        enums::FOG_DISTANCE_MODE_NV => fog.distance_mode = choose(v[0])?,
        enums::FOG_INDEX => fog.index = v[0],
        enums::FOG_DENSITY if v[0] < 0.0 || v[0].is_nan() => {
            return Err(GlError::invalid_value("fog density"));
        }
        enums::FOG_DENSITY => fog.density = v[0],
        enums::FOG_START => fog.start = v[0],
        enums::FOG_END => fog.end = v[0],
        _ => return Err(GlError::invalid_enum("fog parameter")),
    }
    Ok(())
}

/// The value whose name was given as a float.
fn choose<T: Named>(value: f32) -> Result<T> {
    T::from_float(value).ok_or(GlError::invalid_enum("fog parameter's value"))
}

/// glFogf. Gives INVALID_ENUM for FOG_COLOR, which is no scalar.
pub fn fogf(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    if fog_param_len(pname) != 1 {
        return Err(GlError::invalid_enum("fog parameter is no scalar"));
    }
    set_fog(&mut call.cx.lighting, pname, [param, 0.0, 0.0, 0.0])
}

pub fn fogi(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    fogf(call, pname, param as f32)
}

pub fn fogfv(call: &mut Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result {
    let v = call.vec4(params, fog_param_len(pname), |v| v)?;
    call.run(move |call| set_fog(&mut call.cx.lighting, pname, v))
}

pub fn fogiv(call: &mut Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result {
    let color = pname == enums::FOG_COLOR;
    let v = call.vec4(params, fog_param_len(pname), |v| {
        if color { color_from_i32(v) } else { v as f32 }
    })?;
    call.run(move |call| set_fog(&mut call.cx.lighting, pname, v))
}
