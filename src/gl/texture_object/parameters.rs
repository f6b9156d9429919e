//! Texture parameters as state (GL 1.5 table 6.17), and what they are for the sampler.
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::device::texture::storage::Levels;
use crate::format::{BaseFormat, TextureShape};
use crate::gl::context::enums::*;
use crate::gl::context::named::{Named, gl_enum, gl_names};
use crate::texture::{
    CompareFunc, DepthMode, Filter, MAX_LOD_BIAS, SamplerState, SwizzleSource, Wrap,
};

/// MAX_TEXTURE_MAX_ANISOTROPY_EXT
pub const MAX_ANISOTROPY: f32 = 16.0;

gl_names! {
    Wrap {
        Repeat = REPEAT,
        Clamp = CLAMP,
        ClampToEdge = CLAMP_TO_EDGE,
        ClampToBorder = CLAMP_TO_BORDER,
        MirroredRepeat = MIRRORED_REPEAT,
        MirrorClamp = MIRROR_CLAMP_EXT,
        MirrorClampToEdge = MIRROR_CLAMP_TO_EDGE_EXT,
        MirrorClampToBorder = MIRROR_CLAMP_TO_BORDER_EXT,
    }
}

gl_names! {
    Filter {
        Nearest = NEAREST,
        Linear = LINEAR,
    }
}

/// TEXTURE_MIN_FILTER: the filter inside a level, and between levels where there are several.
pub type MinFilter = (Filter, Option<Filter>);

gl_names! {
    MinFilter {
        (Filter::Nearest, None) = NEAREST,
        (Filter::Linear, None) = LINEAR,
        (Filter::Nearest, Some(Filter::Nearest)) = NEAREST_MIPMAP_NEAREST,
        (Filter::Linear, Some(Filter::Nearest)) = LINEAR_MIPMAP_NEAREST,
        (Filter::Nearest, Some(Filter::Linear)) = NEAREST_MIPMAP_LINEAR,
        (Filter::Linear, Some(Filter::Linear)) = LINEAR_MIPMAP_LINEAR,
    }
}

gl_enum! {
    /// Whether texels of depths are compared with r.
    pub enum CompareMode {
        None = NONE,
        RToTexture = COMPARE_R_TO_TEXTURE,
    }
}

gl_names! {
    DepthMode {
        Luminance = LUMINANCE,
        Intensity = INTENSITY,
        Alpha = ALPHA,
        Red = RED,
    }
}

impl Named for SwizzleSource {
    fn from_name(name: u32) -> Option<SwizzleSource> {
        match name {
            RED => Some(SwizzleSource::Component(0)),
            GREEN => Some(SwizzleSource::Component(1)),
            BLUE => Some(SwizzleSource::Component(2)),
            ALPHA => Some(SwizzleSource::Component(3)),
            ZERO => Some(SwizzleSource::Zero),
            ONE => Some(SwizzleSource::One),
            _ => None,
        }
    }

    fn name(self) -> u32 {
        match self {
            // RED, GREEN, BLUE and ALPHA follow each other.
            SwizzleSource::Component(n) => RED + u32::from(n),
            SwizzleSource::Zero => ZERO,
            SwizzleSource::One => ONE,
        }
    }
}

gl_enum! {
    /// TEXTURE_SRGB_DECODE_EXT
    pub enum SrgbDecode {
        Decode = DECODE_EXT,
        Skip = SKIP_DECODE_EXT,
    }
}

/// How a texture is sampled: what a sampler object has, too (ARB_sampler_objects table 6.23).
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// TEXTURE_WRAP_S, T, R
    pub wrap: [Wrap; 3],
    pub min_filter: MinFilter,
    pub mag_filter: Filter,
    /// TEXTURE_BORDER_COLOR, not clamped
    pub border_color: [f32; 4],
    /// Least level of detail, relative to the base level.
    pub min_lod: f32,
    /// Greatest level of detail, relative to the base level.
    pub max_lod: f32,
    /// Added to the level of detail, as the unit's own bias is.
    pub lod_bias: f32,
    pub compare_mode: CompareMode,
    pub compare_func: CompareFunc,
    /// TEXTURE_MAX_ANISOTROPY_EXT
    pub max_anisotropy: f32,
    /// TEXTURE_SRGB_DECODE_EXT
    pub srgb_decode: SrgbDecode,
}

impl Sampling {
    /// The initial values of all kinds but rectangles, and of sampler objects.
    pub const INITIAL: Sampling = Sampling {
        wrap: [Wrap::Repeat; 3],
        min_filter: (Filter::Nearest, Some(Filter::Linear)),
        mag_filter: Filter::Linear,
        border_color: [0.0; 4],
        min_lod: -1000.0,
        max_lod: 1000.0,
        lod_bias: 0.0,
        compare_mode: CompareMode::None,
        compare_func: CompareFunc::LessEqual,
        max_anisotropy: 1.0,
        srgb_decode: SrgbDecode::Decode,
    };

    /// Whether the minification filter reads several levels.
    pub fn uses_mipmaps(&self) -> bool {
        self.min_filter.1.is_some()
    }

    /// Whether a texture of this kind could have these values. One that could not is as if it were incomplete.
    pub fn suits(&self, kind: TextureShape) -> bool {
        let clamps = |wrap: &Wrap| is_rectangle_wrap(*wrap);
        kind != TextureShape::Rectangle || self.wrap.iter().all(clamps) && !self.uses_mipmaps()
    }
}

/// Whether rectangles can have this wrap mode (ARB_texture_rectangle).
pub(crate) fn is_rectangle_wrap(wrap: Wrap) -> bool {
    matches!(wrap, Wrap::Clamp | Wrap::ClampToEdge | Wrap::ClampToBorder)
}

/// Parameters of a texture object (table 6.17).
#[derive(Debug, Clone, PartialEq)]
pub struct TexParams {
    pub sampling: Sampling,
    /// TEXTURE_BASE_LEVEL, not negative
    pub base_level: i32,
    /// TEXTURE_MAX_LEVEL, not negative
    pub max_level: i32,
    /// In [0, 1], without effect.
    pub priority: f32,
    /// Whether a change of the base level makes all smaller levels.
    pub generate_mipmap: bool,
    /// The base format that texels of depths have.
    pub depth_mode: DepthMode,
    /// TEXTURE_SWIZZLE_R, G, B, A
    pub swizzle: [SwizzleSource; 4],
}

impl TexParams {
    /// The initial parameters of a kind: rectangles clamp and have no mipmaps (ARB_texture_rectangle).
    pub fn initial(kind: TextureShape) -> TexParams {
        let sampling = match kind {
            TextureShape::Rectangle => Sampling {
                wrap: [Wrap::ClampToEdge; 3],
                min_filter: (Filter::Linear, None),
                ..Sampling::INITIAL
            },
            _ => Sampling::INITIAL,
        };
        TexParams {
            sampling,
            base_level: 0,
            max_level: 1000,
            priority: 1.0,
            generate_mipmap: false,
            depth_mode: DepthMode::Luminance,
            swizzle: SwizzleSource::IDENTITY,
        }
    }

    /// Which levels the texture's own sampling reads.
    pub fn levels(&self) -> Levels {
        Levels {
            base: self.base_level as usize,
            max: self.max_level as usize,
            uses_mipmaps: self.sampling.uses_mipmaps(),
        }
    }

    /// The sampler's terms for an image of this format, on a unit with this bias. `sampling` is the texture's own, or that of
    /// the unit's sampler object.
    pub fn sampler_state(
        &self,
        sampling: &Sampling,
        format: StorageFormat,
        unit_lod_bias: f32,
    ) -> SamplerState {
        let (min, mip) = sampling.min_filter;
        let depth = format.base == BaseFormat::Depth;
        SamplerState {
            wrap: sampling.wrap,
            mag: sampling.mag_filter,
            min,
            mip,
            lod_bias: (sampling.lod_bias + unit_lod_bias).clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS),
            min_lod: sampling.min_lod,
            max_lod: sampling.max_lod,
            base_level: self.base_level as u32,
            max_level: self.max_level as u32,
            border: format.border(sampling.border_color),
            compare: (depth && sampling.compare_mode == CompareMode::RToTexture)
                .then_some(sampling.compare_func),
            depth_mode: self.depth_mode,
            max_anisotropy: sampling.max_anisotropy.min(MAX_ANISOTROPY),
            swizzle: self.swizzle,
            skip_srgb_decode: sampling.srgb_decode == SrgbDecode::Skip,
        }
    }
}
