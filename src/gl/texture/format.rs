//! Internal formats of textures (GL 1.5 tables 3.15 to 3.17, ARB_texture_float, ARB_depth_texture,
//! EXT_texture_compression_s3tc, _rgtc, _latc, 3DFX_texture_compression_FXT1, EXT_texture_sRGB, ARB_texture_rg).

use crate::format::{BaseFormat, PixelFormat, TextureShape};
use crate::gl::context::enums::*;
use crate::gl::texel::fixed_point::Fixed;
use crate::texture::TexelFormat;
use crate::texture::block_format::{BlockFormat, Components};
use crate::texture::channel::Channel;
use crate::texture::fxt1::Fxt1;
use crate::texture::s3tc::S3tc;

/// What compression the application asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// None.
    None,
    /// A generic format, or a specific one that the kind of texture cannot have: the image is stored as its base
    /// format, uncompressed.
    Generic,
    /// Blocks, kept beside the decoded texels.
    Blocks(BlockFormat),
}

/// An internal format and how we store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InternalFormat {
    /// The value that the application gave, which queries return.
    pub name: u32,
    /// Its base format.
    pub base: BaseFormat,
    /// How texels are stored.
    pub texels: TexelFormat,
    /// Compression.
    pub compression: Compression,
    /// Values are rounded to half floats, though they are stored as f32.
    pub half: bool,
    /// Stencil values are stored beside the depths (EXT_packed_depth_stencil).
    pub stencil: bool,
    /// Values are rounded to fixed-point numbers, though they are stored as f32.
    pub fixed: Option<Fixed>,
    /// Bits of the indices that texels are instead of colours (EXT_paletted_texture); 0 for colours.
    pub index_bits: u8,
}

impl InternalFormat {
    /// The format with this name, or `None` for a name that is none. 1 to 4 are the component counts of GL 1.0.
    pub fn from_enum(name: u32) -> Option<InternalFormat> {
        use BaseFormat::*;
        let make = |base, texels, compression| {
            Some(InternalFormat {
                name,
                base,
                texels,
                compression,
                half: false,
                stencil: matches!(name, DEPTH_STENCIL | DEPTH24_STENCIL8),
                fixed: None,
                index_bits: 0,
            })
        };
        let bytes = |base| make(base, TexelFormat::Rgba8, Compression::None);
        let float = |base| make(base, TexelFormat::Rgba32F, Compression::None);
        let srgb = |base| make(base, TexelFormat::Srgba8, Compression::None);
        let compressed_srgb = |base| make(base, TexelFormat::Srgba8, Compression::Generic);
        let blocks = |base, blocks: BlockFormat| {
            let texels = match blocks.is_signed() {
                true => TexelFormat::Rgba32F,
                false => TexelFormat::Rgba8,
            };
            make(base, texels, Compression::Blocks(blocks))
        };
        let s3tc = |base, format| blocks(base, BlockFormat::S3tc(format));
        let s3tc_srgb = |base, format| {
            s3tc(base, format).map(|format| InternalFormat {
                texels: TexelFormat::Srgba8,
                ..format
            })
        };
        let values =
            |base, components| blocks(base, BlockFormat::Channels(Channel::Unsigned, components));
        let signed =
            |base, components| blocks(base, BlockFormat::Channels(Channel::Signed, components));
        let half = |base| {
            float(base).map(|format| InternalFormat {
                half: true,
                ..format
            })
        };
        let indices = |bits| {
            bytes(Rgba).map(|format| InternalFormat {
                index_bits: bits,
                ..format
            })
        };
        let fixed = |base, fixed| {
            float(base).map(|format| InternalFormat {
                fixed: Some(fixed),
                ..format
            })
        };
        let signed8 = |base| fixed(base, Fixed::new(8, true));
        let partly_signed = |base, signed| fixed(base, Fixed { bits: 8, signed });
        let compressed = |base| make(base, TexelFormat::Rgba8, Compression::Generic);
        match name {
            ALPHA | ALPHA4 | ALPHA8 | ALPHA12 | ALPHA16 => bytes(Alpha),
            1 | LUMINANCE | LUMINANCE4 | LUMINANCE8 | LUMINANCE12 | LUMINANCE16 => bytes(Luminance),
            2 | LUMINANCE_ALPHA | LUMINANCE4_ALPHA4 | LUMINANCE6_ALPHA2 | LUMINANCE8_ALPHA8 => {
                bytes(LuminanceAlpha)
            }
            LUMINANCE12_ALPHA4 | LUMINANCE12_ALPHA12 | LUMINANCE16_ALPHA16 => bytes(LuminanceAlpha),
            INTENSITY | INTENSITY4 | INTENSITY8 | INTENSITY12 | INTENSITY16 => bytes(Intensity),
            3 | RGB | R3_G3_B2 | RGB4 | RGB5 | RGB8 | RGB10 | RGB12 | RGB16 => bytes(Rgb),
            4 | RGBA | RGBA2 | RGBA4 | RGB5_A1 | RGBA8 | RGB10_A2 | RGBA12 | RGBA16 => bytes(Rgba),
            DEPTH_COMPONENT | DEPTH_COMPONENT16 | DEPTH_COMPONENT24 | DEPTH_COMPONENT32
            | DEPTH_STENCIL | DEPTH24_STENCIL8 => {
                make(Depth, TexelFormat::Depth32F, Compression::None)
            }
            COMPRESSED_ALPHA => compressed(Alpha),
            COMPRESSED_LUMINANCE => compressed(Luminance),
            COMPRESSED_LUMINANCE_ALPHA => compressed(LuminanceAlpha),
            COMPRESSED_INTENSITY => compressed(Intensity),
            COMPRESSED_RGB => compressed(Rgb),
            COMPRESSED_RGBA => compressed(Rgba),
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
            COMPRESSED_RED => compressed(Red),
            COMPRESSED_RG => compressed(RedGreen),
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
            COMPRESSED_SRGB => compressed_srgb(Rgb),
            COMPRESSED_SRGB_ALPHA => compressed_srgb(Rgba),
            COMPRESSED_SLUMINANCE => compressed_srgb(Luminance),
            COMPRESSED_SLUMINANCE_ALPHA => compressed_srgb(LuminanceAlpha),
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
            _ => None,
        }
    }

    /// Whether client pixels of this format can become its texels (section 3.8.1, NV_texture_shader 3.8.1,
    /// EXT_paletted_texture 3.8).
    pub fn goes_with(self, format: PixelFormat) -> bool {
        match self.index_bits {
            0 => self.base.goes_with(format),
            _ => format == PixelFormat::ColorIndex,
        }
    }

    /// Texels are made of, and filtered as, colours or depths.
    pub fn is_color_or_depth(self) -> bool {
        self.index_bits == 0 && self.base.is_color_or_depth()
    }

    /// The format as an image of this kind and border has it: blocks know just flat images without border, others are
    /// stored as the base format (GL 1.5 section 3.8.1).
    pub fn for_image(self, kind: TextureShape, border: u32) -> InternalFormat {
        let has_blocks = matches!(kind, TextureShape::D2 | TextureShape::Cube) && border == 0;
        match self.compression {
            Compression::Blocks(_) if !has_blocks => InternalFormat {
                compression: Compression::Generic,
                ..self
            },
            _ => self,
        }
    }

    /// Its values are fixed-point numbers in [−1, 1].
    pub fn is_signed(self) -> bool {
        self.blocks().is_some_and(BlockFormat::is_signed)
            || self.fixed.is_some_and(|fixed| fixed.signed[0])
    }

    /// The blocks that images of this format are kept as.
    pub fn blocks(self) -> Option<BlockFormat> {
        match self.compression {
            Compression::Blocks(format) => Some(format),
            _ => None,
        }
    }

    /// The name that queries give: generic compressed formats are stored as their base format (GL 1.5 section 3.8.1).
    pub fn reported_name(self) -> u32 {
        if self.compression != Compression::Generic {
            return self.name;
        }
        match (self.base, self.texels == TexelFormat::Srgba8) {
            (BaseFormat::Alpha, _) => ALPHA,
            (BaseFormat::Luminance, false) => LUMINANCE,
            (BaseFormat::Luminance, true) => SLUMINANCE,
            (BaseFormat::LuminanceAlpha, false) => LUMINANCE_ALPHA,
            (BaseFormat::LuminanceAlpha, true) => SLUMINANCE_ALPHA,
            (BaseFormat::Intensity, _) => INTENSITY,
            (BaseFormat::Red, _) => RED,
            (BaseFormat::RedGreen, _) => RG,
            (BaseFormat::Rgb, false) => RGB,
            (BaseFormat::Rgb, true) => SRGB,
            (_, false) => RGBA,
            (_, true) => SRGB_ALPHA,
        }
    }

    /// Bits of each component that the format has: red, green, blue, alpha, luminance, intensity, depth.
    pub fn component_bits(self) -> [i32; 7] {
        if self.index_bits > 0 {
            return [0; 7];
        }
        if let Some(blocks) = self.blocks() {
            let [r, g, b, a] = blocks.component_bits();
            return match self.base {
                BaseFormat::Luminance | BaseFormat::LuminanceAlpha => [0, 0, 0, a, r, 0, 0],
                _ => [r, g, b, a, 0, 0, 0],
            };
        }
        let bits = match self.texels {
            TexelFormat::Rgba8 | TexelFormat::Srgba8 => 8,
            TexelFormat::Rgba32F if let Some(fixed) = self.fixed => fixed.bits as i32,
            TexelFormat::Rgba32F if self.half => 16,
            TexelFormat::Rgba32F => 32,
            // 24 bits of a depth survive in an f32.
            TexelFormat::Depth32F => 24,
        };
        self.base.components().map(|has| if has { bits } else { 0 })
    }

    /// Bits of hi, lo, ds, dt and magnitude.
    pub fn offset_bits(self) -> [i32; 5] {
        let bits = self.fixed.map_or(0, |fixed| fixed.bits as i32);
        let has = self.base.offset_components();
        has.map(|has| if has { bits } else { 0 })
    }

    /// Types of the same components: NONE, FLOAT or UNSIGNED_NORMALIZED_ARB (ARB_texture_float).
    pub fn component_types(self) -> [u32; 7] {
        let ty = match self.texels {
            TexelFormat::Rgba32F if self.fixed.is_some_and(|f| f.signed == [false; 4]) => {
                UNSIGNED_NORMALIZED_ARB
            }
            TexelFormat::Rgba32F if self.is_signed() => SIGNED_NORMALIZED,
            TexelFormat::Rgba32F => FLOAT,
            _ => UNSIGNED_NORMALIZED_ARB,
        };
        let has_colors = self.index_bits == 0;
        let each = self.base.components();
        each.map(|has| if has && has_colors { ty } else { NONE })
    }

    /// A stored texel as queries return it, in floats or in integers (NV_texture_shader says how signed numbers are
    /// specified, not how they are stored).
    pub fn returned(self, texel: [f32; 4], as_floats: bool) -> [f32; 4] {
        let texel = match self.fixed {
            Some(fixed) if !as_floats => {
                std::array::from_fn(|i| fixed.returned(self.base, i, texel[i]))
            }
            _ => texel,
        };
        self.base.returned(texel)
    }

    /// A weighted average of texels is stored in this format.
    pub fn averaged(self, texel: [f32; 4]) -> [f32; 4] {
        match self.fixed {
            Some(fixed) => std::array::from_fn(|i| fixed.settle(i, texel[i])),
            None => self.rounded(texel),
        }
    }

    /// A border colour as the sampler has it: as texels are, but that it is not rounded (NV_texture_shader 3.8.5).
    pub fn border(self, values: [f32; 4]) -> [f32; 4] {
        let values = self.fixed.map_or(values, |fixed| fixed.clamped(values));
        self.base.expand(values)
    }

    /// R, G, B and A as floats are stored in this format: half floats are rounded, with finite limits
    /// (ARB_texture_float issue 5), and fixed-point numbers.
    pub fn rounded(self, color: [f32; 4]) -> [f32; 4] {
        if let Some(fixed) = self.fixed {
            return std::array::from_fn(|i| fixed.round(i, color[i]));
        }
        if !self.half {
            return color;
        }
        let max = half::f16::MAX.to_f32();
        color.map(|c| half::f16::from_f32(c.clamp(-max, max)).to_f32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_base_formats() {
        let base = |name| InternalFormat::from_enum(name).map(|f| f.base);
        assert_eq!(base(3), Some(BaseFormat::Rgb));
        assert_eq!(base(INTENSITY8), Some(BaseFormat::Intensity));
        assert_eq!(base(DEPTH_COMPONENT24), Some(BaseFormat::Depth));
        assert_eq!(base(5), None);
        assert_eq!(base(COLOR_INDEX), None);
    }

    #[test]
    fn sizes_are_those_of_the_components_that_exist() {
        let bits = |name| InternalFormat::from_enum(name).unwrap().component_bits();
        assert_eq!(bits(RGB), [8, 8, 8, 0, 0, 0, 0]);
        assert_eq!(bits(LUMINANCE8_ALPHA8), [0, 0, 0, 8, 8, 0, 0]);
        assert_eq!(bits(RGBA32F_ARB), [32, 32, 32, 32, 0, 0, 0]);
        assert_eq!(bits(LUMINANCE_ALPHA16F_ARB), [0, 0, 0, 16, 16, 0, 0]);
    }
}
