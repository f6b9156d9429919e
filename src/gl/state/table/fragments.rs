//! State of rasterization, of textures, of fragments and of what they are drawn to (GL 1.5 tables 6.12 to 6.21).
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_DRAW_BUFFERS;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::fragment::state::{StencilSide, StencilState};
use crate::gl::framebuffer::attached::MAX_COLOR_ATTACHMENTS;
use crate::gl::framebuffer::bound::{draw_framebuffer, fragment_value};
use crate::gl::framebuffer::object::Framebuffer;
use crate::gl::framebuffer::renderbuffer::MAX_RENDERBUFFER_SIZE;
use crate::gl::framebuffer::state::FramebufferState;
use crate::gl::primitive::multisample::MAX_SAMPLES;
use crate::gl::primitive::pn_triangles;
use crate::gl::texture::unit::TextureState;
use std::sync::Arc;

pub(crate) const RASTERIZATION: &[Row] = rows! {
    POINT_SIZE Float |cx| cx.rasterization.point.size;
    POINT_SIZE_MIN Float |cx| cx.rasterization.point.size_min;
    POINT_SIZE_MAX Float |cx| cx.rasterization.point.size_max;
    POINT_FADE_THRESHOLD_SIZE Float |cx| cx.rasterization.point.fade_threshold;
    POINT_DISTANCE_ATTENUATION Float |cx| cx.rasterization.point.attenuation;
    POINT_SPRITE_COORD_ORIGIN Integer |cx| cx.rasterization.point.sprite_origin;
    POINT_SPRITE_R_MODE_NV Integer |cx| cx.rasterization.point.sprite_r_mode;
    PN_TRIANGLES_POINT_MODE_ATI Integer |cx| cx.pn_triangles.point_mode();
    PN_TRIANGLES_NORMAL_MODE_ATI Integer |cx| cx.pn_triangles.normal_mode();
    PN_TRIANGLES_TESSELATION_LEVEL_ATI Integer |cx| cx.pn_triangles.division.level;
    MAX_PN_TRIANGLES_TESSELATION_LEVEL_ATI Integer |_| pn_triangles::MAX_LEVEL;
    LINE_WIDTH Float |cx| cx.rasterization.line.width;
    LINE_STIPPLE_PATTERN Integer |cx| cx.rasterization.line.stipple_pattern;
    LINE_STIPPLE_REPEAT Integer |cx| i32::from(cx.rasterization.line.stipple_factor);
    CULL_FACE_MODE Integer |cx| cx.rasterization.polygon.cull_mode;
    FRONT_FACE Integer |cx| cx.rasterization.polygon.front_face;
    POLYGON_MODE Integer |cx| cx.rasterization.polygon.mode;
    POLYGON_OFFSET_FACTOR Float |cx| cx.rasterization.polygon.offset_factor;
    POLYGON_OFFSET_UNITS Float |cx| cx.rasterization.polygon.offset_units;
    SAMPLE_COVERAGE_VALUE Float |cx| cx.rasterization.multisample.coverage_value;
    SAMPLE_COVERAGE_INVERT Boolean |cx| cx.rasterization.multisample.coverage_invert;
};

/// The name of the texture that is bound to the active unit.
fn bound(textures: &TextureState, kind: TextureShape) -> u32 {
    textures.active_unit().bound[kind as usize].name
}

pub(crate) const TEXTURING: &[Row] = rows! {
    ACTIVE_TEXTURE Integer |cx| TEXTURE0 + cx.textures.active as u32;
    TEXTURE_BINDING_1D Integer |cx| bound(&cx.textures, TextureShape::D1);
    SAMPLER_BINDING Integer |cx| cx.textures.active_unit().sampler.as_ref().map_or(0, |sampler| sampler.name);
    TEXTURE_BINDING_2D Integer |cx| bound(&cx.textures, TextureShape::D2);
    TEXTURE_BINDING_3D Integer |cx| bound(&cx.textures, TextureShape::D3);
    TEXTURE_BINDING_CUBE_MAP Integer |cx| bound(&cx.textures, TextureShape::Cube);
    TEXTURE_BINDING_1D_ARRAY Integer |cx| bound(&cx.textures, TextureShape::D1Array);
    TEXTURE_BINDING_2D_ARRAY Integer |cx| bound(&cx.textures, TextureShape::D2Array);
    TEXTURE_BINDING_RECTANGLE Integer |cx| bound(&cx.textures, TextureShape::Rectangle);
    NUM_GENERAL_COMBINERS_NV Integer |cx| cx.combiners.n_stages;
    COLOR_SUM_CLAMP_NV Boolean |cx| cx.combiners.clamp_sum;
    CONSTANT_COLOR0_NV Normalized |cx| cx.combiners.constants[0];
    CONSTANT_COLOR1_NV Normalized |cx| cx.combiners.constants[1];
};

/// The side that ActiveStencilFaceEXT has chosen.
fn side(stencil: &StencilState) -> &StencilSide {
    &stencil.sides[if stencil.active_back { 2 } else { 0 }]
}

pub(crate) const FRAGMENTS: &[Row] = rows! {
    SCISSOR_BOX Integer |cx| cx.fragment.scissor.rect;
    ALPHA_TEST_FUNC Integer |cx| cx.fragment.color.alpha_func;
    ALPHA_TEST_REF Normalized |cx| fragment_value(cx, [cx.fragment.color.alpha_reference]);
    STENCIL_FUNC Integer |cx| side(&cx.fragment.stencil).func;
    STENCIL_VALUE_MASK Integer |cx| side(&cx.fragment.stencil).value_mask;
    STENCIL_REF Integer |cx| side(&cx.fragment.stencil).reference.clamp(0, 255);
    STENCIL_FAIL Integer |cx| side(&cx.fragment.stencil).fail;
    STENCIL_PASS_DEPTH_FAIL Integer |cx| side(&cx.fragment.stencil).depth_fail;
    STENCIL_PASS_DEPTH_PASS Integer |cx| side(&cx.fragment.stencil).depth_pass;
    STENCIL_WRITEMASK Integer |cx| side(&cx.fragment.stencil).write_mask;
    STENCIL_BACK_FUNC Integer |cx| cx.fragment.stencil.sides[1].func;
    STENCIL_BACK_VALUE_MASK Integer |cx| cx.fragment.stencil.sides[1].value_mask;
    STENCIL_BACK_REF Integer |cx| cx.fragment.stencil.sides[1].reference.clamp(0, 255);
    STENCIL_BACK_FAIL Integer |cx| cx.fragment.stencil.sides[1].fail;
    STENCIL_BACK_PASS_DEPTH_FAIL Integer |cx| cx.fragment.stencil.sides[1].depth_fail;
    STENCIL_BACK_PASS_DEPTH_PASS Integer |cx| cx.fragment.stencil.sides[1].depth_pass;
    STENCIL_BACK_WRITEMASK Integer |cx| cx.fragment.stencil.sides[1].write_mask;
    ACTIVE_STENCIL_FACE_EXT Integer |cx| if cx.fragment.stencil.active_back { BACK } else { FRONT };
    DEPTH_FUNC Integer |cx| cx.fragment.depth.func;
    DEPTH_BOUNDS_EXT Normalized |cx| cx.fragment.depth.bounds;
    DEPTH_WRITEMASK Boolean |cx| cx.fragment.depth.mask;
    BLEND_SRC Integer |cx| cx.fragment.color.blend_src[0];
    BLEND_DST Integer |cx| cx.fragment.color.blend_dst[0];
    BLEND_SRC_RGB Integer |cx| cx.fragment.color.blend_src[0];
    BLEND_SRC_ALPHA Integer |cx| cx.fragment.color.blend_src[1];
    BLEND_DST_RGB Integer |cx| cx.fragment.color.blend_dst[0];
    BLEND_DST_ALPHA Integer |cx| cx.fragment.color.blend_dst[1];
    BLEND_EQUATION_RGB Integer |cx| cx.fragment.color.blend_equation[0];
    BLEND_EQUATION_ALPHA Integer |cx| cx.fragment.color.blend_equation[1];
    BLEND_COLOR Normalized |cx| fragment_value(cx, cx.fragment.color.blend_color);
    LOGIC_OP_MODE Integer |cx| cx.fragment.color.logic_op;
    COLOR_WRITEMASK Boolean |cx| cx.fragment.color.masks[0];
    INDEX_WRITEMASK Integer |cx| cx.fragment.color.index_mask;
    COLOR_CLEAR_VALUE Normalized |cx| fragment_value(cx, cx.fragment.color.clear);
    CLAMP_VERTEX_COLOR Integer |cx| cx.lighting.clamp_vertex;
    CLAMP_FRAGMENT_COLOR Integer |cx| cx.fragment.color.clamp_fragment;
    CLAMP_READ_COLOR Integer |cx| cx.fragment.color.clamp_read;
    RGBA_FLOAT_MODE_ARB Boolean |cx| draw_framebuffer(cx).stored_bits().float;
    RGBA_SIGNED_COMPONENTS_EXT Boolean |cx| draw_framebuffer(cx).signed_components();
    FRAMEBUFFER_SRGB_CAPABLE_EXT Boolean |cx| draw_framebuffer(cx).is_srgb_capable();
    INDEX_CLEAR_VALUE Float |cx| cx.fragment.color.clear_index;
    DEPTH_CLEAR_VALUE Normalized |cx| cx.fragment.depth.clear;
    STENCIL_CLEAR_VALUE Integer |cx| cx.fragment.stencil.clear;
    ACCUM_CLEAR_VALUE Normalized |cx| cx.framebuffer.clear_accum;
};

fn is_double_buffered(surfaces: &Surfaces, framebuffer: &FramebufferState) -> bool {
    let surface = surfaces.draw.as_ref();
    framebuffer.draw.is_none() && surface.is_none_or(|s| s.config().double_buffer)
}

fn framebuffer_name(bound: &Option<Arc<Framebuffer>>) -> u32 {
    bound.as_ref().map_or(0, |own| own.name)
}

/// Bits of a component of the accumulation buffer; framebuffer objects have none.
fn accumulation_bits(surfaces: &Surfaces, framebuffer: &FramebufferState) -> i32 {
    let surface = surfaces.draw.as_ref();
    let surface = surface.filter(|_| framebuffer.draw.is_none());
    surface.map_or(0, |s| if s.config().accumulation { 16 } else { 0 })
}

pub(crate) const FRAMEBUFFER: &[Row] = rows! {
    DRAW_BUFFER Integer |cx| cx.framebuffer.current_draw_buffers(&cx.surfaces).0[0].name();
    DRAW_BUFFER0 Integer |cx| cx.framebuffer.current_draw_buffers(&cx.surfaces).0[0].name();
    DRAW_BUFFER1 Integer |cx| cx.framebuffer.current_draw_buffers(&cx.surfaces).0[1].name();
    DRAW_BUFFER2 Integer |cx| cx.framebuffer.current_draw_buffers(&cx.surfaces).0[2].name();
    DRAW_BUFFER3 Integer |cx| cx.framebuffer.current_draw_buffers(&cx.surfaces).0[3].name();
    READ_BUFFER Integer |cx| cx.framebuffer.current_read_buffer(&cx.surfaces).name();
    RED_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[0];
    GREEN_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[1];
    BLUE_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[2];
    ALPHA_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[3];
    DEPTH_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[4];
    STENCIL_BITS Integer |cx| draw_framebuffer(cx).stored_bits().bits[5];
    INDEX_BITS Integer |_| 0;
    ACCUM_RED_BITS Integer |cx| accumulation_bits(&cx.surfaces, &cx.framebuffer);
    ACCUM_GREEN_BITS Integer |cx| accumulation_bits(&cx.surfaces, &cx.framebuffer);
    ACCUM_BLUE_BITS Integer |cx| accumulation_bits(&cx.surfaces, &cx.framebuffer);
    ACCUM_ALPHA_BITS Integer |cx| accumulation_bits(&cx.surfaces, &cx.framebuffer);
    AUX_BUFFERS Integer |_| 0;
    RGBA_MODE Boolean |_| true;
    INDEX_MODE Boolean |_| false;
    STEREO Boolean |_| false;
    DOUBLEBUFFER Boolean |cx| is_double_buffered(&cx.surfaces, &cx.framebuffer);
    SAMPLE_BUFFERS Integer |cx| draw_framebuffer(cx).samples() > 0;
    SAMPLES Integer |cx| draw_framebuffer(cx).samples();
    MAX_SAMPLES Integer |_| MAX_SAMPLES;
    DRAW_FRAMEBUFFER_BINDING Integer |cx| framebuffer_name(&cx.framebuffer.draw);
    READ_FRAMEBUFFER_BINDING Integer |cx| framebuffer_name(&cx.framebuffer.read);
    RENDERBUFFER_BINDING Integer |cx| cx.framebuffer.renderbuffer.as_ref().map_or(0, |own| own.name);
    MAX_COLOR_ATTACHMENTS Integer |_| MAX_COLOR_ATTACHMENTS;
    MAX_DRAW_BUFFERS Integer |_| MAX_DRAW_BUFFERS;
    MAX_RENDERBUFFER_SIZE Integer |_| MAX_RENDERBUFFER_SIZE;
};
