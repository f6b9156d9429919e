//! Point, line, polygon and multisample state commands (GL 1.5 sections 3.2 to 3.5).
#![forbid(unsafe_code)]

use super::state::FrontFace;
use super::state::SpriteOrigin;
use crate::gl::attribute::component::clamp_unit;
use crate::gl::context::enums;
use crate::gl::context::named::Named;
use crate::gl::context::shared_enums::Face;
use crate::gl::pixel::stipple::{pack_stipple, unpack_stipple};
use crate::gl::primitive::state::RasterizationState;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::raster::{PolygonMode, SpriteThird};
use std::sync::Arc;

/// glPointSize. Gives INVALID_VALUE unless positive.
pub fn point_size(call: &mut Call<'_>, size: f32) -> Result {
    positive(size, "point size")?;
    call.cx.rasterization.point.size = size;
    Ok(())
}

fn positive(value: f32, reason: &'static str) -> Result {
    if value > 0.0 {
        Ok(())
    } else {
        Err(GlError::invalid_value(reason))
    }
}

fn point_param_len(pname: u32) -> usize {
    match pname {
        enums::POINT_SIZE_MIN
        | enums::POINT_SIZE_MAX
        | enums::POINT_FADE_THRESHOLD_SIZE
        | enums::POINT_SPRITE_COORD_ORIGIN
        | enums::POINT_SPRITE_R_MODE_NV => 1,
        enums::POINT_DISTANCE_ATTENUATION => 3,
        _ => 0,
    }
}

fn set_point_parameter(rasterization: &mut RasterizationState, pname: u32, v: [f32; 4]) -> Result {
    let point = &mut rasterization.point;
    let field = match pname {
        enums::POINT_SIZE_MIN => &mut point.size_min,
        enums::POINT_SIZE_MAX => &mut point.size_max,
        enums::POINT_FADE_THRESHOLD_SIZE => &mut point.fade_threshold,
        enums::POINT_DISTANCE_ATTENUATION => {
            point.attenuation = [v[0], v[1], v[2]];
            return Ok(());
        }
        enums::POINT_SPRITE_COORD_ORIGIN => {
            point.sprite_origin = SpriteOrigin::from_float(v[0])
                .ok_or(GlError::invalid_enum("origin of point sprites"))?;
            return Ok(());
        }
        enums::POINT_SPRITE_R_MODE_NV => {
            point.sprite_r_mode = SpriteThird::from_float(v[0])
                .ok_or(GlError::invalid_enum("point sprite R mode"))?;
            return Ok(());
        }
        _ => return Err(GlError::invalid_enum("point parameter")),
    };
    if v[0] < 0.0 || v[0].is_nan() {
        return Err(GlError::invalid_value("negative point parameter"));
    }
    *field = v[0];
    Ok(())
}

/// glPointParameterf. Gives INVALID_ENUM for a parameter that is no scalar.
pub fn point_parameterf(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    if point_param_len(pname) != 1 {
        return Err(GlError::invalid_enum("point parameter is no scalar"));
    }
    set_point_parameter(&mut call.cx.rasterization, pname, [param, 0.0, 0.0, 0.0])
}

pub fn point_parameteri(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    point_parameterf(call, pname, param as f32)
}

pub fn point_parameterfv(call: &mut Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result {
    let v = call.vec4(params, point_param_len(pname), |v| v)?;
    call.run(move |call| set_point_parameter(&mut call.cx.rasterization, pname, v))
}

pub fn point_parameteriv(call: &mut Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result {
    let v = call.vec4(params, point_param_len(pname), |v| v as f32)?;
    call.run(move |call| set_point_parameter(&mut call.cx.rasterization, pname, v))
}

/// glLineWidth. Gives INVALID_VALUE unless positive.
pub fn line_width(call: &mut Call<'_>, width: f32) -> Result {
    positive(width, "line width")?;
    call.cx.rasterization.line.width = width;
    Ok(())
}

/// glLineStipple: the factor is clamped to [1, 256].
pub fn line_stipple(call: &mut Call<'_>, factor: i32, pattern: u16) -> Result {
    call.cx.rasterization.line.stipple_factor = factor.clamp(1, 256) as u16;
    call.cx.rasterization.line.stipple_pattern = pattern;
    Ok(())
}

pub fn front_face(call: &mut Call<'_>, mode: u32) -> Result {
    call.cx.rasterization.polygon.front_face = FrontFace::checked(mode, "front face")?;
    Ok(())
}

pub fn cull_face(call: &mut Call<'_>, mode: u32) -> Result {
    call.cx.rasterization.polygon.cull_mode = Face::checked(mode, "culled face")?;
    Ok(())
}

pub fn polygon_mode(call: &mut Call<'_>, face: u32, mode: u32) -> Result {
    let mode = PolygonMode::checked(mode, "polygon mode")?;
    let face = Face::checked(face, "face")?;
    call.cx.rasterization.polygon.mode[face.indices()].fill(mode);
    Ok(())
}

pub fn polygon_offset(call: &mut Call<'_>, factor: f32, units: f32) -> Result {
    call.cx.rasterization.polygon.offset_factor = factor;
    call.cx.rasterization.polygon.offset_units = units;
    Ok(())
}

/// glPolygonOffsetEXT: the bias is a depth, where 1 is the whole range of our 24 bits (EXT_polygon_offset).
pub fn polygon_offset_ext(call: &mut Call<'_>, factor: f32, bias: f32) -> Result {
    polygon_offset(call, factor, bias * ((1 << 24) - 1) as f32)
}

/// glPolygonStipple: reads 32 × 32 bits, unpacked as a bitmap (GL 1.5 section 3.5.2).
pub fn polygon_stipple(call: &mut Call<'_>, mask: ClientPtr<u8>) -> Result {
    let rows = Arc::new(unpack_stipple(call, mask)?);
    call.run(move |call| {
        call.cx.rasterization.polygon_stipple = rows.clone();
        Ok(())
    })
}

/// glGetPolygonStipple: writes the stipple, packed as a bitmap.
pub fn get_polygon_stipple(call: &mut Call<'_>, mask: ClientPtr<u8>) -> Result {
    let rows = call.cx.rasterization.polygon_stipple.clone();
    pack_stipple(call, mask, &rows)
}

/// glSampleCoverage: the value is clamped to [0, 1].
pub fn sample_coverage(call: &mut Call<'_>, value: f32, invert: u8) -> Result {
    call.cx.rasterization.multisample.coverage_value = clamp_unit(f64::from(value)) as f32;
    call.cx.rasterization.multisample.coverage_invert = invert != 0;
    Ok(())
}
