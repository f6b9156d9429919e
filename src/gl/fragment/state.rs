//! Fragment operations: state, initial values, and what the rasterizer gets (GL 1.5 section 4.1, table 6.19).
//!
//! Commands are in [`super::commands`].
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::context::shared_enums::ClampMode;
use crate::gl::framebuffer::target::StoredBits;
use crate::raster::{
    Blend, BlendEquation, BlendFactor, FragmentOps, FragmentOpsValues, LogicOp, MAX_COLOR_PLANES,
    StencilFace, StencilOp, StoredColor,
};
use crate::texture::CompareFunc;

/// Stencil state of one face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StencilSide {
    /// STENCIL_FUNC
    pub func: u32,
    /// STENCIL_REF as given; clamped when used.
    pub reference: i32,
    /// STENCIL_VALUE_MASK
    pub value_mask: u32,
    /// STENCIL_FAIL
    pub fail: u32,
    /// STENCIL_PASS_DEPTH_FAIL
    pub depth_fail: u32,
    /// STENCIL_PASS_DEPTH_PASS
    pub depth_pass: u32,
    /// STENCIL_WRITEMASK
    pub write_mask: u32,
}

/// What PushAttrib(STENCIL_BUFFER_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct StencilState {
    /// STENCIL_TEST
    pub enabled: bool,
    /// STENCIL_TEST_TWO_SIDE_EXT
    pub two_side: bool,
    /// ACTIVE_STENCIL_FACE_EXT is BACK.
    pub active_back: bool,
    /// Front; back as GL 2.0 and ATI_separate_stencil set it; back as EXT_stencil_two_side sets it. The two back states
    /// are separate because commands without a face set front and back in GL 2.0, the active face in the extension.
    pub sides: [StencilSide; 3],
    /// STENCIL_CLEAR_VALUE
    pub clear: i32,
}

/// What PushAttrib(DEPTH_BUFFER_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct DepthState {
    /// DEPTH_TEST
    pub enabled: bool,
    /// DEPTH_FUNC
    pub func: u32,
    /// DEPTH_WRITEMASK
    pub mask: bool,
    /// DEPTH_CLEAR_VALUE, in [0, 1].
    pub clear: f64,
    /// DEPTH_BOUNDS_TEST_EXT
    pub bounds_test: bool,
    /// DEPTH_BOUNDS_EXT, in [0, 1].
    pub bounds: [f64; 2],
}

/// What PushAttrib(COLOR_BUFFER_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct ColorState {
    /// ALPHA_TEST
    pub alpha_test: bool,
    /// ALPHA_TEST_FUNC
    pub alpha_func: u32,
    /// ALPHA_TEST_REF, as given.
    pub alpha_reference: f32,
    /// BLEND
    pub blend: bool,
    /// Source factors: colour, alpha.
    pub blend_src: [u32; 2],
    /// Destination factors: colour, alpha.
    pub blend_dst: [u32; 2],
    /// Equations: colour, alpha.
    pub blend_equation: [u32; 2],
    /// BLEND_COLOR, as given.
    pub blend_color: [f32; 4],
    /// COLOR_LOGIC_OP
    pub logic_op_enabled: bool,
    /// INDEX_LOGIC_OP (no effect in RGBA mode)
    pub index_logic_op: bool,
    /// LOGIC_OP_MODE
    pub logic_op: u32,
    /// DITHER (our 8-bit planes are rounded either way)
    pub dither: bool,
    /// COLOR_WRITEMASK
    pub mask: [bool; 4],
    /// INDEX_WRITEMASK
    pub index_mask: u32,
    /// COLOR_CLEAR_VALUE, as given.
    pub clear: [f32; 4],
    /// INDEX_CLEAR_VALUE
    pub clear_index: f32,
    /// FRAMEBUFFER_SRGB
    pub framebuffer_srgb: bool,
    /// CLAMP_FRAGMENT_COLOR_ARB
    pub clamp_fragment: ClampMode,
    /// CLAMP_READ_COLOR_ARB
    pub clamp_read: ClampMode,
}

/// What PushAttrib(SCISSOR_BIT) saves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScissorState {
    /// SCISSOR_TEST
    pub enabled: bool,
    /// SCISSOR_BOX: x, y, width, height.
    pub rect: [i32; 4],
}

/// State of the fragment operations.
#[derive(Debug, Clone)]
pub struct FragmentState {
    /// Stencil.
    pub stencil: StencilState,
    /// Depth.
    pub depth: DepthState,
    /// Alpha test, blending, logic operation, masks, clear colour.
    pub color: ColorState,
    /// Scissor.
    pub scissor: ScissorState,
}

impl Default for FragmentState {
    fn default() -> Self {
        let side = StencilSide {
            func: enums::ALWAYS,
            reference: 0,
            value_mask: u32::MAX,
            fail: enums::KEEP,
            depth_fail: enums::KEEP,
            depth_pass: enums::KEEP,
            write_mask: u32::MAX,
        };
        let color = ColorState {
            alpha_test: false,
            alpha_func: enums::ALWAYS,
            alpha_reference: 0.0,
            blend: false,
            blend_src: [enums::ONE; 2],
            blend_dst: [enums::ZERO; 2],
            blend_equation: [enums::FUNC_ADD; 2],
            blend_color: [0.0; 4],
            logic_op_enabled: false,
            index_logic_op: false,
            logic_op: enums::COPY,
            dither: true,
            mask: [true; 4],
            index_mask: u32::MAX,
            clear: [0.0; 4],
            clear_index: 0.0,
            framebuffer_srgb: false,
            clamp_fragment: ClampMode::FixedOnly,
            clamp_read: ClampMode::FixedOnly,
        };
        FragmentState {
            stencil: StencilState {
                enabled: false,
                two_side: false,
                active_back: false,
                sides: [side; 3],
                clear: 0,
            },
            depth: DepthState {
                enabled: false,
                func: enums::LESS,
                mask: true,
                clear: 1.0,
                bounds_test: false,
                bounds: [0.0, 1.0],
            },
            color,
            scissor: ScissorState::default(),
        }
    }
}

impl FragmentState {
    /// The stencil state that back faces get.
    fn back_side(&self) -> &StencilSide {
        &self.stencil.sides[if self.stencil.two_side { 2 } else { 1 }]
    }

    /// What changes code. Without a depth or stencil buffer its test passes (GL 1.5 sections 4.1.5, 4.1.6).
    pub fn ops(
        &self,
        stored: StoredBits,
        colors: [StoredColor; MAX_COLOR_PLANES],
        one_color: bool,
    ) -> FragmentOps {
        let depth = self.depth.enabled && stored.depth();
        let stencil = self.stencil.enabled && stored.stencil();
        let color = &self.color;
        FragmentOps {
            alpha_test: color.alpha_test.then(|| compare_func(color.alpha_func)),
            depth_test: depth.then(|| compare_func(self.depth.func)),
            depth_write: depth && self.depth.mask,
            depth_clamp: false,
            depth_bounds: self.depth.bounds_test && stored.depth(),
            stencil: stencil.then(|| [&self.stencil.sides[0], self.back_side()].map(stencil_face)),
            blend: (color.blend && !color.logic_op_enabled).then(|| self.blend()),
            logic_op: color.logic_op_enabled.then(|| logic_op(color.logic_op)),
            color_mask: color.mask,
            stored: colors,
            srgb: [false; MAX_COLOR_PLANES],
            one_color,
            clamp_color: color.clamp_fragment.applies(stored.float),
        }
    }

    fn blend(&self) -> Blend {
        Blend {
            equation: self.color.blend_equation.map(blend_equation),
            src: self.color.blend_src.map(blend_factor),
            dst: self.color.blend_dst.map(blend_factor),
        }
    }

    /// The values that do not change code. Stencil references are clamped to 8 bits.
    pub fn values(&self) -> FragmentOpsValues {
        let sides = [&self.stencil.sides[0], self.back_side()];
        FragmentOpsValues {
            alpha_reference: self.color.alpha_reference,
            depth_range: [0.0, 1.0],
            depth_bounds: self.depth.bounds.map(|bound| bound as f32),
            stencil_reference: sides.map(|s| s.reference.clamp(0, 255) as u8),
            stencil_mask: sides.map(|s| s.value_mask as u8),
            stencil_write_mask: sides.map(|s| s.write_mask as u8),
            blend_color: self.color.blend_color,
        }
    }

    /// The scissor rectangle when the test is enabled.
    pub fn active_scissor(&self) -> Option<[i32; 4]> {
        self.scissor.enabled.then_some(self.scissor.rect)
    }
}

fn stencil_face(side: &StencilSide) -> StencilFace {
    StencilFace {
        func: compare_func(side.func),
        fail: stencil_op(side.fail),
        depth_fail: stencil_op(side.depth_fail),
        pass: stencil_op(side.depth_pass),
    }
}

/// A comparison; state holds valid names only.
pub fn compare_func(name: u32) -> CompareFunc {
    match name {
        enums::NEVER => CompareFunc::Never,
        enums::LESS => CompareFunc::Less,
        enums::EQUAL => CompareFunc::Equal,
        enums::LEQUAL => CompareFunc::LessEqual,
        enums::GREATER => CompareFunc::Greater,
        enums::NOTEQUAL => CompareFunc::NotEqual,
        enums::GEQUAL => CompareFunc::GreaterEqual,
        _ => CompareFunc::Always,
    }
}

fn stencil_op(name: u32) -> StencilOp {
    match name {
        enums::ZERO => StencilOp::Zero,
        enums::REPLACE => StencilOp::Replace,
        enums::INCR => StencilOp::IncrClamp,
        enums::DECR => StencilOp::DecrClamp,
        enums::INVERT => StencilOp::Invert,
        enums::INCR_WRAP => StencilOp::IncrWrap,
        enums::DECR_WRAP => StencilOp::DecrWrap,
        _ => StencilOp::Keep,
    }
}

fn blend_factor(name: u32) -> BlendFactor {
    match name {
        enums::ONE => BlendFactor::One,
        enums::SRC_COLOR => BlendFactor::SrcColor,
        enums::ONE_MINUS_SRC_COLOR => BlendFactor::OneMinusSrcColor,
        enums::DST_COLOR => BlendFactor::DstColor,
        enums::ONE_MINUS_DST_COLOR => BlendFactor::OneMinusDstColor,
        enums::SRC_ALPHA => BlendFactor::SrcAlpha,
        enums::ONE_MINUS_SRC_ALPHA => BlendFactor::OneMinusSrcAlpha,
        enums::DST_ALPHA => BlendFactor::DstAlpha,
        enums::ONE_MINUS_DST_ALPHA => BlendFactor::OneMinusDstAlpha,
        enums::CONSTANT_COLOR => BlendFactor::ConstantColor,
        enums::ONE_MINUS_CONSTANT_COLOR => BlendFactor::OneMinusConstantColor,
        enums::CONSTANT_ALPHA => BlendFactor::ConstantAlpha,
        enums::ONE_MINUS_CONSTANT_ALPHA => BlendFactor::OneMinusConstantAlpha,
        enums::SRC_ALPHA_SATURATE => BlendFactor::SrcAlphaSaturate,
        _ => BlendFactor::Zero,
    }
}

fn blend_equation(name: u32) -> BlendEquation {
    match name {
        enums::FUNC_SUBTRACT => BlendEquation::Subtract,
        enums::FUNC_REVERSE_SUBTRACT => BlendEquation::ReverseSubtract,
        enums::MIN => BlendEquation::Min,
        enums::MAX => BlendEquation::Max,
        _ => BlendEquation::Add,
    }
}

/// The low four bits of the name are the truth table in reverse: bit 0 stands for (source, destination) = (1, 1),
/// bit 3 for (0, 0).
fn logic_op(name: u32) -> LogicOp {
    LogicOp(((name & 15) as u8).reverse_bits() >> 4)
}
