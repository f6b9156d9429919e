//! What becomes of a draw's fragments: stencil, blending, logic operation, and the planes that they are stored in.
#![forbid(unsafe_code)]

use crate::format::BaseFormat;
use crate::texture::CompareFunc;

/// Stencil operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum StencilOp {
    Keep,
    Zero,
    Replace,
    IncrClamp,
    DecrClamp,
    Invert,
    IncrWrap,
    DecrWrap,
}

/// Stencil test of one face; reference and masks are dynamic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct StencilFace {
    pub func: CompareFunc,
    pub fail: StencilOp,
    pub depth_fail: StencilOp,
    pub pass: StencilOp,
}

/// Blend factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BlendFactor {
    Zero,
    One,
    SrcColor,
    OneMinusSrcColor,
    DstColor,
    OneMinusDstColor,
    SrcAlpha,
    OneMinusSrcAlpha,
    DstAlpha,
    OneMinusDstAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SrcAlphaSaturate,
}

/// Blend equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BlendEquation {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
}

/// Blending: colour and alpha separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Blend {
    pub equation: [BlendEquation; 2],
    pub src: [BlendFactor; 2],
    pub dst: [BlendFactor; 2],
}

/// Logic operation: the result bit for (source, destination) = (0,0), (0,1), (1,0), (1,1) in bits 0 to 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LogicOp(pub u8);

/// Which components a colour plane stores. A pixel always holds all four, as sampling and blending see them (GL 1.5 table
/// 3.21): what is not stored follows from what is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum StoredColor {
    #[default]
    Rgba,
    Rgb,
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Red,
    RedGreen,
}

/// Where a component of a stored pixel comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoredSource {
    /// This component of the colour that is written.
    Component(usize),
    /// It is 0.
    Zero,
    /// It is 1.
    One,
}

impl StoredColor {
    /// What of a pixel that is rendered to an image of this base format is stored.
    pub fn of_format(base: BaseFormat) -> StoredColor {
        match base {
            BaseFormat::Alpha => StoredColor::Alpha,
            BaseFormat::Luminance => StoredColor::Luminance,
            BaseFormat::LuminanceAlpha => StoredColor::LuminanceAlpha,
            BaseFormat::Intensity => StoredColor::Intensity,
            BaseFormat::Red => StoredColor::Red,
            BaseFormat::RedGreen => StoredColor::RedGreen,
            BaseFormat::Rgb => StoredColor::Rgb,
            BaseFormat::Rgba
            | BaseFormat::Depth
            | BaseFormat::Hilo
            | BaseFormat::Dsdt
            | BaseFormat::DsdtMag
            | BaseFormat::DsdtMagIntensity
            | BaseFormat::Dudv => StoredColor::Rgba,
        }
    }

    /// What surfaces store.
    pub fn of_surface(alpha: bool) -> StoredColor {
        if alpha {
            StoredColor::Rgba
        } else {
            StoredColor::Rgb
        }
    }

    /// The sources of red, green, blue and alpha.
    pub(crate) fn sources(self) -> [StoredSource; 4] {
        use StoredSource::{Component as C, One, Zero};
        match self {
            StoredColor::Rgba => [C(0), C(1), C(2), C(3)],
            StoredColor::Rgb => [C(0), C(1), C(2), One],
            StoredColor::Alpha => [Zero, Zero, Zero, C(3)],
            StoredColor::Luminance => [C(0), C(0), C(0), One],
            StoredColor::LuminanceAlpha => [C(0), C(0), C(0), C(3)],
            StoredColor::Intensity => [C(0); 4],
            StoredColor::Red => [C(0), Zero, Zero, One],
            StoredColor::RedGreen => [C(0), C(1), Zero, One],
        }
    }

    /// Four components as they are stored.
    fn of<T: Copy>(self, color: [T; 4], zero: T, one: T) -> [T; 4] {
        self.sources().map(|source| match source {
            StoredSource::Component(c) => color[c],
            StoredSource::Zero => zero,
            StoredSource::One => one,
        })
    }

    /// A pixel of four components as it is stored.
    pub(crate) fn pixel(self, pixel: u32) -> u32 {
        let [b, g, r, a] = pixel.to_le_bytes();
        let [r, g, b, a] = self.of([r, g, b, a], 0, 0xff);
        u32::from_le_bytes([b, g, r, a])
    }

    /// A colour as it is stored.
    pub(crate) fn color(self, color: [f32; 4]) -> [f32; 4] {
        self.of(color, 0.0, 1.0)
    }
}

/// Colour planes that a draw writes at most.
pub const MAX_COLOR_PLANES: usize = crate::kernel::layout::DEPTH_PLANE;

/// What of the fragment operations changes code: the key of the depth_stencil and colour kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FragmentOps {
    /// Alpha test.
    pub alpha_test: Option<CompareFunc>,
    /// Depth test; `None` when disabled.
    pub depth_test: Option<CompareFunc>,
    /// Depth is written (only with the test enabled).
    pub depth_write: bool,
    /// Depths are clamped to the depth range before the test (ARB_depth_clamp).
    pub depth_clamp: bool,
    /// Fragments whose pixel's depth lies outside the bounds are dropped (EXT_depth_bounds_test).
    pub depth_bounds: bool,
    /// Stencil test, front and back.
    pub stencil: Option<[StencilFace; 2]>,
    /// Blending.
    pub blend: Option<Blend>,
    /// Logic operation; excludes blending.
    pub logic_op: Option<LogicOp>,
    /// Written components r, g, b, a of each colour plane of the target.
    pub color_mask: [[bool; 4]; MAX_COLOR_PLANES],
    /// What each colour plane of the target stores.
    pub stored: [StoredColor; MAX_COLOR_PLANES],
    /// Which colour planes take linear colours and hold them encoded as sRGB (EXT_framebuffer_sRGB).
    pub srgb: [bool; MAX_COLOR_PLANES],
    /// The program has one colour, number 0, which goes to every plane.
    pub one_color: bool,
    /// Fragment colours are clamped to [0, 1], though the colour buffer may hold floats.
    pub clamp_color: bool,
}

/// Values of the fragment operations that do not change code; they become uniforms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FragmentOpsValues {
    /// Alpha reference, clamped to [0, 1].
    pub alpha_reference: f32,
    /// Least and greatest depth for `depth_clamp`.
    pub depth_range: [f32; 2],
    /// Least and greatest stored depth for `depth_bounds`, in [0, 1].
    pub depth_bounds: [f32; 2],
    /// Stencil references, front and back.
    pub stencil_reference: [u8; 2],
    /// Stencil compare masks.
    pub stencil_mask: [u8; 2],
    /// Stencil write masks.
    pub stencil_write_mask: [u8; 2],
    /// Blend colour.
    pub blend_color: [f32; 4],
}
