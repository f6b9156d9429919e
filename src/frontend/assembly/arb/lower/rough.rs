//! EXP and LOG: an approximate result and the values that refine it (ARB_vertex_program 2.14.5.9 and .14).

use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// (2^⌊x⌋, x − ⌊x⌋, 2^x, 1) (QUIRKS 0.13).
pub(crate) fn exp_rough(b: &mut Builder, x: ValueId) -> Vec4 {
    let floor = b.emit1(Op::FFloor, &[x]);
    [exp2(b, floor), fraction(b, x), exp2(b, x), b.f32(1.0)]
}

/// (⌊log2 |x|⌋, |x| ÷ 2^⌊log2 |x|⌋, log2 |x|, 1), with the values of QUIRKS 0.11 at 0 and infinity. The exponent is
/// read from the bits, so that y lies in [1, 2) exactly.
pub(crate) fn log_rough(b: &mut Builder, x: ValueId) -> Vec4 {
    let x = b.emit1(Op::FAbs, &[x]);
    let (one, least, up) = (
        b.f32(1.0),
        b.f32(f32::MIN_POSITIVE),
        b.f32((1u32 << 24) as f32),
    );
    // Denormals are scaled up first.
    let small = b.emit1(Op::FLt, &[x, least]);
    let scaled = mul(b, x, up);
    let normal = b.emit1(Op::SelectF, &[small, scaled, x]);
    let bits = b.emit1(Op::BitsOfF32, &[normal]);
    let (k23, bias, bias_small) = (b.i32(23), b.i32(127), b.i32(127 + 24));
    let exponent = b.emit1(Op::IShrU, &[bits, k23]);
    let bias = b.emit1(Op::SelectI, &[small, bias_small, bias]);
    let exponent = b.emit1(Op::ISub, &[exponent, bias]);
    let exponent = b.emit1(Op::I32ToF32, &[exponent]);
    let (fraction_bits, one_bits) = (b.i32(0x007f_ffff), b.i32(0x3f80_0000));
    let mantissa = b.emit1(Op::IAnd, &[bits, fraction_bits]);
    let mantissa = b.emit1(Op::IOr, &[mantissa, one_bits]);
    let mantissa = b.emit1(Op::F32OfBits, &[mantissa]);
    let log = b.emit1(Op::Log2, &[x]);
    // 0, infinity and NaN: x and z are the logarithm, y is 1 (NaN for NaN).
    let (zero, most) = (b.f32(0.0), b.f32(f32::MAX));
    let positive = b.emit1(Op::FLt, &[zero, x]);
    let finite = b.emit1(Op::FLe, &[x, most]);
    let ordinary = b.emit1(Op::MAnd, &[positive, finite]);
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    let special = b.emit1(Op::SelectF, &[is_nan, x, one]);
    [
        b.emit1(Op::SelectF, &[ordinary, exponent, log]),
        b.emit1(Op::SelectF, &[ordinary, mantissa, special]),
        log,
        one,
    ]
}
