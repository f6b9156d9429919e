//! Texture parameters as state (GL 1.5 table 6.17), and what they are for the sampler.
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::device::texture::storage::Levels;
use crate::format::{BaseFormat, TextureShape};
use crate::gl::context::enums::*;
use crate::texture::{
    CompareFunc, DepthMode, Filter, MAX_LOD_BIAS, SamplerState, SwizzleSource, Wrap,
};

/// MAX_TEXTURE_MAX_ANISOTROPY_EXT
pub const MAX_ANISOTROPY: f32 = 16.0;

/// Parameters of a texture object (table 6.17), by their names' values.
#[derive(Debug, Clone, PartialEq)]
pub struct TexParams {
    /// TEXTURE_WRAP_S, T, R
    pub wrap: [u32; 3],
    /// TEXTURE_MIN_FILTER
    pub min_filter: u32,
    /// TEXTURE_MAG_FILTER
    pub mag_filter: u32,
    /// TEXTURE_BORDER_COLOR, not clamped
    pub border_color: [f32; 4],
    /// TEXTURE_MIN_LOD
    pub min_lod: f32,
    /// TEXTURE_MAX_LOD
    pub max_lod: f32,
    /// TEXTURE_BASE_LEVEL, not negative
    pub base_level: i32,
    /// TEXTURE_MAX_LEVEL, not negative
    pub max_level: i32,
    /// TEXTURE_LOD_BIAS
    pub lod_bias: f32,
    /// TEXTURE_PRIORITY
    pub priority: f32,
    /// GENERATE_MIPMAP
    pub generate_mipmap: bool,
    /// TEXTURE_COMPARE_MODE
    pub compare_mode: u32,
    /// TEXTURE_COMPARE_FUNC
    pub compare_func: u32,
    /// DEPTH_TEXTURE_MODE
    pub depth_mode: u32,
    /// TEXTURE_MAX_ANISOTROPY_EXT
    pub max_anisotropy: f32,
    /// TEXTURE_SWIZZLE_R, G, B, A
    pub swizzle: [u32; 4],
    /// TEXTURE_SRGB_DECODE_EXT
    pub srgb_decode: u32,
}

impl TexParams {
    /// The initial parameters of a kind: rectangles clamp and have no mipmaps (ARB_texture_rectangle).
    pub fn initial(kind: TextureShape) -> TexParams {
        let rectangle = kind == TextureShape::Rectangle;
        TexParams {
            wrap: [if rectangle { CLAMP_TO_EDGE } else { REPEAT }; 3],
            min_filter: if rectangle {
                LINEAR
            } else {
                NEAREST_MIPMAP_LINEAR
            },
            mag_filter: LINEAR,
            border_color: [0.0; 4],
            min_lod: -1000.0,
            max_lod: 1000.0,
            base_level: 0,
            max_level: 1000,
            lod_bias: 0.0,
            priority: 1.0,
            generate_mipmap: false,
            compare_mode: NONE,
            compare_func: LEQUAL,
            depth_mode: LUMINANCE,
            max_anisotropy: 1.0,
            swizzle: [RED, GREEN, BLUE, ALPHA],
            srgb_decode: DECODE_EXT,
        }
    }

    /// Whether the minification filter reads several levels.
    pub fn uses_mipmaps(&self) -> bool {
        !matches!(self.min_filter, NEAREST | LINEAR)
    }

    /// Which levels the sampler reads.
    pub fn levels(&self) -> Levels {
        Levels {
            base: self.base_level as usize,
            max: self.max_level as usize,
            uses_mipmaps: self.uses_mipmaps(),
        }
    }

    /// The sampler's terms, for an image of this format on a unit with this bias.
    pub fn sampler_state(&self, format: StorageFormat, unit_lod_bias: f32) -> SamplerState {
        let wrap = |name| match name {
            REPEAT => Wrap::Repeat,
            CLAMP => Wrap::Clamp,
            CLAMP_TO_BORDER => Wrap::ClampToBorder,
            MIRRORED_REPEAT => Wrap::MirroredRepeat,
            MIRROR_CLAMP_EXT => Wrap::MirrorClamp,
            MIRROR_CLAMP_TO_EDGE_EXT => Wrap::MirrorClampToEdge,
            MIRROR_CLAMP_TO_BORDER_EXT => Wrap::MirrorClampToBorder,
            _ => Wrap::ClampToEdge,
        };
        let (min, mip) = match self.min_filter {
            NEAREST => (Filter::Nearest, None),
            LINEAR => (Filter::Linear, None),
            NEAREST_MIPMAP_NEAREST => (Filter::Nearest, Some(Filter::Nearest)),
            LINEAR_MIPMAP_NEAREST => (Filter::Linear, Some(Filter::Nearest)),
            NEAREST_MIPMAP_LINEAR => (Filter::Nearest, Some(Filter::Linear)),
            _ => (Filter::Linear, Some(Filter::Linear)),
        };
        let depth = format.base == BaseFormat::Depth;
        SamplerState {
            wrap: self.wrap.map(wrap),
            mag: if self.mag_filter == NEAREST {
                Filter::Nearest
            } else {
                Filter::Linear
            },
            min,
            mip,
            lod_bias: (self.lod_bias + unit_lod_bias).clamp(-MAX_LOD_BIAS, MAX_LOD_BIAS),
            min_lod: self.min_lod,
            max_lod: self.max_lod,
            base_level: self.base_level as u32,
            max_level: self.max_level as u32,
            border: format.border(self.border_color),
            compare: (depth && self.compare_mode == COMPARE_R_TO_TEXTURE)
                .then(|| compare_func(self.compare_func)),
            depth_mode: match self.depth_mode {
                ALPHA => DepthMode::Alpha,
                RED => DepthMode::Red,
                INTENSITY => DepthMode::Intensity,
                _ => DepthMode::Luminance,
            },
            max_anisotropy: self.max_anisotropy.min(MAX_ANISOTROPY),
            swizzle: self.swizzle.map(swizzle_source),
            skip_srgb_decode: self.srgb_decode == SKIP_DECODE_EXT,
        }
    }
}

fn swizzle_source(name: u32) -> SwizzleSource {
    match name {
        ZERO => SwizzleSource::Zero,
        ONE => SwizzleSource::One,
        // RED, GREEN, BLUE and ALPHA follow each other.
        name => SwizzleSource::Component((name - RED) as u8),
    }
}

fn compare_func(name: u32) -> CompareFunc {
    match name {
        NEVER => CompareFunc::Never,
        LESS => CompareFunc::Less,
        EQUAL => CompareFunc::Equal,
        LEQUAL => CompareFunc::LessEqual,
        GREATER => CompareFunc::Greater,
        NOTEQUAL => CompareFunc::NotEqual,
        GEQUAL => CompareFunc::GreaterEqual,
        _ => CompareFunc::Always,
    }
}
