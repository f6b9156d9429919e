//! Computes the operations of EXT_vertex_shader (its table of operations). The order of arithmetic is that of ARB
//! vertex programs.
//!
//! Where the table has errors or gaps:
//! - SUB of a scalar and a vector reads the vector's third component for the third, not its second.
//! - FRAC stays below 1, as FRC of programs does (QUIRKS 0.20).
//! - POWER of a negative base is a power for whole exponents, and NaN for others. The table leaves only exponents
//!   between −1 and 1 open. RECIP_SQRT of negative numbers, which is undefined, is that of the magnitude. LOG_BASE_2 of
//!   them, which is undefined, too, is NaN.
//! - MAX and MIN give the other argument for NaN, CLAMP returns NaN.

use super::opcode::Opcode;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The result of an operation on vectors, or on scalars repeated in all components. Only the first component of a
/// scalar result counts. `None` marks a component that does not change.
pub(super) fn evaluate(
    b: &mut Builder,
    opcode: Opcode,
    s: &[Vec4],
    is_scalar: bool,
) -> [Option<ValueId>; 4] {
    if let Some(x) = replicated(b, opcode, s) {
        // A vector result of DOT3 does not change the fourth component.
        let n = if opcode == Opcode::Dot3 { 3 } else { 4 };
        return std::array::from_fn(|c| (c < n).then_some(x));
    }
    if opcode == Opcode::CrossProduct {
        let ([x, y, z], one) = (cross(b, &s[0], &s[1]), b.f32(1.0));
        return [x, y, z, one].map(Some);
    }
    let n = if is_scalar { 1 } else { 4 };
    std::array::from_fn(|c| (c < n).then(|| component(b, opcode, |n| s[n][c])))
}

/// Operations with one result for all components.
fn replicated(b: &mut Builder, opcode: Opcode, s: &[Vec4]) -> Option<ValueId> {
    let x = s[0][0];
    Some(match opcode {
        Opcode::Dot3 => dot3(b, &s[0], &s[1]),
        Opcode::Dot4 => dot4(b, &s[0], &s[1]),
        Opcode::ExpBase2 => exp2(b, x),
        Opcode::LogBase2 => b.emit1(Op::Log2, &[x]),
        Opcode::Power => power(b, x, s[1][0]),
        // A negative zero has a positive reciprocal here, too.
        Opcode::Recip => {
            let zero = b.f32(0.0);
            let x = add(b, x, zero);
            recip(b, x)
        }
        Opcode::RecipSqrt => rsqrt(b, x),
        _ => return None,
    })
}

/// Operations that work on each component alone.
fn component(b: &mut Builder, opcode: Opcode, s: impl Fn(usize) -> ValueId) -> ValueId {
    match opcode {
        Opcode::Mov => s(0),
        Opcode::Negate => neg(b, s(0)),
        Opcode::Add => add(b, s(0), s(1)),
        Opcode::Sub => sub(b, s(0), s(1)),
        Opcode::Mul => mul(b, s(0), s(1)),
        Opcode::Madd => fma(b, s(0), s(1), s(2)),
        Opcode::Frac => fraction(b, s(0)),
        // If one operand is NaN, the result is the other (QUIRKS 0.23).
        Opcode::Max => other_on_nan(b, Op::FMax, s(0), s(1)),
        Opcode::Min => other_on_nan(b, Op::FMin, s(1), s(0)),
        Opcode::SetGe => truth(b, Op::FLe, s(1), s(0)),
        Opcode::SetLt => truth(b, Op::FLt, s(0), s(1)),
        Opcode::Clamp => {
            let is_above = b.emit1(Op::FLe, &[s(2), s(0)]);
            let x = b.emit1(Op::SelectF, &[is_above, s(2), s(0)]);
            let is_below = b.emit1(Op::FLe, &[s(0), s(1)]);
            b.emit1(Op::SelectF, &[is_below, s(1), x])
        }
        Opcode::Floor => b.emit1(Op::FFloor, &[s(0)]),
        // Halves go up.
        Opcode::Round => {
            let half = b.f32(0.5);
            let x = add(b, s(0), half);
            b.emit1(Op::FFloor, &[x])
        }
        other => unreachable!("{} has its own shape", other.name()),
    }
}

/// x^y: for a negative x a whole y determines the sign.
fn power(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    let (zero, half, none) = (b.f32(0.0), b.f32(0.5), b.f32(f32::NAN));
    let magnitude = b.emit1(Op::FAbs, &[x]);
    let magnitude = pow(b, magnitude, y);
    let floor = b.emit1(Op::FFloor, &[y]);
    let is_whole = b.emit1(Op::FEq, &[floor, y]);
    let half_y = mul(b, y, half);
    let floor = b.emit1(Op::FFloor, &[half_y]);
    let is_odd = b.emit1(Op::FNe, &[floor, half_y]);
    let opposite = neg(b, magnitude);
    let signed = b.emit1(Op::SelectF, &[is_odd, opposite, magnitude]);
    let signed = b.emit1(Op::SelectF, &[is_whole, signed, none]);
    let is_negative = b.emit1(Op::FLt, &[x, zero]);
    b.emit1(Op::SelectF, &[is_negative, signed, magnitude])
}
