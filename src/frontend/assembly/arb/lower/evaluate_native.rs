//! NVIDIA's native programs, where they compute otherwise than ARB programs. NV_vertex_program 2.14.1.10 and .11 define
//! `!!VP1.0`, `!!VP1.1` and `!!VSP1.0`, NV_vertex_program2 2.14.3 defines `!!VP2.0`. Native fragment programs are here,
//! too.
//!
//! NV_vertex_program recommends 0 × ∞ = 0 and does not require it: it is left out (QUIRKS 0.24). Comparisons of SGE and
//! SLT order −0 before +0 and any NaN after +∞. Arithmetic makes positive NaNs there, and the IR leaves their signs
//! open.

use super::rough::exp_rough;
use crate::frontend::assembly::arb::language::Numbers;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The result of an instruction with other numbers than in ARB programs.
pub(crate) fn evaluate(
    b: &mut Builder,
    op: Opcode,
    [x, y, _]: &[Vec4; 3],
    numbers: Numbers,
) -> Option<[Option<ValueId>; 4]> {
    match numbers {
        Numbers::Arb => return None,
        Numbers::Fp1 => return of_fragments(b, op, x, y).map(|v| v.map(Some)),
        Numbers::Vp1 | Numbers::Vp2 if op == Opcode::Lit => return Some(lit(b, x).map(Some)),
        Numbers::Vp1 => match op {
            Opcode::Sge | Opcode::Slt => {
                return Some(map4(|i| ordered(b, op, x[i], y[i])).map(Some));
            }
            // t < u ? t : u and t >= u ? t : u.
            Opcode::Min => {
                return Some(map4(|i| other_on_nan(b, Op::FMin, x[i], y[i])).map(Some));
            }
            Opcode::Max => {
                return Some(map4(|i| other_on_nan(b, Op::FMax, y[i], x[i])).map(Some));
            }
            Opcode::Exp => return Some(exp_bounded(b, x[0]).map(Some)),
            _ => return None,
        },
        Numbers::Vp2 => {}
    }
    let compare = |b: &mut Builder, op: Op, x: ValueId, y: ValueId| {
        let result = truth(b, op, x, y);
        nan_of(b, x, y, result)
    };
    let result = match op {
        Opcode::Rsq => {
            let root = b.emit1(Op::FSqrt, &[x[0]]);
            [recip(b, root); 4]
        }
        Opcode::Max => map4(|i| extreme(b, Op::FMax, Op::IAnd, x[i], y[i])),
        Opcode::Min => map4(|i| extreme(b, Op::FMin, Op::IOr, x[i], y[i])),
        Opcode::Seq => map4(|i| compare(b, Op::FEq, x[i], y[i])),
        Opcode::Sge => map4(|i| compare(b, Op::FLe, y[i], x[i])),
        Opcode::Sgt => map4(|i| compare(b, Op::FLt, y[i], x[i])),
        Opcode::Sle => map4(|i| compare(b, Op::FLe, x[i], y[i])),
        Opcode::Slt => map4(|i| compare(b, Op::FLt, x[i], y[i])),
        Opcode::Sne => map4(|i| compare(b, Op::FNe, x[i], y[i])),
        _ => return None,
    };
    Some(result.map(Some))
}

/// NV_fragment_program 3.11.5: POW is 2^(y log2 x) for all x and y; LIT does not bound its exponent. Comparisons with a
/// NaN are false, as in ARB programs.
fn of_fragments(b: &mut Builder, op: Opcode, x: &Vec4, y: &Vec4) -> Option<Vec4> {
    Some(match op {
        Opcode::Rsq => {
            let root = b.emit1(Op::FSqrt, &[x[0]]);
            [recip(b, root); 4]
        }
        Opcode::Pow => [power(b, x[0], y[0]); 4],
        Opcode::Max => map4(|i| extreme(b, Op::FMax, Op::IAnd, x[i], y[i])),
        Opcode::Min => map4(|i| extreme(b, Op::FMin, Op::IOr, x[i], y[i])),
        Opcode::Lit => {
            let (zero, one) = (b.f32(0.0), b.f32(1.0));
            // max(a, b) gives b for a NaN.
            let diffuse = b.emit1(Op::FMax, &[zero, x[0]]);
            let base = b.emit1(Op::FMax, &[zero, x[1]]);
            let power = power(b, base, x[3]);
            let is_lit = b.emit1(Op::FLt, &[zero, diffuse]);
            let specular = b.emit1(Op::SelectF, &[is_lit, power, zero]);
            [one, diffuse, specular, one]
        }
        _ => return None,
    })
}

/// ApproxPower (NV_fragment_program 3.11.5.24). Its rule 10 for (+∞, x < 0) does not follow from this, as it says; the
/// result is +0.
fn power(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    let log = b.emit1(Op::Log2, &[x]);
    let log = mul(b, y, log);
    exp2(b, log)
}

/// NaN if one of the operands is.
fn nan_of(b: &mut Builder, x: ValueId, y: ValueId, result: ValueId) -> ValueId {
    let (x_is, y_is) = (b.emit1(Op::FNe, &[x, x]), b.emit1(Op::FNe, &[y, y]));
    let result = b.emit1(Op::SelectF, &[y_is, y, result]);
    b.emit1(Op::SelectF, &[x_is, x, result])
}

/// Minimum or maximum, independent of the order of the operands: `signs` decides between −0 and +0 (2.14.3.21, .22).
fn extreme(b: &mut Builder, op: Op, signs: Op, x: ValueId, y: ValueId) -> ValueId {
    let result = b.emit1(op, &[x, y]);
    let bits = [x, y].map(|v| b.emit1(Op::BitsOfF32, &[v]));
    let both = b.emit1(signs, &bits);
    let both = b.emit1(Op::F32OfBits, &[both]);
    let is_equal = b.emit1(Op::FEq, &[x, y]);
    let result = b.emit1(Op::SelectF, &[is_equal, both, result]);
    nan_of(b, x, y, result)
}

/// SGE and SLT of NV_vertex_program 2.14.1.11: the numbers are compared as integers of the same order.
fn ordered(b: &mut Builder, op: Opcode, x: ValueId, y: ValueId) -> ValueId {
    let [x, y] = [x, y].map(|v| {
        let (magnitude, k31, last) = (b.i32(i32::MAX), b.i32(31), b.i32(i32::MAX));
        let bits = b.emit1(Op::BitsOfF32, &[v]);
        let sign = b.emit1(Op::IShrS, &[bits, k31]);
        let flip = b.emit1(Op::IAnd, &[sign, magnitude]);
        let number = b.emit1(Op::IXor, &[bits, flip]);
        let is_nan = b.emit1(Op::FNe, &[v, v]);
        b.emit1(Op::SelectI, &[is_nan, last, number])
    });
    let (one, zero) = (b.f32(1.0), b.f32(0.0));
    let is_less = b.emit1(Op::ILt, &[x, y]);
    match op {
        Opcode::Slt => b.emit1(Op::SelectF, &[is_less, one, zero]),
        _ => b.emit1(Op::SelectF, &[is_less, zero, one]),
    }
}

/// EXP of NV_vertex_program 2.14.1.10.15: where 2^⌊x⌋ overflows or underflows, (2^⌊x⌋, 0, 2^⌊x⌋, 1).
fn exp_bounded(b: &mut Builder, x: ValueId) -> Vec4 {
    let [power, fraction, exact, one] = exp_rough(b, x);
    let (zero, most) = (b.f32(0.0), b.f32(f32::MAX));
    let under = b.emit1(Op::FEq, &[power, zero]);
    let over = b.emit1(Op::FLt, &[most, power]);
    let outside = b.emit1(Op::MOr, &[under, over]);
    [
        power,
        b.emit1(Op::SelectF, &[outside, zero, fraction]),
        b.emit1(Op::SelectF, &[outside, power, exact]),
        one,
    ]
}

/// LIT (2.14.1.10.17, NV_vertex_program2 2.14.3.18): the clamps leave a NaN as it is.
fn lit(b: &mut Builder, v: &Vec4) -> Vec4 {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let (low, high) = (b.f32(-128.0 + 1.0 / 256.0), b.f32(128.0 - 1.0 / 256.0));
    // max(a, b) and min(a, b) give b for a NaN.
    let x = b.emit1(Op::FMax, &[zero, v[0]]);
    let y = b.emit1(Op::FMax, &[zero, v[1]]);
    let w = b.emit1(Op::FMax, &[low, v[3]]);
    let w = b.emit1(Op::FMin, &[high, w]);
    let power = pow(b, y, w);
    let is_lit = b.emit1(Op::FLt, &[zero, x]);
    let z = b.emit1(Op::SelectF, &[is_lit, power, zero]);
    [one, x, z, one]
}
