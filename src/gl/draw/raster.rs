//! Makes the rasterization state of a draw from GL state.
#![forbid(unsafe_code)]

use crate::gl::Context;
use crate::gl::context::limits::MAX_POINT_SIZE;
use crate::gl::context::program_target::Target;
use crate::gl::framebuffer::bound::clamps_vertices;
use crate::gl::framebuffer::bound::draw_framebuffer;
use crate::gl::lighting::state::ShadeModel;
use crate::gl::matrix::state::MatrixState;
use crate::gl::primitive::multisample::fragment_rules;
use crate::gl::primitive::state::{FrontFace, RasterizationState};
use crate::gl::program::object::Enabled;
use crate::gl::program::object::ProgramState;
use crate::ir::interface::{fragment_input, varying};
use crate::raster::{
    Conventions, Culling, Multisample, PointSprites, PolygonMode, PolygonOffset, RasterState,
};
use std::sync::Arc;

/// The current rasterization state. It is `previous` when nothing changed.
pub(crate) fn raster_state(cx: &Context, previous: Option<&Arc<RasterState>>) -> Arc<RasterState> {
    let state = build(cx);
    match previous {
        Some(previous) if **previous == state => previous.clone(),
        _ => Arc::new(state),
    }
}

/// Whether the vertex program gives point sizes. A native one gives them only if it writes them (NV_vertex_program
/// 2.14.1.5).
fn sizes_points(programs: &ProgramState) -> bool {
    let program = programs.native_vertex_program();
    program.is_none_or(|program| program.writes(varying::POINT_SIZE))
}

/// Whether the fragment program computes depths, by which fragments are clipped.
fn replaces_depth(programs: &ProgramState) -> bool {
    match programs.fragment_program() {
        Enabled::Ready(program) => program.replaces_depth(),
        _ => false,
    }
}

/// The rules for point sprites, with the varying by which the program in use knows the place in one.
fn point_sprites(r: &RasterizationState, programs: &ProgramState) -> Option<PointSprites> {
    let sprites = r.point.sprites()?;
    let own = programs.point_coord().map_or(0, |generic| {
        1 << (fragment_input::GENERIC_0 - fragment_input::TEX_COORD_0 + generic)
    });
    Some(PointSprites {
        replaced: sprites.replaced | own,
        ..sprites
    })
}

fn build(cx: &Context) -> RasterState {
    let r = &cx.rasterization;
    let program = cx.programs.runs_program(Target::Vertex);
    let shader = cx.vertex_shaders.active(&cx.programs).is_some();
    let attenuated = !program && !shader && r.point.attenuation != [1.0, 0.0, 0.0];
    let two_sided = if program {
        r.program_two_side
    } else {
        !shader && cx.lighting.enabled && cx.lighting.model.two_side
    };
    let multisample = fragment_rules(r, draw_framebuffer(cx).samples());
    RasterState {
        clip_planes: clip_planes(&cx.matrix, &cx.programs),
        viewport: cx.matrix.viewport,
        depth_clamp: cx.matrix.depth_clamp || replaces_depth(&cx.programs),
        depth_range: cx.matrix.depth_range.map(|d| d as f32),
        scissor: cx.fragment.active_scissor(),
        front_ccw: r.polygon.front_face == FrontFace::CounterClockwise,
        cull: r.culling(),
        polygon_mode: r.polygon.mode,
        polygon_offset: r.polygon_offset(),
        polygon_stipple: r.active_polygon_stipple(),
        flat: cx.lighting.shade_model == ShadeModel::Flat,
        two_sided,
        clamp_colors: clamps_vertices(cx),
        line_width: r.line.width,
        line_stipple: r.active_line_stipple(),
        line_smooth: r.line.smooth,
        // The user's clamp applies whether the size is attenuated or not (GL 1.5 section 3.3).
        point_size: r.point.size.max(r.point.size_min).min(r.point.size_max),
        program_point_size: attenuated
            || program && r.program_point_size && sizes_points(&cx.programs),
        point_size_range: if program {
            // The range is fixed by QUIRKS 0.51.
            [0.0, MAX_POINT_SIZE]
        } else {
            [r.point.size_min, r.point.size_max]
        },
        point_smooth: r.point.smooth,
        // Where samples are covered, nothing else is antialiased (section 3.5.6).
        polygon_smooth: r.polygon.smooth && multisample.is_none(),
        point_sprite: point_sprites(r, &cx.programs),
        multisample,
        conventions: Conventions {
            provoking: cx.lighting.provoking,
            ..Conventions::default()
        },
    }
}

/// The user clip planes that vertices are clipped to. They are all enabled ones. A vertex program uses them only if it is
/// position-invariant or has clip distances of its own (QUIRKS 0.30, 1.26).
pub(crate) fn clip_planes(matrix: &MatrixState, programs: &ProgramState) -> u8 {
    let program = &programs.vertex;
    let clips = || {
        program
            .object
            .lock()
            .loaded
            .as_ref()
            .is_some_and(|p| p.clips())
    };
    if !program.enabled || clips() {
        matrix.clip_plane_bits()
    } else {
        0
    }
}

/// The rasterization state of a pixel rectangle: it is in window space, and only the scissor applies. Each sample takes the
/// zoomed pixel that it lies in (GL 1.5 section 3.6.6).
pub(crate) fn pixel_raster_state(cx: &Context, width: u32, height: u32) -> RasterState {
    let state = build(cx);
    // Samples are shaded one by one, so that each of them finds its own pixel of the rectangle.
    let multisample = state.multisample.map(|rules| Multisample {
        shades_samples: true,
        ..rules
    });
    // What is not named here stays as it is for primitives, above all the scissor.
    RasterState {
        multisample,
        clip_planes: 0,
        depth_clamp: false,
        viewport: [0, 0, width as i32, height as i32],
        depth_range: [0.0, 1.0],
        front_ccw: true,
        cull: Culling {
            front: false,
            back: false,
        },
        polygon_mode: [PolygonMode::Fill; 2],
        polygon_offset: PolygonOffset {
            enabled: [false; 3],
            factor: 0.0,
            units: 0.0,
        },
        polygon_stipple: None,
        two_sided: false,
        polygon_smooth: false,
        ..state
    }
}
