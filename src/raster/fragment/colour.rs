//! The colour kernel: blending, logic operation, colour mask, packing (GL 1.5 sections 4.1.7 to 4.1.10, 4.2.2) as IR.
//!
//! Inputs are the shading's outputs; planes are `A << 24 | R << 16 | G << 8 | B`, or one plane per component that holds
//! floats (ARB_color_buffer_float): these are neither clamped nor touched by logic operations. Neither are planes that are
//! encoded as sRGB (EXT_framebuffer_sRGB); they are blended as linear values.
#![forbid(unsafe_code)]

use super::clamp::{at_most_1, clamp01};
use super::{srgb, uniform};
use crate::ir::{Builder, Op, Program, ValueId};
use crate::kernel::layout::color_plane;
use crate::raster::call::fragment_operations::{
    Blend, BlendEquation, BlendFactor, LogicOp, StoredColor, StoredSource,
};
use crate::texture::srgb::from_linear;
use smallvec::SmallVec;

/// The shift of r, g, b, a in a pixel.
pub(crate) const SHIFT: [u32; 4] = [16, 8, 0, 24];

/// The names of the kernel's colours in notes.
pub(crate) mod facts {
    pub(crate) const SOURCE: &str = "source colour";
    pub(crate) const DESTINATION: &str = "destination colour";
    pub(crate) const BLENDED: &str = "blended colour";
    pub(crate) const LOGIC: &str = "logic operation";
}

/// A colour plane of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ColourPlane {
    /// The number of the colour output for this plane.
    pub(crate) output: u8,
    /// The components that it stores.
    pub(crate) stored: StoredColor,
    /// Whether it stores 32-bit floats, not bytes.
    pub(crate) is_float: bool,
    /// Whether its bytes of red, green and blue are encoded as sRGB.
    pub(crate) is_srgb: bool,
    /// The components of colours that are written.
    pub(crate) mask: [bool; 4],
    /// Whether it is blended, if the key has blending.
    pub(crate) blends: bool,
}

/// The key: all that changes the kernel's code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ColourKey {
    /// The colour planes that the target has, in their order.
    pub(crate) planes: SmallVec<[ColourPlane; 4]>,
    /// Outputs are clamped to [0, 1] for planes of floats, too.
    pub(crate) clamp: bool,
    pub(crate) blend: Option<Blend>,
    pub(crate) logic_op: Option<LogicOp>,
}

impl ColourKey {
    /// The blending of a plane. A logic operation takes its place.
    fn blend_of(&self, plane: &ColourPlane) -> Option<Blend> {
        self.blend
            .filter(|_| plane.blends && self.logic_op.is_none())
    }

    /// Whether nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        let bits = |plane: &ColourPlane| mask_bits(plane.mask, plane.stored);
        self.planes.iter().all(|plane| bits(plane) == 0)
    }
}

/// The components of a plane that a colour mask lets through. Components with a fixed value follow the others.
pub(crate) fn written(mask: [bool; 4], stored: StoredColor) -> [bool; 4] {
    let sources = stored.sources();
    let is_written =
        |source: &StoredSource| matches!(source, StoredSource::Component(c) if mask[*c]);
    let any = sources.iter().any(is_written);
    sources.map(|source| match source {
        StoredSource::Component(c) => mask[c],
        _ => any,
    })
}

/// The same as bits of a pixel.
pub(crate) fn mask_bits(mask: [bool; 4], stored: StoredColor) -> u32 {
    let bytes = written(mask, stored).into_iter().zip(SHIFT);
    bytes.fold(0, |bits, (on, shift)| bits | (on as u32 * 0xff) << shift)
}

/// A colour packed as the kernel packs it: clamped (NaN is 0), encoded if the plane is, times 255, rounded to nearest even.
pub(crate) fn pack(stored: StoredColor, is_srgb: bool, color: [f32; 4]) -> u32 {
    let component = |source| match source {
        StoredSource::Component(c) => color[c],
        StoredSource::Zero => 0.0,
        StoredSource::One => 1.0,
    };
    let components = stored.sources().map(component);
    components.iter().zip(SHIFT).fold(0, |pixel, (c, shift)| {
        let clamped = if *c > 0.0 { c.min(1.0) } else { 0.0 };
        let byte = if is_srgb && shift != SHIFT[3] {
            u32::from(from_linear(clamped.into()))
        } else {
            (clamped * 255.0).round_ties_even() as u32
        };
        pixel | byte << shift
    })
}

/// Builds the kernel's program.
pub(crate) fn build(key: &ColourKey) -> Program {
    let mut b = Builder::new();
    b.reserve_uniforms(uniform::COUNT);
    for (number, plane) in key.planes.iter().enumerate() {
        let bits = mask_bits(plane.mask, plane.stored);
        if bits == 0 {
            continue;
        }
        let raw: [ValueId; 4] =
            std::array::from_fn(|c| b.load_input(4 * u32::from(plane.output) + c as u32));
        let src = if plane.is_float && !key.clamp {
            raw
        } else {
            raw.map(|x| clamp01(&mut b, x))
        };
        b.note_fact(facts::SOURCE, &src);
        if plane.is_float {
            write_floats(&mut b, key, number, src);
            continue;
        }
        let blend = key.blend_of(plane);
        let logic_op = key.logic_op.filter(|_| !plane.is_srgb);
        let reads = blend.is_some() || logic_op.is_some() || bits != !0;
        let old = reads.then(|| b.emit(Op::LoadPixel, &[], [number as u32, 0])[0]);
        let color = match (blend, old) {
            (Some(blend), Some(old)) => blend_pixel(&mut b, blend, src, old, *plane),
            _ if plane.is_srgb => src,
            // Values below 0 pack to 0, as NaN does.
            _ => raw.map(|x| at_most_1(&mut b, x)),
        };
        let color = if plane.is_srgb {
            of_colors(color, |x| srgb::encode(&mut b, x))
        } else {
            color
        };
        let mut pixel = pack_pixel(&mut b, color, plane.stored);
        if let (Some(op), Some(old)) = (logic_op, old) {
            let source = pixel;
            pixel = logic(&mut b, op, pixel, old);
            b.note_fact(facts::LOGIC, &[source, old, pixel]);
        }
        if let (true, Some(old)) = (bits != !0, old) {
            let (write, keep) = (b.i32(bits as i32), b.i32(!bits as i32));
            let new = b.emit1(Op::IAnd, &[pixel, write]);
            let kept = b.emit1(Op::IAnd, &[old, keep]);
            pixel = b.emit1(Op::IOr, &[new, kept]);
        }
        b.emit(Op::StorePixel, &[pixel], [number as u32, 0]);
    }
    b.finish()
}

/// A colour with red, green and blue changed.
fn of_colors(
    [r, g, b, a]: [ValueId; 4],
    mut change: impl FnMut(ValueId) -> ValueId,
) -> [ValueId; 4] {
    [change(r), change(g), change(b), a]
}

/// Blends a colour in [0, 1] with a pixel of bytes; the result is linear, and for sRGB in [0, 1]: else packing clamps it.
fn blend_pixel(
    b: &mut Builder,
    blend: Blend,
    src: [ValueId; 4],
    old: ValueId,
    plane: ColourPlane,
) -> [ValueId; 4] {
    let mut dst = unpack(b, old, plane.stored);
    if plane.is_srgb {
        dst = of_colors(dst, |x| srgb::linearize(b, x));
    }
    let constant = blend_color(b).map(|x| clamp01(b, x));
    let blended = blend_colors(b, blend, src, dst, constant);
    let clamped = std::array::from_fn(|c| clamp_blended(b, blend, c, blended[c]));
    b.note_fact(facts::DESTINATION, &dst);
    b.note_fact(facts::BLENDED, &clamped);
    if plane.is_srgb { clamped } else { blended }
}

/// Blends and stores a colour in a plane of floats.
fn write_floats(b: &mut Builder, key: &ColourKey, number: usize, src: [ValueId; 4]) {
    let place = |c: usize| [color_plane(number, c) as u32, 0];
    let stored = key.planes[number].stored;
    let mut color = src;
    // Blend with what is stored; a component without storage reads 0 or 1. Logic operations leave floats as they are.
    let blend = key.blend_of(&key.planes[number]);
    if let Some(blend) = blend {
        let sources = stored.sources();
        let dst = std::array::from_fn(|c| match sources[c] {
            StoredSource::One => b.f32(1.0),
            StoredSource::Zero => b.f32(0.0),
            StoredSource::Component(_) => {
                let bits = b.emit(Op::LoadPixel, &[], place(c))[0];
                b.emit1(Op::F32OfBits, &[bits])
            }
        });
        let constant = blend_color(b);
        color = blend_colors(b, blend, src, dst, constant);
        b.note_fact(facts::DESTINATION, &dst);
        b.note_fact(facts::BLENDED, &color);
    }
    // Clamped colours that are not blended hold no NaN. Other NaNs are stored as one and the same.
    let is_number = key.clamp && blend.is_none();
    let written = written(key.planes[number].mask, stored);
    for (c, source) in stored.sources().into_iter().enumerate() {
        let value = match source {
            StoredSource::Component(source) if is_number => color[source],
            StoredSource::Component(source) => one_nan(b, color[source]),
            StoredSource::Zero => b.f32(0.0),
            StoredSource::One => b.f32(1.0),
        };
        let value = if stored.is_unsigned_float() {
            let zero = b.f32(0.0);
            b.emit1(Op::FMax, &[zero, value])
        } else {
            value
        };
        if written[c] {
            let bits = b.emit1(Op::BitsOfF32, &[value]);
            b.emit(Op::StorePixel, &[bits], place(c));
        }
    }
}

/// x, or for NaN the canonical NaN of planes.
fn one_nan(b: &mut Builder, x: ValueId) -> ValueId {
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    let nan = b.f32(f32::from_bits(0x7fc0_0000));
    b.emit1(Op::SelectF, &[is_nan, nan, x])
}

fn blend_color(b: &mut Builder) -> [ValueId; 4] {
    std::array::from_fn(|c| b.load_uniform(uniform::BLEND_COLOR + c as u32))
}

fn unpack(b: &mut Builder, pixel: ValueId, stored: StoredColor) -> [ValueId; 4] {
    let (low, scale) = (b.i32(0xff), b.f32(1.0 / 255.0));
    let sources = stored.sources();
    std::array::from_fn(|c| {
        match sources[c] {
            StoredSource::One => return b.f32(1.0),
            StoredSource::Zero => return b.f32(0.0),
            StoredSource::Component(_) => {}
        }
        let shift = b.i32(SHIFT[c] as i32);
        let mut byte = b.emit1(Op::IShrU, &[pixel, shift]);
        if SHIFT[c] != 24 {
            byte = b.emit1(Op::IAnd, &[byte, low]);
        }
        let x = b.emit1(Op::I32ToF32, &[byte]);
        b.emit1(Op::FMul, &[x, scale])
    })
}

/// The pixel of a colour, clamped: no component is far above 1.
fn pack_pixel(b: &mut Builder, color: [ValueId; 4], stored: StoredColor) -> ValueId {
    let scale = b.f32(255.0);
    let scaled = stored.sources().map(|source| match source {
        StoredSource::Component(c) => b.emit1(Op::FMul, &[color[c], scale]),
        StoredSource::Zero => b.f32(0.0),
        StoredSource::One => scale,
    });
    let mut bytes = [scale; 4];
    for (x, shift) in scaled.into_iter().zip(SHIFT) {
        bytes[shift as usize / 8] = x;
    }
    b.emit1(Op::PackBytes, &bytes)
}

fn blend_colors(
    b: &mut Builder,
    blend: Blend,
    src: [ValueId; 4],
    dst: [ValueId; 4],
    constant: [ValueId; 4],
) -> [ValueId; 4] {
    std::array::from_fn(|c| {
        let part = usize::from(c == 3);
        let weighted = |b: &mut Builder, x: ValueId, factor: BlendFactor| match factor {
            BlendFactor::One => x,
            _ => {
                let f = blend_factor(b, factor, c, [src, dst, constant]);
                b.emit1(Op::FMul, &[x, f])
            }
        };
        let (s, d) = (src[c], dst[c]);
        match blend.equation[part] {
            BlendEquation::Min => return b.emit1(Op::FMin, &[s, d]),
            BlendEquation::Max => return b.emit1(Op::FMax, &[s, d]),
            _ => {}
        }
        // A sum takes one fused operation, unless the stored colour's factor is 1.
        let s = weighted(b, s, blend.src[part]);
        if blend.equation[part] == BlendEquation::Add && blend.dst[part] != BlendFactor::One {
            let f = blend_factor(b, blend.dst[part], c, [src, dst, constant]);
            return b.emit1(Op::FFma, &[d, f, s]);
        }
        let d = weighted(b, d, blend.dst[part]);
        match blend.equation[part] {
            BlendEquation::Subtract => b.emit1(Op::FSub, &[s, d]),
            BlendEquation::ReverseSubtract => b.emit1(Op::FSub, &[d, s]),
            _ => b.emit1(Op::FAdd, &[s, d]),
        }
    })
}

/// Clamps component `c` of a blend of colours in [0, 1] where it can leave that range. Its parts are not negative, so
/// only a difference can be. A sum stays within 1 where the factors are x and 1 − x, because s·x ≤ x and d·(1 − x) ≤
/// 1 − x hold rounded, too, and x plus the rounded 1 − x rounds to 1.
fn clamp_blended(b: &mut Builder, blend: Blend, c: usize, x: ValueId) -> ValueId {
    let part = usize::from(c == 3);
    match blend.equation[part] {
        BlendEquation::Min | BlendEquation::Max => x,
        BlendEquation::Add => {
            let (src, dst) = (blend.src[part], blend.dst[part]);
            if are_complements(src, dst) || are_complements(dst, src) {
                return x;
            }
            let one = b.f32(1.0);
            b.emit1(Op::FMin, &[x, one])
        }
        _ => {
            let zero = b.f32(0.0);
            b.emit1(Op::FMax, &[x, zero])
        }
    }
}

/// Whether the second factor is 1 less the first, or 0 where the first is at most 1.
fn are_complements(x: BlendFactor, rest: BlendFactor) -> bool {
    use BlendFactor as F;
    matches!(
        (x, rest),
        (_, F::Zero)
            | (F::SrcColor, F::OneMinusSrcColor)
            | (F::DstColor, F::OneMinusDstColor)
            | (F::SrcAlpha, F::OneMinusSrcAlpha)
            | (F::DstAlpha, F::OneMinusDstAlpha)
            | (F::ConstantColor, F::OneMinusConstantColor)
            | (F::ConstantAlpha, F::OneMinusConstantAlpha)
    )
}

/// The factor of component `c` (GL 1.5 table 4.2).
fn blend_factor(
    b: &mut Builder,
    factor: BlendFactor,
    c: usize,
    [src, dst, constant]: [[ValueId; 4]; 3],
) -> ValueId {
    use BlendFactor as F;
    let complement = |b: &mut Builder, x: ValueId| {
        let one = b.f32(1.0);
        b.emit1(Op::FSub, &[one, x])
    };
    // The factor, or the number of which it is the complement.
    let positive = match factor {
        F::Zero => return b.f32(0.0),
        F::One => return b.f32(1.0),
        F::SrcAlphaSaturate if c == 3 => return b.f32(1.0),
        F::SrcAlphaSaturate => {
            let room = complement(b, dst[3]);
            return b.emit1(Op::FMin, &[src[3], room]);
        }
        F::SrcColor | F::OneMinusSrcColor => src[c],
        F::DstColor | F::OneMinusDstColor => dst[c],
        F::SrcAlpha | F::OneMinusSrcAlpha => src[3],
        F::DstAlpha | F::OneMinusDstAlpha => dst[3],
        F::ConstantColor | F::OneMinusConstantColor => constant[c],
        F::ConstantAlpha | F::OneMinusConstantAlpha => constant[3],
    };
    match factor {
        F::OneMinusSrcColor
        | F::OneMinusDstColor
        | F::OneMinusSrcAlpha
        | F::OneMinusDstAlpha
        | F::OneMinusConstantColor
        | F::OneMinusConstantAlpha => complement(b, positive),
        _ => positive,
    }
}

/// The logic operation as a sum of its minterms.
fn logic(b: &mut Builder, op: LogicOp, src: ValueId, dst: ValueId) -> ValueId {
    let all = b.i32(-1);
    let mut result = b.i32(0);
    for case in (0..4).filter(|case| op.0 >> case & 1 == 1) {
        let s = if case & 2 != 0 {
            src
        } else {
            b.emit1(Op::IXor, &[src, all])
        };
        let d = if case & 1 != 0 {
            dst
        } else {
            b.emit1(Op::IXor, &[dst, all])
        };
        let term = b.emit1(Op::IAnd, &[s, d]);
        result = b.emit1(Op::IOr, &[result, term]);
    }
    result
}
