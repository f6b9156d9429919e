//! Elements that fill a buffer: the sized formats of ARB_clear_buffer_object, and the client's colour as one of them.
//!
//! The formats are those of table 3.15 of OpenGL 4.2, which the extension's text cites.
#![forbid(unsafe_code)]

use super::image::{pixel_spec, pixel_type};
use crate::format::{self, Family, PixelFormat, PixelSpec, PixelType};
use crate::gl::context::enums::*;
use crate::gl::{GlError, Result};
use smallvec::SmallVec;

/// How one component of an element is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Component {
    Unorm8,
    Unorm16,
    Half,
    Float,
    /// Integers of this many bytes.
    Signed(usize),
    Unsigned(usize),
}

/// The bytes of an element: four components of four bytes at most.
pub(super) type ElementBytes = SmallVec<[u8; 16]>;

/// The format of one element: which components of R, G, B and A it has, and how each is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Element {
    places: &'static [usize],
    component: Component,
}

const R: &[usize] = &[0];
const RG: &[usize] = &[0, 1];
const RGB: &[usize] = &[0, 1, 2];
const RGBA: &[usize] = &[0, 1, 2, 3];
const A: &[usize] = &[3];
const LA: &[usize] = &[0, 3];

/// The client's colour: what it means, and what it is stored as.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    Color(PixelSpec),
    /// Integers that are not normalised: the places of the components in RGBA, and their type.
    Integers(&'static [usize], PixelType),
}

impl Component {
    fn bytes(self) -> usize {
        match self {
            Component::Unorm8 => 1,
            Component::Unorm16 | Component::Half => 2,
            Component::Float => 4,
            Component::Signed(bytes) | Component::Unsigned(bytes) => bytes,
        }
    }

    fn is_integer(self) -> bool {
        matches!(self, Component::Signed(_) | Component::Unsigned(_))
    }

    /// Appends a component of a colour. Normalised numbers are clamped and rounded to nearest (OpenGL 4.2 section 2.3.1).
    fn put_color(self, value: f32, out: &mut ElementBytes) {
        let unorm = |max: f64| (f64::from(value).clamp(0.0, 1.0) * max).round_ties_even();
        match self {
            Component::Unorm8 => out.push(unorm(255.0) as u8),
            Component::Unorm16 => out.extend_from_slice(&(unorm(65535.0) as u16).to_ne_bytes()),
            Component::Half => out.extend_from_slice(&half::f16::from_f32(value).to_ne_bytes()),
            _ => out.extend_from_slice(&value.to_ne_bytes()),
        }
    }

    /// Appends an integer, clamped to what the format can hold (EXT_texture_integer 3.8.1).
    fn put_integer(self, value: i64, out: &mut ElementBytes) {
        let bits = 8 * self.bytes();
        let (least, greatest) = match self {
            Component::Signed(_) => (-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1),
            _ => (0, (1i64 << bits) - 1),
        };
        let value = value.clamp(least, greatest);
        match bits {
            8 => out.push(value as u8),
            16 => out.extend_from_slice(&(value as u16).to_ne_bytes()),
            _ => out.extend_from_slice(&(value as u32).to_ne_bytes()),
        }
    }
}

impl Element {
    /// The element of an internal format. Gives INVALID_ENUM for formats that the table lacks.
    pub(super) fn from_enum(name: u32) -> Result<Element> {
        use Component::*;
        let (places, component) = match name {
            R8 => (R, Unorm8),
            R16 => (R, Unorm16),
            R16F => (R, Half),
            R32F => (R, Float),
            R8I => (R, Signed(1)),
            R16I => (R, Signed(2)),
            R32I => (R, Signed(4)),
            R8UI => (R, Unsigned(1)),
            R16UI => (R, Unsigned(2)),
            R32UI => (R, Unsigned(4)),
            RG8 => (RG, Unorm8),
            RG16 => (RG, Unorm16),
            RG16F => (RG, Half),
            RG32F => (RG, Float),
            RG8I => (RG, Signed(1)),
            RG16I => (RG, Signed(2)),
            RG32I => (RG, Signed(4)),
            RG8UI => (RG, Unsigned(1)),
            RG16UI => (RG, Unsigned(2)),
            RG32UI => (RG, Unsigned(4)),
            RGB32F => (RGB, Float),
            RGB32I => (RGB, Signed(4)),
            RGB32UI => (RGB, Unsigned(4)),
            RGBA8 => (RGBA, Unorm8),
            RGBA16 => (RGBA, Unorm16),
            RGBA16F => (RGBA, Half),
            RGBA32F => (RGBA, Float),
            RGBA8I => (RGBA, Signed(1)),
            RGBA16I => (RGBA, Signed(2)),
            RGBA32I => (RGBA, Signed(4)),
            RGBA8UI => (RGBA, Unsigned(1)),
            RGBA16UI => (RGBA, Unsigned(2)),
            RGBA32UI => (RGBA, Unsigned(4)),
            // Those of ARB_texture_buffer_object, which drivers take as well. Luminance and intensity are red.
            ALPHA8 => (A, Unorm8),
            ALPHA16 => (A, Unorm16),
            ALPHA16F_ARB => (A, Half),
            ALPHA32F_ARB => (A, Float),
            LUMINANCE8 | INTENSITY8 => (R, Unorm8),
            LUMINANCE16 | INTENSITY16 => (R, Unorm16),
            LUMINANCE16F_ARB | INTENSITY16F_ARB => (R, Half),
            LUMINANCE32F_ARB | INTENSITY32F_ARB => (R, Float),
            LUMINANCE8_ALPHA8 => (LA, Unorm8),
            LUMINANCE16_ALPHA16 => (LA, Unorm16),
            LUMINANCE_ALPHA16F_ARB => (LA, Half),
            LUMINANCE_ALPHA32F_ARB => (LA, Float),
            _ => {
                return Err(GlError::invalid_enum(
                    "no internal format of buffer textures",
                ));
            }
        };
        Ok(Element { places, component })
    }

    pub(super) fn bytes(self) -> usize {
        self.places.len() * self.component.bytes()
    }

    /// The client's format and type for this element. Gives INVALID_ENUM for a name that is unknown or no colour,
    /// INVALID_OPERATION for a type that does not fit the format, and for integers where colours are wanted or the reverse
    /// (EXT_texture_integer 3.8.1).
    pub(super) fn source(self, format: u32, ty: u32) -> Result<Source> {
        let source = match integer_order(format) {
            Some(order) => Source::Integers(order, integer_type(order, ty)?),
            None => {
                let spec = pixel_spec(format, ty)?;
                if !matches!(
                    spec.format.family(),
                    Family::Color(_) | Family::Luminance(_)
                ) {
                    return Err(GlError::invalid_enum("the pixel format is no colour"));
                }
                Source::Color(spec)
            }
        };
        if self.component.is_integer() == matches!(source, Source::Integers(..)) {
            Ok(source)
        } else {
            Err(GlError::invalid_operation(
                "integers and colours are not converted to each other",
            ))
        }
    }

    /// The element that these bytes of the client stand for. They are `source.bytes()` in number.
    pub(super) fn of_client(self, source: Source, swap: bool, bytes: &[u8]) -> ElementBytes {
        let mut out = ElementBytes::new();
        match source {
            Source::Color(mut spec) => {
                // Signed numbers are those of OpenGL 4.2, equation 2.2.
                spec.ty = spec.ty.with_exact_zero();
                let mut color = [[0.0, 0.0, 0.0, 1.0]];
                format::unpack_colors(spec, swap, bytes, &mut color);
                for place in self.places {
                    self.component.put_color(color[0][*place], &mut out);
                }
            }
            Source::Integers(order, ty) => {
                let color = integers(order, ty, swap, bytes);
                for place in self.places {
                    self.component.put_integer(color[*place], &mut out);
                }
            }
        }
        out
    }
}

impl Source {
    /// The number of bytes that the client's colour takes.
    pub(super) fn bytes(self) -> usize {
        match self {
            Source::Color(spec) => spec.pixel_bytes(),
            Source::Integers(order, ty) if ty.info().packed.is_none() => {
                order.len() * ty.info().bytes
            }
            Source::Integers(_, ty) => ty.info().bytes,
        }
    }
}

/// The places in RGBA of the components of an integer format (EXT_texture_integer table 3.6); `None` for other formats.
fn integer_order(format: u32) -> Option<&'static [usize]> {
    Some(match format {
        RED_INTEGER => &[0],
        GREEN_INTEGER => &[1],
        BLUE_INTEGER => &[2],
        ALPHA_INTEGER => &[3],
        RG_INTEGER => &[0, 1],
        RGB_INTEGER => &[0, 1, 2],
        RGBA_INTEGER => &[0, 1, 2, 3],
        BGR_INTEGER => &[2, 1, 0],
        BGRA_INTEGER => &[2, 1, 0, 3],
        _ => return None,
    })
}

/// The type of an integer format with this order. Gives INVALID_ENUM for floats and bitmaps, INVALID_OPERATION for a packed
/// type that does not fit.
fn integer_type(order: &[usize], ty: u32) -> Result<PixelType> {
    let ty = pixel_type(ty)?;
    let misfit = GlError::invalid_operation("the packed type does not fit the format");
    if matches!(ty, PixelType::Bitmap | PixelType::F16 | PixelType::F32) {
        return Err(GlError::invalid_enum("integer formats have integers"));
    }
    // Words of packed floats and of depths have no integers.
    if ty.is_float() || ty == PixelType::U24S8 {
        return Err(misfit);
    }
    match ty.info().packed {
        // Words of three components are RGB in this order only (table 3.8).
        Some(widths) if widths.len() != order.len() || order == [2, 1, 0] => Err(misfit),
        _ => Ok(ty),
    }
}

/// The integers of the client as R, G, B, A. Missing ones are 0, a missing alpha is 1.
fn integers(order: &[usize], ty: PixelType, swap: bool, bytes: &[u8]) -> [i64; 4] {
    let mut color = [0, 0, 0, 1];
    let mut fields = [0.0; 4];
    let fields = &mut fields[..order.len()];
    let info = ty.info();
    if let Some(widths) = info.packed {
        let word = packed_word(bytes, swap);
        // The first component lies in the top bits, or in the low ones if the type is reversed.
        let mut below = if info.reversed {
            0
        } else {
            8 * info.bytes as u32
        };
        for (field, width) in fields.iter_mut().zip(widths) {
            if !info.reversed {
                below -= width;
            }
            *field = f64::from(word >> below & ((1 << width) - 1));
            if info.reversed {
                below += width;
            }
        }
    } else {
        // Indices are integers that stay as they are.
        let format = PixelFormat::ColorIndex;
        format::unpack_scalars(PixelSpec { format, ty }, swap, bytes, fields);
    }
    for (place, field) in order.iter().zip(fields) {
        color[*place] = *field as i64;
    }
    color
}

/// A word of one, two or four bytes, in the machine's order or in the other one.
fn packed_word(bytes: &[u8], swap: bool) -> u32 {
    let join = |word: u32, byte: &u8| word << 8 | u32::from(*byte);
    if swap == cfg!(target_endian = "little") {
        bytes.iter().fold(0, join)
    } else {
        bytes.iter().rev().fold(0, join)
    }
}
