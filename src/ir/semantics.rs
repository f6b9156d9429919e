//! One evaluation per pure opcode, on the bits of scalars. A mask is 0 or `u32::MAX`.
//!
//! Engines must give these bits; only sign and payload of a NaN made by arithmetic are free (DESIGN 3).

use super::inst::Op;

/// The bits of a truth value.
#[inline(always)]
pub fn mask_bits(x: bool) -> u32 {
    if x { u32::MAX } else { 0 }
}

pub use crate::simd::f32_to_i32;

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
