//! glEvalMapsNV: draws a patch of the enabled general maps as triangles (NV_evaluators 5.7). The mathematics is in
//! [`crate::device::geometry::patch`].
#![forbid(unsafe_code)]

use super::shape_of;
use crate::device::geometry::curve::analytic_normal;
use crate::device::geometry::mesh::{Mesh, MeshPoint, Spacing};
use crate::device::geometry::patch::{Patch, PatchShape};
use crate::gl::context::enums::*;
use crate::gl::draw::{stages, submit};
use crate::gl::evaluator::map::{EvaluatorState, Map};
use crate::gl::immediate::attribute_nv;
use crate::gl::vertex_array::feeds::ArrayUse;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, Topology, VertexInput};

/// The patch of a general map of this shape.
fn patch_of(map: &Map, shape: PatchShape) -> Patch<'_> {
    let surface = map.control_points();
    Patch { shape, surface }
}

/// The attribute slots that attribute `n` of a general evaluator fills.
fn slots_of(array_use: ArrayUse, n: u32) -> impl Iterator<Item = u32> {
    let generic = (array_use == ArrayUse::Generic).then_some(attribute::GENERIC_0 + n);
    [attribute_nv::slot(n)].into_iter().chain(generic)
}

/// The attributes of a mesh's points. Attributes without a map have their current values.
fn attributes(
    evaluators: &EvaluatorState,
    array_use: ArrayUse,
    current: &[[f32; 4]],
    shape: PatchShape,
    points: &[MeshPoint],
) -> Vec<AttributeSource> {
    let general = &evaluators.general;
    let mut sources: Vec<_> = current
        .iter()
        .map(|value| AttributeSource::Constant(*value))
        .collect();
    for n in (0..general.enabled.len()).filter(|n| general.enabled[*n]) {
        let source = AttributeSource::floats(
            &patch_of(&general.maps[shape as usize][n], shape).values(points),
        );
        for slot in slots_of(array_use, n as u32) {
            sources[slot as usize] = source.clone();
        }
    }
    if evaluators.auto_normal {
        let patch = patch_of(&general.maps[shape as usize][0], shape);
        let normal = |point: &MeshPoint| analytic_normal(patch.evaluate(point.place), true, true);
        let normals: Vec<_> = points.iter().map(normal).collect();
        for slot in slots_of(array_use, attribute::NORMAL) {
            sources[slot as usize] = AttributeSource::floats(&normals);
        }
    }
    sources
}

/// glEvalMapsNV. Current values do not change. Gives INVALID_ENUM for a wrong target and for a mode other than FILL,
/// INVALID_OPERATION when EVAL_VERTEX_ATTRIB0_NV is not enabled.
pub fn eval_maps_nv(call: &mut Call<'_>, target: u32, mode: u32) -> Result {
    let shape = shape_of(target)?;
    if mode != FILL {
        return Err(GlError::invalid_enum("EvalMaps: mode must be FILL"));
    }
    if !call.cx.evaluators.general.enabled[0] {
        return Err(GlError::invalid_operation(
            "EvalMaps: EVAL_VERTEX_ATTRIB0 is not enabled",
        ));
    }
    stages::validate(call.cx)?;
    // Divide the domain into a mesh.
    let general = &call.cx.evaluators.general;
    let spacing = if general.fractional {
        Spacing::Fractional
    } else {
        Spacing::Integral
    };
    let [a, b, c, d] = general.tessellation[shape as usize];
    let mesh = match shape {
        PatchShape::Triangle => Mesh::triangular([a, b, c], spacing),
        PatchShape::Square => Mesh::square([a, b, c, d], spacing),
    };
    // Evaluate the maps at its points, and draw its triangles.
    let cx = &*call.cx;
    let array_use = ArrayUse::of(&cx.programs, &cx.vertex_shaders);
    let current = &cx.immediate.current;
    let attributes = attributes(&cx.evaluators, array_use, current, shape, &mesh.points);
    let count = mesh.triangles.len() as u32;
    let input = VertexInput {
        attributes,
        indices: Some(mesh.triangles.into()),
        count,
        ..VertexInput::default()
    };
    submit::draw_vertices(call.cx, Topology::Triangles, input)
}
