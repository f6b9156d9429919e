//! The description table of client pixels (GL 1.5 tables 3.5, 3.6 and 3.8).

use super::packed_float::{pack_9_9_9_5, pack_11_11_10, unpack_9_9_9_5, unpack_11_11_10};

/// What the components of a client pixel mean (table 3.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    ColorIndex,
    StencilIndex,
    DepthComponent,
    Red,
    Green,
    Blue,
    Alpha,
    Rgb,
    Rgba,
    Bgr,
    /// ARB_texture_rg
    Rg,
    Bgra,
    /// EXT_abgr
    Abgr,
    Luminance,
    LuminanceAlpha,
    /// EXT_packed_depth_stencil
    DepthStencil,
    /// NV_texture_shader: only textures are of these.
    Hilo,
    Dsdt,
    DsdtMag,
    DsdtMagVib,
    Dudv,
}

/// How a component, or a whole packed pixel, is stored (tables 3.5 and 3.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelType {
    Bitmap,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F16,
    F32,
    U8R332,
    U8R233Rev,
    U16R565,
    U16R565Rev,
    U16R4444,
    U16R4444Rev,
    U16R5551,
    U16R1555Rev,
    U32R8888,
    U32R8888Rev,
    U32R1010102,
    U32R2101010Rev,
    /// EXT_packed_depth_stencil: 24 bits of depth above 8 of stencil.
    U24S8,
    /// NV_texture_shader: two signed components, two unsigned ones.
    U32S8S888,
    U32S8S888Rev,
    /// EXT_packed_float: three floats without a sign.
    U32F10F11F11Rev,
    /// EXT_texture_shared_exponent: three mantissas and an exponent.
    U32E5999Rev,
    /// Signed integers c that stand for c ÷ (2^(bits − 1) − 1), as texels of signed formats do (EXT_texture_snorm).
    I8Exact,
    I16Exact,
    I32Exact,
}

/// What a format's components become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Colour: component `k` of the client goes to this component of RGBA.
    Color(&'static [usize]),
    /// Luminance (to R, G and B), and alpha when true.
    Luminance(bool),
    /// Colour or stencil indices.
    Index,
    /// Depths.
    Depth,
    /// Depths with stencil indices.
    DepthStencil,
    /// Numbers that are no colour: component `k` of the client goes to component `k` of the texel.
    Offsets(&'static [usize]),
}

/// Functions that make a word of a colour, and a colour of a word.
pub(super) type PackedWords = (fn([f32; 3]) -> u32, fn(u32) -> [f32; 3]);

/// Facts about a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeInfo {
    /// Bytes per component, or per pixel when packed; 0 for bitmaps.
    pub bytes: usize,
    /// Bit widths of the components in order, when the whole pixel is packed.
    pub packed: Option<&'static [u32]>,
    /// The first component is in the least significant bits.
    pub reversed: bool,
    /// How many components of a packed pixel, counted from the first, are signed.
    pub signed: usize,
}

impl Family {
    /// Whether pixels have depths.
    pub fn has_depth(self) -> bool {
        matches!(self, Family::Depth | Family::DepthStencil)
    }
}

impl PixelFormat {
    /// What its components become.
    pub fn family(self) -> Family {
        use PixelFormat::*;
        match self {
            ColorIndex | StencilIndex => Family::Index,
            DepthComponent => Family::Depth,
            DepthStencil => Family::DepthStencil,
            Red => Family::Color(&[0]),
            Green => Family::Color(&[1]),
            Blue => Family::Color(&[2]),
            Alpha => Family::Color(&[3]),
            Rgb => Family::Color(&[0, 1, 2]),
            Rgba => Family::Color(&[0, 1, 2, 3]),
            Bgr => Family::Color(&[2, 1, 0]),
            Rg => Family::Color(&[0, 1]),
            Bgra => Family::Color(&[2, 1, 0, 3]),
            Abgr => Family::Color(&[3, 2, 1, 0]),
            Luminance => Family::Luminance(false),
            LuminanceAlpha => Family::Luminance(true),
            Hilo | Dsdt | Dudv => Family::Offsets(&[0, 1]),
            DsdtMag => Family::Offsets(&[0, 1, 2]),
            DsdtMagVib => Family::Offsets(&[0, 1, 2, 3]),
        }
    }

    /// Whether pixels are colours, or indices that become colours: what the imaging subset works on.
    pub fn is_color(self) -> bool {
        !self.family().has_depth() && !matches!(self.family(), Family::Offsets(_))
    }

    /// Components per pixel.
    pub fn components(self) -> usize {
        match self.family() {
            Family::Color(order) | Family::Offsets(order) => order.len(),
            Family::Luminance(true) => 2,
            _ => 1,
        }
    }
}

impl PixelType {
    /// Its row of the table.
    pub fn info(self) -> TypeInfo {
        use PixelType::*;
        let plain = |bytes| TypeInfo {
            bytes,
            packed: None,
            reversed: false,
            signed: 0,
        };
        let packed = |bytes, widths, reversed| TypeInfo {
            bytes,
            packed: Some(widths),
            reversed,
            signed: 0,
        };
        // Each row has the bytes of one element. Packed types have the widths of their components too, and whether
        // the first is lowest.
        match self {
            Bitmap => plain(0),
            U8 | I8 | I8Exact => plain(1),
            U16 | I16 | I16Exact | F16 => plain(2),
            U32 | I32 | I32Exact | F32 | U24S8 => plain(4),
            U8R332 => packed(1, &[3, 3, 2], false),
            U8R233Rev => packed(1, &[3, 3, 2], true),
            U16R565 => packed(2, &[5, 6, 5], false),
            U16R565Rev => packed(2, &[5, 6, 5], true),
            U16R4444 => packed(2, &[4, 4, 4, 4], false),
            U16R4444Rev => packed(2, &[4, 4, 4, 4], true),
            U16R5551 => packed(2, &[5, 5, 5, 1], false),
            U16R1555Rev => packed(2, &[5, 5, 5, 1], true),
            U32R8888 => packed(4, &[8, 8, 8, 8], false),
            U32R8888Rev => packed(4, &[8, 8, 8, 8], true),
            U32R1010102 => packed(4, &[10, 10, 10, 2], false),
            U32R2101010Rev => packed(4, &[10, 10, 10, 2], true),
            U32F10F11F11Rev => packed(4, &[11, 11, 10], true),
            U32E5999Rev => packed(4, &[9, 9, 9, 5], true),
            U32S8S888 | U32S8S888Rev => TypeInfo {
                signed: 2,
                ..packed(4, &[8, 8, 8, 8], self == U32S8S888Rev)
            },
        }
    }

    /// Whether components are floating point: such values are neither normalised nor clamped.
    pub fn is_float(self) -> bool {
        matches!(self, PixelType::F16 | PixelType::F32) || self.words().is_some()
    }

    /// The functions that make and read the words of colours that are packed floats.
    pub(super) fn words(self) -> Option<PackedWords> {
        match self {
            PixelType::U32F10F11F11Rev => Some((pack_11_11_10, unpack_11_11_10)),
            PixelType::U32E5999Rev => Some((pack_9_9_9_5, unpack_9_9_9_5)),
            _ => None,
        }
    }

    /// The type with the same numbers that signed texels are specified and returned with (EXT_texture_snorm table 2.10).
    #[must_use]
    pub fn with_exact_zero(self) -> PixelType {
        match self {
            PixelType::I8 => PixelType::I8Exact,
            PixelType::I16 => PixelType::I16Exact,
            PixelType::I32 => PixelType::I32Exact,
            ty => ty,
        }
    }
}

/// One pixel in client memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PixelSpec {
    /// Meaning of the components.
    pub format: PixelFormat,
    /// Storage of the components.
    pub ty: PixelType,
}

impl PixelSpec {
    /// Whether the format may be stored in this type: packed types fit only formats with as many components, BITMAP
    /// only indices (table 3.8).
    pub fn is_valid(self) -> bool {
        if (self.ty == PixelType::U24S8) != (self.format == PixelFormat::DepthStencil) {
            return false;
        }
        match (self.ty, self.ty.info().packed) {
            (PixelType::Bitmap, _) => self.format.family() == Family::Index,
            (PixelType::U32S8S888 | PixelType::U32S8S888Rev, _) => {
                self.format == PixelFormat::DsdtMagVib
            }
            (PixelType::U32F10F11F11Rev | PixelType::U32E5999Rev, _) => {
                self.format == PixelFormat::Rgb
            }
            (_, None) => true,
            (_, Some(widths)) => {
                let fits = [
                    PixelFormat::Rgb,
                    PixelFormat::Rgba,
                    PixelFormat::Bgra,
                    PixelFormat::Abgr,
                ];
                let fits = if widths.len() == 3 {
                    &fits[..1]
                } else {
                    &fits[1..]
                };
                fits.contains(&self.format)
            }
        }
    }

    /// Bytes per pixel; 0 for bitmaps.
    pub fn pixel_bytes(self) -> usize {
        let info = self.ty.info();
        if info.packed.is_some() {
            info.bytes
        } else {
            info.bytes * self.format.components()
        }
    }
}
