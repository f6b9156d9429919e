//! The state table behind glGet*: names, types and where the values stand (GL 1.5 tables 6.5 to 6.37).
#![forbid(unsafe_code)]

use super::Context;
use super::buffer::name_of;
use super::enums::*;
use super::framebuffer_object::{Framebuffer, MAX_COLOR_ATTACHMENTS};
use super::hint::HINTS;
use super::limits::{
    MAX_ATTRIB_STACK_DEPTH, MAX_CLIP_PLANES, MAX_DRAW_BUFFERS, MAX_EXPONENT, MAX_LIGHTS,
    MAX_LINE_WIDTH, MAX_PALETTE_MATRICES, MAX_POINT_SIZE, MAX_PROGRAM_MATRICES, MAX_TEXTURE_COORDS,
    MAX_TEXTURE_IMAGE_UNITS, MAX_TEXTURE_SIZE, MAX_TEXTURE_UNITS, MAX_VERTEX_ATTRIBS,
    MAX_VERTEX_UNITS,
};
use super::matrix::{
    MAX_COLOR_STACK_DEPTH, MAX_MODELVIEW_STACK_DEPTH, MAX_PALETTE_STACK_DEPTH,
    MAX_PROGRAM_MATRIX_STACK_DEPTH, MAX_PROJECTION_STACK_DEPTH, MAX_TEXTURE_STACK_DEPTH, Mat4,
    MatrixStack,
};
use super::matrix_math::transpose;
use super::memory_range::MAX_VERTEX_ARRAY_RANGE_ELEMENT;
use super::multisample::MAX_SAMPLES;
use super::pixel_transfer::MAX_PIXEL_MAP_TABLE;
use super::renderbuffer::MAX_RENDERBUFFER_SIZE;
use super::texture_compressed::COMPRESSED_FORMATS;
use super::texture_param::MAX_ANISOTROPY;
use super::vertex_array::ELEMENT_ARRAY_SLOT;
use super::vertex_blend::{NumberedMode, numbered_mode};
use crate::frontend::assembly::arb::Limits;
use crate::frontend::assembly::ati::shader as ati;
use crate::frontend::vertex_shader;
use crate::ir::interface::attribute;
use crate::texture::ImageKind;
use smallvec::SmallVec;
use std::sync::Arc;

/// The values of a state variable. An f64 holds every GL 1.5 type exactly.
pub type Values = SmallVec<[f64; 16]>;

/// The type of a state variable, which decides how it is converted (section 6.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// TRUE or FALSE.
    Boolean,
    /// Integers, names, enums, masks.
    Integer,
    /// Floats; rounded for GetIntegerv.
    Float,
    /// Colours, normals and depths: for GetIntegerv the range [-1, 1] is mapped to all of i32.
    Normalized,
}

/// One state variable.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Its name.
    pub name: u32,
    /// Its type.
    pub kind: Kind,
    /// Its values now.
    pub get: fn(&Context) -> Values,
}

/// What can be a value of the table.
trait Number: Copy {
    fn number(self) -> f64;
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn number(self) -> f64 {
                f64::from(self)
            }
        }
        impl IntoValues for $t {
            fn into_values(self) -> Values {
                SmallVec::from_slice(&[f64::from(self)])
            }
        }
    )*};
}

numbers!(bool u16 i32 u32 f32 f64);

trait IntoValues {
    fn into_values(self) -> Values;
}

impl IntoValues for usize {
    fn into_values(self) -> Values {
        SmallVec::from_slice(&[self as f64])
    }
}

impl<T: Number, const N: usize> IntoValues for [T; N] {
    fn into_values(self) -> Values {
        self.into_iter().map(Number::number).collect()
    }
}

impl IntoValues for Mat4 {
    fn into_values(self) -> Values {
        self.as_flattened().iter().copied().map(f64::from).collect()
    }
}

macro_rules! rows {
    ($($name:ident $kind:ident $get:expr;)*) => {
        &[$(Row { name: super::enums::$name, kind: Kind::$kind, get: |cx| {
            let get: fn(&Context) -> _ = $get;
            get(cx).into_values()
        } }),*]
    };
}

/// The variables of all tables.
pub const TABLES: &[&[Row]] = &[
    TRANSFORMATION,
    LIGHTING_ROWS,
    RASTERIZATION,
    TEXTURING,
    FRAGMENTS,
    FRAMEBUFFER_ROWS,
    PIXELS,
    DEPTHS,
    IMPLEMENTATION,
    CURRENT,
    LISTS_AND_EVALUATORS,
    PROGRAMS,
    VERTEX_SHADERS,
    ARRAYS,
    ARRAY_BUFFERS,
    DEBUG,
    IMAGING,
];

/// The row of a name.
pub fn find(name: u32) -> Option<&'static Row> {
    TABLES
        .iter()
        .copied()
        .flatten()
        .find(|row| row.name == name)
}

fn texture_stack(cx: &Context) -> &MatrixStack {
    &cx.matrix.texture_stacks[cx.textures.active.min(MAX_TEXTURE_COORDS - 1)]
}

fn current_matrix_stack(cx: &Context) -> &MatrixStack {
    match cx.matrix.mode {
        MODELVIEW => &cx.matrix.modelview_stack,
        PROJECTION => &cx.matrix.projection_stack,
        TEXTURE => texture_stack(cx),
        COLOR => &cx.matrix.color_stack,
        mode => {
            let mode = numbered_mode(mode).expect("MatrixMode takes no other mode");
            cx.matrix.numbered(mode)
        }
    }
}

fn numbered(cx: &Context, mode: NumberedMode) -> Mat4 {
    *cx.matrix.numbered(mode).top()
}

const TRANSFORMATION: &[Row] = rows! {
    MATRIX_MODE Integer |cx| cx.matrix.mode;
    MODELVIEW_MATRIX Float |cx| *cx.matrix.modelview();
    PROJECTION_MATRIX Float |cx| *cx.matrix.projection();
    TEXTURE_MATRIX Float |cx| *texture_stack(cx).top();
    TRANSPOSE_MODELVIEW_MATRIX Float |cx| transpose(cx.matrix.modelview());
    TRANSPOSE_PROJECTION_MATRIX Float |cx| transpose(cx.matrix.projection());
    TRANSPOSE_TEXTURE_MATRIX Float |cx| transpose(texture_stack(cx).top());
    CURRENT_MATRIX_ARB Float |cx| *current_matrix_stack(cx).top();
    TRANSPOSE_CURRENT_MATRIX_ARB Float |cx| transpose(current_matrix_stack(cx).top());
    CURRENT_MATRIX_STACK_DEPTH_ARB Integer |cx| current_matrix_stack(cx).depth();
    MODELVIEW_STACK_DEPTH Integer |cx| cx.matrix.modelview_stack.depth();
    PROJECTION_STACK_DEPTH Integer |cx| cx.matrix.projection_stack.depth();
    TEXTURE_STACK_DEPTH Integer |cx| texture_stack(cx).depth();
    MODELVIEW0_ARB Float |cx| *cx.matrix.modelview();
    MODELVIEW1_ARB Float |cx| numbered(cx, NumberedMode::ModelView(1));
    MODELVIEW2_ARB Float |cx| numbered(cx, NumberedMode::ModelView(2));
    MODELVIEW3_ARB Float |cx| numbered(cx, NumberedMode::ModelView(3));
    ACTIVE_VERTEX_UNITS_ARB Integer |cx| cx.matrix.blend.units;
    MATRIX_PALETTE_ARB Float |cx| numbered(cx, NumberedMode::Palette);
    CURRENT_PALETTE_MATRIX_ARB Integer |cx| cx.matrix.blend.current_palette;
    VIEWPORT Integer |cx| cx.matrix.viewport;
    DEPTH_RANGE Normalized |cx| cx.matrix.depth_range;
};

const LIGHTING_ROWS: &[Row] = rows! {
    FOG_COLOR Normalized |cx| cx.fragment_value(cx.lighting.fog.color);
    FOG_INDEX Float |cx| cx.lighting.fog.index;
    FOG_DENSITY Float |cx| cx.lighting.fog.density;
    FOG_START Float |cx| cx.lighting.fog.start;
    FOG_END Float |cx| cx.lighting.fog.end;
    FOG_MODE Integer |cx| cx.lighting.fog.mode;
    FOG_COORD_SRC Integer |cx| cx.lighting.fog.coord_source;
    FOG_DISTANCE_MODE_NV Integer |cx| cx.lighting.fog.distance_mode;
    SHADE_MODEL Integer |cx| cx.lighting.shade_model;
    COLOR_MATERIAL_FACE Integer |cx| cx.lighting.color_material_face;
    COLOR_MATERIAL_PARAMETER Integer |cx| cx.lighting.color_material_parameter;
    LIGHT_MODEL_AMBIENT Normalized |cx| cx.lighting.model.ambient;
    LIGHT_MODEL_LOCAL_VIEWER Boolean |cx| cx.lighting.model.local_viewer;
    LIGHT_MODEL_TWO_SIDE Boolean |cx| cx.lighting.model.two_side;
    LIGHT_MODEL_COLOR_CONTROL Integer |cx| if cx.lighting.model.separate_specular { SEPARATE_SPECULAR_COLOR } else { SINGLE_COLOR };
};

const RASTERIZATION: &[Row] = rows! {
    POINT_SIZE Float |cx| cx.rasterization.point.size;
    POINT_SIZE_MIN Float |cx| cx.rasterization.point.size_min;
    POINT_SIZE_MAX Float |cx| cx.rasterization.point.size_max;
    POINT_FADE_THRESHOLD_SIZE Float |cx| cx.rasterization.point.fade_threshold;
    POINT_DISTANCE_ATTENUATION Float |cx| cx.rasterization.point.attenuation;
    POINT_SPRITE_R_MODE_NV Integer |cx| cx.rasterization.point.sprite_r_mode;
    PN_TRIANGLES_POINT_MODE_ATI Integer |cx| cx.pn_triangles.point_mode;
    PN_TRIANGLES_NORMAL_MODE_ATI Integer |cx| cx.pn_triangles.normal_mode;
    PN_TRIANGLES_TESSELATION_LEVEL_ATI Integer |cx| cx.pn_triangles.level;
    MAX_PN_TRIANGLES_TESSELATION_LEVEL_ATI Integer |_| super::pn_triangles::MAX_LEVEL;
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

fn bound(cx: &Context, kind: ImageKind) -> u32 {
    cx.textures.active_unit().bound[kind as usize].name
}

const TEXTURING: &[Row] = rows! {
    ACTIVE_TEXTURE Integer |cx| TEXTURE0 + cx.textures.active as u32;
    TEXTURE_BINDING_1D Integer |cx| bound(cx, ImageKind::D1);
    TEXTURE_BINDING_2D Integer |cx| bound(cx, ImageKind::D2);
    TEXTURE_BINDING_3D Integer |cx| bound(cx, ImageKind::D3);
    TEXTURE_BINDING_CUBE_MAP Integer |cx| bound(cx, ImageKind::Cube);
    TEXTURE_BINDING_RECTANGLE Integer |cx| bound(cx, ImageKind::Rectangle);
    NUM_GENERAL_COMBINERS_NV Integer |cx| cx.combiners.n_stages;
    COLOR_SUM_CLAMP_NV Boolean |cx| cx.combiners.clamp_sum;
    CONSTANT_COLOR0_NV Normalized |cx| cx.combiners.constants[0];
    CONSTANT_COLOR1_NV Normalized |cx| cx.combiners.constants[1];
};

fn side(cx: &Context) -> &super::fragment::StencilSide {
    &cx.fragment.stencil.sides[if cx.fragment.stencil.active_back {
        2
    } else {
        0
    }]
}

const FRAGMENTS: &[Row] = rows! {
    SCISSOR_BOX Integer |cx| cx.fragment.scissor.rect;
    ALPHA_TEST_FUNC Integer |cx| cx.fragment.color.alpha_func;
    ALPHA_TEST_REF Normalized |cx| cx.fragment_value([cx.fragment.color.alpha_reference]);
    STENCIL_FUNC Integer |cx| side(cx).func;
    STENCIL_VALUE_MASK Integer |cx| side(cx).value_mask;
    STENCIL_REF Integer |cx| side(cx).reference.clamp(0, 255);
    STENCIL_FAIL Integer |cx| side(cx).fail;
    STENCIL_PASS_DEPTH_FAIL Integer |cx| side(cx).depth_fail;
    STENCIL_PASS_DEPTH_PASS Integer |cx| side(cx).depth_pass;
    STENCIL_WRITEMASK Integer |cx| side(cx).write_mask;
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
    BLEND_COLOR Normalized |cx| cx.fragment_value(cx.fragment.color.blend_color);
    LOGIC_OP_MODE Integer |cx| cx.fragment.color.logic_op;
    COLOR_WRITEMASK Boolean |cx| cx.fragment.color.mask;
    INDEX_WRITEMASK Integer |cx| cx.fragment.color.index_mask;
    COLOR_CLEAR_VALUE Normalized |cx| cx.fragment_value(cx.fragment.color.clear);
    CLAMP_VERTEX_COLOR Integer |cx| cx.lighting.clamp_vertex;
    CLAMP_FRAGMENT_COLOR Integer |cx| cx.fragment.color.clamp_fragment;
    CLAMP_READ_COLOR Integer |cx| cx.fragment.color.clamp_read;
    RGBA_FLOAT_MODE_ARB Boolean |cx| cx.stored_bits().float;
    FRAMEBUFFER_SRGB_CAPABLE_EXT Boolean |cx| cx.is_srgb_capable();
    INDEX_CLEAR_VALUE Float |cx| cx.fragment.color.clear_index;
    DEPTH_CLEAR_VALUE Normalized |cx| cx.fragment.depth.clear;
    STENCIL_CLEAR_VALUE Integer |cx| cx.fragment.stencil.clear;
    ACCUM_CLEAR_VALUE Normalized |cx| cx.framebuffer.clear_accum;
};

fn is_double_buffered(cx: &Context) -> bool {
    let surface = cx.draw_surface.as_ref();
    cx.framebuffer.draw.is_none() && surface.is_none_or(|s| s.config().double_buffer)
}

fn framebuffer_name(bound: &Option<Arc<Framebuffer>>) -> u32 {
    bound.as_ref().map_or(0, |own| own.name)
}

/// Bits of a component of the accumulation buffer; framebuffer objects have none.
fn accumulation_bits(cx: &Context) -> i32 {
    let surface = cx
        .draw_surface
        .as_ref()
        .filter(|_| cx.framebuffer.draw.is_none());
    surface.map_or(0, |s| if s.config().accumulation { 16 } else { 0 })
}

const FRAMEBUFFER_ROWS: &[Row] = rows! {
    DRAW_BUFFER Integer |cx| cx.draw_buffers().0[0];
    DRAW_BUFFER0 Integer |cx| cx.draw_buffers().0[0];
    DRAW_BUFFER1 Integer |cx| cx.draw_buffers().0[1];
    DRAW_BUFFER2 Integer |cx| cx.draw_buffers().0[2];
    DRAW_BUFFER3 Integer |cx| cx.draw_buffers().0[3];
    READ_BUFFER Integer |cx| cx.read_buffer();
    RED_BITS Integer |cx| cx.stored_bits().bits[0];
    GREEN_BITS Integer |cx| cx.stored_bits().bits[1];
    BLUE_BITS Integer |cx| cx.stored_bits().bits[2];
    ALPHA_BITS Integer |cx| cx.stored_bits().bits[3];
    DEPTH_BITS Integer |cx| cx.stored_bits().bits[4];
    STENCIL_BITS Integer |cx| cx.stored_bits().bits[5];
    INDEX_BITS Integer |_| 0;
    ACCUM_RED_BITS Integer |cx| accumulation_bits(cx);
    ACCUM_GREEN_BITS Integer |cx| accumulation_bits(cx);
    ACCUM_BLUE_BITS Integer |cx| accumulation_bits(cx);
    ACCUM_ALPHA_BITS Integer |cx| accumulation_bits(cx);
    AUX_BUFFERS Integer |_| 0;
    RGBA_MODE Boolean |_| true;
    INDEX_MODE Boolean |_| false;
    STEREO Boolean |_| false;
    DOUBLEBUFFER Boolean is_double_buffered;
    SAMPLE_BUFFERS Integer |cx| cx.samples() > 0;
    SAMPLES Integer |cx| cx.samples();
    MAX_SAMPLES Integer |_| MAX_SAMPLES;
    DRAW_FRAMEBUFFER_BINDING Integer |cx| framebuffer_name(&cx.framebuffer.draw);
    READ_FRAMEBUFFER_BINDING Integer |cx| framebuffer_name(&cx.framebuffer.read);
    RENDERBUFFER_BINDING Integer |cx| cx.framebuffer.renderbuffer.as_ref().map_or(0, |own| own.name);
    MAX_COLOR_ATTACHMENTS Integer |_| MAX_COLOR_ATTACHMENTS;
    MAX_DRAW_BUFFERS Integer |_| MAX_DRAW_BUFFERS;
    MAX_RENDERBUFFER_SIZE Integer |_| MAX_RENDERBUFFER_SIZE;
};

const PIXELS: &[Row] = rows! {
    PACK_SWAP_BYTES Boolean |cx| cx.pixel.pack.swap_bytes;
    PACK_LSB_FIRST Boolean |cx| cx.pixel.pack.lsb_first;
    PACK_ROW_LENGTH Integer |cx| cx.pixel.pack.row_length;
    PACK_SKIP_ROWS Integer |cx| cx.pixel.pack.skip_rows;
    PACK_SKIP_PIXELS Integer |cx| cx.pixel.pack.skip_pixels;
    PACK_ALIGNMENT Integer |cx| cx.pixel.pack.alignment;
    PACK_IMAGE_HEIGHT Integer |cx| cx.pixel.pack.image_height;
    PACK_SKIP_IMAGES Integer |cx| cx.pixel.pack.skip_images;
    UNPACK_SWAP_BYTES Boolean |cx| cx.pixel.unpack.swap_bytes;
    UNPACK_LSB_FIRST Boolean |cx| cx.pixel.unpack.lsb_first;
    UNPACK_ROW_LENGTH Integer |cx| cx.pixel.unpack.row_length;
    UNPACK_SKIP_ROWS Integer |cx| cx.pixel.unpack.skip_rows;
    UNPACK_SKIP_PIXELS Integer |cx| cx.pixel.unpack.skip_pixels;
    UNPACK_ALIGNMENT Integer |cx| cx.pixel.unpack.alignment;
    UNPACK_IMAGE_HEIGHT Integer |cx| cx.pixel.unpack.image_height;
    UNPACK_SKIP_IMAGES Integer |cx| cx.pixel.unpack.skip_images;
    WRITE_PIXEL_DATA_RANGE_LENGTH_NV Integer |cx| cx.pixel.ranges[0].length;
    READ_PIXEL_DATA_RANGE_LENGTH_NV Integer |cx| cx.pixel.ranges[1].length;
    MAP_COLOR Boolean |cx| cx.pixel.map_color;
    MAP_STENCIL Boolean |cx| cx.pixel.map_stencil;
    INDEX_SHIFT Integer |cx| cx.pixel.index_shift;
    INDEX_OFFSET Integer |cx| cx.pixel.index_offset;
    RED_SCALE Float |cx| cx.pixel.scale[0];
    GREEN_SCALE Float |cx| cx.pixel.scale[1];
    BLUE_SCALE Float |cx| cx.pixel.scale[2];
    ALPHA_SCALE Float |cx| cx.pixel.scale[3];
    RED_BIAS Float |cx| cx.pixel.bias[0];
    GREEN_BIAS Float |cx| cx.pixel.bias[1];
    BLUE_BIAS Float |cx| cx.pixel.bias[2];
    ALPHA_BIAS Float |cx| cx.pixel.bias[3];
    HI_SCALE_NV Float |cx| cx.pixel.offset_scale[0];
    HI_BIAS_NV Float |cx| cx.pixel.offset_bias[0];
    LO_SCALE_NV Float |cx| cx.pixel.offset_scale[1];
    LO_BIAS_NV Float |cx| cx.pixel.offset_bias[1];
    DS_SCALE_NV Float |cx| cx.pixel.offset_scale[2];
    DS_BIAS_NV Float |cx| cx.pixel.offset_bias[2];
    DT_SCALE_NV Float |cx| cx.pixel.offset_scale[3];
    DT_BIAS_NV Float |cx| cx.pixel.offset_bias[3];
    MAGNITUDE_SCALE_NV Float |cx| cx.pixel.offset_scale[4];
    MAGNITUDE_BIAS_NV Float |cx| cx.pixel.offset_bias[4];
    VIBRANCE_SCALE_NV Float |cx| cx.pixel.offset_scale[5];
    VIBRANCE_BIAS_NV Float |cx| cx.pixel.offset_bias[5];
    DEPTH_SCALE Float |cx| cx.pixel.depth_scale;
    DEPTH_BIAS Float |cx| cx.pixel.depth_bias;
    ZOOM_X Float |cx| cx.pixel.zoom[0];
    ZOOM_Y Float |cx| cx.pixel.zoom[1];
    PIXEL_MAP_I_TO_I_SIZE Integer |cx| cx.pixel.maps[0].len();
    PIXEL_MAP_S_TO_S_SIZE Integer |cx| cx.pixel.maps[1].len();
    PIXEL_MAP_I_TO_R_SIZE Integer |cx| cx.pixel.maps[2].len();
    PIXEL_MAP_I_TO_G_SIZE Integer |cx| cx.pixel.maps[3].len();
    PIXEL_MAP_I_TO_B_SIZE Integer |cx| cx.pixel.maps[4].len();
    PIXEL_MAP_I_TO_A_SIZE Integer |cx| cx.pixel.maps[5].len();
    PIXEL_MAP_R_TO_R_SIZE Integer |cx| cx.pixel.maps[6].len();
    PIXEL_MAP_G_TO_G_SIZE Integer |cx| cx.pixel.maps[7].len();
    PIXEL_MAP_B_TO_B_SIZE Integer |cx| cx.pixel.maps[8].len();
    PIXEL_MAP_A_TO_A_SIZE Integer |cx| cx.pixel.maps[9].len();
};

fn hint(cx: &Context, target: u32) -> u32 {
    HINTS
        .iter()
        .position(|name| *name == target)
        .map_or(DONT_CARE, |i| cx.hints.values[i])
}

const DEPTHS: &[Row] = rows! {
    ATTRIB_STACK_DEPTH Integer |cx| cx.attribs.depth();
    CLIENT_ATTRIB_STACK_DEPTH Integer |cx| cx.attribs.client_depth();
    PERSPECTIVE_CORRECTION_HINT Integer |cx| hint(cx, PERSPECTIVE_CORRECTION_HINT);
    POINT_SMOOTH_HINT Integer |cx| hint(cx, POINT_SMOOTH_HINT);
    LINE_SMOOTH_HINT Integer |cx| hint(cx, LINE_SMOOTH_HINT);
    POLYGON_SMOOTH_HINT Integer |cx| hint(cx, POLYGON_SMOOTH_HINT);
    FOG_HINT Integer |cx| hint(cx, FOG_HINT);
    GENERATE_MIPMAP_HINT Integer |cx| hint(cx, GENERATE_MIPMAP_HINT);
    TEXTURE_COMPRESSION_HINT Integer |cx| hint(cx, TEXTURE_COMPRESSION_HINT);
};

const IMPLEMENTATION: &[Row] = rows! {
    MAX_LIGHTS Integer |_| MAX_LIGHTS;
    MAX_SHININESS_NV Integer |_| MAX_EXPONENT;
    MAX_SPOT_EXPONENT_NV Integer |_| MAX_EXPONENT;
    MAX_CLIP_PLANES Integer |_| MAX_CLIP_PLANES;
    MAX_TEXTURE_SIZE Integer |_| MAX_TEXTURE_SIZE;
    MAX_3D_TEXTURE_SIZE Integer |_| super::texture_level::MAX_3D_TEXTURE_SIZE;
    MAX_CUBE_MAP_TEXTURE_SIZE Integer |_| MAX_TEXTURE_SIZE;
    MAX_RECTANGLE_TEXTURE_SIZE Integer |_| MAX_TEXTURE_SIZE;
    MAX_TEXTURE_UNITS Integer |_| MAX_TEXTURE_UNITS;
    MAX_TEXTURE_COORDS Integer |_| MAX_TEXTURE_COORDS;
    MAX_TEXTURE_IMAGE_UNITS Integer |_| MAX_TEXTURE_IMAGE_UNITS;
    MAX_VERTEX_TEXTURE_IMAGE_UNITS Integer |_| MAX_TEXTURE_IMAGE_UNITS;
    MAX_GENERAL_COMBINERS_NV Integer |_| crate::frontend::register_combiners::setup::MAX_STAGES;
    MAX_VERTEX_ATTRIBS Integer |_| MAX_VERTEX_ATTRIBS;
    MAX_VERTEX_UNITS_ARB Integer |_| MAX_VERTEX_UNITS;
    MAX_PALETTE_MATRICES_ARB Integer |_| MAX_PALETTE_MATRICES;
    MAX_MATRIX_PALETTE_STACK_DEPTH_ARB Integer |_| MAX_PALETTE_STACK_DEPTH;
    NUM_FRAGMENT_REGISTERS_ATI Integer |_| ati::REGISTERS;
    NUM_FRAGMENT_CONSTANTS_ATI Integer |_| ati::CONSTANTS;
    NUM_PASSES_ATI Integer |_| ati::PASSES;
    NUM_INSTRUCTIONS_PER_PASS_ATI Integer |_| ati::PAIRS;
    NUM_INSTRUCTIONS_TOTAL_ATI Integer |_| ati::PASSES * ati::PAIRS;
    NUM_INPUT_INTERPOLATOR_COMPONENTS_ATI Integer |_| 3;
    NUM_LOOPBACK_COMPONENTS_ATI Integer |_| 3;
    COLOR_ALPHA_PAIRING_ATI Boolean |_| true;
    MAX_PROGRAM_MATRICES_ARB Integer |_| MAX_PROGRAM_MATRICES;
    MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB Integer |_| MAX_PROGRAM_MATRIX_STACK_DEPTH;
    MAX_MODELVIEW_STACK_DEPTH Integer |_| MAX_MODELVIEW_STACK_DEPTH;
    MAX_PROJECTION_STACK_DEPTH Integer |_| MAX_PROJECTION_STACK_DEPTH;
    MAX_TEXTURE_STACK_DEPTH Integer |_| MAX_TEXTURE_STACK_DEPTH;
    MAX_ATTRIB_STACK_DEPTH Integer |_| MAX_ATTRIB_STACK_DEPTH;
    MAX_CLIENT_ATTRIB_STACK_DEPTH Integer |_| MAX_ATTRIB_STACK_DEPTH;
    MAX_NAME_STACK_DEPTH Integer |_| super::selection::MAX_NAME_STACK_DEPTH;
    MAX_LIST_NESTING Integer |_| super::display_list::MAX_LIST_NESTING;
    MAX_EVAL_ORDER Integer |_| super::evaluator::MAX_EVAL_ORDER;
    MAX_RATIONAL_EVAL_ORDER_NV Integer |_| super::evaluator::MAX_EVAL_ORDER;
    MAX_MAP_TESSELLATION_NV Integer |_| super::general_evaluator::MAX_MAP_TESSELLATION;
    MAX_PIXEL_MAP_TABLE Integer |_| MAX_PIXEL_MAP_TABLE;
    MAX_VIEWPORT_DIMS Integer |_| [MAX_TEXTURE_SIZE; 2];
    MAX_VERTEX_ARRAY_RANGE_ELEMENT_NV Integer |_| MAX_VERTEX_ARRAY_RANGE_ELEMENT;
    PIXEL_COUNTER_BITS_NV Integer |_| 32;
    MAX_ELEMENTS_VERTICES Integer |_| 65536;
    MAX_ELEMENTS_INDICES Integer |_| 65536;
    SUBPIXEL_BITS Integer |_| 8;
    ALIASED_POINT_SIZE_RANGE Float |_| [1.0, MAX_POINT_SIZE];
    SMOOTH_POINT_SIZE_RANGE Float |_| [1.0, MAX_POINT_SIZE];
    SMOOTH_POINT_SIZE_GRANULARITY Float |_| 0.125;
    ALIASED_LINE_WIDTH_RANGE Float |_| [1.0, MAX_LINE_WIDTH];
    SMOOTH_LINE_WIDTH_RANGE Float |_| [1.0, MAX_LINE_WIDTH];
    SMOOTH_LINE_WIDTH_GRANULARITY Float |_| 0.125;
    MAX_TEXTURE_LOD_BIAS Float |_| 16.0;
    MAX_TEXTURE_MAX_ANISOTROPY_EXT Float |_| MAX_ANISOTROPY;
    NUM_COMPRESSED_TEXTURE_FORMATS Integer |_| COMPRESSED_FORMATS.len() as i32;
    COMPRESSED_TEXTURE_FORMATS Integer |_| COMPRESSED_FORMATS;
};

fn current(cx: &Context, slot: u32) -> [f32; 4] {
    cx.immediate.current[slot as usize]
}

fn current_normal(cx: &Context) -> [f32; 3] {
    let [x, y, z, _] = current(cx, attribute::NORMAL);
    [x, y, z]
}

/// The coordinate set of the active unit; the last one for units without coordinates.
fn coordinate_set(cx: &Context) -> usize {
    cx.textures.active.min(MAX_TEXTURE_COORDS - 1)
}

/// GL 1.5 table 6.5.
// KHR_debug, table 6.55 and its limits.
const DEBUG: &[Row] = rows! {
    CONTEXT_FLAGS Integer |cx| if cx.debug.debug_context { CONTEXT_FLAG_DEBUG_BIT } else { 0 };
    DEBUG_LOGGED_MESSAGES Integer |cx| cx.debug.log.len();
    DEBUG_NEXT_LOGGED_MESSAGE_LENGTH Integer |cx| cx.debug.next_length();
    DEBUG_GROUP_STACK_DEPTH Integer |cx| cx.debug.groups.len();
    MAX_DEBUG_MESSAGE_LENGTH Integer |_| super::debug_output::MAX_MESSAGE_LENGTH;
    MAX_DEBUG_LOGGED_MESSAGES Integer |_| super::debug_output::MAX_LOGGED_MESSAGES;
    MAX_DEBUG_GROUP_STACK_DEPTH Integer |_| super::debug_output::MAX_GROUP_DEPTH;
    MAX_LABEL_LENGTH Integer |_| super::debug_label::MAX_LABEL_LENGTH;
};

const CURRENT: &[Row] = rows! {
    CURRENT_COLOR Normalized |cx| current(cx, attribute::COLOR);
    CURRENT_SECONDARY_COLOR Normalized |cx| current(cx, attribute::SECONDARY_COLOR);
    CURRENT_INDEX Float |cx| cx.immediate.current_index;
    CURRENT_NORMAL Normalized current_normal;
    CURRENT_TEXTURE_COORDS Float |cx| current(cx, attribute::TEX_COORD_0 + coordinate_set(cx) as u32);
    CURRENT_WEIGHT_ARB Float |cx| current(cx, attribute::WEIGHT);
    CURRENT_MATRIX_INDEX_ARB Integer |cx| current(cx, attribute::MATRIX_INDEX);
    CURRENT_FOG_COORD Float |cx| current(cx, attribute::FOG_COORD)[0];
    EDGE_FLAG Boolean |cx| current(cx, attribute::EDGE_FLAG)[0] != 0.0;
    CURRENT_RASTER_POSITION Float |cx| cx.immediate.raster_pos.window;
    CURRENT_RASTER_POSITION_VALID Boolean |cx| cx.immediate.raster_pos.valid;
    CURRENT_RASTER_COLOR Normalized |cx| cx.immediate.raster_pos.color;
    CURRENT_RASTER_SECONDARY_COLOR Normalized |cx| cx.immediate.raster_pos.secondary;
    CURRENT_RASTER_INDEX Float |cx| cx.immediate.raster_pos.index;
    CURRENT_RASTER_DISTANCE Float |cx| cx.immediate.raster_pos.distance;
    CURRENT_RASTER_TEXTURE_COORDS Float |cx| cx.immediate.raster_pos.tex_coords[coordinate_set(cx)];
};

/// GL 1.5 tables 6.28 to 6.32.
const LISTS_AND_EVALUATORS: &[Row] = rows! {
    LIST_BASE Integer |cx| cx.lists.base;
    LIST_INDEX Integer |cx| cx.lists.index;
    LIST_MODE Integer |cx| cx.lists.mode;
    MAP1_GRID_DOMAIN Float |cx| cx.evaluators.grid1_domain;
    MAP1_GRID_SEGMENTS Integer |cx| cx.evaluators.grid1_segments;
    MAP2_GRID_DOMAIN Float |cx| cx.evaluators.grid2_domain;
    MAP2_GRID_SEGMENTS Integer |cx| cx.evaluators.grid2_segments;
    CURRENT_OCCLUSION_QUERY_ID_NV Integer |cx| cx.queries.current();
    RENDER_MODE Integer |cx| cx.render_mode.mode.to_enum();
    NAME_STACK_DEPTH Integer |cx| cx.render_mode.selection.n_names();
    FEEDBACK_BUFFER_SIZE Integer |cx| cx.render_mode.feedback.size();
    FEEDBACK_BUFFER_TYPE Integer |cx| cx.render_mode.feedback.kind().to_enum();
    SELECTION_BUFFER_SIZE Integer |cx| cx.render_mode.selection.size();
};

/// ARB_vertex_program table X.7; PROGRAM_BINDING_ARB is a GetProgramiv name only (TRAPS 0.43).
const PROGRAMS: &[Row] = rows! {
    PROGRAM_ERROR_POSITION_ARB Integer |cx| cx.programs.error_position;
    VERTEX_PROGRAM_BINDING_NV Integer |cx| cx.programs.vertex.name;
    FRAGMENT_PROGRAM_BINDING_NV Integer |cx| cx.programs.fragment.name;
    MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV Integer |_| Limits::FRAGMENT.local;
};

/// The counts of the bound shader's last definition; before one, of nothing.
fn vertex_shader_counts(cx: &Context) -> vertex_shader::Counts {
    let shader = cx.vertex_shaders.defined();
    shader.map_or_else(Default::default, |shader| shader.counts)
}

/// EXT_vertex_shader, "Vertex Shader State". What fits at all is optimized.
const VERTEX_SHADERS: &[Row] = rows! {
    VERTEX_SHADER_BINDING_EXT Integer |cx| cx.vertex_shaders.name;
    VERTEX_SHADER_INSTRUCTIONS_EXT Integer |cx| vertex_shader_counts(cx).instructions;
    VERTEX_SHADER_VARIANTS_EXT Integer |cx| vertex_shader_counts(cx).variants;
    VERTEX_SHADER_INVARIANTS_EXT Integer |cx| vertex_shader_counts(cx).invariants;
    VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |cx| vertex_shader_counts(cx).local_constants;
    VERTEX_SHADER_LOCALS_EXT Integer |cx| vertex_shader_counts(cx).locals;
    VERTEX_SHADER_OPTIMIZED_EXT Boolean |cx| cx.vertex_shaders.defined().is_some_and(|s| s.is_within_limits());
    MAX_VERTEX_SHADER_INSTRUCTIONS_EXT Integer |_| vertex_shader::MAX_INSTRUCTIONS;
    MAX_VERTEX_SHADER_VARIANTS_EXT Integer |_| vertex_shader::MAX_VARIANTS;
    MAX_VERTEX_SHADER_INVARIANTS_EXT Integer |_| vertex_shader::MAX_INVARIANTS;
    MAX_VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |_| vertex_shader::MAX_LOCAL_CONSTANTS;
    MAX_VERTEX_SHADER_LOCALS_EXT Integer |_| vertex_shader::MAX_LOCALS;
    MAX_OPTIMIZED_VERTEX_SHADER_INSTRUCTIONS_EXT Integer |_| vertex_shader::MAX_INSTRUCTIONS;
    MAX_OPTIMIZED_VERTEX_SHADER_VARIANTS_EXT Integer |_| vertex_shader::MAX_VARIANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_INVARIANTS_EXT Integer |_| vertex_shader::MAX_INVARIANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |_| vertex_shader::MAX_LOCAL_CONSTANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_LOCALS_EXT Integer |_| vertex_shader::MAX_LOCALS;
};

/// GL 1.5 tables 6.6 and 6.7, EXT_vertex_array, EXT_compiled_vertex_array. The enables are capabilities
/// ([`super::enable`]), the pointers belong to glGetPointerv.
const ARRAYS: &[Row] = rows! {
    CLIENT_ACTIVE_TEXTURE Integer |cx| TEXTURE0 + cx.arrays.client_active as u32;
    VERTEX_ARRAY_SIZE Integer |cx| i32::from(cx.arrays.array(attribute::POSITION).size);
    VERTEX_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::POSITION).ty;
    VERTEX_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::POSITION).stride;
    VERTEX_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::POSITION).static_count;
    NORMAL_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::NORMAL).ty;
    NORMAL_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::NORMAL).stride;
    NORMAL_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::NORMAL).static_count;
    COLOR_ARRAY_SIZE Integer |cx| cx.arrays.array(attribute::COLOR).given_size();
    COLOR_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::COLOR).ty;
    COLOR_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::COLOR).stride;
    COLOR_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::COLOR).static_count;
    SECONDARY_COLOR_ARRAY_SIZE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).given_size();
    SECONDARY_COLOR_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).ty;
    SECONDARY_COLOR_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::SECONDARY_COLOR).stride;
    FOG_COORD_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::FOG_COORD).ty;
    FOG_COORD_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::FOG_COORD).stride;
    WEIGHT_ARRAY_SIZE_ARB Integer |cx| i32::from(cx.arrays.array(attribute::WEIGHT).size);
    WEIGHT_ARRAY_TYPE_ARB Integer |cx| cx.arrays.array(attribute::WEIGHT).ty;
    WEIGHT_ARRAY_STRIDE_ARB Integer |cx| cx.arrays.array(attribute::WEIGHT).stride;
    MATRIX_INDEX_ARRAY_SIZE_ARB Integer |cx| i32::from(cx.arrays.array(attribute::MATRIX_INDEX).size);
    MATRIX_INDEX_ARRAY_TYPE_ARB Integer |cx| cx.arrays.array(attribute::MATRIX_INDEX).ty;
    MATRIX_INDEX_ARRAY_STRIDE_ARB Integer |cx| cx.arrays.array(attribute::MATRIX_INDEX).stride;
    INDEX_ARRAY_TYPE Integer |cx| cx.arrays.array(attribute::COUNT).ty;
    INDEX_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::COUNT).stride;
    INDEX_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::COUNT).static_count;
    TEXTURE_COORD_ARRAY_SIZE Integer |cx| i32::from(cx.arrays.active_tex_coord().size);
    TEXTURE_COORD_ARRAY_TYPE Integer |cx| cx.arrays.active_tex_coord().ty;
    TEXTURE_COORD_ARRAY_STRIDE Integer |cx| cx.arrays.active_tex_coord().stride;
    TEXTURE_COORD_ARRAY_COUNT_EXT Integer |cx| cx.arrays.active_tex_coord().static_count;
    EDGE_FLAG_ARRAY_STRIDE Integer |cx| cx.arrays.array(attribute::EDGE_FLAG).stride;
    EDGE_FLAG_ARRAY_COUNT_EXT Integer |cx| cx.arrays.array(attribute::EDGE_FLAG).static_count;
    ELEMENT_ARRAY_TYPE_ATI Integer |cx| cx.arrays.array(ELEMENT_ARRAY_SLOT as u32).ty;
    VERTEX_ARRAY_RANGE_LENGTH_NV Integer |cx| cx.arrays.range.length;
    VERTEX_ARRAY_RANGE_VALID_NV Boolean |cx| cx.vertex_array_range_is_valid();
    PRIMITIVE_RESTART_INDEX_NV Integer |cx| cx.arrays.restart.index;
    ARRAY_ELEMENT_LOCK_FIRST_EXT Integer |cx| cx.arrays.locked.map_or(0, |(first, _)| first);
    ARRAY_ELEMENT_LOCK_COUNT_EXT Integer |cx| cx.arrays.locked.map_or(0, |(_, count)| count);
};

/// GL 1.5 tables 6.7 and 6.8, ARB_pixel_buffer_object: names of bound buffers.
const ARRAY_BUFFERS: &[Row] = rows! {
    ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.array);
    ELEMENT_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.element);
    PIXEL_PACK_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.pack);
    PIXEL_UNPACK_BUFFER_BINDING Integer |cx| name_of(&cx.buffers.unpack);
    VERTEX_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::POSITION).buffer);
    NORMAL_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::NORMAL).buffer);
    COLOR_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::COLOR).buffer);
    SECONDARY_COLOR_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::SECONDARY_COLOR).buffer);
    FOG_COORD_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::FOG_COORD).buffer);
    WEIGHT_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::WEIGHT).buffer);
    INDEX_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::COUNT).buffer);
    TEXTURE_COORD_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.active_tex_coord().buffer);
    EDGE_FLAG_ARRAY_BUFFER_BINDING Integer |cx| name_of(&cx.arrays.array(attribute::EDGE_FLAG).buffer);
};

/// Section 6.1.6 and the pixel transfer parameters of the imaging subset.
const IMAGING: &[Row] = rows! {
    COLOR_MATRIX Float |cx| *cx.matrix.color_stack.top();
    TRANSPOSE_COLOR_MATRIX Float |cx| transpose(cx.matrix.color_stack.top());
    COLOR_MATRIX_STACK_DEPTH Integer |cx| cx.matrix.color_stack.depth();
    MAX_COLOR_MATRIX_STACK_DEPTH Integer |_| MAX_COLOR_STACK_DEPTH;
    POST_CONVOLUTION_RED_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[0];
    POST_CONVOLUTION_GREEN_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[1];
    POST_CONVOLUTION_BLUE_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[2];
    POST_CONVOLUTION_ALPHA_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[3];
    POST_CONVOLUTION_RED_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[0];
    POST_CONVOLUTION_GREEN_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[1];
    POST_CONVOLUTION_BLUE_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[2];
    POST_CONVOLUTION_ALPHA_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[3];
    POST_COLOR_MATRIX_RED_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[0];
    POST_COLOR_MATRIX_GREEN_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[1];
    POST_COLOR_MATRIX_BLUE_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[2];
    POST_COLOR_MATRIX_ALPHA_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[3];
    POST_COLOR_MATRIX_RED_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[0];
    POST_COLOR_MATRIX_GREEN_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[1];
    POST_COLOR_MATRIX_BLUE_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[2];
    POST_COLOR_MATRIX_ALPHA_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[3];
};
