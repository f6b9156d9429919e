//! The one way to a draw: all vertices of primitives go through [`submit`].
//!
//! ```text
//!             ┌─ fragments ───────────→ lent → packed → assembled → arrays: the first form that the renderer takes
//! validate ───┼─ divided triangles ───→ arrays → the triangles of patches, which go on as fragments or as primitives
//!             └─ selection, feedback ─→ arrays → primitives in the window
//! ```
//!
//! A form is made when its turn comes: vertices that the renderer takes where they lie are copied nowhere.
#![forbid(unsafe_code)]

use super::raster::raster_state;
use super::stages::{material_bits, settle_sampled, validate, vertex_stage};
use super::state::draw_state;
use crate::device::geometry::pn_triangles::divide;
use crate::gl::feedback::render_mode::take_primitives;
use crate::gl::{Context, Result};
use crate::raster::{
    DrawState, FeedbackCall, PackedVertices, Renderer, Topology, VertexInput, Vertices,
};
use std::sync::Arc;

/// The vertices of one draw, in the forms that they can be had in: the cheaper ones first, `None` for one that there is
/// not. What there is can be asked for once.
pub(crate) trait Forms {
    /// The context that draws them.
    fn cx(&mut self) -> &mut Context;

    /// The material attributes that they have, by bit.
    fn materials(&self) -> u16;

    /// Draws vertices that lie in memory of the renderer. `false`: nothing was drawn, and they are where they were.
    fn draw_lent(&mut self, _: &Arc<DrawState>, _: Topology) -> bool {
        false
    }

    /// Few vertices, which the renderer may copy.
    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>> {
        Ok(None)
    }

    /// Many vertices as independent primitives.
    fn assembled(&mut self) -> Option<VertexInput> {
        None
    }

    /// Arrays. Without this form, the caller has another way for what was not drawn.
    fn arrays(&mut self) -> Result<Option<VertexInput>>;
}

/// Draws vertices with the state as it stands. Errors as [`validate`]. `false`: nothing was drawn, for want of a draw
/// surface, or of a form that this state asks for.
pub(crate) fn submit(vertices: &mut impl Forms, topology: Topology) -> Result<bool> {
    validate(vertices.cx())?;
    if !vertices.cx().pn_triangles.divides(topology) {
        return submit_undivided(vertices, topology);
    }
    let Some(input) = vertices.arrays()? else {
        return Ok(false);
    };
    let cx = vertices.cx();
    divide(cx.pn_triangles.division, topology, &input, |part| {
        submit_undivided(&mut Arrays::new(cx, part), Topology::Triangles).map(drop)
    })?;
    Ok(true)
}

fn submit_undivided(vertices: &mut impl Forms, topology: Topology) -> Result<bool> {
    let cx = vertices.cx();
    if !cx.render_mode.rasterizes() {
        let Some(input) = vertices.arrays()? else {
            return Ok(false);
        };
        feed_back(vertices.cx(), topology, input);
        return Ok(true);
    }
    settle_sampled(cx)?;
    let materials = vertices.materials();
    match draw_state(vertices.cx(), materials) {
        Some(state) => record(&state, topology, vertices),
        None => Ok(false),
    }
}

/// Hands vertices to the renderer in the first form that it takes.
fn record(state: &Arc<DrawState>, topology: Topology, vertices: &mut impl Forms) -> Result<bool> {
    if vertices.draw_lent(state, topology) {
        return Ok(true);
    }
    if let Some((renderer, packed)) = vertices.packed()?
        && renderer.draw(state, topology, Vertices::Packed(packed))
    {
        return Ok(true);
    }
    if let Some(assembled) = vertices.assembled() {
        let renderer = &mut vertices.cx().renderer;
        if renderer.draw(state, topology, Vertices::Assembled(assembled)) {
            return Ok(true);
        }
    }
    let Some(arrays) = vertices.arrays()? else {
        return Ok(false);
    };
    let renderer = &mut vertices.cx().renderer;
    Ok(renderer.draw(state, topology, Vertices::Arrays(arrays)))
}

/// Selection and feedback: the primitives come back instead of becoming fragments.
fn feed_back(cx: &mut Context, topology: Topology, vertices: VertexInput) {
    let raster = raster_state(cx, None);
    let vertex = vertex_stage(cx, 1, material_bits(&vertices));
    let call = FeedbackCall {
        topology,
        vertices,
        vertex,
        raster,
    };
    take_primitives(&mut cx.render_mode, &mut cx.renderer, call);
}

/// Vertices that are arrays already.
struct Arrays<'a> {
    cx: &'a mut Context,
    materials: u16,
    vertices: Option<VertexInput>,
}

impl Arrays<'_> {
    fn new(cx: &mut Context, vertices: VertexInput) -> Arrays<'_> {
        Arrays {
            cx,
            materials: material_bits(&vertices),
            vertices: Some(vertices),
        }
    }
}

impl Forms for Arrays<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    fn materials(&self) -> u16 {
        self.materials
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        Ok(self.vertices.take())
    }
}

/// Draws arrays. Errors as [`validate`].
pub(crate) fn draw_vertices(cx: &mut Context, topology: Topology, vertices: VertexInput) -> Result {
    if vertices.count == 0 && !cx.pn_triangles.divides(topology) {
        return Ok(());
    }
    submit(&mut Arrays::new(cx, vertices), topology).map(drop)
}
