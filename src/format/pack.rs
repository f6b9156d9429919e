//! Colours, indices, depths → client bytes (GL 1.5 section 4.3.2, "Final conversion").
//!
//! Each function fills the bytes of one row. Luminance formats take R (the caller has summed where the command wants a
//! sum). Values for integer types are clamped, scaled by table 4.6 and rounded to nearest; floats are stored as they are.

use super::table::{Family, PixelSpec, PixelType};

#[inline(always)]
fn put_elements<const N: usize>(out: &mut [u8], swap: bool, mut get: impl FnMut(usize) -> [u8; N]) {
    for (i, chunk) in out.chunks_exact_mut(N).enumerate() {
        let mut element = get(i);
        if swap {
            element.reverse();
        }
        chunk.copy_from_slice(&element);
    }
}

/// Fills `out` with components; `get(i)` gives them. Integers are masked to the type when `raw`, else scaled.
fn put_components(
    ty: PixelType,
    out: &mut [u8],
    swap: bool,
    raw: bool,
    get: impl Fn(usize) -> f64,
) {
    // `raw` values are indices: they lose their upper bits instead of being clamped.
    let unsigned = |i: usize, bits: u32| -> u32 {
        let value = get(i);
        if raw {
            return (value as i64 as u64 & ((1u64 << bits) - 1)) as u32;
        }
        (value.clamp(0.0, 1.0) * ((1u64 << bits) - 1) as f64 + 0.5) as u32
    };
    let signed = |i: usize, bits: u32| -> i32 {
        let value = get(i);
        if raw {
            return (value as i64 & ((1i64 << (bits - 1)) - 1)) as i32;
        }
        ((((1u64 << bits) - 1) as f64 * value.clamp(-1.0, 1.0) - 1.0) * 0.5).round_ties_even()
            as i32
    };
    // Numbers of signed texels: 0 is exact (EXT_texture_snorm).
    let exact = |i: usize, bits: u32| {
        let max = ((1i64 << (bits - 1)) - 1) as f64;
        (get(i).clamp(-1.0, 1.0) * max).round_ties_even() as i32
    };
    match ty {
        PixelType::U8 => put_elements(out, false, |i| [unsigned(i, 8) as u8]),
        PixelType::I8 => put_elements(out, false, |i| [signed(i, 8) as u8]),
        PixelType::U16 => put_elements(out, swap, |i| (unsigned(i, 16) as u16).to_ne_bytes()),
        PixelType::I16 => put_elements(out, swap, |i| (signed(i, 16) as i16).to_ne_bytes()),
        PixelType::U32 => put_elements(out, swap, |i| unsigned(i, 32).to_ne_bytes()),
        PixelType::I32 => put_elements(out, swap, |i| signed(i, 32).to_ne_bytes()),
        PixelType::I8Exact => put_elements(out, false, |i| [exact(i, 8) as u8]),
        PixelType::I16Exact => put_elements(out, swap, |i| (exact(i, 16) as i16).to_ne_bytes()),
        PixelType::I32Exact => put_elements(out, swap, |i| exact(i, 32).to_ne_bytes()),
        PixelType::F16 => put_elements(out, swap, |i| half::f16::from_f64(get(i)).to_ne_bytes()),
        PixelType::F32 => put_elements(out, swap, |i| (get(i) as f32).to_ne_bytes()),
        _ => {}
    }
}

/// Fills `out` with packed pixels; `get(pixel, component)` gives components.
fn put_packed(ty: PixelType, out: &mut [u8], swap: bool, get: impl Fn(usize, usize) -> f32) {
    let info = ty.info();
    let Some(widths) = info.packed else { return };
    // The first component lies in the top bits, or in the low ones if the type is reversed.
    let join = |pixel: usize| -> u32 {
        let mut shift = if info.reversed {
            0
        } else {
            info.bytes as u32 * 8
        };
        let mut value = 0;
        for (k, &width) in widths.iter().enumerate() {
            if !info.reversed {
                shift -= width;
            }
            let max = ((1u32 << width) - 1) as f32;
            let field = if k < info.signed {
                let signed = (max * get(pixel, k).clamp(-1.0, 1.0) - 1.0) * 0.5;
                signed.round_ties_even() as i32 as u32 & ((1 << width) - 1)
            } else {
                (get(pixel, k).clamp(0.0, 1.0) * max + 0.5) as u32
            };
            value |= field << shift;
            if info.reversed {
                shift += width;
            }
        }
        value
    };
    // Single bytes have no order.
    match info.bytes {
        1 => put_elements(out, false, |i| [join(i) as u8]),
        2 => put_elements(out, swap, |i| (join(i) as u16).to_ne_bytes()),
        _ => put_elements(out, swap, |i| join(i).to_ne_bytes()),
    }
}

/// Packs a row of colours; `out` is exactly the row's bytes. Does nothing for index and depth formats.
pub fn pack_colors(spec: PixelSpec, swap: bool, colors: &[[f32; 4]], out: &mut [u8]) {
    let order: &[usize] = match spec.format.family() {
        Family::Color(order) | Family::Offsets(order) => order,
        Family::Luminance(false) => &[0],
        Family::Luminance(true) => &[0, 3],
        Family::Index | Family::Depth | Family::DepthStencil => return,
    };
    let n = order.len();
    let len = out.len().min(colors.len() * spec.pixel_bytes());
    let out = &mut out[..len];
    if let Some((pack, _)) = spec.ty.words() {
        let rgb = |[r, g, b, _]: [f32; 4]| [r, g, b];
        put_elements(out, swap, |i| pack(rgb(colors[i])).to_ne_bytes());
    } else if spec.ty.info().packed.is_some() {
        put_packed(spec.ty, out, swap, |pixel, k| colors[pixel][order[k]]);
    } else {
        put_components(spec.ty, out, swap, false, |i| {
            colors[i / n][order[i % n]].into()
        });
    }
}

/// Packs a row of indices (masked to the type's bits) or of depths (scaled).
pub fn pack_scalars(spec: PixelSpec, swap: bool, values: &[f64], out: &mut [u8]) {
    let len = out.len().min(values.len() * spec.pixel_bytes());
    let raw = spec.format.family() == Family::Index;
    put_components(spec.ty, &mut out[..len], swap, raw, |i| values[i]);
}

/// Packs a row of depth-stencil pixels: depth << 8 | stencil.
pub fn pack_depth_stencils(swap: bool, pixels: &[u32], out: &mut [u8]) {
    let len = out.len().min(4 * pixels.len());
    put_elements(&mut out[..len], swap, |i| pixels[i].to_ne_bytes());
}

/// Packs a row of bits, the first one at `first_bit`; other bits of the bytes stay.
pub fn pack_bitmap(bits: &[bool], first_bit: usize, lsb_first: bool, out: &mut [u8]) {
    for (i, bit) in bits.iter().enumerate() {
        let at = first_bit + i;
        let shift = if lsb_first { at % 8 } else { 7 - at % 8 };
        if let Some(byte) = out.get_mut(at / 8) {
            *byte = *byte & !(1 << shift) | u8::from(*bit) << shift;
        }
    }
}
