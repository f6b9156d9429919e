//! The constants among a program's values: what is computed from constants is one.

use super::live;
use crate::ir::semantics::eval_any;
use crate::ir::{Inst, Op, OpKind, Program, Type, ValueId};
use smallvec::SmallVec;

/// The constants among a program's values.
pub(in crate::frontend::c_like) struct Known<'p> {
    pub(in crate::frontend::c_like) program: &'p Program,
    /// The bits of each value that is one.
    pub(in crate::frontend::c_like) bits: Vec<Option<u64>>,
}

impl<'p> Known<'p> {
    /// Finds the constants of a program.
    pub(in crate::frontend::c_like) fn of(program: &'p Program) -> Known<'p> {
        Known::except(program, &[])
    }

    /// The same, where the values that `is_open` marks are none.
    pub(in crate::frontend::c_like) fn except(program: &'p Program, is_open: &[bool]) -> Known<'p> {
        let bits = vec![None; program.value_types.len()];
        let mut known = Known { program, bits };
        let is_open = |inst: &Inst| is_open.get(inst.first_result.index()) == Some(&true);
        for inst in program.insts() {
            let info = inst.op.info();
            // A number that is none does not become an integer.
            if info.results.len() == 1 && inst.op != Op::F32ToI32 && !is_open(inst) {
                known.bits[inst.first_result.index()] = known.folded(inst, info.kind);
            }
        }
        known
    }

    /// The bits of an instruction's result.
    fn folded(&self, inst: &Inst, kind: OpKind) -> Option<u64> {
        let each = inst.args.iter().map(|v| self.bits[v.index()]);
        let args: Option<SmallVec<[u64; 4]>> = each.collect();
        match (kind, args) {
            (OpKind::Pure | OpKind::Uniform, Some(args)) => eval_any(inst.op, &args, inst.imm),
            (OpKind::Math, Some(args)) => mathematics(inst.op, &args),
            _ if inst.op == Op::FMul && inst.args.iter().any(|v| self.is_zero(v)) => Some(0),
            _ => None,
        }
    }

    /// The number that a value is.
    pub(in crate::frontend::c_like) fn float(&self, value: &ValueId) -> Option<f32> {
        let is_float = self.program.type_of(*value) == Type::F32;
        let bits = self.bits[value.index()].filter(|_| is_float)?;
        Some(f32::from_bits(bits as u32))
    }

    /// Whether a value is 0.
    pub(in crate::frontend::c_like) fn is_zero(&self, value: &ValueId) -> bool {
        self.float(value) == Some(0.0)
    }

    /// Of each value whether results depend on it. A constant needs nothing more.
    pub(in crate::frontend::c_like) fn live(&self) -> Vec<bool> {
        live::values(self.program, |v| self.bits[v.index()].is_some())
    }
}

/// A mathematical function of constants; `None`: unknown. It is computed by short series, since the library for the machine's
/// own bits would double what programs load.
fn mathematics(op: Op, args: &[u64]) -> Option<u64> {
    let x = |i: usize| args.get(i).map(|b| f32::from_bits(*b as u32));
    let a = x(0)?;
    let wide = f64::from(a);
    let value = match op {
        Op::FExp => exp2(wide * std::f64::consts::LOG2_E),
        Op::FExp2 | Op::Exp2 => exp2(wide),
        Op::FLog => (log2(wide) * std::f64::consts::LN_2) as f32,
        Op::FLog2 | Op::Log2 => log2(wide) as f32,
        Op::FSin | Op::Sin | Op::FTan | Op::FAsin | Op::FAtan if a == 0.0 => a,
        Op::FCos | Op::Cos if a == 0.0 => 1.0,
        Op::FRsqrt => 1.0 / a.sqrt(),
        Op::FRcp => 1.0 / a,
        Op::FPow | Op::Pow if x(1)? == 0.0 => 1.0,
        Op::FPow | Op::Pow => exp2(f64::from(x(1)?) * log2(wide)),
        _ => return None,
    };
    Some(value.to_bits().into())
}

/// 2 to the power of `x`. What is below the least normal float is 0.
fn exp2(x: f64) -> f32 {
    if x.is_nan() || x >= 128.0 {
        return x as f32 * f32::INFINITY;
    }
    if x < -126.0 {
        return 0.0;
    }
    // The whole part is the exponent; the rest, within 1 of 0, goes through the series of e to the power of y.
    let whole = x as i64;
    let y = (x - whole as f64) * std::f64::consts::LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..16 {
        term *= y / f64::from(k);
        sum += term;
    }
    (f64::from_bits(((whole + 1023) as u64) << 52) * sum) as f32
}

/// The logarithm to the base 2.
pub(crate) fn log2(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if !x.is_finite() {
        return x;
    }
    // x = 2^exponent · m, and ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) ÷ (m + 1), which is at most ⅓. A float
    // is no denormal in f64.
    let exponent = (x.to_bits() >> 52) as f64 - 1023.0;
    let m = f64::from_bits(x.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    let s = (m - 1.0) / (m + 1.0);
    let (mut power, mut sum) = (s, 0.0);
    for k in 0..16 {
        sum += power / f64::from(2 * k + 1);
        power *= s * s;
    }
    exponent + 2.0 * sum * std::f64::consts::LOG2_E
}

#[cfg(test)]
mod tests {
    use super::{Op, exp2, log2, mathematics};

    const INF: f32 = f32::INFINITY;

    /// The function of these arguments, if it is known.
    fn of(op: Op, args: &[f32]) -> Option<f32> {
        let args: Vec<u64> = args.iter().map(|x| x.to_bits().into()).collect();
        mathematics(op, &args).map(|bits| f32::from_bits(bits as u32))
    }

    #[test]
    fn functions_are_right_at_their_edges() {
        // Each row: the function, its arguments, its value.
        let rows: &[(Op, &[f32], f32)] = &[
            (Op::FExp2, &[0.0], 1.0),
            (Op::FExp2, &[-0.0], 1.0),
            (Op::FExp2, &[1.0], 2.0),
            (Op::FExp2, &[-1.0], 0.5),
            (Op::FExp2, &[127.0], 1.7014118e38),
            (Op::FExp2, &[127.99999], 3.4028056e38),
            (Op::FExp2, &[128.0], INF),
            (Op::FExp2, &[INF], INF),
            (Op::FExp2, &[-126.0], f32::MIN_POSITIVE),
            (Op::FExp2, &[-127.0], 0.0),
            (Op::FExp2, &[-INF], 0.0),
            (Op::FExp, &[0.0], 1.0),
            (Op::FExp, &[1.0], std::f32::consts::E),
            (Op::FExp, &[88.0], 1.6516363e38),
            (Op::FExp, &[89.0], INF),
            (Op::FExp, &[-INF], 0.0),
            (Op::FLog2, &[0.0], -INF),
            (Op::FLog2, &[-0.0], -INF),
            (Op::FLog2, &[1.0], 0.0),
            (Op::FLog2, &[0.125], -3.0),
            (Op::FLog2, &[1e-45], -149.0),
            (Op::FLog2, &[f32::MAX], 128.0),
            (Op::FLog2, &[INF], INF),
            (Op::FLog, &[1.0], 0.0),
            (Op::FLog, &[1e30], 69.07755),
            (Op::FPow, &[0.0, 0.0], 1.0),
            (Op::FPow, &[0.0, 2.0], 0.0),
            (Op::FPow, &[0.0, -2.0], INF),
            (Op::FPow, &[1.0, 1e30], 1.0),
            (Op::FPow, &[1.5, 200.0], 1.6529199e35),
            (Op::FPow, &[1.5, 220.0], INF),
            (Op::FPow, &[INF, -1.0], 0.0),
            (Op::FRsqrt, &[0.0], INF),
            (Op::FRsqrt, &[INF], 0.0),
            (Op::FRcp, &[0.0], INF),
            (Op::FRcp, &[-0.0], -INF),
            (Op::FSin, &[0.0], 0.0),
            (Op::FCos, &[0.0], 1.0),
        ];
        for (op, args, wanted) in rows {
            let found = of(*op, args).expect("a constant");
            let is_near = (found - wanted).abs() <= 2e-7 * wanted.abs();
            assert!(found == *wanted || is_near, "{op:?} {args:?}: {found}");
        }
    }

    #[test]
    fn what_is_no_number_stays_none() {
        for op in [Op::FExp, Op::FExp2, Op::FLog, Op::FLog2, Op::FRsqrt] {
            assert!(of(op, &[f32::NAN]).is_some_and(f32::is_nan), "{op:?}");
        }
        for op in [Op::FLog, Op::FLog2, Op::FRsqrt] {
            assert!(of(op, &[-1.0]).is_some_and(f32::is_nan), "{op:?}");
            assert!(of(op, &[-INF]).is_some_and(f32::is_nan), "{op:?}");
        }
        assert!(of(Op::FPow, &[-2.0, 0.5]).is_some_and(f32::is_nan));
        assert_eq!(of(Op::FSin, &[1.0]), None);
    }

    #[test]
    fn powers_and_logarithms_undo_each_other() {
        for i in -1259..1280 {
            let x = f64::from(i) / 10.0;
            let found = log2(f64::from(exp2(x)));
            assert!((found - x).abs() < 1e-6, "{x}: {found}");
        }
    }
}
