//! Feedback: primitives in the window are returned to the caller and not drawn (GL 1.5 sections 5.2 and 5.3). They are
//! clipped to the view volume, not culled, and in their polygon's mode. Clipping interpolates their colours and texture
//! coordinates.
#![forbid(unsafe_code)]

use crate::ir::interface::fragment_input;
use crate::raster::call::draw_call::{RasterState, Stage, Topology, VertexInput};
use crate::raster::flush::chunk::{VertexScratch, primitives_per_chunk, run_chunk};
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::raster::primitive::assembly::Geometry;
use crate::raster::primitive::context::RasterContext;
use crate::raster::primitive::sink::{PrimitiveSink, Surface};
use crate::raster::setup::mesh::sink::MeshSink;
use crate::raster::vertex::stage::VertexStage;
use crate::raster::vertex::varyings::{VertexLayout, flat_colors};
use smallvec::SmallVec;
use std::sync::Arc;

/// A draw without fragments.
#[derive(Debug, Clone)]
pub struct FeedbackCall {
    pub topology: Topology,
    pub vertices: VertexInput,
    /// Vertex stage: attributes → varyings.
    pub vertex: Stage,
    /// Clipping, culling, polygon modes, shading. There is no scissor.
    pub raster: Arc<RasterState>,
}

/// The kind of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedbackPrimitive {
    /// One vertex.
    Point,
    /// Two vertices.
    Line {
        /// The line stipple starts again with it.
        restarts_stipple: bool,
    },
    /// Three vertices and more, convex.
    Polygon,
}

/// A vertex of a primitive in the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeedbackVertex {
    /// Window coordinates without polygon offset.
    pub window: [f32; 3],
    /// w in clip coordinates.
    pub clip_w: f32,
    /// The primary colour of the side that is seen.
    pub color: [f32; 4],
    /// Texture coordinate set 0.
    pub tex_coord: [f32; 4],
}

/// The fragment inputs that are fed back: four floats of colour, then four of texture coordinate set 0.
fn slots() -> [u16; 8] {
    std::array::from_fn(|i| match i {
        0..4 => 4 * fragment_input::COLOR as u16 + i as u16,
        _ => 4 * fragment_input::TEX_COORD_0 as u16 + i as u16 - 4,
    })
}

/// Passes the primitives of a draw to `take`, in order.
pub(crate) fn feed_back(
    stage: &VertexStage,
    call: &FeedbackCall,
    take: &mut dyn FnMut(FeedbackPrimitive, &[FeedbackVertex]),
) {
    let layout = VertexLayout::new(&slots(), &call.raster, flat_colors(&call.raster, 0), 0);
    let context = RasterContext::without_target(call.raster.clone(), layout);
    let geometry = Geometry {
        topology: call.topology,
        vertices: &call.vertices,
        stage: &call.vertex,
        whole_polygons: false,
    };
    let n = geometry.n_primitives();
    let step = primitives_per_chunk(call.topology, &call.vertices);
    let mut scratch = VertexScratch::default();
    let mut sink = Sink {
        take,
        restarts_stipple: false,
    };
    for first in (0..n).step_by(step as usize) {
        let chunk = first..first.saturating_add(step).min(n);
        run_chunk(stage, geometry, &context, chunk, &mut scratch, &mut sink);
    }
}

/// Turns primitives into vertices of the window.
struct Sink<'a> {
    take: &'a mut dyn FnMut(FeedbackPrimitive, &[FeedbackVertex]),
    /// The stipple starts again with the next line of the primitive.
    restarts_stipple: bool,
}

impl PrimitiveSink for Sink<'_> {
    fn begin_primitive(&mut self, restarts_stipple: bool) {
        self.restarts_stipple = restarts_stipple;
    }

    fn point(&mut self, context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>) {
        (self.take)(FeedbackPrimitive::Point, &[vertex(context, v, surface)]);
    }

    fn line(
        &mut self,
        context: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        _stipple_counter: &mut u32,
    ) {
        let restarts_stipple = std::mem::take(&mut self.restarts_stipple);
        let ends = ends.map(|v| vertex(context, v, surface));
        (self.take)(FeedbackPrimitive::Line { restarts_stipple }, &ends);
    }

    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>) {
        let vertices: SmallVec<[FeedbackVertex; 8]> =
            v.iter().map(|v| vertex(context, v, surface)).collect();
        (self.take)(FeedbackPrimitive::Polygon, &vertices);
    }
}

/// Every primitive is passed separately.
impl MeshSink for Sink<'_> {}

fn vertex(context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>) -> FeedbackVertex {
    let layout = &context.layout;
    let side = layout.side(surface.front);
    let at = |scalar: usize| {
        let rows = if layout.flat.contains(&(scalar as u16)) {
            surface.provoking
        } else {
            v.rows
        };
        rows[side + scalar / 4][scalar % 4]
    };
    FeedbackVertex {
        window: context.window_position(v.header),
        clip_w: v.header[3],
        color: std::array::from_fn(at),
        tex_coord: std::array::from_fn(|c| at(4 + c)),
    }
}
