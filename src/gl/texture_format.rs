//! Internal formats of textures (GL 1.5 tables 3.15 to 3.17, ARB_texture_float, ARB_depth_texture).

use super::enums::*;
use crate::texture::TexelFormat;

/// Base internal format: which of the texel's components exist. Texels are stored expanded to RGBA by it; texture
/// environments still need it (GL 1.5 table 3.22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BaseFormat {
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Rgb,
    Rgba,
    Depth,
}

impl BaseFormat {
    /// A colour as a texel of this base format (table 3.15 and the components that sampling gives).
    #[inline]
    pub fn expand(self, [r, g, b, a]: [f32; 4]) -> [f32; 4] {
        match self {
            BaseFormat::Alpha => [0.0, 0.0, 0.0, a],
            BaseFormat::Luminance => [r, r, r, 1.0],
            BaseFormat::LuminanceAlpha => [r, r, r, a],
            BaseFormat::Intensity => [r; 4],
            BaseFormat::Rgb => [r, g, b, 1.0],
            BaseFormat::Rgba => [r, g, b, a],
            BaseFormat::Depth => [r; 4],
        }
    }

    /// The same for bytes.
    #[inline]
    pub fn expand_bytes(self, [r, g, b, a]: [u8; 4]) -> [u8; 4] {
        match self {
            BaseFormat::Alpha => [0, 0, 0, a],
            BaseFormat::Luminance => [r, r, r, 255],
            BaseFormat::LuminanceAlpha => [r, r, r, a],
            BaseFormat::Intensity => [r; 4],
            BaseFormat::Rgb => [r, g, b, 255],
            BaseFormat::Rgba => [r, g, b, a],
            BaseFormat::Depth => [r; 4],
        }
    }

    /// A stored texel as the R, G, B, A that queries return (table 6.1).
    #[inline]
    pub fn returned(self, [r, g, b, a]: [f32; 4]) -> [f32; 4] {
        match self {
            BaseFormat::Alpha => [0.0, 0.0, 0.0, a],
            BaseFormat::Luminance | BaseFormat::Intensity => [r, 0.0, 0.0, 1.0],
            BaseFormat::LuminanceAlpha => [r, 0.0, 0.0, a],
            BaseFormat::Rgb => [r, g, b, 1.0],
            BaseFormat::Rgba => [r, g, b, a],
            BaseFormat::Depth => [r, 0.0, 0.0, 1.0],
        }
    }

    /// Which components the format has: red, green, blue, alpha, luminance, intensity, depth.
    pub fn components(self) -> [bool; 7] {
        let color = |rgb, a, l, i, d| [rgb, rgb, rgb, a, l, i, d];
        match self {
            BaseFormat::Alpha => color(false, true, false, false, false),
            BaseFormat::Luminance => color(false, false, true, false, false),
            BaseFormat::LuminanceAlpha => color(false, true, true, false, false),
            BaseFormat::Intensity => color(false, false, false, true, false),
            BaseFormat::Rgb => color(true, false, false, false, false),
            BaseFormat::Rgba => color(true, true, false, false, false),
            BaseFormat::Depth => color(false, false, false, false, true),
        }
    }
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
    /// The application asked for a generic compressed format. We store those uncompressed.
    pub compressed: bool,
    /// Stencil values are stored beside the depths (EXT_packed_depth_stencil).
    pub stencil: bool,
}

impl InternalFormat {
    /// The format with this name, or `None` for a name that is none. 1 to 4 are the component counts of GL 1.0.
    pub fn from_enum(name: u32) -> Option<InternalFormat> {
        use BaseFormat::*;
        let make = |base, texels, compressed| {
            Some(InternalFormat {
                name,
                base,
                texels,
                compressed,
                stencil: matches!(name, DEPTH_STENCIL | DEPTH24_STENCIL8),
            })
        };
        let bytes = |base| make(base, TexelFormat::Rgba8, false);
        let float = |base| make(base, TexelFormat::Rgba32F, false);
        let compressed = |base| make(base, TexelFormat::Rgba8, true);
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
            | DEPTH_STENCIL | DEPTH24_STENCIL8 => make(Depth, TexelFormat::Depth32F, false),
            COMPRESSED_ALPHA => compressed(Alpha),
            COMPRESSED_LUMINANCE => compressed(Luminance),
            COMPRESSED_LUMINANCE_ALPHA => compressed(LuminanceAlpha),
            COMPRESSED_INTENSITY => compressed(Intensity),
            COMPRESSED_RGB => compressed(Rgb),
            COMPRESSED_RGBA => compressed(Rgba),
            ALPHA32F_ARB | ALPHA16F_ARB => float(Alpha),
            LUMINANCE32F_ARB | LUMINANCE16F_ARB => float(Luminance),
            LUMINANCE_ALPHA32F_ARB | LUMINANCE_ALPHA16F_ARB => float(LuminanceAlpha),
            INTENSITY32F_ARB | INTENSITY16F_ARB => float(Intensity),
            RGB32F_ARB | RGB16F_ARB => float(Rgb),
            RGBA32F_ARB | RGBA16F_ARB => float(Rgba),
            _ => None,
        }
    }

    /// The name that queries give: generic compressed formats are stored as their base format (GL 1.5 section 3.8.1).
    pub fn reported_name(self) -> u32 {
        match (self.compressed, self.base) {
            (false, _) => self.name,
            (true, BaseFormat::Alpha) => ALPHA,
            (true, BaseFormat::Luminance) => LUMINANCE,
            (true, BaseFormat::LuminanceAlpha) => LUMINANCE_ALPHA,
            (true, BaseFormat::Intensity) => INTENSITY,
            (true, BaseFormat::Rgb) => RGB,
            (true, _) => RGBA,
        }
    }

    /// Bits of each component that the format has: red, green, blue, alpha, luminance, intensity, depth.
    pub fn component_bits(self) -> [i32; 7] {
        let bits = match self.texels {
            TexelFormat::Rgba8 => 8,
            TexelFormat::Rgba32F => 32,
            // 24 bits of a depth survive in an f32.
            TexelFormat::Depth32F => 24,
        };
        self.base.components().map(|has| if has { bits } else { 0 })
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
        assert_eq!(bits(RGBA16F_ARB), [32, 32, 32, 32, 0, 0, 0]);
    }
}
