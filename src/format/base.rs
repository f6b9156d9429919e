//! Base internal formats (GL 1.5 tables 3.15 and 3.22 and those of extensions): which components a texel has, and what the
//! others are.

/// Base internal format: which of the texel's components exist. Texels are stored expanded to RGBA by it; texture
/// environments still need it (GL 1.5 table 3.22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BaseFormat {
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    /// RGB without green and blue (ARB_texture_rg, EXT_texture_compression_rgtc).
    Red,
    /// RGB without blue.
    RedGreen,
    Rgb,
    Rgba,
    Depth,
    /// HI and LO, first of four components (NV_texture_shader).
    Hilo,
    /// DS and DT.
    Dsdt,
    /// DS, DT and the magnitude.
    DsdtMag,
    /// DS, DT, the magnitude and the intensity.
    DsdtMagIntensity,
    /// DU and DV (ATI_envmap_bumpmap).
    Dudv,
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
            BaseFormat::Red => [r, 0.0, 0.0, 1.0],
            BaseFormat::RedGreen => [r, g, 0.0, 1.0],
            BaseFormat::Rgb => [r, g, b, 1.0],
            BaseFormat::Rgba => [r, g, b, a],
            BaseFormat::Depth => [r; 4],
            BaseFormat::Hilo | BaseFormat::Dsdt => [r, g, 0.0, 0.0],
            BaseFormat::DsdtMag => [r, g, b, 0.0],
            BaseFormat::DsdtMagIntensity => [r, g, b, a],
            BaseFormat::Dudv => [r, g, 0.0, 1.0],
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
            BaseFormat::Red => [r, 0, 0, 255],
            BaseFormat::RedGreen | BaseFormat::Dudv => [r, g, 0, 255],
            BaseFormat::Rgb => [r, g, b, 255],
            BaseFormat::Hilo | BaseFormat::Dsdt => [r, g, 0, 0],
            BaseFormat::DsdtMag => [r, g, b, 0],
            BaseFormat::Rgba | BaseFormat::DsdtMagIntensity => [r, g, b, a],
            BaseFormat::Depth => [r; 4],
        }
    }

    /// The format that texture environments and combiners treat in the same way (GL 1.5 table 3.22, NV_texture_shader
    /// 3.8.9): fewer formats, fewer programs.
    pub fn in_environments(self) -> BaseFormat {
        match self {
            BaseFormat::Red | BaseFormat::RedGreen => BaseFormat::Rgb,
            BaseFormat::Dsdt | BaseFormat::DsdtMag => BaseFormat::Hilo,
            format => format,
        }
    }

    /// A stored texel as the R, G, B, A that queries return (table 6.1).
    #[inline]
    pub fn returned(self, [r, g, b, a]: [f32; 4]) -> [f32; 4] {
        match self {
            BaseFormat::Alpha => [0.0, 0.0, 0.0, a],
            BaseFormat::Luminance | BaseFormat::Intensity => [r, 0.0, 0.0, 1.0],
            BaseFormat::LuminanceAlpha => [r, 0.0, 0.0, a],
            BaseFormat::Red => [r, 0.0, 0.0, 1.0],
            BaseFormat::RedGreen => [r, g, 0.0, 1.0],
            BaseFormat::Rgb => [r, g, b, 1.0],
            BaseFormat::Rgba => [r, g, b, a],
            BaseFormat::Depth => [r, 0.0, 0.0, 1.0],
            BaseFormat::Hilo
            | BaseFormat::Dsdt
            | BaseFormat::DsdtMag
            | BaseFormat::DsdtMagIntensity
            | BaseFormat::Dudv => [r, g, b, a],
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
            BaseFormat::Red => [true, false, false, false, false, false, false],
            BaseFormat::RedGreen => [true, true, false, false, false, false, false],
            BaseFormat::Rgb => color(true, false, false, false, false),
            BaseFormat::Rgba => color(true, true, false, false, false),
            BaseFormat::Depth => color(false, false, false, false, true),
            BaseFormat::DsdtMagIntensity => color(false, false, false, true, false),
            BaseFormat::Hilo | BaseFormat::Dsdt | BaseFormat::DsdtMag | BaseFormat::Dudv => {
                [false; 7]
            }
        }
    }

    /// Which components it has beside those: hi, lo, ds, dt, magnitude (NV_texture_shader table 3.16).
    pub fn offset_components(self) -> [bool; 5] {
        match self {
            BaseFormat::Hilo => [true, true, false, false, false],
            BaseFormat::Dsdt => [false, false, true, true, false],
            BaseFormat::DsdtMag | BaseFormat::DsdtMagIntensity => [false, false, true, true, true],
            _ => [false; 5],
        }
    }

    /// Texels are colours or depths.
    pub fn is_color_or_depth(self) -> bool {
        self != BaseFormat::Dudv && self.offset_components() == [false; 5]
    }
}
