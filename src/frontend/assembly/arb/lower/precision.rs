//! Numbers of fewer bits as operations of the IR (NV_fragment_program 3.11.4.1, NV_fragment_program_option 3.11.4.X):
//! 16-bit floats, and fixed point of 12 bits, 10 of them fraction. The floats have 1 sign, 5 exponent and 10 mantissa
//! bits, with denormals.

use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Instruction, Precision};
use crate::frontend::assembly::operand::{Size, Source};
use crate::ir::interface::fragment_input;
use crate::ir::{Builder, Op, ValueId};

impl Instruction {
    /// The format that results are rounded to before they are clamped.
    pub(crate) fn result_precision(&self, language: Language) -> Option<Precision> {
        match language {
            Language::Fp10 => self.native_precision(),
            _ => self.precision,
        }
    }

    /// The precision of an instruction in a native fragment program (NV_fragment_program 3.11.4.2). Its suffix decides,
    /// else its destination; with a fog or texture coordinate it is always 32 bits. `None` for instructions without
    /// suffixes: packing, unpacking, texture coordinates.
    pub(super) fn native_precision(&self) -> Option<Precision> {
        use Opcode::{Kil, Pk2h, Pk2us, Pk4b, Pk4ub, Tex, Txd, Txp, Up2h, Up2us, Up4b, Up4ub};
        let is_interpolated = |source: &Source| match source {
            Source::Input(n) => {
                *n == fragment_input::FOG_COORD || *n >= fragment_input::TEX_COORD_0
            }
            _ => false,
        };
        match self.opcode {
            Kil | Pk2h | Pk2us | Pk4b | Pk4ub | Tex | Txd | Txp | Up2h | Up2us | Up4b | Up4ub => {
                None
            }
            _ if self.sources.iter().any(|s| is_interpolated(&s.source)) => Some(Precision::Single),
            _ => Some(self.precision.unwrap_or(match self.destination {
                Some(d) if d.size == Size::Short => Precision::Half,
                _ => Precision::Single,
            })),
        }
    }
}

const SIGN: i32 = i32::MIN;
/// 2^-14, the least 16-bit float that is no denormal.
const LEAST_NORMAL: f32 = 6.103_515_6e-5;
/// 2^16: the result of rounding beyond the greatest 16-bit float.
const OVERFLOW: f32 = 65536.0;
/// The difference of the exponent biases, at its place in the bits of an f32.
const REBIAS: i32 = (127 - 15) << 23;

/// The nearest 16-bit float, ties to even, as an f32: infinite from 65520 on; NaN stays.
pub(crate) fn half(b: &mut Builder, x: ValueId) -> ValueId {
    let magnitude = b.emit1(Op::FAbs, &[x]);
    let normal = round_mantissa(b, magnitude);
    // 1/2 has a last place of 2^-24, which is the step of denormals.
    let (step, least) = (b.f32(0.5), b.f32(LEAST_NORMAL));
    let denormal = b.emit1(Op::FAdd, &[magnitude, step]);
    let denormal = b.emit1(Op::FSub, &[denormal, step]);
    let is_denormal = b.emit1(Op::FLt, &[magnitude, least]);
    let rounded = b.emit1(Op::SelectF, &[is_denormal, denormal, normal]);
    let (most, infinite) = (b.f32(OVERFLOW), b.f32(f32::INFINITY));
    let overflows = b.emit1(Op::FLe, &[most, rounded]);
    let rounded = b.emit1(Op::SelectF, &[overflows, infinite, rounded]);
    let signed = with_sign_of(b, rounded, x);
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    b.emit1(Op::SelectF, &[is_nan, x, signed])
}

/// Rounds a fraction in the same way; the result stays below 1.
pub(crate) fn half_fraction(b: &mut Builder, x: ValueId) -> ValueId {
    let below_one = b.f32(1.0 - 1.0 / 2048.0);
    // min(a, b) gives b for a NaN.
    let x = b.emit1(Op::FMin, &[below_one, x]);
    half(b, x)
}

/// Rounds x ≥ 0 to 10 bits of mantissa.
fn round_mantissa(b: &mut Builder, x: ValueId) -> ValueId {
    let bits = b.emit1(Op::BitsOfF32, &[x]);
    let (shift, one, below_half, kept) = (b.i32(13), b.i32(1), b.i32(0xfff), b.i32(!0x1fff));
    let last = b.emit1(Op::IShrU, &[bits, shift]);
    let is_odd = b.emit1(Op::IAnd, &[last, one]);
    let sum = b.emit1(Op::IAdd, &[bits, below_half]);
    let sum = b.emit1(Op::IAdd, &[sum, is_odd]);
    let bits = b.emit1(Op::IAnd, &[sum, kept]);
    b.emit1(Op::F32OfBits, &[bits])
}

fn with_sign_of(b: &mut Builder, magnitude: ValueId, x: ValueId) -> ValueId {
    let (bits, mask) = (b.emit1(Op::BitsOfF32, &[x]), b.i32(SIGN));
    let sign = b.emit1(Op::IAnd, &[bits, mask]);
    let magnitude = b.emit1(Op::BitsOfF32, &[magnitude]);
    let bits = b.emit1(Op::IOr, &[magnitude, sign]);
    b.emit1(Op::F32OfBits, &[bits])
}

/// The 16 bits of the nearest 16-bit float; every NaN becomes 0x7e00.
pub(crate) fn half_bits(b: &mut Builder, x: ValueId) -> ValueId {
    let rounded = half(b, x);
    let magnitude = b.emit1(Op::FAbs, &[rounded]);
    let bits = b.emit1(Op::BitsOfF32, &[magnitude]);
    let (shift, rebias) = (b.i32(13), b.i32(REBIAS));
    let normal = b.emit1(Op::ISub, &[bits, rebias]);
    let normal = b.emit1(Op::IShrU, &[normal, shift]);
    let (least, steps) = (b.f32(LEAST_NORMAL), b.f32((1 << 24) as f32));
    let denormal = b.emit1(Op::FMul, &[magnitude, steps]);
    let denormal = b.emit1(Op::F32ToI32, &[denormal]);
    let is_denormal = b.emit1(Op::FLt, &[magnitude, least]);
    let out = b.emit1(Op::SelectI, &[is_denormal, denormal, normal]);
    let (most, infinite, nan) = (b.f32(OVERFLOW), b.i32(0x7c00), b.i32(0x7e00));
    let is_infinite = b.emit1(Op::FLe, &[most, magnitude]);
    let out = b.emit1(Op::SelectI, &[is_infinite, infinite, out]);
    let (bits, mask, down) = (b.emit1(Op::BitsOfF32, &[rounded]), b.i32(SIGN), b.i32(16));
    let sign = b.emit1(Op::IAnd, &[bits, mask]);
    let sign = b.emit1(Op::IShrU, &[sign, down]);
    let out = b.emit1(Op::IOr, &[out, sign]);
    let is_nan = b.emit1(Op::FNe, &[rounded, rounded]);
    b.emit1(Op::SelectI, &[is_nan, nan, out])
}

/// The value of the 16-bit float in the low 16 of `bits`, which has no other bits set.
pub(crate) fn of_half_bits(b: &mut Builder, bits: ValueId) -> ValueId {
    let (magnitude, shift, rebias) = (b.i32(0x7fff), b.i32(13), b.i32(REBIAS));
    let magnitude = b.emit1(Op::IAnd, &[bits, magnitude]);
    let (least, special) = (b.i32(0x0400), b.i32(0x7c00));
    let is_denormal = b.emit1(Op::ILt, &[magnitude, least]);
    let is_finite = b.emit1(Op::ILt, &[magnitude, special]);
    let shifted = b.emit1(Op::IShl, &[magnitude, shift]);
    let normal = b.emit1(Op::IAdd, &[shifted, rebias]);
    let rest = b.i32(0x7f80_0000);
    let infinite = b.emit1(Op::IOr, &[shifted, rest]);
    let value = b.emit1(Op::SelectI, &[is_finite, normal, infinite]);
    let step = b.f32(1.0 / (1 << 24) as f32);
    let denormal = b.emit1(Op::I32ToF32, &[magnitude]);
    let denormal = b.emit1(Op::FMul, &[denormal, step]);
    let denormal = b.emit1(Op::BitsOfF32, &[denormal]);
    let value = b.emit1(Op::SelectI, &[is_denormal, denormal, value]);
    let (mask, up) = (b.i32(0x8000), b.i32(16));
    let sign = b.emit1(Op::IAnd, &[bits, mask]);
    let sign = b.emit1(Op::IShl, &[sign, up]);
    let value = b.emit1(Op::IOr, &[value, sign]);
    b.emit1(Op::F32OfBits, &[value])
}

/// The nearest multiple of 1/1024 in −2 … 2047/1024, ties to even; NaN gives 0.
pub(crate) fn fixed(b: &mut Builder, x: ValueId) -> ValueId {
    let (steps, step) = (b.f32(1024.0), b.f32(1.0 / 1024.0));
    let (low, high, zero) = (b.f32(-2048.0), b.f32(2047.0), b.f32(0.0));
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    let x = b.emit1(Op::SelectF, &[is_nan, zero, x]);
    let x = b.emit1(Op::FMul, &[x, steps]);
    let x = b.emit1(Op::FRound, &[x]);
    let x = b.emit1(Op::FMax, &[x, low]);
    let x = b.emit1(Op::FMin, &[x, high]);
    // Fixed point has no −0.
    let integer = b.emit1(Op::F32ToI32, &[x]);
    let x = b.emit1(Op::I32ToF32, &[integer]);
    b.emit1(Op::FMul, &[x, step])
}
