//! The table `full` of [`super::expand_math`]: functions over their whole range, for MUDA. docs/MATH.md has the measured errors.
//!
//! Functions of f32 are computed in f64 and rounded once. So denormal results need no special treatment. Functions of f64 carry
//! a second number with what rounding loses, where it matters ([`Sum`]). Each function becomes straight code of IEEE operations.

mod coefficients;
mod exponential;
mod inverse;
mod logarithm;
mod power;
mod trigonometric;

use super::expand_math::Expansion;
use crate::ir::{Inst, Op, ValueId};

/// 1.5 × 2^52. A sum with it is rounded to an integer, which is then in its low bits.
const ROUNDER: f64 = 6755399441055744.0;

/// A double-double number: the sum of two f64, of which the second is much smaller than the first.
#[derive(Clone, Copy)]
struct Sum {
    high: ValueId,
    low: ValueId,
}

/// Appends the code of a function of the table, and returns its result. Returns `None` for other opcodes.
pub(super) fn expand(e: &mut Expansion<'_>, inst: &Inst) -> Option<ValueId> {
    let a = |i: usize| inst.args[i];
    // One row for each function: which expansion it has, for floats (F) and doubles (D).
    Some(match inst.op {
        Op::FRcp => e.reciprocal(a(0)),
        Op::FRsqrt => {
            let root = e.op(Op::FSqrt, &[a(0)]);
            e.reciprocal(root)
        }
        Op::DRcp => e.wide_reciprocal(a(0)),
        Op::DRsqrt => {
            let root = e.op(Op::DSqrt, &[a(0)]);
            let y = e.wide_reciprocal(root);
            e.better_inverse_root(a(0), y)
        }
        Op::FExp => e.float_exp(a(0)),
        Op::FExp2 => e.float_exp2(a(0)),
        Op::DExp => e.double_exp(a(0)),
        Op::DExp2 => e.double_exp2(a(0)),
        Op::FLog => e.float_log(a(0), false),
        Op::FLog2 => e.float_log(a(0), true),
        Op::DLog => e.double_log(a(0)),
        Op::DLog2 => e.double_log2(a(0)),
        Op::FPow => e.float_pow(a(0), a(1)),
        Op::DPow => e.double_pow(a(0), a(1)),
        Op::FSin => e.float_sin(a(0)),
        Op::FCos => e.float_cos(a(0)),
        Op::FTan => e.float_tan(a(0)),
        Op::DSin => e.double_sin(a(0)),
        Op::DCos => e.double_cos(a(0)),
        Op::DTan => e.double_tan(a(0)),
        Op::FAsin => e.float_asin(a(0)),
        Op::FAcos => e.float_acos(a(0)),
        Op::FAtan => e.float_atan(a(0)),
        Op::FAtan2 => e.float_atan2(a(0), a(1)),
        Op::DAsin => e.double_asin(a(0)),
        Op::DAcos => e.double_acos(a(0)),
        Op::DAtan => e.double_atan(a(0)),
        Op::DAtan2 => e.double_atan2(a(0), a(1)),
        _ => return None,
    })
}

impl Expansion<'_> {
    /// 1 ÷ x, f32.
    fn reciprocal(&mut self, x: ValueId) -> ValueId {
        let one = self.f(1.0);
        self.op(Op::FDiv, &[one, x])
    }

    /// 1 ÷ x, f64.
    fn wide_reciprocal(&mut self, x: ValueId) -> ValueId {
        let one = self.d(1.0);
        self.op(Op::DDiv, &[one, x])
    }

    /// Improves y near 1 ÷ √x by a step of Newton's method: y + ½ y (1 − x y²). The remainder 1 − x y² is computed to about
    /// 2^-100. y stays where the step gives NaN.
    fn better_inverse_root(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let (one, half) = (self.d(1.0), self.d(0.5));
        let root = self.two_product(x, y);
        let minus = self.neg(y);
        let left = self.fma(minus, root.high, one);
        let left = self.fma(minus, root.low, left);
        let halved = self.mul(y, half);
        let better = self.fma(halved, left, y);
        let is_number = self.op(Op::DEq, &[left, left]);
        self.select(is_number, better, y)
    }

    /// Appends an f64 constant.
    fn d(&mut self, x: f64) -> ValueId {
        self.emit_wide(Op::ConstF64, x.to_bits())
    }

    /// Appends an i64 constant.
    fn l(&mut self, x: u64) -> ValueId {
        self.emit_wide(Op::ConstI64, x)
    }

    fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.op(Op::DAdd, &[a, b])
    }

    fn sub(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.op(Op::DSub, &[a, b])
    }

    fn mul(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.op(Op::DMul, &[a, b])
    }

    /// a × b + c
    fn fma(&mut self, a: ValueId, b: ValueId, c: ValueId) -> ValueId {
        self.op(Op::DFma, &[a, b, c])
    }

    fn div(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.op(Op::DDiv, &[a, b])
    }

    fn neg(&mut self, a: ValueId) -> ValueId {
        self.op(Op::DNeg, &[a])
    }

    fn abs(&mut self, a: ValueId) -> ValueId {
        self.op(Op::DAbs, &[a])
    }

    /// mask ? yes : no
    fn select(&mut self, mask: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        self.op(Op::SelectD, &[mask, yes, no])
    }

    fn bits(&mut self, a: ValueId) -> ValueId {
        self.op(Op::BitsOfF64, &[a])
    }

    fn of_bits(&mut self, a: ValueId) -> ValueId {
        self.op(Op::F64OfBits, &[a])
    }

    fn widen(&mut self, a: ValueId) -> ValueId {
        self.op(Op::F32ToF64, &[a])
    }

    fn float_of(&mut self, a: ValueId) -> ValueId {
        self.op(Op::F64ToF32, &[a])
    }

    /// Evaluates a polynomial of x. The constant term comes first. The even powers and the others have separate chains, which
    /// takes half of the time of a single chain.
    fn series(&mut self, x: ValueId, coefficients: &[f64]) -> ValueId {
        if let [only] = coefficients {
            return self.d(*only);
        }
        let square = self.mul(x, x);
        let mut chain = |first: usize| {
            let mut rest = coefficients[first..].iter().step_by(2).rev();
            let mut sum = self.d(*rest.next().expect("a coefficient"));
            for c in rest {
                let c = self.d(*c);
                sum = self.fma(sum, square, c);
            }
            sum
        };
        let (even, odd) = (chain(0), chain(1));
        self.fma(odd, x, even)
    }

    /// a + b, exactly.
    fn two_sum(&mut self, a: ValueId, b: ValueId) -> Sum {
        let high = self.add(a, b);
        let of_b = self.sub(high, a);
        let of_a = self.sub(high, of_b);
        let (lost_b, lost_a) = (self.sub(b, of_b), self.sub(a, of_a));
        let low = self.add(lost_a, lost_b);
        Sum { high, low }
    }

    /// a + b, exactly, where |a| ≥ |b| or a = 0.
    fn fast_two_sum(&mut self, a: ValueId, b: ValueId) -> Sum {
        let high = self.add(a, b);
        let of_b = self.sub(high, a);
        let low = self.sub(b, of_b);
        Sum { high, low }
    }

    /// a × b, exactly.
    fn two_product(&mut self, a: ValueId, b: ValueId) -> Sum {
        let high = self.mul(a, b);
        let minus = self.neg(high);
        let low = self.fma(a, b, minus);
        Sum { high, low }
    }

    /// a × b, with a relative error of about 2^-103.
    fn product(&mut self, a: Sum, b: Sum) -> Sum {
        let p = self.two_product(a.high, b.high);
        let low = self.fma(a.high, b.low, p.low);
        let low = self.fma(a.low, b.high, low);
        self.fast_two_sum(p.high, low)
    }

    /// mask ? yes : no
    fn select_sum(&mut self, mask: ValueId, yes: Sum, no: Sum) -> Sum {
        Sum {
            high: self.select(mask, yes.high, no.high),
            low: self.select(mask, yes.low, no.low),
        }
    }

    /// Appends a constant in two parts.
    fn sum_of(&mut self, [high, low]: [f64; 2]) -> Sum {
        Sum {
            high: self.d(high),
            low: self.d(low),
        }
    }

    /// Returns the integer nearest to x, and the number that has this integer in its low bits. |x| < 2^51.
    fn nearest(&mut self, x: ValueId) -> (ValueId, ValueId) {
        let rounder = self.d(ROUNDER);
        let shifted = self.add(x, rounder);
        (self.sub(shifted, rounder), shifted)
    }

    /// Returns the magnitude with the sign of `sign`, both f64.
    fn with_sign(&mut self, magnitude: ValueId, sign: ValueId) -> ValueId {
        let mask = self.l(1 << 63);
        let sign = self.bits(sign);
        let sign = self.op(Op::LAnd, &[sign, mask]);
        let magnitude = self.bits(magnitude);
        let bits = self.op(Op::LOr, &[magnitude, sign]);
        self.of_bits(bits)
    }
}
