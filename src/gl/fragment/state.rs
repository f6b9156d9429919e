//! Fragment operations: their state, initial values, and conversion for the rasterizer (GL 1.5 section 4.1, table 6.19).
//!
//! The commands are in [`super::commands`].
#![forbid(unsafe_code)]

use crate::device::target::stored::StoredBits;
use crate::gl::context::enums;
use crate::gl::context::named::{Named, gl_names};
use crate::gl::context::shared_enums::ClampMode;
use crate::raster::{
    Blend, BlendEquation, BlendFactor, FragmentOps, FragmentOpsValues, LogicOp, MAX_COLOR_PLANES,
    StencilFace, StencilOp, StoredColor,
};
use crate::texture::CompareFunc;

gl_names! {
    StencilOp {
        Keep = KEEP,
        Zero = ZERO,
        Replace = REPLACE,
        IncrClamp = INCR,
        DecrClamp = DECR,
        Invert = INVERT,
        IncrWrap = INCR_WRAP,
        DecrWrap = DECR_WRAP,
    }
}

gl_names! {
    BlendFactor {
        Zero = ZERO,
        One = ONE,
        SrcColor = SRC_COLOR,
        OneMinusSrcColor = ONE_MINUS_SRC_COLOR,
        DstColor = DST_COLOR,
        OneMinusDstColor = ONE_MINUS_DST_COLOR,
        SrcAlpha = SRC_ALPHA,
        OneMinusSrcAlpha = ONE_MINUS_SRC_ALPHA,
        DstAlpha = DST_ALPHA,
        OneMinusDstAlpha = ONE_MINUS_DST_ALPHA,
        ConstantColor = CONSTANT_COLOR,
        OneMinusConstantColor = ONE_MINUS_CONSTANT_COLOR,
        ConstantAlpha = CONSTANT_ALPHA,
        OneMinusConstantAlpha = ONE_MINUS_CONSTANT_ALPHA,
        SrcAlphaSaturate = SRC_ALPHA_SATURATE,
    }
}

gl_names! {
    BlendEquation {
        Add = FUNC_ADD,
        Subtract = FUNC_SUBTRACT,
        ReverseSubtract = FUNC_REVERSE_SUBTRACT,
        Min = MIN,
        Max = MAX,
    }
}

/// The low four bits of a name are the truth table in reverse: bit 0 stands for (source, destination) = (1, 1), bit 3 for
/// (0, 0).
impl Named for LogicOp {
    fn from_name(name: u32) -> Option<LogicOp> {
        let is_operation = (enums::CLEAR..=enums::SET).contains(&name);
        is_operation.then_some(LogicOp(((name & 15) as u8).reverse_bits() >> 4))
    }

    fn name(self) -> u32 {
        enums::CLEAR | u32::from(self.0.reverse_bits() >> 4)
    }
}

/// The initial logic operation: the result is the source.
const COPY: LogicOp = LogicOp(0b1100);

/// The stencil state of one face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StencilSide {
    pub func: CompareFunc,
    /// STENCIL_REF as given. It is clamped when it is used.
    pub reference: i32,
    /// The bits of reference and stored value that are compared.
    pub value_mask: u32,
    /// What happens to the stored value when the stencil test fails.
    pub fail: StencilOp,
    /// The same, when the stencil test passes and the depth test fails.
    pub depth_fail: StencilOp,
    /// The same, when both tests pass.
    pub depth_pass: StencilOp,
    /// The bits of stored values that can change.
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
    /// Three states: front; back as GL 2.0 and ATI_separate_stencil set it; back as EXT_stencil_two_side sets it. The two
    /// back states are separate because commands without a face differ: GL 2.0 sets front and back, the extension the
    /// active face.
    pub sides: [StencilSide; 3],
    /// STENCIL_CLEAR_VALUE
    pub clear: i32,
}

/// What PushAttrib(DEPTH_BUFFER_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct DepthState {
    /// DEPTH_TEST
    pub enabled: bool,
    pub func: CompareFunc,
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
    pub alpha_test: bool,
    pub alpha_func: CompareFunc,
    /// ALPHA_TEST_REF, as given.
    pub alpha_reference: f32,
    /// BLEND of each draw buffer (EXT_draw_buffers2).
    pub blend: [bool; MAX_COLOR_PLANES],
    /// The source factors of colour and alpha.
    pub blend_src: [BlendFactor; 2],
    /// The destination factors of colour and alpha.
    pub blend_dst: [BlendFactor; 2],
    /// The equations of colour and alpha.
    pub blend_equation: [BlendEquation; 2],
    /// Not clamped before it is used.
    pub blend_color: [f32; 4],
    /// COLOR_LOGIC_OP. It takes precedence over blending.
    pub logic_op_enabled: bool,
    /// INDEX_LOGIC_OP (no effect in RGBA mode)
    pub index_logic_op: bool,
    pub logic_op: LogicOp,
    /// DITHER (our 8-bit planes are rounded either way)
    pub dither: bool,
    /// COLOR_WRITEMASK of each draw buffer: red, green, blue, alpha.
    pub masks: [[bool; 4]; MAX_COLOR_PLANES],
    /// It has no effect in RGBA mode.
    pub index_mask: u32,
    /// COLOR_CLEAR_VALUE, as given.
    pub clear: [f32; 4],
    /// It has no effect in RGBA mode.
    pub clear_index: f32,
    /// Whether colours are encoded where the framebuffer's encoding is sRGB.
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

#[derive(Debug, Clone)]
pub struct FragmentState {
    pub stencil: StencilState,
    pub depth: DepthState,
    /// Alpha test, blending, logic operation, masks, clear colour.
    pub color: ColorState,
    pub scissor: ScissorState,
}

impl Default for FragmentState {
    fn default() -> Self {
        // The initial values of GL 1.5 section 4.1, table 6.19, and of the extensions.
        let side = StencilSide {
            func: CompareFunc::Always,
            reference: 0,
            value_mask: u32::MAX,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            depth_pass: StencilOp::Keep,
            write_mask: u32::MAX,
        };
        let color = ColorState {
            alpha_test: false,
            alpha_func: CompareFunc::Always,
            alpha_reference: 0.0,
            blend: [false; MAX_COLOR_PLANES],
            blend_src: [BlendFactor::One; 2],
            blend_dst: [BlendFactor::Zero; 2],
            blend_equation: [BlendEquation::Add; 2],
            blend_color: [0.0; 4],
            logic_op_enabled: false,
            index_logic_op: false,
            logic_op: COPY,
            dither: true,
            masks: [[true; 4]; MAX_COLOR_PLANES],
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
                func: CompareFunc::Less,
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
    /// The stencil state that applies to back faces.
    fn back_side(&self) -> &StencilSide {
        &self.stencil.sides[if self.stencil.two_side { 2 } else { 1 }]
    }

    /// The operations that change code. Without a depth or stencil buffer its test passes (GL 1.5 sections 4.1.5, 4.1.6).
    pub fn ops(
        &self,
        stored: StoredBits,
        colors: [StoredColor; MAX_COLOR_PLANES],
        one_color: bool,
    ) -> FragmentOps {
        let depth = self.depth.enabled && stored.depth();
        let stencil = self.stencil.enabled && stored.stencil();
        let color = &self.color;
        let blends = color.blend.contains(&true) && !color.logic_op_enabled;
        FragmentOps {
            alpha_test: color.alpha_test.then_some(color.alpha_func),
            depth_test: depth.then_some(self.depth.func),
            depth_write: depth && self.depth.mask,
            depth_clamp: false,
            depth_bounds: self.depth.bounds_test && stored.depth(),
            stencil: stencil.then(|| [&self.stencil.sides[0], self.back_side()].map(stencil_face)),
            blend: blends.then(|| self.blend()),
            blends: if blends {
                color.blend
            } else {
                [false; MAX_COLOR_PLANES]
            },
            logic_op: color.logic_op_enabled.then_some(color.logic_op),
            color_mask: color.masks,
            stored: colors,
            srgb: [false; MAX_COLOR_PLANES],
            one_color,
            clamp_color: color.clamp_fragment.applies(stored.float),
        }
    }

    fn blend(&self) -> Blend {
        Blend {
            equation: self.color.blend_equation,
            src: self.color.blend_src,
            dst: self.color.blend_dst,
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

    /// The scissor rectangle, when the test is enabled.
    pub fn active_scissor(&self) -> Option<[i32; 4]> {
        self.scissor.enabled.then_some(self.scissor.rect)
    }
}

fn stencil_face(side: &StencilSide) -> StencilFace {
    StencilFace {
        func: side.func,
        fail: side.fail,
        depth_fail: side.depth_fail,
        pass: side.depth_pass,
    }
}
