//! State of vertices on their way to the window: matrices, lighting and fog, current values (GL 1.5 tables 6.5, 6.9 to 6.12).
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::device::geometry::matrix::{Mat4, transpose};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::current::state::ImmediateState;
use crate::gl::framebuffer::bound::fragment_value;
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::matrix::state::{MatrixStack, MatrixState};
use crate::gl::texture::unit::TextureState;
use crate::ir::interface::attribute;

/// The stack of a mode. TEXTURE is that of the active unit.
fn stack<'a>(
    matrix: &'a MatrixState,
    textures: &TextureState,
    mode: MatrixMode,
) -> &'a MatrixStack {
    matrix.stack(mode, coordinate_set(textures))
}

fn current_matrix_stack<'a>(matrix: &'a MatrixState, textures: &TextureState) -> &'a MatrixStack {
    stack(matrix, textures, matrix.mode)
}

fn top(matrix: &MatrixState, textures: &TextureState, mode: MatrixMode) -> Mat4 {
    *stack(matrix, textures, mode).top()
}

pub(crate) const TRANSFORMATION: &[Row] = rows! {
    MATRIX_MODE Integer |cx| cx.matrix.mode;
    MODELVIEW_MATRIX Float |cx| *cx.matrix.modelview();
    PROJECTION_MATRIX Float |cx| *cx.matrix.projection();
    TEXTURE_MATRIX Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::Texture);
    TRANSPOSE_MODELVIEW_MATRIX Float |cx| transpose(cx.matrix.modelview());
    TRANSPOSE_PROJECTION_MATRIX Float |cx| transpose(cx.matrix.projection());
    TRANSPOSE_TEXTURE_MATRIX Float |cx| transpose(&top(&cx.matrix, &cx.textures, MatrixMode::Texture));
    CURRENT_MATRIX_ARB Float |cx| *current_matrix_stack(&cx.matrix, &cx.textures).top();
    TRANSPOSE_CURRENT_MATRIX_ARB Float |cx| transpose(current_matrix_stack(&cx.matrix, &cx.textures).top());
    CURRENT_MATRIX_STACK_DEPTH_ARB Integer |cx| current_matrix_stack(&cx.matrix, &cx.textures).depth();
    MODELVIEW_STACK_DEPTH Integer |cx| cx.matrix.modelview_stack.depth();
    PROJECTION_STACK_DEPTH Integer |cx| cx.matrix.projection_stack.depth();
    TEXTURE_STACK_DEPTH Integer |cx| stack(&cx.matrix, &cx.textures, MatrixMode::Texture).depth();
    MODELVIEW0_ARB Float |cx| *cx.matrix.modelview();
    MODELVIEW1_ARB Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::VertexUnit(1));
    MODELVIEW1_MATRIX_EXT Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::VertexUnit(1));
    MODELVIEW1_STACK_DEPTH_EXT Integer |cx| stack(&cx.matrix, &cx.textures, MatrixMode::VertexUnit(1)).depth();
    MODELVIEW2_ARB Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::VertexUnit(2));
    MODELVIEW3_ARB Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::VertexUnit(3));
    ACTIVE_VERTEX_UNITS_ARB Integer |cx| cx.matrix.blend.units;
    MATRIX_PALETTE_ARB Float |cx| top(&cx.matrix, &cx.textures, MatrixMode::Palette);
    CURRENT_PALETTE_MATRIX_ARB Integer |cx| cx.matrix.blend.current_palette;
    VIEWPORT Integer |cx| cx.matrix.viewport;
    DEPTH_RANGE Normalized |cx| cx.matrix.depth_range;
};

pub(crate) const LIGHTING: &[Row] = rows! {
    FOG_COLOR Normalized |cx| fragment_value(cx, cx.lighting.fog.color);
    FOG_INDEX Float |cx| cx.lighting.fog.index;
    FOG_DENSITY Float |cx| cx.lighting.fog.density;
    FOG_START Float |cx| cx.lighting.fog.start;
    FOG_END Float |cx| cx.lighting.fog.end;
    FOG_MODE Integer |cx| cx.lighting.fog.mode;
    FOG_COORD_SRC Integer |cx| cx.lighting.fog.coord_source;
    FOG_DISTANCE_MODE_NV Integer |cx| cx.lighting.fog.distance_mode;
    SHADE_MODEL Integer |cx| cx.lighting.shade_model;
    PROVOKING_VERTEX Integer |cx| cx.lighting.provoking;
    QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION Boolean |_| true;
    COLOR_MATERIAL_FACE Integer |cx| cx.lighting.color_material_face;
    COLOR_MATERIAL_PARAMETER Integer |cx| cx.lighting.color_material_parameter;
    LIGHT_MODEL_AMBIENT Normalized |cx| cx.lighting.model.ambient;
    LIGHT_MODEL_LOCAL_VIEWER Boolean |cx| cx.lighting.model.local_viewer;
    LIGHT_MODEL_TWO_SIDE Boolean |cx| cx.lighting.model.two_side;
    LIGHT_MODEL_COLOR_CONTROL Integer |cx| if cx.lighting.model.separate_specular { SEPARATE_SPECULAR_COLOR } else { SINGLE_COLOR };
};

fn current(immediate: &ImmediateState, slot: u32) -> [f32; 4] {
    immediate.current[slot as usize]
}

fn current_normal(immediate: &ImmediateState) -> [f32; 3] {
    let [x, y, z, _] = current(immediate, attribute::NORMAL);
    [x, y, z]
}

/// The coordinate set of the active unit; the last one for units without coordinates.
fn coordinate_set(textures: &TextureState) -> usize {
    textures.active.min(MAX_TEXTURE_COORDS - 1)
}

pub(crate) const CURRENT: &[Row] = rows! {
    CURRENT_COLOR Normalized |cx| current(&cx.immediate, attribute::COLOR);
    CURRENT_SECONDARY_COLOR Normalized |cx| current(&cx.immediate, attribute::SECONDARY_COLOR);
    CURRENT_INDEX Float |cx| cx.immediate.current_index;
    CURRENT_NORMAL Normalized |cx| current_normal(&cx.immediate);
    CURRENT_TEXTURE_COORDS Float |cx| current(&cx.immediate, attribute::TEX_COORD_0 + coordinate_set(&cx.textures) as u32);
    CURRENT_WEIGHT_ARB Float |cx| current(&cx.immediate, attribute::WEIGHT);
    CURRENT_VERTEX_WEIGHT_EXT Float |cx| current(&cx.immediate, attribute::WEIGHT)[0];
    CURRENT_MATRIX_INDEX_ARB Integer |cx| current(&cx.immediate, attribute::MATRIX_INDEX);
    CURRENT_FOG_COORD Float |cx| current(&cx.immediate, attribute::FOG_COORD)[0];
    EDGE_FLAG Boolean |cx| current(&cx.immediate, attribute::EDGE_FLAG)[0] != 0.0;
    CURRENT_RASTER_POSITION Float |cx| cx.immediate.raster_pos.window;
    CURRENT_RASTER_POSITION_VALID Boolean |cx| cx.immediate.raster_pos.valid;
    CURRENT_RASTER_COLOR Normalized |cx| cx.immediate.raster_pos.color;
    CURRENT_RASTER_SECONDARY_COLOR Normalized |cx| cx.immediate.raster_pos.secondary;
    CURRENT_RASTER_INDEX Float |cx| cx.immediate.raster_pos.index;
    CURRENT_RASTER_DISTANCE Float |cx| cx.immediate.raster_pos.distance;
    CURRENT_RASTER_TEXTURE_COORDS Float |cx| cx.immediate.raster_pos.tex_coords[coordinate_set(&cx.textures)];
};
