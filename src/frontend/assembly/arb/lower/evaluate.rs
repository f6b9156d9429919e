//! Computes each instruction as IR (ARB_vertex_program 2.14.5, ARB_fragment_program 3.11.5, NV_vertex_program2_option
//! 2.14.5, NV_fragment_program_option and NV_fragment_program2 3.11.5; QUIRKS 0 and 1).

use super::evaluate_native;
use super::pack::{pack, unpack};
use super::rough::{exp_rough, log_rough};
use crate::frontend::assembly::arb::language::Numbers;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The result of an instruction; `None` components are not written (QUIRKS 0.19).
pub(crate) fn evaluate(
    b: &mut Builder,
    op: Opcode,
    s: &[Vec4; 3],
    numbers: Numbers,
) -> [Option<ValueId>; 4] {
    if let Some(result) = evaluate_native::evaluate(b, op, s, numbers) {
        return result;
    }
    let [x, y, z] = s;
    let unary = |b: &mut Builder, op: Op| map4(|i| b.emit1(op, &[x[i]])).map(Some);
    let binary = |b: &mut Builder, op: Op| map4(|i| b.emit1(op, &[x[i], y[i]])).map(Some);
    match op {
        Opcode::Mov | Opcode::Swz => x.map(Some),
        Opcode::Abs => unary(b, Op::FAbs),
        Opcode::Ddx => unary(b, Op::Ddx),
        Opcode::Ddy => unary(b, Op::Ddy),
        Opcode::Flr => unary(b, Op::FFloor),
        Opcode::Add => binary(b, Op::FAdd),
        Opcode::Sub => binary(b, Op::FSub),
        Opcode::Mul => binary(b, Op::FMul),
        Opcode::Div => binary(b, Op::FDiv),
        Opcode::Max => map4(|i| other_on_nan(b, Op::FMax, x[i], y[i])).map(Some),
        // Where both are equal the first operand is the result, for −0 and +0 (2.14.5.17: x > y ? y : x).
        Opcode::Min => map4(|i| other_on_nan(b, Op::FMin, y[i], x[i])).map(Some),
        Opcode::Mad => map4(|i| fma(b, x[i], y[i], z[i])).map(Some),
        Opcode::Lrp => map4(|i| interpolate(b, x[i], y[i], z[i])).map(Some),
        Opcode::Frc => map4(|i| fraction(b, x[i])).map(Some),
        Opcode::Sge => map4(|i| truth(b, Op::FLe, y[i], x[i])).map(Some),
        Opcode::Slt => map4(|i| truth(b, Op::FLt, x[i], y[i])).map(Some),
        Opcode::Sgt => map4(|i| truth(b, Op::FLt, y[i], x[i])).map(Some),
        Opcode::Sle => map4(|i| truth(b, Op::FLe, x[i], y[i])).map(Some),
        Opcode::Seq => map4(|i| truth(b, Op::FEq, x[i], y[i])).map(Some),
        Opcode::Sne => map4(|i| truth(b, Op::FNe, x[i], y[i])).map(Some),
        Opcode::Sfl => [Some(b.f32(0.0)); 4],
        Opcode::Str => [Some(b.f32(1.0)); 4],
        Opcode::Ssg => map4(|i| sign(b, x[i])).map(Some),
        Opcode::Cmp => {
            let zero = b.f32(0.0);
            map4(|i| {
                let below = b.emit1(Op::FLt, &[x[i], zero]);
                b.emit1(Op::SelectF, &[below, y[i], z[i]])
            })
            .map(Some)
        }
        Opcode::Dst => [
            Some(b.f32(1.0)),
            Some(mul(b, x[1], y[1])),
            Some(x[2]),
            Some(y[3]),
        ],
        Opcode::Xpd => {
            let [x, y, z] = cross(b, x, y).map(Some);
            [x, y, z, None]
        }
        Opcode::Rfl => reflect(b, x, y),
        Opcode::Nrm => {
            let length2 = dot3(b, x, x);
            let scale = rsqrt(b, length2);
            [0, 1, 2, 3].map(|i| (i < 3).then(|| mul(b, x[i], scale)))
        }
        Opcode::X2d => transform_2d(b, x, y, z).map(Some),
        Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub => {
            unpack(b, op, x[0]).map(Some)
        }
        Opcode::Lit => lit(b, x).map(Some),
        Opcode::Exp => exp_rough(b, x[0]).map(Some),
        Opcode::Log => log_rough(b, x[0]).map(Some),
        Opcode::Scs => [
            Some(b.emit1(Op::Cos, &[x[0]])),
            Some(b.emit1(Op::Sin, &[x[0]])),
            None,
            None,
        ],
        _ => [Some(scalar(b, op, s)); 4],
    }
}

/// Operations with one result for all components.
fn scalar(b: &mut Builder, op: Opcode, [x, y, z]: &[Vec4; 3]) -> ValueId {
    match op {
        Opcode::Dp2 => dot2(b, x, y),
        Opcode::Dp2a => {
            let sum = dot2(b, x, y);
            add(b, sum, z[0])
        }
        Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub => pack(b, op, x),
        Opcode::Dp3 => dot3(b, x, y),
        Opcode::Dp4 => dot4(b, x, y),
        Opcode::Dph => {
            let sum = dot3(b, x, y);
            add(b, sum, y[3])
        }
        Opcode::Rcp => recip(b, x[0]),
        Opcode::Rcc => recip_clamped(b, x[0]),
        Opcode::Rsq => rsqrt(b, x[0]),
        Opcode::Ex2 => exp2(b, x[0]),
        Opcode::Lg2 => b.emit1(Op::Log2, &[x[0]]),
        Opcode::Pow => pow(b, x[0], y[0]),
        Opcode::Sin => b.emit1(Op::Sin, &[x[0]]),
        Opcode::Cos => b.emit1(Op::Cos, &[x[0]]),
        op => unreachable!("{op:?} has a vector result"),
    }
}

/// 1, 0 or −1; NaN stays (QUIRKS 1.22).
fn sign(b: &mut Builder, x: ValueId) -> ValueId {
    let zero = b.f32(0.0);
    let above = truth(b, Op::FLt, zero, x);
    let below = truth(b, Op::FLt, x, zero);
    let sign = sub(b, above, below);
    let is_nan = b.emit1(Op::FNe, &[x, x]);
    b.emit1(Op::SelectF, &[is_nan, x, sign])
}

/// 1/x with its magnitude clamped to [2^-64, 2^64]; NaN stays (QUIRKS 1.21).
fn recip_clamped(b: &mut Builder, x: ValueId) -> ValueId {
    let r = recip(b, x);
    let (least, most) = (b.f32(f32::exp2(-64.0)), b.f32(f32::exp2(64.0)));
    let magnitude = b.emit1(Op::FAbs, &[r]);
    let magnitude = b.emit1(Op::FMin, &[magnitude, most]);
    let magnitude = b.emit1(Op::FMax, &[magnitude, least]);
    let (bits, of_sign) = (b.emit1(Op::BitsOfF32, &[r]), b.i32(i32::MIN));
    let sign = b.emit1(Op::IAnd, &[bits, of_sign]);
    let magnitude = b.emit1(Op::BitsOfF32, &[magnitude]);
    let clamped = b.emit1(Op::IOr, &[sign, magnitude]);
    let clamped = b.emit1(Op::F32OfBits, &[clamped]);
    let is_nan = b.emit1(Op::FNe, &[r, r]);
    b.emit1(Op::SelectF, &[is_nan, r, clamped])
}

/// fma(a, x, (1 − a)·y): an infinite y stays infinite whatever its weight, but 0, unlike in [`lerp`].
fn interpolate(b: &mut Builder, a: ValueId, x: ValueId, y: ValueId) -> ValueId {
    let one = b.f32(1.0);
    let rest = sub(b, one, a);
    let rest = mul(b, rest, y);
    fma(b, a, x, rest)
}

/// fma(y, y', x·x')
fn dot2(b: &mut Builder, x: &Vec4, y: &Vec4) -> ValueId {
    let product = mul(b, x[0], y[0]);
    fma(b, x[1], y[1], product)
}

/// Reflects the direction `y` about the axis `x`: the result is 2 (x·y) ÷ (x·x) times the axis, less the direction.
fn reflect(b: &mut Builder, x: &Vec4, y: &Vec4) -> [Option<ValueId>; 4] {
    let (length2, along, two) = (dot3(b, x, x), dot3(b, x, y), b.f32(2.0));
    let along = mul(b, two, along);
    let along = b.emit1(Op::FDiv, &[along, length2]);
    [0, 1, 2, 3].map(|i| {
        let less = (i < 3).then(|| neg(b, y[i]))?;
        Some(fma(b, along, x[i], less))
    })
}

/// Adds the 2 × 2 matrix z times y to the point x, twice.
fn transform_2d(b: &mut Builder, x: &Vec4, y: &Vec4, z: &Vec4) -> Vec4 {
    let mut row = |i: usize| {
        let sum = fma(b, y[0], z[2 * i], x[i]);
        fma(b, y[1], z[2 * i + 1], sum)
    };
    let (s, t) = (row(0), row(1));
    [s, t, s, t]
}

/// (1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1) with w clamped to ±(128 − 2^-8), or NaN (QUIRKS 0.16).
fn lit(b: &mut Builder, v: &Vec4) -> Vec4 {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let (low, high) = (b.f32(-128.0 + 1.0 / 256.0), b.f32(128.0 - 1.0 / 256.0));
    let x = b.emit1(Op::FMax, &[v[0], zero]);
    let y = b.emit1(Op::FMax, &[v[1], zero]);
    // max(a, b) and min(a, b) give b for a NaN.
    let w = b.emit1(Op::FMax, &[low, v[3]]);
    let w = b.emit1(Op::FMin, &[high, w]);
    let power = pow(b, y, w);
    let lit = b.emit1(Op::FLt, &[zero, x]);
    let z = b.emit1(Op::SelectF, &[lit, power, zero]);
    [one, x, z, one]
}
