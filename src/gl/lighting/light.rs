//! glLight*, glLightModel*, glShadeModel and their queries (GL 1.5 sections 2.14.1, 2.14.7, 6.1.3).
#![forbid(unsafe_code)]

use super::state::{Light, ShadeModel};
use crate::device::geometry::matrix::transform;
use crate::gl::context::enums;
use crate::gl::context::limits::{MAX_EXPONENT, MAX_LIGHTS};
use crate::gl::context::named::Named;
use crate::gl::lighting::state::LightingState;
use crate::gl::matrix::state::MatrixState;
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::platform::ClientPtr;
use crate::raster::Provoking;

/// The number of values of a light parameter; 0 when there is no such parameter.
fn light_param_len(pname: u32) -> usize {
    match pname {
        enums::AMBIENT | enums::DIFFUSE | enums::SPECULAR | enums::POSITION => 4,
        enums::SPOT_DIRECTION => 3,
        _ if is_scalar(pname) => 1,
        _ => 0,
    }
}

fn is_scalar(pname: u32) -> bool {
    matches!(
        pname,
        enums::SPOT_EXPONENT
            | enums::SPOT_CUTOFF
            | enums::CONSTANT_ATTENUATION
            | enums::LINEAR_ATTENUATION
            | enums::QUADRATIC_ATTENUATION
    )
}

fn is_color(pname: u32) -> bool {
    matches!(pname, enums::AMBIENT | enums::DIFFUSE | enums::SPECULAR)
}

fn light_index(light: u32) -> Result<usize> {
    let index = light.wrapping_sub(enums::LIGHT0) as usize;
    if index < MAX_LIGHTS {
        Ok(index)
    } else {
        Err(GlError::invalid_enum("light"))
    }
}

fn set_light(
    lighting: &mut LightingState,
    matrix: &MatrixState,
    light: u32,
    pname: u32,
    v: [f32; 4],
) -> Result {
    let index = light_index(light)?;
    let modelview = *matrix.modelview();
    let light = &mut lighting.lights[index];
    match pname {
        enums::AMBIENT => light.ambient = v,
        enums::DIFFUSE => light.diffuse = v,
        enums::SPECULAR => light.specular = v,
        enums::POSITION => light.position = transform(&modelview, v),
        enums::SPOT_DIRECTION => {
            let [x, y, z, _] = transform(&modelview, [v[0], v[1], v[2], 0.0]);
            light.spot_direction = [x, y, z];
        }
        _ => return set_light_scalar(light, pname, v[0]),
    }
    Ok(())
}

fn set_light_scalar(light: &mut Light, pname: u32, v: f32) -> Result {
    let (field, valid) = match pname {
        enums::SPOT_EXPONENT => {
            let valid = (0.0..=MAX_EXPONENT as f32).contains(&v);
            (&mut light.spot_exponent, valid)
        }
        enums::SPOT_CUTOFF => {
            let valid = (0.0..=90.0).contains(&v) || v == 180.0;
            (&mut light.spot_cutoff, valid)
        }
        enums::CONSTANT_ATTENUATION => (&mut light.attenuation[0], v >= 0.0),
        enums::LINEAR_ATTENUATION => (&mut light.attenuation[1], v >= 0.0),
        enums::QUADRATIC_ATTENUATION => (&mut light.attenuation[2], v >= 0.0),
        _ => return Err(GlError::invalid_enum("light parameter")),
    };
    if !valid {
        return Err(GlError::invalid_value("light parameter out of range"));
    }
    *field = v;
    Ok(())
}

/// glLightf. Gives INVALID_ENUM for a light that does not exist, or a parameter that is no scalar.
pub fn lightf(call: &mut Call<'_>, light: u32, pname: u32, param: f32) -> Result {
    if !is_scalar(pname) {
        return Err(GlError::invalid_enum("light parameter is no scalar"));
    }
    set_light(
        &mut call.cx.lighting,
        &call.cx.matrix,
        light,
        pname,
        [param, 0.0, 0.0, 0.0],
    )
}

pub fn lighti(call: &mut Call<'_>, light: u32, pname: u32, param: i32) -> Result {
    lightf(call, light, pname, param as f32)
}

/// glLightfv. Position and spot direction are transformed by the current modelview matrix.
pub fn lightfv(call: &mut Call<'_>, light: u32, pname: u32, params: ClientPtr<f32>) -> Result {
    let v = call.vec4(params, light_param_len(pname), |v| v)?;
    call.run(move |call| set_light(&mut call.cx.lighting, &call.cx.matrix, light, pname, v))
}

/// glLightiv: integer colours map to [-1, 1].
pub fn lightiv(call: &mut Call<'_>, light: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let v = call.vec4(params, light_param_len(pname), |v| {
        if is_color(pname) {
            color_from_i32(v)
        } else {
            v as f32
        }
    })?;
    call.run(move |call| set_light(&mut call.cx.lighting, &call.cx.matrix, light, pname, v))
}

fn light_value(lighting: &LightingState, light: u32, pname: u32) -> Result<[f32; 4]> {
    let light = &lighting.lights[light_index(light)?];
    let scalar = |v: f32| [v, 0.0, 0.0, 0.0];
    let [x, y, z] = light.spot_direction;
    Ok(match pname {
        enums::AMBIENT => light.ambient,
        enums::DIFFUSE => light.diffuse,
        enums::SPECULAR => light.specular,
        enums::POSITION => light.position,
        enums::SPOT_DIRECTION => [x, y, z, 0.0],
        enums::SPOT_EXPONENT => scalar(light.spot_exponent),
        enums::SPOT_CUTOFF => scalar(light.spot_cutoff),
        enums::CONSTANT_ATTENUATION => scalar(light.attenuation[0]),
        enums::LINEAR_ATTENUATION => scalar(light.attenuation[1]),
        enums::QUADRATIC_ATTENUATION => scalar(light.attenuation[2]),
        _ => return Err(GlError::invalid_enum("light parameter")),
    })
}

pub fn get_lightfv(call: &mut Call<'_>, light: u32, pname: u32, params: ClientPtr<f32>) -> Result {
    let v = light_value(&call.cx.lighting, light, pname)?;
    call.mem.write(params, &v[..light_param_len(pname)]);
    Ok(())
}

/// glGetLightiv: colours use the inverse of the integer mapping, other values are rounded.
pub fn get_lightiv(call: &mut Call<'_>, light: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let v = light_value(&call.cx.lighting, light, pname)?;
    let v = v.map(|v| {
        if is_color(pname) {
            color_to_i32(v)
        } else {
            round_to_i32(f64::from(v))
        }
    });
    call.mem.write(params, &v[..light_param_len(pname)]);
    Ok(())
}

/// Converts a colour component to an integer: 1 is the greatest i32, -1 the least (GL 1.5 section 6.1.2).
pub(crate) fn color_to_i32(value: f32) -> i32 {
    normalized_to_i32(f64::from(value))
}

/// Rounds to the nearest integer and clamps; NaN becomes 0.
pub(crate) fn round_to_i32(value: f64) -> i32 {
    value.round() as i32
}

/// Maps [-1, 1] to all signed integers, by the inverse of table 2.9. 0 gives 0, although the table has it between -1 and 0.
pub(crate) fn normalized_to_i32(value: f64) -> i32 {
    ((value * f64::from(u32::MAX) - 1.0) / 2.0).round_ties_even() as i32
}

fn set_light_model(lighting: &mut LightingState, pname: u32, v: [f32; 4]) -> Result {
    let model = &mut lighting.model;
    match pname {
        enums::LIGHT_MODEL_AMBIENT => model.ambient = v,
        enums::LIGHT_MODEL_LOCAL_VIEWER => model.local_viewer = v[0] != 0.0,
        enums::LIGHT_MODEL_TWO_SIDE => model.two_side = v[0] != 0.0,
        enums::LIGHT_MODEL_COLOR_CONTROL => {
            model.separate_specular = match v[0] {
                v if v == enums::SINGLE_COLOR as f32 => false,
                v if v == enums::SEPARATE_SPECULAR_COLOR as f32 => true,
                _ => return Err(GlError::invalid_enum("light model colour control")),
            }
        }
        _ => return Err(GlError::invalid_enum("light model parameter")),
    }
    Ok(())
}

fn light_model_len(pname: u32) -> usize {
    match pname {
        enums::LIGHT_MODEL_AMBIENT => 4,
        enums::LIGHT_MODEL_LOCAL_VIEWER
        | enums::LIGHT_MODEL_TWO_SIDE
        | enums::LIGHT_MODEL_COLOR_CONTROL => 1,
        _ => 0,
    }
}

/// glLightModelf. Gives INVALID_ENUM for a parameter that is no scalar.
pub fn light_modelf(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    if light_model_len(pname) != 1 {
        return Err(GlError::invalid_enum("light model parameter is no scalar"));
    }
    set_light_model(&mut call.cx.lighting, pname, [param, 0.0, 0.0, 0.0])
}

pub fn light_modeli(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    light_modelf(call, pname, param as f32)
}

pub fn light_modelfv(call: &mut Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result {
    let v = call.vec4(params, light_model_len(pname), |v| v)?;
    call.run(move |call| set_light_model(&mut call.cx.lighting, pname, v))
}

pub fn light_modeliv(call: &mut Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result {
    let ambient = pname == enums::LIGHT_MODEL_AMBIENT;
    let v = call.vec4(params, light_model_len(pname), |v| {
        if ambient { color_from_i32(v) } else { v as f32 }
    })?;
    call.run(move |call| set_light_model(&mut call.cx.lighting, pname, v))
}

pub fn shade_model(call: &mut Call<'_>, mode: u32) -> Result {
    call.cx.lighting.shade_model = ShadeModel::checked(mode, "shade model")?;
    Ok(())
}

/// glProvokingVertexEXT: the vertex of a primitive that gives flat colours (EXT_provoking_vertex). Quads follow it. Gives
/// INVALID_ENUM for a name that is no convention.
pub fn provoking_vertex(call: &mut Call<'_>, mode: u32) -> Result {
    call.cx.lighting.provoking = Provoking::checked(mode, "convention of provoking vertices")?;
    Ok(())
}
