//! The state of a draw: one immutable block. [`crate::device::draw::states::StateCache`] finds it again while no chapter that
//! draws depend on has changed and the same textures are bound. When only values have changed, such as a matrix or a material,
//! its uniforms are computed again. Current values are not in it: they are vertex data.
#![forbid(unsafe_code)]

use super::raster::raster_state;
use super::stage::changed_uniforms;
use super::stages::PixelSource;
use super::stages::{fragment_ops, fragment_stage, vertex_stage};
use super::textures::shapes_of;
use super::values::{ChangedValues, value_stamp_of};
use crate::device::draw::states::StateKey;
use crate::gl::context::draw_cache::{Sampled, Stamp, StateBlock, ValueStamp};
use crate::gl::context::floating_materials::{FloatingMaterials, MaterialChange};
use crate::gl::framebuffer::render_target;
use crate::gl::program::object::Enabled;
use crate::gl::program::object::ProgramState;
use crate::gl::texture::level::settle;
use crate::gl::texture::unit::TextureState;
use crate::gl::{Context, Result};
use crate::raster::DrawState;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The material properties of front faces, by bit.
const FRONT: u16 = 0x5555;

fn stamp_of(cx: &Context) -> Stamp {
    Stamp {
        chapters: [
            cx.matrix.revision(),
            cx.lighting.revision(),
            cx.rasterization.revision(),
            cx.fragment.revision(),
            cx.framebuffer.revision(),
            cx.textures.revision(),
            cx.programs.revision(),
            cx.fragment_shaders.revision(),
            cx.vertex_shaders.revision(),
            cx.combiners.revision(),
            cx.queries.revision(),
        ],
        objects: cx.shared.device.objects.current(),
        framebuffer_objects: cx.shared.framebuffer_revision.current(),
        surface: cx.surfaces.draw.as_ref().map_or(0, |s| s.version()),
    }
}

/// The units whose textures the stages may sample. Both stages sample a unit through one target.
pub(crate) fn sampled_units(textures: &TextureState, programs: &ProgramState) -> Sampled {
    let shapes = |program| match program {
        Enabled::Ready(program) => Some(shapes_of(textures, &program).unwrap_or_default()),
        _ => None,
    };
    let of_fragments = shapes(programs.fragment_program());
    let of_vertices = shapes(programs.vertex_program()).unwrap_or_default();
    let units = textures.units.iter().enumerate();
    let sampled = units.filter_map(|(unit, state)| {
        let kind = match &of_fragments {
            Some(shapes) => shapes[unit],
            None => textures.kind_of(state),
        };
        Some((unit, kind.or(of_vertices[unit])?))
    });
    sampled.collect()
}

/// Copies what was rendered to the textures that the stages may sample into their texels.
pub(crate) fn settle_sampled(cx: &mut Context) -> Result {
    if !cx.shared.renders_to_textures.load(Ordering::Relaxed) {
        return Ok(());
    }
    for (unit, kind) in sampled_units(&cx.textures, &cx.programs) {
        let texture = cx.textures.units[unit].bound[kind as usize].clone();
        settle(cx, &texture)?;
    }
    Ok(())
}

/// The state of a draw whose vertices have these material attributes. Returns `None` without a draw surface.
pub(crate) fn draw_state(cx: &mut Context, materials: u16) -> Option<Arc<DrawState>> {
    let (stamp, values) = (stamp_of(cx), value_stamp_of(cx));
    let relevant = if cx.lighting.model.two_side {
        u16::MAX
    } else {
        FRONT
    };
    let change = cx.draws.floating.take_change(values.materials, relevant);
    if cx.draws.states.blocks.set_stamp(stamp) {
        let objects = cx.shared.device.objects.current();
        let revisions = Some([cx.textures.revision(), cx.programs.revision(), objects]);
        if cx.draws.states.sampled_at != revisions {
            cx.draws.states.sampled = sampled_units(&cx.textures, &cx.programs);
            cx.draws.states.sampled_at = revisions;
        }
        cx.draws.states.to_front = render_target::draws_to_front(&cx.framebuffer, &cx.surfaces);
    }
    let units = &cx.textures.units;
    let sampled = cx.draws.states.sampled.iter();
    let key = StateKey {
        materials,
        textures: sampled
            .map(|(unit, kind)| units[*unit].bound[*kind as usize].id)
            .collect(),
    };
    let Some(block) = cx.draws.states.blocks.find(&key) else {
        let block = build(cx, materials, values)?;
        let state = block.state.clone();
        cx.draws.states.blocks.insert(key, block);
        return Some(state);
    };
    let state = if block.values == values {
        block.state.clone()
    } else if is_covered(
        &mut cx.draws.floating,
        block.values,
        values,
        change,
        materials,
    ) {
        let block = StateBlock {
            values,
            ..block.clone()
        };
        let state = block.state.clone();
        cx.draws.states.blocks.update(&key, block);
        state
    } else {
        let old = block.clone();
        let block = with_new_values(cx, old, values);
        let state = block.state.clone();
        cx.draws.states.blocks.update(&key, block);
        state
    };
    mark_target_drawn(cx);
    Some(state)
}

/// Whether a draw differs from the last one in materials only that its vertices have. So it has the same uniforms.
fn is_covered(
    floating: &mut FloatingMaterials,
    last: ValueStamp,
    now: ValueStamp,
    change: MaterialChange,
    of_vertices: u16,
) -> bool {
    let same_materials = ValueStamp {
        materials: now.materials,
        ..last
    };
    let only_materials = same_materials == now && last.materials == change.since();
    if !only_materials {
        floating.differs_in_more();
    }
    only_materials && floating.covers(change, of_vertices)
}

/// Computes the uniforms again. The state stays the same when they do.
fn with_new_values(cx: &mut Context, block: StateBlock, values: ValueStamp) -> StateBlock {
    let ([vertex, fragment], old) = (&block.sources, &block.state);
    let changed = ChangedValues::between(block.values, values);
    let vertex = changed_uniforms(cx, vertex, changed, &old.vertex.uniforms);
    let fragment = changed_uniforms(cx, fragment, changed, &old.fragment.uniforms);
    if Arc::ptr_eq(&vertex, &old.vertex.uniforms) && Arc::ptr_eq(&fragment, &old.fragment.uniforms)
    {
        return StateBlock { values, ..block };
    }
    StateBlock {
        state: cx.renderer.changed_state(old, [vertex, fragment]),
        values,
        ..block
    }
}

/// Records which plane of the target is the newer one. Each draw does this, even if its state is known.
fn mark_target_drawn(cx: &mut Context) {
    if cx.framebuffer.draw.is_some() {
        render_target::render_target(cx);
    } else if cx.draws.states.to_front
        && let Some(surface) = &cx.surfaces.draw
    {
        surface.mark_front_drawn();
    }
}

fn build(cx: &mut Context, materials: u16, stamp: ValueStamp) -> Option<StateBlock> {
    let target = render_target::render_target(cx)?;
    let (fragment, coords_read, _) = fragment_stage(cx, PixelSource::None);
    let vertex = vertex_stage(cx, coords_read, materials);
    let raster = raster_state(cx, cx.draws.raster.as_ref());
    cx.draws.raster = Some(raster.clone());
    let (ops, values) = fragment_ops(cx);
    let occlusion = cx.queries.counter();
    let state = DrawState {
        vertex: vertex.stage,
        fragment: fragment.stage,
        raster,
        ops,
        values,
        target,
        occlusion,
    };
    Some(StateBlock {
        state: cx.renderer.share_state(state),
        values: stamp,
        sources: [vertex.source, fragment.source],
    })
}
