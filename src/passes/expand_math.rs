//! Replaces `exp2 log2 sin cos pow` by IEEE operations (table `shader`: the bounds of the ARB and NV assembly languages).
//!
//! EX2 and LG2 follow TRAPS 0.12 and 0.13 (an EX2 result below 2^-126 is +0), POW follows TRAPS 0.14; SIN and COS reduce
//! by multiples of π/2 in three parts, so that the absolute error stays small up to some 10^5.

use crate::ir::{Inst, Op, Program, ProgramId, Type, ValueId};
use std::f32::consts::{FRAC_PI_4, LN_2};

/// The same program without `Math` opcodes.
pub fn expand_math(program: &Program) -> Program {
    let mut out = program.clone();
    out.id = ProgramId::unique();
    let mut replaced: Vec<ValueId> = (0..program.value_types.len() as u32).map(ValueId).collect();
    for block in &mut out.blocks {
        let old = std::mem::take(&mut block.insts);
        let mut e = Expansion {
            insts: Vec::with_capacity(old.len()),
            types: &mut out.value_types,
            span: Default::default(),
        };
        for inst in old {
            e.span = inst.span;
            let a = |i: usize| inst.args[i];
            let result = match inst.op {
                Op::Exp2 => e.exp2(a(0)),
                Op::Log2 => e.log2(a(0)),
                Op::Sin => e.sin_cos(a(0), 0),
                Op::Cos => e.sin_cos(a(0), 1),
                Op::Pow => e.pow(a(0), a(1)),
                _ => {
                    e.insts.push(inst);
                    continue;
                }
            };
            replaced[inst.first_result.index()] = result;
        }
        block.insts = e.insts;
    }
    rename(&mut out, &replaced);
    out
}

/// Replaces every use of a value `v` of the old program by `replaced[v]`.
fn rename(program: &mut Program, replaced: &[ValueId]) {
    use crate::ir::Terminator::{Branch, Jump};
    let new = |v: &mut ValueId| *v = replaced.get(v.index()).copied().unwrap_or(*v);
    for block in &mut program.blocks {
        block
            .insts
            .iter_mut()
            .flat_map(|i| i.args.iter_mut())
            .for_each(new);
        match &mut block.terminator {
            Jump(edge) => edge.args.iter_mut().for_each(new),
            Branch(mask, yes, no) => {
                new(mask);
                yes.args.iter_mut().chain(no.args.iter_mut()).for_each(new);
            }
            _ => {}
        }
    }
}

struct Expansion<'a> {
    insts: Vec<Inst>,
    types: &'a mut Vec<Type>,
    span: crate::ir::Span,
}

impl Expansion<'_> {
    fn emit(&mut self, op: Op, args: &[ValueId], imm: u32) -> ValueId {
        let first_result = ValueId(self.types.len() as u32);
        self.types.push(op.info().results[0]);
        let args = args.iter().copied().collect();
        self.insts.push(Inst {
            op,
            args,
            imm: [imm, 0],
            first_result,
            span: self.span,
        });
        first_result
    }

    fn op(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        self.emit(op, args, 0)
    }

    fn f(&mut self, x: f32) -> ValueId {
        self.emit(Op::ConstF32, &[], x.to_bits())
    }

    fn i(&mut self, x: i32) -> ValueId {
        self.emit(Op::ConstI32, &[], x as u32)
    }

    /// Horner's rule; the highest coefficient comes first.
    fn polynomial(&mut self, x: ValueId, coefficients: &[f32]) -> ValueId {
        let mut sum = self.f(coefficients[0]);
        for c in &coefficients[1..] {
            let c = self.f(*c);
            sum = self.op(Op::FFma, &[sum, x, c]);
        }
        sum
    }

    /// 2^n for an integer n in −126..=127.
    fn power_of_two(&mut self, n: ValueId) -> ValueId {
        let (bias, shift) = (self.i(127), self.i(23));
        let biased = self.op(Op::IAdd, &[n, bias]);
        let bits = self.op(Op::IShl, &[biased, shift]);
        self.op(Op::F32OfBits, &[bits])
    }

    fn exp2(&mut self, x: ValueId) -> ValueId {
        let (low, high, zero) = (self.f(-126.0), self.f(128.0), self.f(0.0));
        let clamped = self.op(Op::FMax, &[x, low]);
        let clamped = self.op(Op::FMin, &[clamped, high]);
        let n = self.op(Op::FRound, &[clamped]);
        let f = self.op(Op::FSub, &[clamped, n]);
        let mut taylor = [1.0f32; 8];
        for k in 1..8 {
            taylor[7 - k] = taylor[8 - k] * LN_2 / k as f32;
        }
        let p = self.polynomial(f, &taylor);
        let (n, one) = (self.op(Op::F32ToI32, &[n]), self.i(1));
        let half = self.op(Op::IShrS, &[n, one]);
        let rest = self.op(Op::ISub, &[n, half]);
        let (a, b) = (self.power_of_two(half), self.power_of_two(rest));
        let p = self.op(Op::FMul, &[p, a]);
        let p = self.op(Op::FMul, &[p, b]);
        let small = self.op(Op::FLt, &[x, low]);
        let p = self.op(Op::SelectF, &[small, zero, p]);
        let nan = self.op(Op::FNe, &[x, x]);
        self.op(Op::SelectF, &[nan, x, p])
    }

    fn log2(&mut self, x: ValueId) -> ValueId {
        let (tiny, scale, zero) = (self.f(f32::MIN_POSITIVE), self.f(16777216.0), self.f(0.0));
        let denormal = self.op(Op::FLt, &[x, tiny]);
        let scaled = self.op(Op::FMul, &[x, scale]);
        let y = self.op(Op::SelectF, &[denormal, scaled, x]);
        let bits = self.op(Op::BitsOfF32, &[y]);
        // Exponent and mantissa around √½: subtracting its bits makes the mantissa lie in √½ .. √2.
        let (root, shift) = (self.i(0x3f35_04f3), self.i(23));
        let distance = self.op(Op::ISub, &[bits, root]);
        let e = self.op(Op::IShrS, &[distance, shift]);
        let e_bits = self.op(Op::IShl, &[e, shift]);
        let m_bits = self.op(Op::ISub, &[bits, e_bits]);
        let m = self.op(Op::F32OfBits, &[m_bits]);
        let (one, minus_24) = (self.f(1.0), self.f(-24.0));
        let correction = self.op(Op::SelectF, &[denormal, minus_24, zero]);
        let e = self.op(Op::I32ToF32, &[e]);
        let e = self.op(Op::FAdd, &[e, correction]);
        let (below, above) = (self.op(Op::FSub, &[m, one]), self.op(Op::FAdd, &[m, one]));
        let s = self.op(Op::FDiv, &[below, above]);
        let s2 = self.op(Op::FMul, &[s, s]);
        let k = 2.0 / std::f64::consts::LN_2;
        let series = [9.0, 7.0, 5.0, 3.0, 1.0].map(|n| (k / n) as f32);
        let p = self.polynomial(s2, &series);
        let r = self.op(Op::FFma, &[p, s, e]);
        let (infinity, minus_infinity, nan) = (
            self.f(f32::INFINITY),
            self.f(f32::NEG_INFINITY),
            self.f(f32::NAN),
        );
        let finite = self.op(Op::FLt, &[x, infinity]);
        let r = self.op(Op::SelectF, &[finite, r, x]);
        let is_zero = self.op(Op::FEq, &[x, zero]);
        let r = self.op(Op::SelectF, &[is_zero, minus_infinity, r]);
        let negative = self.op(Op::FLt, &[x, zero]);
        self.op(Op::SelectF, &[negative, nan, r])
    }

    /// sin x (`quadrant` 0) or cos x = sin(x + π/2) (`quadrant` 1).
    fn sin_cos(&mut self, x: ValueId, quadrant: i32) -> ValueId {
        let inverse = self.f(std::f32::consts::FRAC_2_PI);
        let k = self.op(Op::FMul, &[x, inverse]);
        let k = self.op(Op::FRound, &[k]);
        let minus_k = self.op(Op::FNeg, &[k]);
        let mut r = x;
        let mut rest = std::f64::consts::FRAC_PI_2;
        for _ in 0..3 {
            let part = rest as f32;
            rest -= part as f64;
            let part = self.f(part);
            r = self.op(Op::FFma, &[minus_k, part, r]);
        }
        // Arguments too large to reduce still give a result in [−1, 1].
        let (low, high) = (self.f(-FRAC_PI_4 - 1e-3), self.f(FRAC_PI_4 + 1e-3));
        let r = self.op(Op::FMax, &[r, low]);
        let r = self.op(Op::FMin, &[r, high]);
        let r2 = self.op(Op::FMul, &[r, r]);
        let r3 = self.op(Op::FMul, &[r2, r]);
        let s = self.polynomial(
            r2,
            &[1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0],
        );
        let sine = self.op(Op::FFma, &[s, r3, r]);
        let cosine = self.polynomial(
            r2,
            &[
                -1.0 / 3628800.0,
                1.0 / 40320.0,
                -1.0 / 720.0,
                1.0 / 24.0,
                -0.5,
                1.0,
            ],
        );
        let (offset, one, two, zero) = (self.i(quadrant), self.i(1), self.i(2), self.i(0));
        let q = self.op(Op::F32ToI32, &[k]);
        let q = self.op(Op::IAdd, &[q, offset]);
        let odd = self.op(Op::IAnd, &[q, one]);
        let even = self.op(Op::IEq, &[odd, zero]);
        let y = self.op(Op::SelectF, &[even, sine, cosine]);
        let upper = self.op(Op::IAnd, &[q, two]);
        let positive = self.op(Op::IEq, &[upper, zero]);
        let minus_y = self.op(Op::FNeg, &[y]);
        let mut y = self.op(Op::SelectF, &[positive, y, minus_y]);
        let magnitude = self.op(Op::FAbs, &[x]);
        if quadrant == 0 {
            // sin x = x near 0, so that the sign of zero stays.
            let small = self.f(1.0 / 4096.0);
            let is_small = self.op(Op::FLt, &[magnitude, small]);
            y = self.op(Op::SelectF, &[is_small, x, y]);
        }
        let (infinity, nan) = (self.f(f32::INFINITY), self.f(f32::NAN));
        let finite = self.op(Op::FLt, &[magnitude, infinity]);
        self.op(Op::SelectF, &[finite, y, nan])
    }

    fn pow(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let (one, zero) = (self.f(1.0), self.f(0.0));
        let log = self.log2(a);
        let exponent = self.op(Op::FMul, &[b, log]);
        let r = self.exp2(exponent);
        let (a_is_one, b_is_number) = (self.op(Op::FEq, &[a, one]), self.op(Op::FEq, &[b, b]));
        let (b_is_zero, a_is_positive) =
            (self.op(Op::FEq, &[b, zero]), self.op(Op::FLe, &[zero, a]));
        let first = self.op(Op::MAnd, &[a_is_one, b_is_number]);
        let second = self.op(Op::MAnd, &[b_is_zero, a_is_positive]);
        let is_one = self.op(Op::MOr, &[first, second]);
        self.op(Op::SelectF, &[is_one, one, r])
    }
}
