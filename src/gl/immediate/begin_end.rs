//! Begin/End and the current values (GL 1.5 sections 2.6, 2.7).
//!
//! Every vertex command ends in one of four functions: [`begin`], [`end`], `set_current` and `emit_vertex`.
//!
//! ```text
//! set_current, emit_vertex ─→ set_at_once, emit_at_once: one store, inlined into the doors
//!                             └ no ─→ set_with_care, emit_with_care ─→ the open list (Compile ends here)
//!                                                                   └→ set_current_now, emit_vertex_now
//! ```
//!
//! Commands that copy f32 run with the application's floating-point environment (`set_current` and `emit_vertex`): to read
//! and restore it would cost as much as the rest of the command. A function that computes enters our environment first.
#![forbid(unsafe_code)]

use crate::device::draw::submit::Forms;
use crate::device::vertex::stream::SPLIT_VERTICES;
use crate::gl::context::recording::Recorder;
use crate::gl::context::recording::{Recording, VertexOp};
use crate::gl::current::primitive::Portion;
use crate::gl::current::state::ImmediateState;
use crate::gl::current::state::no_memory;
use crate::gl::draw::stages;
use crate::gl::draw::submit::{Drawable, submit};
use crate::gl::lighting::material;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::FloatEnvironment;
use crate::raster::{DrawState, PackedVertices, PolygonMode, Renderer, Topology, VertexInput};
use crate::simd::store_whole;
use std::sync::Arc;

/// The primitive of a Begin mode. Gives INVALID_ENUM for another name.
pub fn topology(mode: u32) -> Result<Topology> {
    use Topology::*;
    const ALL: [Topology; 10] = [
        Points,
        Lines,
        LineLoop,
        LineStrip,
        Triangles,
        TriangleStrip,
        TriangleFan,
        Quads,
        QuadStrip,
        Polygon,
    ];
    ALL.get(mode as usize)
        .copied()
        .ok_or(GlError::invalid_enum("no such primitive"))
}

/// glBegin. Gives INVALID_ENUM for a wrong mode, INVALID_OPERATION inside Begin/End or when state forbids drawing.
pub fn begin(call: &mut Call<'_>, mode: u32) -> Result {
    let topology = match topology(mode) {
        Ok(topology) => topology,
        // The error occurs when a list is executed.
        Err(error) => return call.run_anywhere(move |_| Err(error)),
    };
    record_and(call, VertexOp::Begin(topology), |call| {
        begin_now(call.cx, topology)
    })
}

/// Records the beginning or the end of a primitive while a list is compiled, and executes it unless it is only compiled. A list that
/// cannot grow does not keep a primitive from its end.
fn record_and(
    call: &mut Call<'_>,
    op: VertexOp,
    now: impl FnOnce(&mut Call<'_>) -> Result,
) -> Result {
    let recorder = &mut call.cx.recorder;
    match recorder.recording() {
        Recording::Off => now(call),
        Recording::Compile => recorder.append_vertex_op(op),
        Recording::CompileAndExecute => {
            let recorded = recorder.append_vertex_op(op);
            recorded.and(now(call))
        }
    }
}

/// Begins a primitive, without recording.
pub(crate) fn begin_now(cx: &mut Context, topology: Topology) -> Result {
    if cx.inside_begin() {
        return Err(GlError::invalid_operation("Begin inside Begin"));
    }
    stages::validate(cx)?;
    cx.immediate.open.begin(topology, &mut cx.renderer);
    Ok(())
}

/// glEnd. Gives INVALID_OPERATION without a Begin.
pub fn end(call: &mut Call<'_>) -> Result {
    record_and(call, VertexOp::End, |call| end_now(call.cx))
}

/// Ends the primitive, without recording.
pub(crate) fn end_now(cx: &mut Context) -> Result {
    let portion = cx.immediate.open.end();
    let portion = portion.ok_or(GlError::invalid_operation("End without Begin"))?;
    let drawn = match portion.count {
        0 => Ok(()),
        _ => draw_portion(cx, &portion),
    };
    cx.immediate.open.stream.return_loan(&mut cx.renderer);
    drawn
}

fn draw_portion(cx: &mut Context, portion: &Portion) -> Result {
    submit(&mut OpenVertices { cx, portion }, portion.topology).map(drop)
}

/// A portion of the open primitive's vertices.
struct OpenVertices<'a> {
    cx: &'a mut Context,
    portion: &'a Portion,
}

impl Drawable for OpenVertices<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    fn materials(&self) -> u16 {
        self.cx.immediate.open.stream.material_bits()
    }

    fn n_vertices(&self) -> Option<u32> {
        (!self.portion.closes).then_some(self.portion.count)
    }
}

impl Forms for OpenVertices<'_> {
    type Error = GlError;

    fn renderer(&mut self) -> &mut Renderer {
        &mut self.cx.renderer
    }

    fn draw_lent(&mut self, state: &Arc<DrawState>, topology: Topology) -> bool {
        let Context {
            renderer,
            immediate,
            ..
        } = &mut *self.cx;
        !self.portion.closes && immediate.open.stream.draw_lent(renderer, state, topology)
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>> {
        if self.portion.closes {
            return Ok(None);
        }
        let Context {
            renderer,
            immediate,
            ..
        } = &mut *self.cx;
        immediate.detach(renderer)?;
        let packed = immediate.open.packed(self.portion, &immediate.current);
        Ok(Some((renderer, packed)))
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        let cx = &mut *self.cx;
        cx.immediate.detach(&mut cx.renderer)?;
        let (room, immediate) = (cx.renderer.spare_attributes(), &cx.immediate);
        let current = &immediate.current;
        Ok(Some(immediate.open.input(self.portion, current, room)))
    }
}

/// Ends the open primitive and begins another of its kind. Gives INVALID_OPERATION without a Begin.
pub(crate) fn restart(call: &mut Call<'_>) -> Result {
    record_and(call, VertexOp::Restart, |call| restart_now(call.cx))
}

/// Restarts the primitive, without recording.
pub(crate) fn restart_now(cx: &mut Context) -> Result {
    let topology = cx.immediate.open.topology();
    let topology = topology.ok_or(GlError::invalid_operation("a restart without Begin"))?;
    let ended = end_now(cx);
    ended.and(begin_now(cx, topology))
}

/// Sets a current value, as every attribute command does. `slot` is a constant of [`attribute`], but not the position.
#[inline(always)]
pub(crate) fn set_current(call: &mut Call<'_>, slot: u32, value: [f32; 4]) -> Result {
    if set_at_once(call.cx, slot, value) {
        return Ok(());
    }
    call.more_than_a_copy()?;
    set_with_care(call.cx, slot, value)
}

/// Specifies a vertex, as glVertex4f does. It has no effect outside Begin/End.
#[inline(always)]
pub(crate) fn emit_vertex(call: &mut Call<'_>, position: [f32; 4]) -> Result {
    if emit_at_once(call.cx, position) {
        return Ok(());
    }
    call.more_than_a_copy()?;
    emit_with_care(call.cx, position)
}

/// Sets a current value, if no other work is needed. It is inlined, so that the value stays in registers up to here.
#[inline(always)]
fn set_at_once(cx: &mut Context, slot: u32, value: [f32; 4]) -> bool {
    let tracks_color = slot == attribute::COLOR && cx.lighting.color_material;
    let state = &mut cx.immediate;
    if cx.recorder.recording() != Recording::Off || tracks_color || !state.open.stream.has(slot) {
        return false;
    }
    let Some(current) = state.current.get_mut(slot as usize) else {
        return false;
    };
    store_whole(value, bytemuck::cast_mut(current));
    true
}

/// Appends a vertex, if no other work is needed.
#[inline(always)]
fn emit_at_once(cx: &mut Context, position: [f32; 4]) -> bool {
    let state = &mut cx.immediate;
    cx.recorder.recording() == Recording::Off
        && state.open.stream.push_at_once(position, &state.current)
}

#[cold]
fn set_with_care(cx: &mut Context, slot: u32, value: [f32; 4]) -> Result {
    if cx.recorder.recording() != Recording::Off
        && record_only(&mut cx.recorder, VertexOp::Attribute(slot as u8, value))?
    {
        return Ok(());
    }
    set_current_now(cx, slot, value)
}

#[cold]
fn emit_with_care(cx: &mut Context, position: [f32; 4]) -> Result {
    if cx.recorder.recording() != Recording::Off
        && record_only(&mut cx.recorder, VertexOp::Vertex(position))?
    {
        return Ok(());
    }
    emit_vertex_now(cx, position)
}

/// Records a part of a vertex. Returns whether the command must not be executed too.
fn record_only(recorder: &mut Recorder, op: VertexOp) -> Result<bool> {
    let _ours = FloatEnvironment::enter();
    let recording = recorder.recording();
    recorder.append_vertex_op(op)?;
    Ok(recording == Recording::Compile)
}

/// Sets a current value, without recording.
pub(crate) fn set_current_now(cx: &mut Context, slot: u32, value: [f32; 4]) -> Result {
    let state = &mut cx.immediate;
    if !state.open.stream.has(slot) {
        state
            .open
            .stream
            .detach(&mut cx.renderer)
            .map_err(no_memory)?;
        let before = state.current[slot as usize];
        state
            .open
            .stream
            .add_slot(slot, before)
            .map_err(no_memory)?;
    }
    state.current[slot as usize] = value;
    if slot == attribute::COLOR && cx.lighting.color_material {
        let _ours = FloatEnvironment::enter();
        material::track_color(cx.lighting.values_mut(), value);
    }
    Ok(())
}

/// Specifies a vertex, without recording.
pub(crate) fn emit_vertex_now(cx: &mut Context, position: [f32; 4]) -> Result {
    let state = &mut cx.immediate;
    if state.open.topology().is_none() {
        return Ok(());
    }
    let stream = &mut state.open.stream;
    stream.push(position, &state.current).map_err(no_memory)?;
    if state.open.stream.count() >= SPLIT_VERTICES {
        return split_large(cx);
    }
    Ok(())
}

/// Draws the vertices so far of a large primitive, unless a pattern or an outline continues through the whole of it.
#[cold]
fn split_large(cx: &mut Context) -> Result {
    let _ours = FloatEnvironment::enter();
    let outlined =
        cx.rasterization.polygon.mode != [PolygonMode::Fill; 2] || cx.rasterization.polygon.smooth;
    let keeps_whole = match cx.immediate.open.topology() {
        Some(Topology::LineStrip | Topology::LineLoop | Topology::Lines) => {
            cx.rasterization.line.stipple
        }
        Some(Topology::Polygon) => outlined,
        _ => false,
    };
    if keeps_whole { Ok(()) } else { draw_so_far(cx) }
}

/// Between Begin and End: gives vertices the material attributes `slots` from here on. Vertices already specified get the
/// values of `before`, by material attribute.
#[cold]
pub(crate) fn add_materials(
    immediate: &mut ImmediateState,
    renderer: &mut Renderer,
    slots: impl Iterator<Item = u32>,
    before: &[[f32; 4]; attribute::MATERIALS as usize],
) -> Result {
    immediate.detach(renderer)?;
    let stream = &mut immediate.open.stream;
    for slot in slots {
        if !stream.has(slot) {
            let value = before[(slot - attribute::MATERIAL_0) as usize];
            stream.add_slot(slot, value).map_err(no_memory)?;
        }
    }
    Ok(())
}

/// Draws the complete part of the open primitive with the current state. It is called before a material change between
/// Begin and End under a vertex program, and when the primitive grows large. It does nothing outside Begin/End.
pub fn draw_so_far(cx: &mut Context) -> Result {
    cx.immediate.detach(&mut cx.renderer)?;
    let Some(portion) = cx.immediate.open.portion() else {
        return Ok(());
    };
    let drawn = draw_portion(cx, &portion);
    cx.immediate.open.drop_drawn(&portion);
    drawn
}
