//! The sampling state of a texture, in our own terms.
#![forbid(unsafe_code)]

use crate::kernel::layout::SampleResult;
use crate::simd::LANES;

/// Wrap mode of one coordinate (GL 1.5 section 3.8.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// REPEAT: the fraction of the coordinate
    Repeat,
    /// CLAMP: to [0, 1], so that linear filtering mixes in the border
    Clamp,
    /// CLAMP_TO_EDGE: to the centres of the first and last texel
    ClampToEdge,
    /// CLAMP_TO_BORDER: to half a texel outside, which is all border
    ClampToBorder,
    /// MIRRORED_REPEAT: each second repetition runs backwards
    MirroredRepeat,
    /// MIRROR_CLAMP_EXT: as `Clamp`, of the coordinate's magnitude, and never next to the first texel
    MirrorClamp,
    /// MIRROR_CLAMP_TO_EDGE_EXT
    MirrorClampToEdge,
    /// MIRROR_CLAMP_TO_BORDER_EXT
    MirrorClampToBorder,
}

impl Wrap {
    /// The coordinate's magnitude is clamped (EXT_texture_mirror_clamp).
    pub(super) fn mirrors_once(self) -> bool {
        matches!(
            self,
            Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder
        )
    }
}

/// Filter inside a level, or between levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest texel or level.
    Nearest,
    /// The weighted mean of the nearest two texels along each axis, or of the nearest two levels.
    Linear,
}

/// Depth comparison: reference against texel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareFunc {
    Never,
    Less,
    LessEqual,
    Equal,
    GreaterEqual,
    Greater,
    NotEqual,
    Always,
}

/// The expansion of a depth texture's value, or of the comparison's result D (DEPTH_TEXTURE_MODE).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepthMode {
    /// (D, D, D, 1)
    Luminance,
    /// (D, D, D, D)
    Intensity,
    /// (0, 0, 0, D)
    Alpha,
    /// (D, 0, 0, 1)
    Red,
}

/// The source of a sample's component (EXT_texture_swizzle).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SwizzleSource {
    /// The sample's red, green, blue or alpha by number.
    Component(u8),
    /// 0
    Zero,
    /// 1
    One,
}

impl SwizzleSource {
    /// Red, green, blue and alpha from themselves.
    pub const IDENTITY: [SwizzleSource; 4] = [
        SwizzleSource::Component(0),
        SwizzleSource::Component(1),
        SwizzleSource::Component(2),
        SwizzleSource::Component(3),
    ];
}

/// The sampling state of a texture.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplerState {
    /// Wrap modes of s, t, r.
    pub wrap: [Wrap; 3],
    /// Filter when magnified.
    pub mag: Filter,
    /// Filter inside a level when minified.
    pub min: Filter,
    /// Filter between levels; `None` samples the base level only.
    pub mip: Option<Filter>,
    /// Added to the level of detail: object bias plus unit bias, already clamped.
    pub lod_bias: f32,
    /// Clamp of the level of detail.
    pub min_lod: f32,
    /// Clamp of the level of detail.
    pub max_lod: f32,
    /// First level used.
    pub base_level: u32,
    /// Last level used.
    pub max_level: u32,
    /// Border colour r, g, b, a; clamped to [0, 1] unless texels are floats.
    pub border: [f32; 4],
    /// Depth comparison; `None` samples the depth itself.
    pub compare: Option<CompareFunc>,
    /// How depth textures expand to four components.
    pub depth_mode: DepthMode,
    /// Greatest anisotropy, 1 = isotropic.
    pub max_anisotropy: f32,
    /// What red, green, blue and alpha of the sample come from.
    pub swizzle: [SwizzleSource; 4],
    /// sRGB texels are taken as they are (EXT_texture_sRGB_decode).
    pub skip_srgb_decode: bool,
}

impl SamplerState {
    /// REPEAT, nearest, no mipmaps: what internal images (pixel rectangles) start from.
    pub const NEAREST: SamplerState = SamplerState {
        wrap: [Wrap::Repeat; 3],
        mag: Filter::Nearest,
        min: Filter::Nearest,
        mip: None,
        lod_bias: 0.0,
        min_lod: -1000.0,
        max_lod: 1000.0,
        base_level: 0,
        max_level: 1000,
        border: [0.0; 4],
        compare: None,
        depth_mode: DepthMode::Luminance,
        max_anisotropy: 1.0,
        swizzle: SwizzleSource::IDENTITY,
        skip_srgb_decode: false,
    };

    /// Whether the swizzle is [`SwizzleSource::IDENTITY`]; as a pattern, since equality of arrays is a call.
    #[inline(always)]
    pub(super) fn is_unswizzled(&self) -> bool {
        use SwizzleSource::Component;
        matches!(
            self.swizzle,
            [Component(0), Component(1), Component(2), Component(3)]
        )
    }

    #[cold]
    pub(super) fn swizzled(&self, result: &mut SampleResult) {
        let sampled = *result;
        *result = self.swizzle.map(|source| match source {
            SwizzleSource::Component(component) => sampled[usize::from(component % 4)],
            SwizzleSource::Zero => [0.0; LANES],
            SwizzleSource::One => [1.0; LANES],
        });
    }
}
