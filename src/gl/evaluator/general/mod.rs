//! General evaluators (NV_evaluators 5.7): their state, glMapControlPointsNV, glMapParameter*NV. [`mod@get`] has
//! the queries, [`mod@mesh`] evaluates.
#![forbid(unsafe_code)]

pub mod get;
pub mod mesh;

use crate::device::geometry::patch::{PatchShape, triangular_place};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::evaluator::map::{MAX_EVAL_ORDER, Map};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The most segments along an edge of a patch.
pub const MAX_MAP_TESSELLATION: u32 = 256;

/// The number of shapes of patches: EVAL_2D_NV, then EVAL_TRIANGULAR_2D_NV.
pub(crate) const SHAPES: usize = 2;

#[derive(Debug, Clone)]
pub struct GeneralEvaluators {
    /// EVAL_FRACTIONAL_TESSELLATION_NV
    pub fractional: bool,
    /// EVAL_VERTEX_ATTRIBi_NV
    pub enabled: [bool; MAX_VERTEX_ATTRIBS],
    /// MAP_TESSELLATION_NV by shape. Triangular patches use three of the numbers.
    pub tessellation: [[f32; 4]; SHAPES],
    /// Control points by shape and attribute. In a triangular patch, point i, j has number j·order + i − j(j − 1)/2. In the
    /// others it has number i·(order in v) + j.
    pub maps: [[Map; MAX_VERTEX_ATTRIBS]; SHAPES],
}

impl Default for GeneralEvaluators {
    fn default() -> GeneralEvaluators {
        let map = || Map {
            enabled: false,
            order: [1, 1],
            domain: [0.0, 1.0, 0.0, 1.0],
            points: vec![[0.0, 0.0, 0.0, 1.0]],
        };
        GeneralEvaluators {
            fractional: false,
            enabled: std::array::from_fn(|i| i == 0),
            tessellation: [[1.0; 4]; SHAPES],
            maps: std::array::from_fn(|_| std::array::from_fn(|_| map())),
        }
    }
}

/// The shape that a target names. Gives INVALID_ENUM for another name.
pub(crate) fn shape_of(target: u32) -> Result<PatchShape> {
    match target {
        EVAL_2D_NV => Ok(PatchShape::Square),
        EVAL_TRIANGULAR_2D_NV => Ok(PatchShape::Triangle),
        _ => Err(GlError::invalid_enum("target of a general evaluator")),
    }
}

/// The number of a vertex attribute. Gives INVALID_VALUE beyond the last one.
pub(crate) fn attribute_of(index: u32) -> Result<usize> {
    match index as usize {
        index if index < MAX_VERTEX_ATTRIBS => Ok(index),
        _ => Err(GlError::invalid_value("no such vertex attribute")),
    }
}

/// The layout of control points in the application's memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PointLayout {
    shape: PatchShape,
    order: [usize; 2],
    stride: [usize; 2],
    packed: bool,
    /// 4 for floats, 8 for doubles.
    pub(crate) component: usize,
}

impl PointLayout {
    /// Checks the layout. Gives INVALID_ENUM for a wrong type, INVALID_VALUE for a negative stride.
    pub(crate) fn new(
        shape: PatchShape,
        order: [usize; 2],
        ty: u32,
        stride: [i32; 2],
        packed: bool,
    ) -> Result<PointLayout> {
        let component = match ty {
            FLOAT => 4,
            DOUBLE => 8,
            _ => return Err(GlError::invalid_enum("type of control points")),
        };
        if stride.iter().any(|stride| *stride < 0) {
            return Err(GlError::invalid_value("negative stride"));
        }
        Ok(PointLayout {
            shape,
            order,
            stride: stride.map(|stride| stride as usize),
            packed,
            component,
        })
    }

    /// The byte offsets of the points, in the order in which a map keeps them. They cannot overflow: strides are below
    /// 2^31, and there are at most [`MAX_EVAL_ORDER`]² points.
    pub(crate) fn offsets(self) -> impl Iterator<Item = usize> {
        let PointLayout {
            shape,
            order: [m, n],
            stride: [along_u, along_v],
            packed,
            ..
        } = self;
        let offset = move |(i, j): (usize, usize)| match (packed, shape) {
            (false, _) => along_u * i + along_v * j,
            (true, PatchShape::Triangle) => along_u * triangular_place(m, i, j),
            (true, PatchShape::Square) => along_u * (j * m + i),
        };
        let grid = (0..m).flat_map(move |i| (0..n).map(move |j| (i, j)));
        let triangle = (0..m).flat_map(move |j| (0..m - j).map(move |i| (i, j)));
        let (grid, triangle) = match shape {
            PatchShape::Triangle => (None, Some(triangle)),
            PatchShape::Square => (Some(grid), None),
        };
        let grid = grid.into_iter().flatten();
        grid.chain(triangle.into_iter().flatten()).map(offset)
    }
}

fn read_point(call: &Call<'_>, layout: &PointLayout, at: ClientPtr<u8>) -> Result<[f32; 4]> {
    if layout.component == 4 {
        return call.params(at.cast::<f32>());
    }
    let point: [f64; 4] = call.params(at.cast::<f64>())?;
    Ok(point.map(|c| c as f32))
}

/// glMapControlPointsNV. Gives INVALID_ENUM for a wrong target or type. Gives INVALID_VALUE for an attribute beyond the
/// last, an order that is not in 1..=MAX_EVAL_ORDER, negative strides and a null pointer. Gives INVALID_OPERATION for a
/// triangular map whose two orders differ. Rational maps may have every order, so MAX_RATIONAL_EVAL_ORDER_NV forbids
/// nothing.
#[allow(clippy::too_many_arguments)]
pub fn map_control_points_nv(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    ty: u32,
    ustride: i32,
    vstride: i32,
    uorder: i32,
    vorder: i32,
    packed: u8,
    points: ClientPtr<u8>,
) -> Result {
    let shape = shape_of(target)?;
    let attribute = attribute_of(index)?;
    let orders = [uorder, vorder];
    if !orders
        .iter()
        .all(|o| (1..=MAX_EVAL_ORDER as i32).contains(o))
    {
        return Err(GlError::invalid_value("order of a general evaluator"));
    }
    if shape == PatchShape::Triangle && uorder != vorder {
        return Err(GlError::invalid_operation("a triangular map has one order"));
    }
    let order = orders.map(|o| o as usize);
    let layout = PointLayout::new(shape, order, ty, [ustride, vstride], packed != 0)?;
    let points: Result<Vec<[f32; 4]>> = layout
        .offsets()
        .map(|offset| read_point(call, &layout, points.byte_add(offset)))
        .collect();
    let points = points?;
    call.run(move |call| {
        let map = &mut call.cx.evaluators.general.maps[shape as usize][attribute];
        (map.order, map.points) = (order, points.clone());
        Ok(())
    })
}

/// Sets MAP_TESSELLATION_NV, clamped; NaN counts as 1. Gives INVALID_ENUM for another parameter.
fn set_parameter<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<T>,
    convert: fn(T) -> f32,
) -> Result {
    let shape = shape_of(target)?;
    if pname != MAP_TESSELLATION_NV {
        return Err(GlError::invalid_enum("parameter of a general evaluator"));
    }
    let values = match shape {
        PatchShape::Triangle => call.vec4(params, 3, convert)?,
        PatchShape::Square => call.vec4(params, 4, convert)?,
    };
    let clamped = values.map(|n| n.max(1.0).min(MAX_MAP_TESSELLATION as f32));
    call.run(move |call| {
        call.cx.evaluators.general.tessellation[shape as usize] = clamped;
        Ok(())
    })
}

/// glMapParameterivNV. Gives INVALID_ENUM for a wrong target or parameter.
pub fn map_parameteriv_nv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    set_parameter(call, target, pname, params, |n| n as f32)
}

/// glMapParameterfvNV. Gives INVALID_ENUM for a wrong target or parameter.
pub fn map_parameterfv_nv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    set_parameter(call, target, pname, params, |n| n)
}
