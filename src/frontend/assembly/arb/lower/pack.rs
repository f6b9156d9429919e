//! Packs several values into the bits of one (NV_fragment_program_option 3.11.5.32 to .35 and .43 to .46).

use super::precision::{half_bits, of_half_bits};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The formats of the 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Two 16-bit floats.
    Halves,
    /// Two of 16 bits, 0 … 1.
    Shorts,
    /// Four of 8 bits, −128/127 … 1.
    Signed,
    /// Four of 8 bits, 0 … 1.
    Bytes,
}

impl Layout {
    fn of(opcode: Opcode) -> Layout {
        match opcode {
            Opcode::Pk2h | Opcode::Up2h => Layout::Halves,
            Opcode::Pk2us | Opcode::Up2us => Layout::Shorts,
            Opcode::Pk4b | Opcode::Up4b => Layout::Signed,
            _ => Layout::Bytes,
        }
    }

    fn n(self) -> usize {
        match self {
            Layout::Halves | Layout::Shorts => 2,
            Layout::Signed | Layout::Bytes => 4,
        }
    }
}

/// Packs the components of `x` into one value. Its bits may be those of a NaN.
pub(crate) fn pack(b: &mut Builder, opcode: Opcode, x: &Vec4) -> ValueId {
    let layout = Layout::of(opcode);
    let width = 32 / layout.n() as i32;
    let mut bits = b.i32(0);
    for (i, c) in x[..layout.n()].iter().enumerate() {
        let part = part_of(b, layout, *c);
        let shift = b.i32(width * i as i32);
        let part = b.emit1(Op::IShl, &[part, shift]);
        bits = b.emit1(Op::IOr, &[bits, part]);
    }
    b.emit1(Op::F32OfBits, &[bits])
}

/// Converts to the format: NaN gives the least value, in 16-bit floats a NaN; numbers are rounded to nearest, ties to
/// even.
fn part_of(b: &mut Builder, layout: Layout, x: ValueId) -> ValueId {
    let (low, scale, offset) = match layout {
        Layout::Halves => return half_bits(b, x),
        Layout::Shorts => (0.0, 65535.0, 0.0),
        Layout::Signed => (-128.0 / 127.0, 127.0, 128.0),
        Layout::Bytes => (0.0, 255.0, 0.0),
    };
    let (low, high) = (b.f32(low), b.f32(1.0));
    let (scale, offset) = (b.f32(scale), b.f32(offset));
    let x = b.emit1(Op::FMax, &[x, low]);
    let x = b.emit1(Op::FMin, &[x, high]);
    let x = mul(b, x, scale);
    let x = add(b, x, offset);
    let x = b.emit1(Op::FRound, &[x]);
    b.emit1(Op::F32ToI32, &[x])
}

/// Unpacks the values in the bits of `x`; formats with two values repeat them.
pub(crate) fn unpack(b: &mut Builder, opcode: Opcode, x: ValueId) -> Vec4 {
    let layout = Layout::of(opcode);
    let n = layout.n();
    let width = 32 / n as i32;
    let bits = b.emit1(Op::BitsOfF32, &[x]);
    let mask = b.i32((1 << width) - 1);
    let mut parts: Vec<ValueId> = Vec::with_capacity(4);
    for i in 0..n {
        let shift = b.i32(width * i as i32);
        let part = b.emit1(Op::IShrU, &[bits, shift]);
        let part = b.emit1(Op::IAnd, &[part, mask]);
        parts.push(value_of(b, layout, part));
    }
    map4(|i| parts[i % n])
}

fn value_of(b: &mut Builder, layout: Layout, bits: ValueId) -> ValueId {
    let (offset, scale) = match layout {
        Layout::Halves => return of_half_bits(b, bits),
        Layout::Shorts => (0, 65535.0),
        Layout::Signed => (128, 127.0),
        Layout::Bytes => (0, 255.0),
    };
    let (offset, scale) = (b.i32(offset), b.f32(scale));
    let x = b.emit1(Op::ISub, &[bits, offset]);
    let x = b.emit1(Op::I32ToF32, &[x]);
    b.emit1(Op::FDiv, &[x, scale])
}
