//! Replaces mathematical functions by IEEE operations.
//!
//! The functions `exp2 log2 sin cos pow` of the assembly languages are here (table `shader`). They keep the bounds of the ARB
//! and NV languages. The other functions are in `full_math` (table `full`).
//!
//! EX2, LG2 and POW follow QUIRKS 0.12 to 0.14; an EX2 result below 2^-126 is +0. SIN and COS subtract a multiple of π/2 in
//! three parts. So their absolute error stays small for arguments up to about 10^5.

use super::full_math;
use super::ranges::Ranges;
use crate::ir::{Inst, Op, OpKind, Program, ProgramId, Type, ValueId};
use std::f32::consts::{FRAC_PI_4, LN_2};

/// The bits of √½.
const ROOT: i32 = 0x3f35_04f3;

/// 2^x for x in −½ .. ½, with a relative error of 2^-26. It is exactly 1 at 0. The constant term comes first.
const EXP2: [f32; 7] = [
    1.0,
    LN_2,
    0.240_226_49,
    0.055_503_584,
    0.009_618_442,
    0.001_339_036_6,
    0.000_153_375_8,
];

/// log2((1 + s) ÷ (1 − s)) ÷ s as a polynomial of s², with a relative error of 2^-26. (1 + s) ÷ (1 − s) is in √½ .. √2. The
/// highest coefficient comes first.
const LOG2: [f32; 4] = [0.431_737_9, 0.576_714_34, 0.961_798_85, 2.885_39];

/// Returns the program without `Math` opcodes. Each function becomes a sequence of operations in its place.
pub fn expand_math(program: &Program) -> Program {
    let mut out = program.clone();
    out.id = ProgramId::unique();
    expand(&mut out);
    out
}

/// Does the same in place.
pub(super) fn expand(program: &mut Program) {
    let mut replaced: Vec<ValueId> = (0..program.value_types.len() as u32).map(ValueId).collect();
    // Blocks are rebuilt one by one. Uses of the functions' results are renamed at the end.
    let ranges = Ranges::of_program(program);
    for block in &mut program.blocks {
        let old = std::mem::take(&mut block.insts);
        let mut e = Expansion {
            insts: Vec::with_capacity(old.len()),
            types: &mut program.value_types,
            ranges: &ranges,
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
                op if op.info().kind == OpKind::Math => {
                    full_math::expand(&mut e, &inst).expect("a function of the table")
                }
                _ => {
                    e.insts.push(inst);
                    continue;
                }
            };
            replaced[inst.first_result.index()] = result;
        }
        block.insts = e.insts;
    }
    rename(program, &replaced);
}

/// Replaces each use of a value `v` of the old program by `replaced[v]`.
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
    program.rename_notes(|v| replaced.get(v.index()).copied().unwrap_or(v));
}

/// Emits the operations that replace functions.
pub(super) struct Expansion<'a> {
    insts: Vec<Inst>,
    types: &'a mut Vec<Type>,
    /// The ranges of the values of the old program.
    ranges: &'a Ranges,
    span: crate::ir::Span,
}

impl Expansion<'_> {
    /// Appends a constant of 64 bits.
    pub(super) fn emit_wide(&mut self, op: Op, bits: u64) -> ValueId {
        let value = self.emit(op, &[], bits as u32);
        if let Some(inst) = self.insts.last_mut() {
            inst.imm[1] = (bits >> 32) as u32;
        }
        value
    }

    /// Appends an operation with one result and one immediate.
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

    /// Appends an operation with one result.
    pub(super) fn op(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        self.emit(op, args, 0)
    }

    /// Appends an f32 constant.
    pub(super) fn f(&mut self, x: f32) -> ValueId {
        self.emit(Op::ConstF32, &[], x.to_bits())
    }

    /// Appends an i32 constant.
    pub(super) fn i(&mut self, x: i32) -> ValueId {
        self.emit(Op::ConstI32, &[], x as u32)
    }

    /// Evaluates a polynomial of x by Horner's rule. The highest coefficient comes first.
    fn polynomial(&mut self, x: ValueId, coefficients: &[f32]) -> ValueId {
        let mut sum = self.f(coefficients[0]);
        for c in &coefficients[1..] {
            let c = self.f(*c);
            sum = self.op(Op::FFma, &[sum, x, c]);
        }
        sum
    }

    /// 2^x: the integer part of x is added to the exponent of 2^f, where f is the fraction in −½ .. ½.
    ///
    /// From x = −126 on, the exponent cannot underflow; below, the result is 0. At x = 128 it becomes that of infinity.
    fn exp2(&mut self, x: ValueId) -> ValueId {
        let (low, high, zero) = (self.f(-126.0), self.f(128.0), self.f(0.0));
        // A minimum with NaN gives its second argument, so NaN stays NaN. Its integer part adds 0 to the exponent.
        let clamped = self.op(Op::FMin, &[high, x]);
        let n = self.op(Op::FRound, &[clamped]);
        let f = self.op(Op::FSub, &[clamped, n]);
        let p = self.exp2_of_fraction(f);
        let (n, shift) = (self.op(Op::F32ToI32, &[n]), self.i(23));
        let n = self.op(Op::IShl, &[n, shift]);
        let p = self.op(Op::BitsOfF32, &[p]);
        let p = self.op(Op::IAdd, &[p, n]);
        let p = self.op(Op::F32OfBits, &[p]);
        let small = self.op(Op::FLt, &[x, low]);
        self.op(Op::SelectF, &[small, zero, p])
    }

    /// 2^f for f in −½ .. ½. Evaluating pairs of terms first takes one multiplication more than Horner's rule, and two thirds of
    /// its time.
    fn exp2_of_fraction(&mut self, f: ValueId) -> ValueId {
        let c = EXP2.map(|c| self.f(c));
        let f2 = self.op(Op::FMul, &[f, f]);
        let pairs = [0, 2, 4].map(|i| self.op(Op::FFma, &[c[i + 1], f, c[i]]));
        let sum = self.op(Op::FFma, &[c[6], f2, pairs[2]]);
        let sum = self.op(Op::FFma, &[sum, f2, pairs[1]]);
        self.op(Op::FFma, &[sum, f2, pairs[0]])
    }

    /// log2 x. It is −∞ for ±0, NaN for negative numbers, and x for +∞ and NaN.
    fn log2(&mut self, x: ValueId) -> ValueId {
        let (zero, infinity) = (self.f(0.0), self.f(f32::INFINITY));
        let (minus_infinity, nan) = (self.f(f32::NEG_INFINITY), self.f(f32::NAN));
        let r = self.log2_of_positive(x);
        let finite = self.op(Op::FLt, &[x, infinity]);
        let r = self.op(Op::SelectF, &[finite, r, x]);
        let is_zero = self.op(Op::FEq, &[x, zero]);
        let r = self.op(Op::SelectF, &[is_zero, minus_infinity, r]);
        let negative = self.op(Op::FLt, &[x, zero]);
        self.op(Op::SelectF, &[negative, nan, r])
    }

    /// log2 of a positive, finite number. The result for other numbers means nothing.
    fn log2_of_positive(&mut self, x: ValueId) -> ValueId {
        let (y, origin) = self.normalized(x);
        // x = m × 2^e with m in √½ .. √2: the bits are split at their distance from those of √½.
        let bits = self.op(Op::BitsOfF32, &[y]);
        let distance = self.op(Op::ISub, &[bits, origin]);
        let (root, shift, fraction) = (self.i(ROOT), self.i(23), self.i(0x007f_ffff));
        let e = self.op(Op::IShrS, &[distance, shift]);
        let e = self.op(Op::I32ToF32, &[e]);
        let m = self.op(Op::IAnd, &[distance, fraction]);
        let m = self.op(Op::IAdd, &[m, root]);
        let m = self.op(Op::F32OfBits, &[m]);
        // log2 m is a polynomial of s = (m − 1) ÷ (m + 1).
        let one = self.f(1.0);
        let (below, above) = (self.op(Op::FSub, &[m, one]), self.op(Op::FAdd, &[m, one]));
        let s = self.op(Op::FDiv, &[below, above]);
        let s2 = self.op(Op::FMul, &[s, s]);
        let p = self.polynomial(s2, &LOG2);
        self.op(Op::FFma, &[p, s, e])
    }

    /// Multiplies denormal numbers by 2^24. Returns the number, and the bits of √½ or of √½ × 2^24.
    ///
    /// If no value of x can overflow, all are multiplied. That saves the decision and changes no result.
    fn normalized(&mut self, x: ValueId) -> (ValueId, ValueId) {
        let (up, scaled_root) = (self.f(16777216.0), self.i(ROOT + (24 << 23)));
        let scaled = self.op(Op::FMul, &[x, up]);
        if self.ranges.of(x).is_some_and(|r| r.high < 1e30) {
            return (scaled, scaled_root);
        }
        let (tiny, root) = (self.f(f32::MIN_POSITIVE), self.i(ROOT));
        let denormal = self.op(Op::FLt, &[x, tiny]);
        let y = self.op(Op::SelectF, &[denormal, scaled, x]);
        (y, self.op(Op::SelectI, &[denormal, scaled_root, root]))
    }

    /// sin x (`quadrant` 0), or cos x = sin(x + π/2) (`quadrant` 1).
    fn sin_cos(&mut self, x: ValueId, quadrant: i32) -> ValueId {
        // r = x − k × π/2, with π/2 in three parts, where k is the nearest integer.
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
        // This keeps the result in [−1, 1] for arguments that are too large to reduce. NaN, also from infinite arguments, stays,
        // because it is the second argument.
        let (low, high) = (self.f(-FRAC_PI_4 - 1e-3), self.f(FRAC_PI_4 + 1e-3));
        let r = self.op(Op::FMax, &[low, r]);
        let r = self.op(Op::FMin, &[high, r]);
        // sin r and cos r by their Taylor polynomials.
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
        // The quadrant, k + offset modulo 4, selects one of them and its sign.
        let (offset, one, two, zero) = (self.i(quadrant), self.i(1), self.i(2), self.i(0));
        let q = self.op(Op::F32ToI32, &[k]);
        let q = self.op(Op::IAdd, &[q, offset]);
        let odd = self.op(Op::IAnd, &[q, one]);
        let even = self.op(Op::IEq, &[odd, zero]);
        let y = self.op(Op::SelectF, &[even, sine, cosine]);
        let upper = self.op(Op::IAnd, &[q, two]);
        let positive = self.op(Op::IEq, &[upper, zero]);
        let minus_y = self.op(Op::FNeg, &[y]);
        let y = self.op(Op::SelectF, &[positive, y, minus_y]);
        if quadrant == 1 {
            return y;
        }
        // Near 0, sin x is x. So the sign of zero stays.
        let (magnitude, small) = (self.op(Op::FAbs, &[x]), self.f(1.0 / 4096.0));
        let is_small = self.op(Op::FLt, &[magnitude, small]);
        self.op(Op::SelectF, &[is_small, x, y])
    }

    /// a^b as 2^(b log2 a), by the rules of QUIRKS 0.14.
    ///
    /// Large numbers take the places of infinities, so that 0 × ∞ does not occur. log2 of 0 and ∞ is ∓2^108. |b| is 0, or it
    /// lies in 2^-100 .. 2^100. The powers are the same.
    fn pow(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let (zero, infinity, nan) = (self.f(0.0), self.f(f32::INFINITY), self.f(f32::NAN));
        let (most, least) = (self.f(2f32.powi(108)), self.f(-(2f32.powi(108))));
        let log = self.log2_of_positive(a);
        let is_infinite = self.op(Op::FEq, &[a, infinity]);
        let log = self.op(Op::SelectF, &[is_infinite, most, log]);
        let is_zero = self.op(Op::FEq, &[a, zero]);
        let log = self.op(Op::SelectF, &[is_zero, least, log]);
        let not_negative = self.op(Op::FLe, &[zero, a]);
        let log = self.op(Op::SelectF, &[not_negative, log, nan]);
        let b = self.within_powers(b);
        let exponent = self.op(Op::FMul, &[b, log]);
        self.exp2(exponent)
    }

    /// Clamps the magnitude of b to 2^-100 .. 2^100. 0 and NaN stay.
    fn within_powers(&mut self, b: ValueId) -> ValueId {
        let (zero, low, high) = (self.f(0.0), self.f(2f32.powi(-100)), self.f(2f32.powi(100)));
        let magnitude = self.op(Op::FAbs, &[b]);
        // NaN stays, because it is the second argument.
        let magnitude = self.op(Op::FMax, &[low, magnitude]);
        let magnitude = self.op(Op::FMin, &[high, magnitude]);
        let minus = self.op(Op::FNeg, &[magnitude]);
        let negative = self.op(Op::FLt, &[b, zero]);
        let clamped = self.op(Op::SelectF, &[negative, minus, magnitude]);
        let is_zero = self.op(Op::FEq, &[b, zero]);
        self.op(Op::SelectF, &[is_zero, zero, clamped])
    }
}
