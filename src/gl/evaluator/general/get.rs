//! Queries of general evaluators (NV_evaluators 6.1.13).
#![forbid(unsafe_code)]

use super::{PointLayout, attribute_of, shape_of};
use crate::device::geometry::patch::PatchShape;
use crate::gl::context::enums::*;
use crate::gl::evaluator::map::EvaluatorState;
use crate::gl::lighting::light::round_to_i32;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// glGetMapControlPointsNV. Gives INVALID_ENUM for a wrong target or type, INVALID_VALUE for an attribute beyond the last
/// and negative strides.
#[allow(clippy::too_many_arguments)]
pub fn get_map_control_points_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    ty: u32,
    ustride: i32,
    vstride: i32,
    packed: u8,
    points: ClientPtr<u8>,
) -> Result {
    let shape = shape_of(target)?;
    let map = &call.cx.evaluators.general.maps[shape as usize][attribute_of(index)?];
    let layout = PointLayout::new(shape, map.order, ty, [ustride, vstride], packed != 0)?;
    if points.is_null() {
        return Ok(());
    }
    let own = map.points.clone();
    for (offset, point) in layout.offsets().zip(own) {
        let place = points.byte_add(offset);
        match layout.component {
            4 => call.mem.write(place.cast::<f32>(), &point),
            _ => call.mem.write(place.cast::<f64>(), &point.map(f64::from)),
        }
    }
    Ok(())
}

/// MAP_TESSELLATION_NV: four numbers, or three for triangles. Gives INVALID_ENUM for a wrong target or parameter.
fn parameter(evaluators: &EvaluatorState, target: u32, pname: u32) -> Result<&[f32]> {
    let shape = shape_of(target)?;
    if pname != MAP_TESSELLATION_NV {
        return Err(GlError::invalid_enum("parameter of a general evaluator"));
    }
    let n = if shape == PatchShape::Triangle { 3 } else { 4 };
    Ok(&evaluators.general.tessellation[shape as usize][..n])
}

/// glGetMapParameterivNV: the values are rounded.
pub fn get_map_parameteriv_nv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let values = parameter(&call.cx.evaluators, target, pname)?.iter();
    let rounded: Vec<i32> = values.map(|n| round_to_i32(f64::from(*n))).collect();
    call.mem.write(params, &rounded);
    Ok(())
}

pub fn get_map_parameterfv_nv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let values = parameter(&call.cx.evaluators, target, pname)?.to_vec();
    call.mem.write(params, &values);
    Ok(())
}

/// An order of a map. Gives INVALID_ENUM for a wrong target or parameter, INVALID_VALUE for an attribute beyond the last.
fn order(evaluators: &EvaluatorState, target: u32, index: u32, pname: u32) -> Result<usize> {
    let map = &evaluators.general.maps[shape_of(target)? as usize][attribute_of(index)?];
    match pname {
        MAP_ATTRIB_U_ORDER_NV => Ok(map.order[0]),
        MAP_ATTRIB_V_ORDER_NV => Ok(map.order[1]),
        _ => Err(GlError::invalid_enum("parameter of a map")),
    }
}

pub fn get_map_attrib_parameteriv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let order = order(&call.cx.evaluators, target, index, pname)?;
    call.mem.write(params, &[order as i32]);
    Ok(())
}

pub fn get_map_attrib_parameterfv_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let order = order(&call.cx.evaluators, target, index, pname)?;
    call.mem.write(params, &[order as f32]);
    Ok(())
}
