//! The one way to a draw: all vertices of primitives go through [`submit`].
//!
//! ```text
//!             ┌─ fragments ───────────→ lent → packed → assembled → arrays: the first form that the renderer takes
//! validate ───┼─ divided triangles ───→ arrays → the triangles of patches, which go on as fragments or as primitives
//!             └─ selection, feedback ─→ arrays → primitives in the window
//! ```
//!
//! [`crate::device::draw::submit`] tries the forms.
#![forbid(unsafe_code)]

use super::raster::raster_state;
use super::stages::{material_bits, validate, vertex_stage};
use super::state::{draw_state, settle_sampled};
use crate::device::draw::{self, submit::Forms};
use crate::device::geometry::pn_triangles::divide;
use crate::gl::context::program_target::Target;
use crate::gl::feedback::render_mode::take_primitives;
use crate::gl::lighting::material::vertex_values;
use crate::gl::{Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::reserve;
use crate::raster::{FeedbackCall, Renderer, Topology, VertexInput};

/// The most vertices of a draw whose vertices take materials from current values. More would cost more than a draw does.
const SMALL_DRAW: u32 = 64;

pub(crate) trait Drawable: Forms<Error = GlError> {
    fn cx(&mut self) -> &mut Context;

    /// The material attributes that the vertices have, by bit.
    fn materials(&self) -> u16;

    /// The number of vertices, if current values may become attributes of these.
    fn n_vertices(&self) -> Option<u32> {
        None
    }
}

/// Draws vertices in the current state. `false` means that nothing was drawn: there is no draw surface, or the vertices
/// lack the form that this state needs. The errors are those of [`validate`].
pub(crate) fn submit(vertices: &mut impl Drawable, topology: Topology) -> Result<bool> {
    validate(vertices.cx())?;
    if vertices.cx().queries.discards() {
        // Vertices in their own form are taken, as if they were drawn.
        vertices.arrays()?;
        return Ok(true);
    }
    if !vertices.cx().pn_triangles.divides(topology) {
        return submit_undivided(vertices, topology);
    }
    let Some(input) = vertices.arrays()? else {
        return Ok(false);
    };
    let cx = vertices.cx();
    let check_room = || match reserve::has_room(PART_ROOM) {
        true => Ok(()),
        false => Err(GlError::out_of_memory("the parts of divided triangles")),
    };
    check_room()?;
    divide(cx.pn_triangles.division, topology, &input, |part| {
        check_room()?;
        submit_undivided(&mut Arrays::new(cx, part), Topology::Triangles).map(drop)
    })?;
    Ok(true)
}

/// More bytes than a part of a divided draw needs until it is drawn.
const PART_ROOM: usize = 16 << 20;

fn submit_undivided(vertices: &mut impl Drawable, topology: Topology) -> Result<bool> {
    let cx = vertices.cx();
    if !cx.render_mode.rasterizes() {
        let Some(input) = vertices.arrays()? else {
            return Ok(false);
        };
        feed_back(vertices.cx(), topology, input);
        return Ok(true);
    }
    settle_sampled(cx)?;
    let is_small = vertices.n_vertices().is_some_and(|n| n <= SMALL_DRAW);
    let mut materials = vertices.materials();
    if is_small {
        materials |= floating_materials(vertices.cx());
    }
    match draw_state(vertices.cx(), materials) {
        Some(state) => draw::submit::submit(&state, topology, vertices),
        None => Ok(false),
    }
}

/// The material properties that the vertices of a small draw take from current values, by bit
/// ([`crate::gl::context::floating_materials`]).
fn floating_materials(cx: &mut Context) -> u16 {
    let lighting = &cx.lighting;
    let is_code = cx.programs.runs_program(Target::Vertex)
        || cx.vertex_shaders.active(&cx.programs).is_some();
    if !lighting.enabled || lighting.color_material || is_code {
        return 0;
    }
    let floating = cx.draws.floating.of_small_draw();
    let revisions = Some([lighting.revision(), lighting.value_revision()]);
    if floating != 0 && cx.draws.current_materials != revisions {
        let slots = attribute::MATERIAL_0 as usize..attribute::VARIANT_0 as usize;
        cx.immediate.current[slots].copy_from_slice(&vertex_values(lighting));
        cx.draws.current_materials = revisions;
    }
    floating
}

/// Selection and feedback: records the primitives, which do not become fragments.
fn feed_back(cx: &mut Context, topology: Topology, vertices: VertexInput) {
    let raster = raster_state(cx, None);
    let vertex = vertex_stage(cx, 1, material_bits(&vertices)).stage;
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

impl Drawable for Arrays<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    fn materials(&self) -> u16 {
        self.materials
    }
}

impl Forms for Arrays<'_> {
    type Error = GlError;

    fn renderer(&mut self) -> &mut Renderer {
        &mut self.cx.renderer
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        Ok(self.vertices.take())
    }
}

/// Draws arrays. The errors are those of [`validate`].
pub(crate) fn draw_vertices(cx: &mut Context, topology: Topology, vertices: VertexInput) -> Result {
    if vertices.count == 0 && !cx.pn_triangles.divides(topology) {
        return Ok(());
    }
    submit(&mut Arrays::new(cx, vertices), topology).map(drop)
}
