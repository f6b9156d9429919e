//! The programmable stages of a draw, made from state: the program, its uniform array and its textures. Fixed-function programs
//! are kept by key in [`crate::gl::context::draw_cache::DrawCache`]. What did not change since the previous draw keeps its
//! `Arc`.
#![forbid(unsafe_code)]

use super::ati::shader_stage;
use super::keys::{fragment_key, vertex_key};
use super::stage::{SourcedStage, stage};
use super::textures::{check_targets, textures_of};
use crate::device::texture::bound::BoundTexture;
use crate::frontend::fixed_function::fragment::PixelPlace;
pub use crate::frontend::fixed_function::fragment::PixelSource;
use crate::frontend::fixed_function::vertex::{BlendKey, VertexKey};
use crate::frontend::fixed_function::{fragment, vertex};
use crate::gl::context::limits::MAX_TEXTURE_UNITS;
use crate::gl::context::program_target::Target;
use crate::gl::framebuffer::bound::{clamps_fragments, draw_framebuffer};
use crate::gl::program::object::Enabled;
use crate::gl::program::text_ati::ati_shader;
use crate::gl::{Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, FragmentOps, FragmentOpsValues, Stage, VertexInput};

/// Checks whether state allows drawing, and loads the current values of variant attributes for the vertex shader that runs.
///
/// Gives INVALID_OPERATION when an enabled program did not load (QUIRKS 0.5), INVALID_FRAMEBUFFER_OPERATION when the
/// framebuffer is not complete.
pub fn validate(cx: &mut Context) -> Result {
    let objects = cx.shared.device.objects.current();
    if cx.programs.without_revision().follow_in_use(objects) {
        cx.programs.note_change();
    }
    cx.vertex_shaders
        .without_revision()
        .load_variants(&cx.programs, &mut cx.immediate.current);
    if matches!(cx.programs.vertex_program(), Enabled::Invalid) {
        return Err(GlError::invalid_operation(
            "the vertex program is not loaded",
        ));
    }
    check_targets(&cx.programs, &cx.fragment_shaders, &cx.textures)?;
    validate_fragments(cx)
}

/// Checks whether state allows drawing pixel rectangles, which no vertex program processes (QUIRKS 0.5).
pub(crate) fn validate_fragments(cx: &Context) -> Result {
    draw_framebuffer(cx).check_complete()?;
    if matches!(cx.programs.fragment_program(), Enabled::Invalid) {
        return Err(GlError::invalid_operation(
            "the fragment program is not loaded",
        ));
    }
    Ok(())
}

/// The fragment operations for the current framebuffer, with the depth clamp, which is state of another chapter.
pub(crate) fn fragment_ops(cx: &Context) -> (FragmentOps, FragmentOpsValues) {
    // Only a program with the option ARB_draw_buffers has several colours.
    let one_color = match cx.programs.fragment_program() {
        Enabled::Ready(program) => !program.has_several_colors(),
        _ => true,
    };
    let (stored, colors) = (
        draw_framebuffer(cx).stored_bits(),
        draw_framebuffer(cx).stored_colors(),
    );
    let mut ops = cx.fragment.ops(stored, colors, one_color);
    let mut values = cx.fragment.values();
    ops.srgb = draw_framebuffer(cx).encoded_planes(cx.fragment.color.framebuffer_srgb);
    ops.depth_clamp = cx.matrix.depth_clamp && ops.depth_test.is_some();
    if ops.depth_clamp {
        values.depth_range = cx.matrix.sorted_depth_range();
    }
    (ops, values)
}

/// The material attributes that the vertices have, by bit.
pub(crate) fn material_bits(vertices: &VertexInput) -> u16 {
    let slots = attribute::MATERIAL_0 as usize..attribute::VARIANT_0 as usize;
    let materials = vertices.attributes.get(slots);
    let materials = materials.unwrap_or_default().iter().enumerate();
    materials.fold(0, |bits, (i, source)| {
        bits | u16::from(matches!(source, AttributeSource::Array { .. })) << i
    })
}

/// The vertex stage. `coords_read` are the texture coordinate sets that the fragment stage reads. `materials` are the
/// material attributes that vertices have, by bit.
pub(crate) fn vertex_stage(cx: &mut Context, coords_read: u8, materials: u16) -> SourcedStage {
    if let Some(shader) = cx.vertex_shaders.active(&cx.programs) {
        let code = shader.code(cx.matrix.clip_plane_bits());
        return stage(cx, Target::Vertex, &code, Vec::new());
    }
    program_stage(cx, |cx| vertex_key(cx, coords_read, materials))
}

/// The vertex stage without a vertex shader. The key is that of fixed function, which works where no program does.
fn program_stage(cx: &mut Context, key: impl FnOnce(&Context) -> VertexKey) -> SourcedStage {
    let (bound, textures) = match cx.programs.vertex_program() {
        Enabled::Ready(program) => {
            let code = program.code_with_clip_planes(cx.matrix.clip_plane_bits());
            let is_sampled = program.sampled().next().is_some();
            let textures = is_sampled.then(|| textures_of(&cx.textures, &program));
            (code, textures.unwrap_or_default())
        }
        _ => {
            let key = key(cx);
            (cx.draws.vertex.get(key, vertex::build), Vec::new())
        }
    };
    stage(cx, Target::Vertex, &bound, textures)
}

/// The stage that transforms raster positions. It computes all texture coordinate sets. Vertex shaders do not affect raster
/// positions (EXT_vertex_shader 2.12), and vertex weighting is treated as disabled (EXT_vertex_weighting 2.12).
pub fn raster_pos_stage(cx: &mut Context) -> Result<Stage> {
    let sourced = program_stage(cx, |cx| {
        let key = vertex_key(cx, u8::MAX, 0);
        let blend = key.blend.filter(|blend| *blend != BlendKey::Weighting);
        VertexKey { blend, ..key }
    });
    Ok(sourced.stage)
}

/// The fragment stage, the texture coordinate sets that it reads, and where its code finds the pixels of a rectangle. A
/// fragment program takes precedence over a fragment shader, and this over register combiners and texture environments
/// (ARB_fragment_program 3.11, QUIRKS 2.30).
pub(crate) fn fragment_stage(
    cx: &mut Context,
    source: PixelSource,
) -> (SourcedStage, u8, PixelPlace) {
    if let Enabled::Ready(program) = cx.programs.fragment_program() {
        let textures = textures_of(&cx.textures, &program);
        let (code, place) = program.code_for_pixels(source, clamps_fragments(cx));
        let stage = stage(cx, Target::Fragment, &code, textures);
        return (stage, program.coords_read(), place);
    }
    if let Some((target, shader)) = ati_shader(&cx.programs, &cx.fragment_shaders) {
        return shader_stage(cx, target, &shader, source);
    }
    // Without a program or shader, the key says what the fixed-function program does.
    let bound: [Option<BoundTexture>; MAX_TEXTURE_UNITS] = std::array::from_fn(|unit| {
        let unit = &cx.textures.units[unit];
        let mut bound = unit.texture_for(cx.textures.kind_of(unit)?, cx.textures.overrides())?;
        if cx.combiners.enabled {
            bound.depth_for_combiners();
        }
        Some(bound)
    });
    let key = fragment_key(cx, &bound, source);
    let (place, coords_read) = (key.pixel_place(), key.coords_read());
    let program = cx.draws.fragment.get(key, fragment::build);
    let n_used = bound
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    let used = bound.into_iter().take(n_used);
    let textures = used.map(|unit| unit.map(|bound| bound.texture)).collect();
    let stage = stage(cx, Target::Fragment, &program, textures);
    (stage, coords_read, place)
}
