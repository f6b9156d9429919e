//! Internal formats of textures (GL 1.5 tables 3.15 to 3.17, ARB_texture_float, ARB_depth_texture,
//! EXT_texture_compression_s3tc, _rgtc, _latc, 3DFX_texture_compression_FXT1, EXT_texture_sRGB, ARB_texture_rg,
//! EXT_texture_snorm, EXT_packed_float, EXT_texture_shared_exponent).

use crate::device::target::planes::Plane;
use crate::device::texture::fixed_point::Fixed;
use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::LevelImage;
use crate::device::texture::palette::Palette;
use crate::device::texture::renderable::Renderable;
use crate::format::{BaseFormat, PixelFormat, TextureShape};
use crate::gl::context::enums::*;
use crate::texture::block_format::{BlockFormat, Components};
use crate::texture::channel::Channel;
use crate::texture::fxt1::Fxt1;
use crate::texture::s3tc::S3tc;
use crate::texture::{TexelFormat, TexelKind};

/// An internal format and how we store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InternalFormat {
    /// The value that the application gave, which queries return.
    pub name: u32,
    /// How texels are stored.
    pub storage: StorageFormat,
}

/// The generic compressed formats: images are stored as their base format, uncompressed.
const GENERIC: [u32; 12] = [
    COMPRESSED_ALPHA,
    COMPRESSED_LUMINANCE,
    COMPRESSED_LUMINANCE_ALPHA,
    COMPRESSED_INTENSITY,
    COMPRESSED_RED,
    COMPRESSED_RG,
    COMPRESSED_RGB,
    COMPRESSED_RGBA,
    COMPRESSED_SRGB,
    COMPRESSED_SRGB_ALPHA,
    COMPRESSED_SLUMINANCE,
    COMPRESSED_SLUMINANCE_ALPHA,
];

/// The formats without sizes that are not compressed.
const UNSIZED: [u32; 39] = [
    1,
    2,
    3,
    4,
    ALPHA,
    LUMINANCE,
    LUMINANCE_ALPHA,
    INTENSITY,
    RED,
    RG,
    RGB,
    RGBA,
    DEPTH_COMPONENT,
    DEPTH_STENCIL,
    SRGB,
    SRGB_ALPHA,
    SLUMINANCE,
    SLUMINANCE_ALPHA,
    ALPHA_SNORM,
    LUMINANCE_SNORM,
    LUMINANCE_ALPHA_SNORM,
    INTENSITY_SNORM,
    RED_SNORM,
    RG_SNORM,
    RGB_SNORM,
    RGBA_SNORM,
    SIGNED_RGBA_NV,
    SIGNED_RGB_NV,
    SIGNED_LUMINANCE_NV,
    SIGNED_LUMINANCE_ALPHA_NV,
    SIGNED_ALPHA_NV,
    SIGNED_INTENSITY_NV,
    SIGNED_RGB_UNSIGNED_ALPHA_NV,
    HILO_NV,
    SIGNED_HILO_NV,
    DSDT_NV,
    DSDT_MAG_NV,
    DSDT_MAG_INTENSITY_NV,
    DUDV_ATI,
];

/// Whether the format has storage of its own kind: it names the sizes of components, or is compressed
/// (ARB_texture_storage issues 15 and 27).
pub(crate) fn is_sized(name: u32) -> bool {
    !UNSIZED.contains(&name)
}

impl InternalFormat {
    /// The format with this name, or `None` for a name that is none. 1 to 4 are the component counts of GL 1.0.
    pub fn from_enum(name: u32) -> Option<InternalFormat> {
        use BaseFormat::*;
        // The rows below are made of these: each names the base format, and how texels are stored.
        let make = StorageFormat::plain;
        let bytes = |base| make(base, TexelFormat::Rgba8);
        let float = |base| make(base, TexelFormat::Rgba32F);
        let srgb = |base| make(base, TexelFormat::Srgba8);
        let blocks = |base, blocks: BlockFormat| StorageFormat {
            blocks: Some(blocks),
            ..if blocks.is_signed() {
                float(base)
            } else {
                bytes(base)
            }
        };
        let s3tc = |base, format| blocks(base, BlockFormat::S3tc(format));
        let s3tc_srgb = |base, format| StorageFormat {
            texels: TexelFormat::Srgba8,
            ..s3tc(base, format)
        };
        let values =
            |base, components| blocks(base, BlockFormat::Channels(Channel::Unsigned, components));
        let signed =
            |base, components| blocks(base, BlockFormat::Channels(Channel::Signed, components));
        let half = |base| make(base, TexelFormat::Rgba16F);
        let snorm8 = |base| make(base, TexelFormat::Rgba8Snorm);
        let snorm16 = |base| make(base, TexelFormat::Rgba16Snorm);
        let indices = |index_bits| StorageFormat {
            index_bits,
            ..bytes(Rgba)
        };
        let fixed = |base, fixed| StorageFormat {
            fixed: Some(fixed),
            ..float(base)
        };
        let signed8 = |base| fixed(base, Fixed::new(8, true));
        let partly_signed = |base, signed| fixed(base, Fixed { bits: 8, signed });
        let depths = |stencil| StorageFormat {
            stencil,
            ..make(Depth, TexelFormat::Depth32F)
        };
        let storage = match name {
            ALPHA | ALPHA4 | ALPHA8 | ALPHA12 | ALPHA16 => bytes(Alpha),
            1 | LUMINANCE | LUMINANCE4 | LUMINANCE8 | LUMINANCE12 | LUMINANCE16 => bytes(Luminance),
            2 | LUMINANCE_ALPHA | LUMINANCE4_ALPHA4 | LUMINANCE6_ALPHA2 | LUMINANCE8_ALPHA8 => {
                bytes(LuminanceAlpha)
            }
            LUMINANCE12_ALPHA4 | LUMINANCE12_ALPHA12 | LUMINANCE16_ALPHA16 => bytes(LuminanceAlpha),
            INTENSITY | INTENSITY4 | INTENSITY8 | INTENSITY12 | INTENSITY16 => bytes(Intensity),
            3 | RGB | R3_G3_B2 | RGB4 | RGB5 | RGB8 | RGB10 | RGB12 | RGB16 => bytes(Rgb),
            4 | RGBA | RGBA2 | RGBA4 | RGB5_A1 | RGBA8 | RGB10_A2 | RGBA12 | RGBA16 => bytes(Rgba),
            DEPTH_COMPONENT | DEPTH_COMPONENT16 | DEPTH_COMPONENT24 | DEPTH_COMPONENT32 => {
                depths(false)
            }
            DEPTH_STENCIL | DEPTH24_STENCIL8 => depths(true),
            COMPRESSED_ALPHA => bytes(Alpha),
            COMPRESSED_LUMINANCE => bytes(Luminance),
            COMPRESSED_LUMINANCE_ALPHA => bytes(LuminanceAlpha),
            COMPRESSED_INTENSITY => bytes(Intensity),
            COMPRESSED_RGB => bytes(Rgb),
            COMPRESSED_RGBA => bytes(Rgba),
            COMPRESSED_RGB_S3TC_DXT1_EXT => s3tc(Rgb, S3tc::Dxt1Rgb),
            COMPRESSED_RGBA_S3TC_DXT1_EXT => s3tc(Rgba, S3tc::Dxt1Rgba),
            COMPRESSED_RGBA_S3TC_DXT3_EXT => s3tc(Rgba, S3tc::Dxt3),
            COMPRESSED_RGBA_S3TC_DXT5_EXT => s3tc(Rgba, S3tc::Dxt5),
            RED | R8 | R16 => bytes(Red),
            RG | RG8 | RG16 => bytes(RedGreen),
            R16F => half(Red),
            R32F => float(Red),
            RG16F => half(RedGreen),
            RG32F => float(RedGreen),
            COMPRESSED_RED => bytes(Red),
            COMPRESSED_RG => bytes(RedGreen),
            COMPRESSED_RED_RGTC1 => values(Red, Components::Red),
            COMPRESSED_SIGNED_RED_RGTC1 => signed(Red, Components::Red),
            COMPRESSED_RG_RGTC2 => values(RedGreen, Components::RedGreen),
            COMPRESSED_SIGNED_RG_RGTC2 => signed(RedGreen, Components::RedGreen),
            COMPRESSED_LUMINANCE_LATC1_EXT => values(Luminance, Components::Luminance),
            COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT => signed(Luminance, Components::Luminance),
            COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT | COMPRESSED_LUMINANCE_ALPHA_3DC_ATI => {
                values(LuminanceAlpha, Components::LuminanceAlpha)
            }
            COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT => {
                signed(LuminanceAlpha, Components::LuminanceAlpha)
            }
            COMPRESSED_RGB_FXT1_3DFX => blocks(Rgb, BlockFormat::Fxt1(Fxt1::Rgb)),
            COMPRESSED_RGBA_FXT1_3DFX => blocks(Rgba, BlockFormat::Fxt1(Fxt1::Rgba)),
            SRGB | SRGB8 => srgb(Rgb),
            SRGB_ALPHA | SRGB8_ALPHA8 => srgb(Rgba),
            SLUMINANCE | SLUMINANCE8 => srgb(Luminance),
            SLUMINANCE_ALPHA | SLUMINANCE8_ALPHA8 => srgb(LuminanceAlpha),
            COMPRESSED_SRGB => srgb(Rgb),
            COMPRESSED_SRGB_ALPHA => srgb(Rgba),
            COMPRESSED_SLUMINANCE => srgb(Luminance),
            COMPRESSED_SLUMINANCE_ALPHA => srgb(LuminanceAlpha),
            COMPRESSED_SRGB_S3TC_DXT1_EXT => s3tc_srgb(Rgb, S3tc::Dxt1Rgb),
            COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT => s3tc_srgb(Rgba, S3tc::Dxt1Rgba),
            COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT => s3tc_srgb(Rgba, S3tc::Dxt3),
            COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT => s3tc_srgb(Rgba, S3tc::Dxt5),
            ALPHA32F_ARB => float(Alpha),
            LUMINANCE32F_ARB => float(Luminance),
            LUMINANCE_ALPHA32F_ARB => float(LuminanceAlpha),
            INTENSITY32F_ARB => float(Intensity),
            RGB32F_ARB => float(Rgb),
            RGBA32F_ARB => float(Rgba),
            ALPHA16F_ARB => half(Alpha),
            LUMINANCE16F_ARB => half(Luminance),
            LUMINANCE_ALPHA16F_ARB => half(LuminanceAlpha),
            INTENSITY16F_ARB => half(Intensity),
            RGB16F_ARB => half(Rgb),
            RGBA16F_ARB => half(Rgba),
            R11F_G11F_B10F => make(Rgb, TexelFormat::Rg11B10F),
            RGB9_E5 => make(Rgb, TexelFormat::Rgb9E5),
            ALPHA_SNORM | ALPHA8_SNORM => snorm8(Alpha),
            LUMINANCE_SNORM | LUMINANCE8_SNORM => snorm8(Luminance),
            LUMINANCE_ALPHA_SNORM | LUMINANCE8_ALPHA8_SNORM => snorm8(LuminanceAlpha),
            INTENSITY_SNORM | INTENSITY8_SNORM => snorm8(Intensity),
            RED_SNORM | R8_SNORM => snorm8(Red),
            RG_SNORM | RG8_SNORM => snorm8(RedGreen),
            RGB_SNORM | RGB8_SNORM => snorm8(Rgb),
            RGBA_SNORM | RGBA8_SNORM => snorm8(Rgba),
            ALPHA16_SNORM => snorm16(Alpha),
            LUMINANCE16_SNORM => snorm16(Luminance),
            LUMINANCE16_ALPHA16_SNORM => snorm16(LuminanceAlpha),
            INTENSITY16_SNORM => snorm16(Intensity),
            R16_SNORM => snorm16(Red),
            RG16_SNORM => snorm16(RedGreen),
            RGB16_SNORM => snorm16(Rgb),
            RGBA16_SNORM => snorm16(Rgba),
            SIGNED_RGBA_NV | SIGNED_RGBA8_NV => signed8(Rgba),
            SIGNED_RGB_NV | SIGNED_RGB8_NV => signed8(Rgb),
            SIGNED_LUMINANCE_NV | SIGNED_LUMINANCE8_NV => signed8(Luminance),
            SIGNED_LUMINANCE_ALPHA_NV | SIGNED_LUMINANCE8_ALPHA8_NV => signed8(LuminanceAlpha),
            SIGNED_ALPHA_NV | SIGNED_ALPHA8_NV => signed8(Alpha),
            SIGNED_INTENSITY_NV | SIGNED_INTENSITY8_NV => signed8(Intensity),
            SIGNED_RGB_UNSIGNED_ALPHA_NV | SIGNED_RGB8_UNSIGNED_ALPHA8_NV => {
                partly_signed(Rgba, [true, true, true, false])
            }
            HILO_NV | HILO16_NV => fixed(Hilo, Fixed::new(16, false)),
            HILO8_NV => fixed(Hilo, Fixed::new(8, false)),
            SIGNED_HILO_NV | SIGNED_HILO16_NV => fixed(Hilo, Fixed::new(16, true)),
            SIGNED_HILO8_NV => fixed(Hilo, Fixed::new(8, true)),
            DSDT_NV | DSDT8_NV => partly_signed(Dsdt, [true, true, false, false]),
            DSDT_MAG_NV | DSDT8_MAG8_NV => partly_signed(DsdtMag, [true, true, false, false]),
            DSDT_MAG_INTENSITY_NV | DSDT8_MAG8_INTENSITY8_NV => {
                partly_signed(DsdtMagIntensity, [true, true, false, false])
            }
            DUDV_ATI | DU8DV8_ATI => partly_signed(Dudv, [true, true, false, false]),
            COLOR_INDEX1_EXT => indices(1),
            COLOR_INDEX2_EXT => indices(2),
            COLOR_INDEX4_EXT => indices(4),
            COLOR_INDEX8_EXT => indices(8),
            COLOR_INDEX12_EXT => indices(12),
            COLOR_INDEX16_EXT => indices(16),
            _ => return None,
        };
        Some(InternalFormat { name, storage })
    }

    /// The format that a level was specified with.
    pub fn of_level(image: &LevelImage) -> InternalFormat {
        InternalFormat {
            name: image.api_format,
            storage: image.format,
        }
    }

    /// The format that a palette was specified with.
    pub fn of_palette(palette: &Palette) -> InternalFormat {
        InternalFormat {
            name: palette.api_format,
            storage: palette.format,
        }
    }

    /// The application asked for compression, and the image is stored without: the format is a generic one, or the kind of
    /// texture cannot have its blocks.
    pub(crate) fn is_generic(self) -> bool {
        let has_blocks = |format: InternalFormat| format.storage.blocks.is_some();
        !has_blocks(self)
            && (GENERIC.contains(&self.name)
                || InternalFormat::from_enum(self.name).is_some_and(has_blocks))
    }

    /// What images of this format can be attached as: compressed ones as nothing.
    pub fn renderable(self) -> Renderable {
        if self.is_generic() {
            return Renderable::Nothing;
        }
        Renderable::of(self.storage)
    }

    /// What copies from the framebuffer into images of this format take.
    pub(crate) fn source_plane(self) -> Plane {
        if self.storage.base != BaseFormat::Depth {
            Plane::Color
        } else if self.storage.stencil {
            Plane::DepthStencil
        } else {
            Plane::Depth
        }
    }

    /// The format as an image of this kind and border has it: blocks know just flat images without border, others are
    /// stored as the base format (GL 1.5 section 3.8.1).
    pub fn for_image(self, kind: TextureShape, border: u32) -> InternalFormat {
        let has_blocks = |blocks: &BlockFormat| border == 0 && can_have_blocks(kind, *blocks);
        InternalFormat {
            storage: StorageFormat {
                blocks: self.storage.blocks.filter(has_blocks),
                ..self.storage
            },
            ..self
        }
    }

    /// The name that queries give. Generic compressed formats are stored as their base format (GL 1.5 section 3.8.1), which
    /// EXT_texture_sRGB names without sRGB.
    pub fn reported_name(self) -> u32 {
        if !self.is_generic() {
            return self.name;
        }
        match self.storage.base {
            BaseFormat::Alpha => ALPHA,
            BaseFormat::Luminance => LUMINANCE,
            BaseFormat::LuminanceAlpha => LUMINANCE_ALPHA,
            BaseFormat::Intensity => INTENSITY,
            BaseFormat::Red => RED,
            BaseFormat::RedGreen => RG,
            BaseFormat::Rgb => RGB,
            _ => RGBA,
        }
    }

    /// Types of the same components: NONE, FLOAT or UNSIGNED_NORMALIZED_ARB (ARB_texture_float).
    pub fn component_types(self) -> [u32; 7] {
        let is_unsigned = |fixed: Fixed| fixed.signed == [false; 4];
        let ty = match self.storage.texels.kind() {
            TexelKind::Bytes | TexelKind::Depths => UNSIGNED_NORMALIZED_ARB,
            TexelKind::Floats if self.storage.fixed.is_some_and(is_unsigned) => {
                UNSIGNED_NORMALIZED_ARB
            }
            TexelKind::Floats if self.storage.is_signed() => SIGNED_NORMALIZED,
            TexelKind::Floats => FLOAT,
        };
        let has_colors = self.storage.index_bits == 0;
        let each = self.storage.base.components();
        each.map(|has| if has && has_colors { ty } else { NONE })
    }
}

/// Whether images of a kind can be stored as blocks: flat ones, and layers of them where parts of an image may be replaced.
pub(crate) fn can_have_blocks(kind: TextureShape, blocks: BlockFormat) -> bool {
    match kind {
        TextureShape::D2 | TextureShape::Cube => true,
        TextureShape::D2Array => blocks.has_parts(),
        _ => false,
    }
}

/// Whether client pixels of a format can become texels that are stored like this (section 3.8.1, NV_texture_shader 3.8.1,
/// EXT_paletted_texture 3.8).
pub(crate) fn takes_pixels(storage: StorageFormat, format: PixelFormat) -> bool {
    if storage.index_bits == 0 {
        matches_pixels(storage.base, format)
    } else {
        format == PixelFormat::ColorIndex
    }
}

/// Whether client pixels of a format can become texels of a base format, and the other way (section 3.8.1 and
/// NV_texture_shader 3.8.1).
pub(crate) fn matches_pixels(base: BaseFormat, format: PixelFormat) -> bool {
    use BaseFormat::*;
    match base {
        Depth => format.family().has_depth(),
        Hilo => format == PixelFormat::Hilo,
        Dsdt => format == PixelFormat::Dsdt,
        DsdtMag => format == PixelFormat::DsdtMag,
        DsdtMagIntensity => format == PixelFormat::DsdtMagVib,
        Dudv => format == PixelFormat::Dudv,
        Alpha | Luminance | LuminanceAlpha | Intensity | Rgb | Rgba | Red | RedGreen => {
            format.is_color()
        }
    }
}
