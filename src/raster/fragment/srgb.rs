//! The sRGB transfer function as IR (EXT_framebuffer_sRGB 4.1.8 and 4.1.X): what colour planes that are encoded as sRGB read
//! and write. [`crate::texture::srgb`] has the same function of bytes.
#![forbid(unsafe_code)]

use crate::ir::{Builder, Op, ValueId};

/// The linear value, in [0, 1], of an encoded one in [0, 1].
pub(crate) fn linearize(b: &mut Builder, encoded: ValueId) -> ValueId {
    let (slope, limit) = (b.f32(1.0 / 12.92), b.f32(0.04045));
    let (offset, scale, exponent) = (b.f32(0.055), b.f32(1.0 / 1.055), b.f32(2.4));
    let straight = b.emit1(Op::FMul, &[encoded, slope]);
    let base = b.emit1(Op::FAdd, &[encoded, offset]);
    let base = b.emit1(Op::FMul, &[base, scale]);
    let bent = b.emit1(Op::Pow, &[base, exponent]);
    let is_straight = b.emit1(Op::FLe, &[encoded, limit]);
    let linear = b.emit1(Op::SelectF, &[is_straight, straight, bent]);
    let one = b.f32(1.0);
    b.emit1(Op::FMin, &[linear, one])
}

/// The encoded value of a linear one in [0, 1]; at most a rounding beyond 1.
pub(crate) fn encode(b: &mut Builder, linear: ValueId) -> ValueId {
    let (slope, limit) = (b.f32(12.92), b.f32(0.003_130_8));
    let (offset, scale, exponent) = (b.f32(0.055), b.f32(1.055), b.f32(1.0 / 2.4));
    let straight = b.emit1(Op::FMul, &[linear, slope]);
    let bent = b.emit1(Op::Pow, &[linear, exponent]);
    let bent = b.emit1(Op::FMul, &[bent, scale]);
    let bent = b.emit1(Op::FSub, &[bent, offset]);
    let is_straight = b.emit1(Op::FLt, &[linear, limit]);
    b.emit1(Op::SelectF, &[is_straight, straight, bent])
}
