//! Client bytes → colours, indices, depths (GL 1.5 section 3.6.4, "Conversion to floating-point" and "to RGBA").
//!
//! Each function takes the bytes of one row. Missing colour components are 0, missing alpha is 1; luminance goes to R,
//! G and B. Unsigned components map to c / (2^b − 1), signed ones to (2c + 1) / (2^b − 1) (table 2.9).

use super::convert::{convert_row, swap_red_blue};
use super::table::{Family, PixelFormat, PixelSpec, PixelType};

/// Calls `put(i, bytes)` for each element of `N` bytes, in the machine's order.
#[inline(always)]
fn elements<const N: usize>(bytes: &[u8], swap: bool, mut put: impl FnMut(usize, [u8; N])) {
    for (i, chunk) in bytes.chunks_exact(N).enumerate() {
        let mut element = [0; N];
        element.copy_from_slice(chunk);
        if swap {
            element.reverse();
        }
        put(i, element);
    }
}

/// Calls `put(i, value)` for each component of an unpacked type; integers as they are when `raw`, else normalised.
fn components(ty: PixelType, bytes: &[u8], swap: bool, raw: bool, mut put: impl FnMut(usize, f64)) {
    // Table 2.9 of GL 1.5. `raw` values are indices and stay as they are.
    let unsigned = |value: u32, bits: u32| {
        value as f64
            * if raw {
                1.0
            } else {
                1.0 / ((1u64 << bits) - 1) as f64
            }
    };
    let signed = |value: i32, bits: u32| {
        if raw {
            value as f64
        } else {
            (2.0 * value as f64 + 1.0) / ((1u64 << bits) - 1) as f64
        }
    };
    // Numbers of signed texels: 0 is exact, and the least number is −1 like its neighbour (EXT_texture_snorm).
    let exact = |value: i32, bits: u32| {
        let max = ((1i64 << (bits - 1)) - 1) as f64;
        (f64::from(value) / max).max(-1.0)
    };
    match ty {
        PixelType::U8 => elements(bytes, false, |i, [b]| put(i, unsigned(b.into(), 8))),
        PixelType::I8 => elements(bytes, false, |i, [b]| put(i, signed((b as i8).into(), 8))),
        PixelType::U16 => elements(bytes, swap, |i, b| {
            put(i, unsigned(u16::from_ne_bytes(b).into(), 16))
        }),
        PixelType::I16 => elements(bytes, swap, |i, b| {
            put(i, signed(i16::from_ne_bytes(b).into(), 16))
        }),
        PixelType::U32 => elements(bytes, swap, |i, b| {
            put(i, unsigned(u32::from_ne_bytes(b), 32))
        }),
        PixelType::I32 => elements(bytes, swap, |i, b| {
            put(i, signed(i32::from_ne_bytes(b), 32))
        }),
        PixelType::I8Exact => elements(bytes, false, |i, [b]| put(i, exact((b as i8).into(), 8))),
        PixelType::I16Exact => elements(bytes, swap, |i, b| {
            put(i, exact(i16::from_ne_bytes(b).into(), 16))
        }),
        PixelType::I32Exact => {
            elements(bytes, swap, |i, b| put(i, exact(i32::from_ne_bytes(b), 32)))
        }
        PixelType::F16 => elements(bytes, swap, |i, b| {
            put(i, half::f16::from_ne_bytes(b).to_f64())
        }),
        PixelType::F32 => elements(bytes, swap, |i, b| put(i, f32::from_ne_bytes(b).into())),
        _ => {}
    }
}

/// Calls `put(pixel, component, value)` for each component of a packed type.
fn packed_components(
    ty: PixelType,
    bytes: &[u8],
    swap: bool,
    mut put: impl FnMut(usize, usize, f32),
) {
    let info = ty.info();
    let Some(widths) = info.packed else { return };
    // The first component lies in the top bits, or in the low ones if the type is reversed.
    let mut split = |pixel: usize, value: u32| {
        let mut shift = if info.reversed {
            0
        } else {
            info.bytes as u32 * 8
        };
        for (k, &width) in widths.iter().enumerate() {
            if !info.reversed {
                shift -= width;
            }
            let max = (1 << width) - 1;
            let field = value >> shift & max;
            put(
                pixel,
                k,
                if k < info.signed {
                    let signed = ((field << (32 - width)) as i32) >> (32 - width);
                    (2.0 * signed as f32 + 1.0) / max as f32
                } else {
                    field as f32 / max as f32
                },
            );
            if info.reversed {
                shift += width;
            }
        }
    };
    // Single bytes have no order.
    match info.bytes {
        1 => elements(bytes, false, |i, [b]| split(i, b.into())),
        2 => elements(bytes, swap, |i, b| split(i, u16::from_ne_bytes(b).into())),
        _ => elements(bytes, swap, |i, b| split(i, u32::from_ne_bytes(b))),
    }
}

/// Unpacks a row of colours. Index and depth formats leave (0, 0, 0, 1).
pub fn unpack_colors(spec: PixelSpec, swap: bool, bytes: &[u8], out: &mut [[f32; 4]]) {
    out.fill([0.0, 0.0, 0.0, 1.0]);
    let n = spec.format.components();
    let bytes = &bytes[..bytes.len().min(out.len() * spec.pixel_bytes())];
    if let Some((_, unpack)) = spec.ty.words() {
        return elements(bytes, swap, |i, b| {
            out[i][..3].copy_from_slice(&unpack(u32::from_ne_bytes(b)));
        });
    }
    match spec.format.family() {
        Family::Color(order) | Family::Offsets(order) if spec.ty.info().packed.is_some() => {
            packed_components(spec.ty, bytes, swap, |pixel, k, value| {
                out[pixel][order[k]] = value
            });
        }
        Family::Color(order) | Family::Offsets(order) => {
            components(spec.ty, bytes, swap, false, |i, v| {
                out[i / n][order[i % n]] = v as f32
            })
        }
        Family::Luminance(_) => components(spec.ty, bytes, swap, false, |i, v| match i % n {
            0 => out[i / n][..3].fill(v as f32),
            _ => out[i / n][3] = v as f32,
        }),
        Family::Index | Family::Depth | Family::DepthStencil => {}
    }
}

/// Unpacks a row of indices (integers as they are, floats too) or of depths (normalised). Bitmaps: see
/// [`unpack_bitmap`].
pub fn unpack_scalars(spec: PixelSpec, swap: bool, bytes: &[u8], out: &mut [f64]) {
    out.fill(0.0);
    let bytes = &bytes[..bytes.len().min(out.len() * spec.pixel_bytes())];
    let raw = spec.format.family() == Family::Index;
    components(spec.ty, bytes, swap, raw, |i, value| out[i] = value);
}

/// Unpacks a row of depth-stencil pixels: depth << 8 | stencil.
pub fn unpack_depth_stencils(swap: bool, bytes: &[u8], out: &mut [u32]) {
    let bytes = &bytes[..bytes.len().min(4 * out.len())];
    elements(bytes, swap, |i, b| out[i] = u32::from_ne_bytes(b));
}

/// Unpacks a row of bits, the first one in bit `first_bit` (counted from the side that `lsb_first` names).
pub fn unpack_bitmap(bytes: &[u8], first_bit: usize, lsb_first: bool, out: &mut [bool]) {
    for (i, bit) in out.iter_mut().enumerate() {
        let at = first_bit + i;
        let shift = if lsb_first { at % 8 } else { 7 - at % 8 };
        *bit = bytes.get(at / 8).is_some_and(|byte| byte >> shift & 1 != 0);
    }
}

/// Unpacks a row of colours straight to bytes R, G, B, A: the fast path. False for specs that have none; nothing is
/// written then.
pub fn unpack_rgba8(spec: PixelSpec, swap: bool, bytes: &[u8], out: &mut [[u8; 4]]) -> bool {
    // Packed types are bytes in the order of the machine, or the other one if they are swapped.
    let little = cfg!(target_endian = "little") != swap;
    let format = match (spec.ty, spec.format, little) {
        (PixelType::U8, format, _) => format,
        (
            PixelType::U32R8888Rev,
            format @ (PixelFormat::Rgba | PixelFormat::Bgra | PixelFormat::Abgr),
            true,
        ) => format,
        (
            PixelType::U32R8888,
            format @ (PixelFormat::Rgba | PixelFormat::Bgra | PixelFormat::Abgr),
            false,
        ) => format,
        (PixelType::U32R8888, PixelFormat::Rgba, true) => PixelFormat::Abgr,
        (PixelType::U32R8888, PixelFormat::Abgr, true) => PixelFormat::Rgba,
        _ => return false,
    };
    fn convert<const N: usize>(
        bytes: &[u8],
        out: &mut [[u8; 4]],
        f: impl Fn([u8; N]) -> [u8; 4],
    ) -> bool {
        convert_row(bytes.as_chunks::<N>().0, out, f);
        true
    }
    // Missing components are 0, a missing alpha is 255.
    match format {
        PixelFormat::Rgba => convert(bytes, out, |p| p),
        PixelFormat::Bgra => convert(bytes, out, swap_red_blue),
        PixelFormat::Abgr => convert(bytes, out, |p| u32::from_le_bytes(p).to_be_bytes()),
        PixelFormat::Rgb => convert(bytes, out, |[r, g, b]| [r, g, b, 255]),
        PixelFormat::Bgr => convert(bytes, out, |[b, g, r]| [r, g, b, 255]),
        PixelFormat::Rg => convert(bytes, out, |[r, g]| [r, g, 0, 255]),
        PixelFormat::Luminance => convert(bytes, out, |[l]| [l, l, l, 255]),
        PixelFormat::LuminanceAlpha => convert(bytes, out, |[l, a]| [l, l, l, a]),
        PixelFormat::Alpha => convert(bytes, out, |[a]| [0, 0, 0, a]),
        PixelFormat::Red => convert(bytes, out, |[r]| [r, 0, 0, 255]),
        PixelFormat::Green => convert(bytes, out, |[g]| [0, g, 0, 255]),
        PixelFormat::Blue => convert(bytes, out, |[b]| [0, 0, b, 255]),
        PixelFormat::ColorIndex
        | PixelFormat::StencilIndex
        | PixelFormat::DepthComponent
        | PixelFormat::DepthStencil
        | PixelFormat::Hilo
        | PixelFormat::Dsdt
        | PixelFormat::DsdtMag
        | PixelFormat::DsdtMagVib
        | PixelFormat::Dudv => false,
    }
}
