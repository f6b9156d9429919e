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

#[cfg(test)]
mod tests {
    use super::*;
    use PixelFormat::*;

    fn color(format: PixelFormat, ty: PixelType, swap: bool, bytes: &[u8]) -> [f32; 4] {
        let mut out = [[9.0; 4]];
        unpack_colors(PixelSpec { format, ty }, swap, bytes, &mut out);
        out[0]
    }

    #[test]
    fn formats_place_their_components() {
        let bytes = [255, 0, 51, 102];
        assert_eq!(
            color(Rgba, PixelType::U8, false, &bytes),
            [1.0, 0.0, 0.2, 0.4]
        );
        assert_eq!(
            color(Bgra, PixelType::U8, false, &bytes),
            [0.2, 0.0, 1.0, 0.4]
        );
        assert_eq!(
            color(Abgr, PixelType::U8, false, &bytes),
            [0.4, 0.2, 0.0, 1.0]
        );
        assert_eq!(
            color(Bgr, PixelType::U8, false, &bytes),
            [0.2, 0.0, 1.0, 1.0]
        );
        assert_eq!(
            color(Green, PixelType::U8, false, &bytes),
            [0.0, 1.0, 0.0, 1.0]
        );
        assert_eq!(
            color(Alpha, PixelType::U8, false, &bytes),
            [0.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            color(LuminanceAlpha, PixelType::U8, false, &bytes),
            [1.0, 1.0, 1.0, 0.0]
        );
    }

    #[test]
    fn packed_types_split_by_table_3_8() {
        // 0xF800: red of 5-6-5 in the most significant bits; reversed it is the last component.
        let red = 0xf800u16.to_ne_bytes();
        assert_eq!(
            color(Rgb, PixelType::U16R565, false, &red),
            [1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            color(Rgb, PixelType::U16R565Rev, false, &red),
            [0.0, 0.0, 1.0, 1.0]
        );
        let swapped = 0x00f8u16.to_ne_bytes();
        assert_eq!(
            color(Rgb, PixelType::U16R565, true, &swapped),
            [1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            color(Rgb, PixelType::U8R332, false, &[0b1110_0011]),
            [1.0, 0.0, 1.0, 1.0]
        );
        assert_eq!(
            color(Rgb, PixelType::U8R233Rev, false, &[0b1100_0111]),
            [1.0, 0.0, 1.0, 1.0]
        );
        let alpha = 0x0001u16.to_ne_bytes();
        assert_eq!(
            color(Bgra, PixelType::U16R5551, false, &alpha),
            [0.0, 0.0, 0.0, 1.0]
        );
        let blue = 0x7c00u16.to_ne_bytes(); // 1-5-5-5 reversed, BGRA: component 2 (red) in bits 10–14
        assert_eq!(
            color(Bgra, PixelType::U16R1555Rev, false, &blue),
            [1.0, 0.0, 0.0, 0.0]
        );
        let value = 0xC00F_FC00u32.to_ne_bytes(); // 2-10-10-10 reversed: G = 1023, A = 3
        assert_eq!(
            color(Rgba, PixelType::U32R2101010Rev, false, &value),
            [0.0, 1.0, 0.0, 1.0]
        );
    }

    #[test]
    fn signed_components_follow_table_2_9() {
        assert_eq!(color(Red, PixelType::I8, false, &[127])[0], 1.0);
        assert_eq!(color(Red, PixelType::I8, false, &[0x80])[0], -1.0);
        assert_eq!(color(Red, PixelType::I8, false, &[0])[0], 1.0 / 255.0);
        assert_eq!(
            color(Red, PixelType::I32, false, &i32::MIN.to_ne_bytes())[0],
            -1.0
        );
        assert_eq!(
            color(Red, PixelType::F16, false, &0x3c00u16.to_ne_bytes())[0],
            1.0
        );
        assert_eq!(
            color(Red, PixelType::F32, true, &{
                let mut b = 2.5f32.to_ne_bytes();
                b.reverse();
                b
            })[0],
            2.5
        );
    }

    #[test]
    fn the_fast_path_agrees_with_the_slow_one() {
        let bytes: Vec<u8> = (0..64u32).map(|i| (i * 37 + 11) as u8).collect();
        let formats = [
            Red,
            Green,
            Blue,
            Alpha,
            Rgb,
            Rgba,
            Bgr,
            Bgra,
            Abgr,
            Luminance,
            LuminanceAlpha,
        ];
        for ty in [PixelType::U8, PixelType::U32R8888, PixelType::U32R8888Rev] {
            for (format, swap) in formats.iter().flat_map(|f| [(*f, false), (*f, true)]) {
                let spec = PixelSpec { format, ty };
                let mut fast = [[0; 4]; 4];
                if !spec.is_valid() || !unpack_rgba8(spec, swap, &bytes, &mut fast) {
                    continue;
                }
                let mut slow = [[0.0; 4]; 4];
                unpack_colors(spec, swap, &bytes, &mut slow);
                assert_eq!(fast, slow.map(super::super::rgba8), "{spec:?} swap {swap}");
            }
        }
    }

    #[test]
    fn indices_keep_all_bits_and_bits_follow_the_order() {
        let mut out = [0.0; 1];
        unpack_scalars(
            PixelSpec {
                format: ColorIndex,
                ty: PixelType::U32,
            },
            false,
            &u32::MAX.to_ne_bytes(),
            &mut out,
        );
        assert_eq!(out, [4294967295.0]);
        unpack_scalars(
            PixelSpec {
                format: DepthComponent,
                ty: PixelType::U16,
            },
            false,
            &[255, 255],
            &mut out,
        );
        assert_eq!(out, [1.0]);
        let mut bits = [false; 4];
        unpack_bitmap(&[0b0010_1000], 2, false, &mut bits);
        assert_eq!(bits, [true, false, true, false]);
        unpack_bitmap(&[0b0010_1000], 3, true, &mut bits);
        assert_eq!(bits, [true, false, true, false]);
    }
}
