//! The fragment operations of a draw: tests, blending, logic operation, and which components the planes store.
#![forbid(unsafe_code)]

use crate::format::BaseFormat;
use crate::texture::CompareFunc;

/// An operation on a stencil value (GL 1.5 section 4.1.5).
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

/// The stencil test of one face. Reference and masks are in [`FragmentOpsValues`], since they do not change kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct StencilFace {
    pub func: CompareFunc,
    pub fail: StencilOp,
    pub depth_fail: StencilOp,
    pub pass: StencilOp,
}

/// A factor of the blend equation (GL 1.5 section 4.1.7).
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

/// How source and destination are combined (GL 1.5 section 4.1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BlendEquation {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
}

/// Blending. Each array has the value for red, green and blue first, then that for alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Blend {
    pub equation: [BlendEquation; 2],
    pub src: [BlendFactor; 2],
    pub dst: [BlendFactor; 2],
}

/// A logic operation. Bits 0 to 3 are its results for the bits (source, destination) = (0, 0), (0, 1), (1, 0) and (1, 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LogicOp(pub u8);

/// Which components a colour plane stores. A pixel always holds four components, as sampling and blending see them. Those
/// that are not stored follow from the others (GL 1.5 table 3.21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum StoredColor {
    #[default]
    Rgba,
    Rgb,
    /// Floats without a sign: values below 0 become 0 (EXT_packed_float issue 24).
    UnsignedRgb,
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
    /// It is this component of the colour that is written.
    Component(usize),
    /// It is 0.
    Zero,
    /// It is 1.
    One,
}

impl StoredColor {
    /// Returns which components an image of this base format stores when it is rendered to.
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

    /// Returns which components the colour buffer of a surface stores, with alpha or without.
    pub fn of_surface(alpha: bool) -> StoredColor {
        if alpha {
            StoredColor::Rgba
        } else {
            StoredColor::Rgb
        }
    }

    /// Returns the sources of red, green, blue and alpha of a pixel.
    pub(crate) fn sources(self) -> [StoredSource; 4] {
        use StoredSource::{Component as C, One, Zero};
        match self {
            StoredColor::Rgba => [C(0), C(1), C(2), C(3)],
            StoredColor::Rgb | StoredColor::UnsignedRgb => [C(0), C(1), C(2), One],
            StoredColor::Alpha => [Zero, Zero, Zero, C(3)],
            StoredColor::Luminance => [C(0), C(0), C(0), One],
            StoredColor::LuminanceAlpha => [C(0), C(0), C(0), C(3)],
            StoredColor::Intensity => [C(0); 4],
            StoredColor::Red => [C(0), Zero, Zero, One],
            StoredColor::RedGreen => [C(0), C(1), Zero, One],
        }
    }

    /// Returns a pixel's components when `color` is written.
    fn of<T: Copy>(self, color: [T; 4], zero: T, one: T) -> [T; 4] {
        self.sources().map(|source| match source {
            StoredSource::Component(c) => color[c],
            StoredSource::Zero => zero,
            StoredSource::One => one,
        })
    }

    /// Returns the pixel that is stored when `pixel` (`A << 24 | R << 16 | G << 8 | B`) is written.
    pub(crate) fn pixel(self, pixel: u32) -> u32 {
        let [b, g, r, a] = pixel.to_le_bytes();
        let [r, g, b, a] = self.of([r, g, b, a], 0, 0xff);
        u32::from_le_bytes([b, g, r, a])
    }

    /// Returns the colour that is stored when `color` is written.
    pub(crate) fn color(self, color: [f32; 4]) -> [f32; 4] {
        let stored = self.of(color, 0.0, 1.0);
        if self.is_unsigned_float() {
            stored.map(|c| if c < 0.0 { 0.0 } else { c })
        } else {
            stored
        }
    }

    /// Whether the components are floats without a sign.
    pub fn is_unsigned_float(self) -> bool {
        self == StoredColor::UnsignedRgb
    }
}

/// The most colour planes that a draw writes.
pub const MAX_COLOR_PLANES: usize = crate::kernel::layout::DEPTH_PLANE;

/// The part of the fragment operations that changes kernels: the keys of the depth and stencil kernels and of the colour kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FragmentOps {
    /// The comparison of the alpha test. `None`: it is disabled.
    pub alpha_test: Option<CompareFunc>,
    /// The comparison of the depth test. `None`: it is disabled.
    pub depth_test: Option<CompareFunc>,
    /// Whether depths are written, which happens only if the depth test is enabled.
    pub depth_write: bool,
    /// Whether depths are clamped to the depth range before the test (ARB_depth_clamp).
    pub depth_clamp: bool,
    /// Whether fragments are dropped where the stored depth lies outside the bounds (EXT_depth_bounds_test).
    pub depth_bounds: bool,
    /// The stencil tests of front and back faces. `None`: stencil testing is disabled.
    pub stencil: Option<[StencilFace; 2]>,
    /// Blending, if it is enabled for some output.
    pub blend: Option<Blend>,
    /// Which colour outputs are blended, if blending is enabled (EXT_draw_buffers2).
    pub blends: [bool; MAX_COLOR_PLANES],
    /// The logic operation, if it is enabled. It takes the place of blending.
    pub logic_op: Option<LogicOp>,
    /// Which of red, green, blue and alpha of each colour output are written to its planes.
    pub color_mask: [[bool; 4]; MAX_COLOR_PLANES],
    /// Which components each colour plane of the target stores.
    pub stored: [StoredColor; MAX_COLOR_PLANES],
    /// Which colour planes take linear colours and hold them encoded as sRGB (EXT_framebuffer_sRGB).
    pub srgb: [bool; MAX_COLOR_PLANES],
    /// Whether the program writes colour 0 only, which then goes to every plane.
    pub one_color: bool,
    /// Whether fragment colours are clamped to [0, 1] even if the colour buffer holds floats.
    pub clamp_color: bool,
}

/// The part of the fragment operations that does not change kernels. These values become uniforms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FragmentOpsValues {
    /// The reference of the alpha test, clamped to [0, 1].
    pub alpha_reference: f32,
    /// Least and greatest depth for `depth_clamp`.
    pub depth_range: [f32; 2],
    /// Least and greatest stored depth for `depth_bounds`, in [0, 1].
    pub depth_bounds: [f32; 2],
    /// The references of the stencil tests of front and back faces.
    pub stencil_reference: [u8; 2],
    /// The masks of the compared bits, front and back.
    pub stencil_mask: [u8; 2],
    /// The masks of the written bits, front and back.
    pub stencil_write_mask: [u8; 2],
    /// The constant blend colour.
    pub blend_color: [f32; 4],
}
