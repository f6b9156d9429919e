//! One evaluation per pure opcode, on the bits of scalars. A mask is 0 or `u32::MAX`.
//!
//! [`eval`] has the opcodes on 32 bits, [`eval_wide`] those with a value of 64 bits, [`eval_any`] both.
//!
//! Engines must give these bits; only sign and payload of a NaN made by arithmetic are free (DESIGN 3).

use super::opcode::Op;

/// The bits of a truth value.
#[inline(always)]
pub fn mask_bits(x: bool) -> u32 {
    if x { u32::MAX } else { 0 }
}

pub use crate::simd::{f32_to_i32, f64_to_i32, f64_to_i64};

/// The result of a `Pure` opcode or a constant; `args` holds as many bits as the opcode's row has arguments. `None` for
/// opcodes that read lane state, write, or have not been expanded.
#[inline(always)]
pub fn eval(op: Op, args: &[u32], imm: [u32; 2]) -> Option<u32> {
    let f = |i: usize| f32::from_bits(args[i]);
    let s = |i: usize| args[i] as i32;
    Some(match op {
        Op::ConstF32 | Op::ConstI32 => imm[0],
        Op::ConstMask => mask_bits(imm[0] != 0),
        Op::FAdd => (f(0) + f(1)).to_bits(),
        Op::FSub => (f(0) - f(1)).to_bits(),
        Op::FMul => (f(0) * f(1)).to_bits(),
        Op::FDiv => (f(0) / f(1)).to_bits(),
        Op::FFma => f(0).mul_add(f(1), f(2)).to_bits(),
        Op::FSqrt => f(0).sqrt().to_bits(),
        Op::FNeg => args[0] ^ 0x8000_0000,
        Op::FAbs => args[0] & 0x7fff_ffff,
        // Minimum and maximum give the second operand for a NaN and for two zeros, as the instructions of x86 do.
        Op::FMin => {
            if f(0) < f(1) {
                args[0]
            } else {
                args[1]
            }
        }
        Op::FMax => {
            if f(0) > f(1) {
                args[0]
            } else {
                args[1]
            }
        }
        Op::FFloor => f(0).floor().to_bits(),
        Op::FCeil => f(0).ceil().to_bits(),
        Op::FTrunc => f(0).trunc().to_bits(),
        Op::FRound => f(0).round_ties_even().to_bits(),
        Op::FLt => mask_bits(f(0) < f(1)),
        Op::FLe => mask_bits(f(0) <= f(1)),
        Op::FEq => mask_bits(f(0) == f(1)),
        Op::FNe => mask_bits(f(0) != f(1)),
        Op::IAdd => args[0].wrapping_add(args[1]),
        Op::ISub => args[0].wrapping_sub(args[1]),
        Op::IMul => args[0].wrapping_mul(args[1]),
        Op::IAnd | Op::MAnd => args[0] & args[1],
        Op::IOr | Op::MOr => args[0] | args[1],
        Op::IXor | Op::MXor => args[0] ^ args[1],
        Op::MNot => !args[0],
        // Shifts by 32 bits and more give 0, or the sign in all bits.
        Op::IShl => {
            if args[1] < 32 {
                args[0] << (args[1] & 31)
            } else {
                0
            }
        }
        Op::IShrU => {
            if args[1] < 32 {
                args[0] >> (args[1] & 31)
            } else {
                0
            }
        }
        Op::IShrS => (s(0) >> args[1].min(31)) as u32,
        Op::IMin => s(0).min(s(1)) as u32,
        Op::IMax => s(0).max(s(1)) as u32,
        Op::ILt => mask_bits(s(0) < s(1)),
        Op::IULt => mask_bits(args[0] < args[1]),
        Op::IEq => mask_bits(args[0] == args[1]),
        Op::F32ToI32 => f32_to_i32(f(0)) as u32,
        Op::PackBytes => {
            let byte = |i: usize| f32_to_i32(f(i).round_ties_even()).clamp(0, 255) as u32;
            byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24
        }
        Op::I32ToF32 => (s(0) as f32).to_bits(),
        Op::BitsOfF32 | Op::F32OfBits => args[0],
        Op::SelectF | Op::SelectI => {
            if args[0] != 0 {
                args[1]
            } else {
                args[2]
            }
        }
        _ => return None,
    })
}

/// The same for the opcodes of which [`OpInfo::is_wide`](super::OpInfo::is_wide) is true. Of arguments and results with 32 bits, the low ones count.
#[inline(always)]
pub fn eval_wide(op: Op, args: &[u64], imm: [u32; 2]) -> Option<u64> {
    let d = |i: usize| f64::from_bits(args[i]);
    let s = |i: usize| args[i] as i64;
    let w = |i: usize| args[i] as u32;
    let mask = |x: bool| u64::from(mask_bits(x));
    Some(match op {
        Op::ConstF64 | Op::ConstI64 => u64::from(imm[0]) | u64::from(imm[1]) << 32,
        Op::DAdd => (d(0) + d(1)).to_bits(),
        Op::DSub => (d(0) - d(1)).to_bits(),
        Op::DMul => (d(0) * d(1)).to_bits(),
        Op::DDiv => (d(0) / d(1)).to_bits(),
        Op::DFma => d(0).mul_add(d(1), d(2)).to_bits(),
        Op::DSqrt => d(0).sqrt().to_bits(),
        Op::DNeg => args[0] ^ 1 << 63,
        Op::DAbs => args[0] & !(1 << 63),
        // NaNs and zeros as in `eval`.
        Op::DMin => choose(d(0) < d(1), args),
        Op::DMax => choose(d(0) > d(1), args),
        Op::DFloor => d(0).floor().to_bits(),
        Op::DCeil => d(0).ceil().to_bits(),
        Op::DTrunc => d(0).trunc().to_bits(),
        Op::DRound => d(0).round_ties_even().to_bits(),
        Op::DLt => mask(d(0) < d(1)),
        Op::DLe => mask(d(0) <= d(1)),
        Op::DEq => mask(d(0) == d(1)),
        Op::DNe => mask(d(0) != d(1)),
        Op::LAdd => args[0].wrapping_add(args[1]),
        Op::LSub => args[0].wrapping_sub(args[1]),
        Op::LMul => args[0].wrapping_mul(args[1]),
        Op::LAnd => args[0] & args[1],
        Op::LOr => args[0] | args[1],
        Op::LXor => args[0] ^ args[1],
        // Shifts by 64 bits and more, too.
        Op::LShl if w(1) < 64 => args[0] << (w(1) & 63),
        Op::LShrU if w(1) < 64 => args[0] >> (w(1) & 63),
        Op::LShl | Op::LShrU => 0,
        Op::LShrS => (s(0) >> w(1).min(63)) as u64,
        Op::LLt => mask(s(0) < s(1)),
        Op::LULt => mask(args[0] < args[1]),
        Op::LEq => mask(args[0] == args[1]),
        Op::F32ToF64 => f64::from(f32::from_bits(w(0))).to_bits(),
        Op::F64ToF32 => u64::from((d(0) as f32).to_bits()),
        Op::I32ToF64 => f64::from(w(0) as i32).to_bits(),
        Op::F64ToI32 => u64::from(f64_to_i32(d(0)) as u32),
        Op::I32ToI64 => i64::from(w(0) as i32) as u64,
        Op::I64Lo => args[0] & 0xffff_ffff,
        Op::I64Hi => args[0] >> 32,
        Op::I64OfParts => args[0] & 0xffff_ffff | args[1] << 32,
        Op::I64ToF64 => (s(0) as f64).to_bits(),
        Op::F64ToI64 => f64_to_i64(d(0)) as u64,
        Op::BitsOfF64 | Op::F64OfBits => args[0],
        Op::SelectD | Op::SelectL => choose(w(0) != 0, &args[1..]),
        _ => return None,
    })
}

#[inline(always)]
fn choose(first: bool, of: &[u64]) -> u64 {
    if first { of[0] } else { of[1] }
}

/// The result of any `Pure` opcode or constant; what has 32 bits is in the low ones.
pub fn eval_any(op: Op, args: &[u64], imm: [u32; 2]) -> Option<u64> {
    if op.info().is_wide() {
        return eval_wide(op, args, imm);
    }
    let narrow = |i: usize| args.get(i).map_or(0, |bits| *bits as u32);
    eval(op, &[narrow(0), narrow(1), narrow(2), narrow(3)], imm).map(u64::from)
}
