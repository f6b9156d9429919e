//! glEnable, glDisable, glIsEnabled: one table of capabilities (GL 1.5 section 6.1.1 and the tables of chapter 6),
//! also used by glGet* and by PushAttrib(ENABLE_BIT).
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;

/// One capability, or a run of capabilities with consecutive names.
#[derive(Debug, Clone, Copy)]
pub struct Capability {
    /// The first name.
    pub name: u32,
    /// Number of names.
    pub count: u32,
    /// Whether ENABLE_BIT saves it.
    pub in_enable_group: bool,
    /// Reads capability number `i` of the run.
    pub get: fn(&Context, usize) -> bool,
    /// Sets capability number `i` of the run.
    pub set: fn(&mut Context, usize, bool),
}

macro_rules! one {
    ($name:ident, $($field:tt)+) => {
        Capability {
            name: $name,
            count: 1,
            in_enable_group: true,
            get: |cx, _| cx.$($field)+,
            set: |cx, _, on| cx.$($field)+ = on,
        }
    };
}

/// The capabilities.
pub const CAPABILITIES: &[Capability] = &[
    Capability {
        name: CLIP_PLANE0,
        count: crate::gl::context::limits::MAX_CLIP_PLANES as u32,
        in_enable_group: true,
        get: |cx, i| cx.matrix.clip_enabled[i],
        set: |cx, i, on| cx.matrix.clip_enabled[i] = on,
    },
    Capability {
        name: LIGHT0,
        count: crate::gl::context::limits::MAX_LIGHTS as u32,
        in_enable_group: true,
        get: |cx, i| cx.lighting.lights[i].enabled,
        set: |cx, i, on| cx.lighting.lights[i].enabled = on,
    },
    Capability {
        name: COLOR_MATERIAL,
        count: 1,
        in_enable_group: true,
        get: |cx, _| cx.lighting.color_material,
        set: |cx, _, on| {
            cx.lighting.color_material = on;
            let color = cx.immediate.current[attribute::COLOR as usize];
            crate::gl::lighting::material::track_color(cx, color);
        },
    },
    Capability {
        name: DEBUG_OUTPUT,
        count: 1,
        in_enable_group: false,
        get: |cx, _| cx.debug.enabled,
        set: |cx, _, on| cx.debug.enabled = on,
    },
    Capability {
        name: DEBUG_OUTPUT_SYNCHRONOUS,
        count: 1,
        in_enable_group: false,
        get: |cx, _| cx.debug.synchronous,
        set: |cx, _, on| cx.debug.synchronous = on,
    },
    one!(NORMALIZE, matrix.normalize),
    one!(RESCALE_NORMAL, matrix.rescale_normal),
    one!(VERTEX_BLEND_ARB, matrix.blend.enabled),
    one!(WEIGHT_SUM_UNITY_ARB, matrix.blend.sum_unity),
    one!(MATRIX_PALETTE_ARB, matrix.blend.palette),
    one!(DEPTH_CLAMP, matrix.depth_clamp),
    one!(LIGHTING, lighting.group.enabled),
    one!(FOG, lighting.fog.enabled),
    one!(COLOR_SUM, lighting.color_sum),
    one!(POINT_SMOOTH, rasterization.point.smooth),
    one!(POINT_SPRITE, rasterization.point.sprite),
    one!(LINE_SMOOTH, rasterization.line.smooth),
    one!(LINE_STIPPLE, rasterization.line.stipple),
    one!(CULL_FACE, rasterization.polygon.cull),
    one!(POLYGON_SMOOTH, rasterization.polygon.smooth),
    one!(POLYGON_STIPPLE, rasterization.polygon.stipple),
    one!(
        POLYGON_OFFSET_POINT,
        rasterization.polygon.offset_enabled[0]
    ),
    one!(POLYGON_OFFSET_LINE, rasterization.polygon.offset_enabled[1]),
    one!(POLYGON_OFFSET_FILL, rasterization.polygon.offset_enabled[2]),
    one!(MULTISAMPLE, rasterization.multisample.enabled),
    one!(
        SAMPLE_ALPHA_TO_COVERAGE,
        rasterization.multisample.alpha_to_coverage
    ),
    one!(SAMPLE_ALPHA_TO_ONE, rasterization.multisample.alpha_to_one),
    one!(SAMPLE_COVERAGE, rasterization.multisample.coverage),
    one!(VERTEX_PROGRAM_POINT_SIZE, rasterization.program_point_size),
    one!(VERTEX_PROGRAM_TWO_SIDE, rasterization.program_two_side),
    one!(OCCLUSION_TEST_HP, queries.occlusion_test),
    one!(PN_TRIANGLES_ATI, pn_triangles.enabled),
    one!(VERTEX_SHADER_EXT, vertex_shaders.enabled),
    one!(TEXT_FRAGMENT_SHADER_ATI, programs.text_fragment.enabled),
    one!(FRAGMENT_SHADER_ATI, fragment_shaders.enabled),
    one!(TEXTURE_SHADER_NV, textures.shaders),
    one!(SHARED_TEXTURE_PALETTE_EXT, textures.shared_palette_enabled),
    one!(REGISTER_COMBINERS_NV, combiners.enabled),
    one!(PER_STAGE_CONSTANTS_NV, combiners.per_stage_constants),
    one!(SCISSOR_TEST, fragment.scissor.enabled),
    one!(ALPHA_TEST, fragment.color.alpha_test),
    one!(STENCIL_TEST, fragment.stencil.enabled),
    one!(STENCIL_TEST_TWO_SIDE_EXT, fragment.stencil.two_side),
    one!(DEPTH_TEST, fragment.depth.enabled),
    one!(DEPTH_BOUNDS_TEST_EXT, fragment.depth.bounds_test),
    one!(BLEND, fragment.color.blend),
    one!(FRAMEBUFFER_SRGB, fragment.color.framebuffer_srgb),
    one!(DITHER, fragment.color.dither),
    one!(INDEX_LOGIC_OP, fragment.color.index_logic_op),
    one!(COLOR_LOGIC_OP, fragment.color.logic_op_enabled),
    Capability {
        name: COLOR_TABLE,
        count: 3,
        in_enable_group: true,
        get: |cx, i| cx.pixel.imaging.table_enabled[i],
        set: |cx, i, on| cx.pixel.imaging.table_enabled[i] = on,
    },
    Capability {
        name: CONVOLUTION_1D,
        count: 3,
        in_enable_group: true,
        get: |cx, i| cx.pixel.imaging.filters[i].enabled,
        set: |cx, i, on| cx.pixel.imaging.filters[i].enabled = on,
    },
    one!(HISTOGRAM, pixel.imaging.histogram),
    one!(MINMAX, pixel.imaging.minmax),
];

/// The capability of this name and its number in the run.
pub fn find(name: u32) -> Option<(&'static Capability, usize)> {
    let row = CAPABILITIES
        .iter()
        .find(|row| name.wrapping_sub(row.name) < row.count)?;
    Some((row, (name - row.name) as usize))
}

fn set(call: &mut Call<'_>, name: u32, on: bool) -> Result {
    match find(name) {
        Some((row, i)) => (row.set)(call.cx, i, on),
        None => {
            return call
                .cx
                .set_other_capability(name, on)
                .unwrap_or(Err(GlError::invalid_enum("capability")));
        }
    }
    Ok(())
}

/// glEnable. INVALID_ENUM for what is no capability.
pub fn enable(call: &mut Call<'_>, cap: u32) -> Result {
    set(call, cap, true)
}

/// glDisable. INVALID_ENUM for what is no capability.
pub fn disable(call: &mut Call<'_>, cap: u32) -> Result {
    set(call, cap, false)
}

/// Whether a capability is enabled; `None` for what is none.
pub fn enabled(cx: &Context, name: u32) -> Option<bool> {
    match find(name) {
        Some((row, i)) => Some((row.get)(cx, i)),
        None => cx.other_capability(name),
    }
}

/// glIsEnabled. INVALID_ENUM for what is no capability.
pub fn is_enabled(call: &mut Call<'_>, cap: u32) -> Result<u8> {
    enabled(call.cx, cap)
        .map(u8::from)
        .ok_or(GlError::invalid_enum("capability"))
}

/// The state of every capability that ENABLE_BIT saves, in table order.
pub fn save(cx: &Context) -> Vec<bool> {
    let rows = CAPABILITIES.iter().filter(|row| row.in_enable_group);
    rows.flat_map(|row| (0..row.count as usize).map(|i| (row.get)(cx, i)))
        .collect()
}

/// Restores what [`save`] gave.
pub fn restore(cx: &mut Context, saved: &[bool]) {
    let rows = CAPABILITIES.iter().filter(|row| row.in_enable_group);
    let slots = rows.flat_map(|row| (0..row.count as usize).map(move |i| (row, i)));
    for ((row, i), on) in slots.zip(saved) {
        (row.set)(cx, i, *on);
    }
}
