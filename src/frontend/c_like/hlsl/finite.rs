//! Numbers of Direct3D's shaders are finite: finds constants that are not, where the code of a program needs them.
//!
//! What is computed from constants is a constant. One that is infinite or no number is refused where something that is
//! no constant reads it: a shader could not hold it. Comparisons, minimum and maximum are folded with it instead.

use crate::frontend::c_like::entry::Entry;
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::ir::semantics::eval_any;
use crate::ir::{Edge, Inst, Op, OpKind, Program, Span, Terminator, Type, ValueId};
use smallvec::SmallVec;

/// The library functions whose value is judged as it is. What others compute inside is not the text's.
const DIRECT: &[&str] = &[
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "rsqrt",
    "rcp",
    "pow",
    "fmod",
    "ldexp",
    "sinh",
    "cosh",
    "asin",
    "acos",
    "sqrt",
    "smoothstep",
];

/// The first place of a live instruction that needs a constant which is not finite.
pub(super) fn first_infinite(module: &Module, entry: &Entry) -> Option<Span> {
    let program = &entry.code.program;
    let known = Known::of(program);
    // An instruction whose result is a constant stands for nothing in the code.
    let is_open = |i: &Inst| i.results().all(|v| known.bits[v.index()].is_none());
    let mut suspects = program
        .insts()
        .filter(|i| known.needs_infinite(i) && is_open(i))
        .peekable();
    // Only programs with something to find are walked for what is live.
    suspects.peek()?;
    let (live, inner) = (live(&known), inner(module, entry));
    let is_inner = |v: ValueId| inner[v.index()];
    let is_own = |i: &&Inst| {
        let is_live = is_root(i) || i.results().any(|v| live[v.index()]);
        is_live && !i.results().any(is_inner) && {
            let mut infinite = i.args.iter().filter(|v| known.is_infinite(v));
            known.divides_by_zero(i) || infinite.any(|v| !is_inner(*v))
        }
    };
    suspects.find(is_own).map(|found| found.span)
}

/// Of each value whether a function of the library made it that is not one of [`DIRECT`].
fn inner(module: &Module, entry: &Entry) -> Vec<bool> {
    let mut inner = vec![false; entry.code.program.value_types.len()];
    let name = |id: FunctionId| &*module.functions[id.0 as usize].name;
    let others = entry.library.iter();
    for (_, made) in others.filter(|(id, _)| !DIRECT.contains(&name(*id))) {
        inner[made.start as usize..made.end as usize].fill(true);
    }
    inner
}

/// Of each value of a program whether results depend on it.
pub(super) fn live_values(program: &Program) -> Vec<bool> {
    live(&Known::of(program))
}

/// The constants among a program's values.
struct Known<'p> {
    program: &'p Program,
    /// The bits of each value that is one.
    bits: Vec<Option<u64>>,
}

impl<'p> Known<'p> {
    fn of(program: &'p Program) -> Known<'p> {
        let bits = vec![None; program.value_types.len()];
        let mut known = Known { program, bits };
        for inst in program.insts() {
            let info = inst.op.info();
            // A number that is none does not become an integer.
            if info.results.len() == 1 && inst.op != Op::F32ToI32 {
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

    fn float(&self, value: &ValueId) -> Option<f32> {
        let is_float = self.program.type_of(*value) == Type::F32;
        let bits = self.bits[value.index()].filter(|_| is_float)?;
        Some(f32::from_bits(bits as u32))
    }

    /// Whether a value is infinite or no number.
    fn is_infinite(&self, value: &ValueId) -> bool {
        self.float(value).is_some_and(|x| !x.is_finite())
    }

    fn is_zero(&self, value: &ValueId) -> bool {
        self.float(value) == Some(0.0)
    }

    fn divides_by_zero(&self, inst: &Inst) -> bool {
        inst.op == Op::FDiv && self.is_zero(&inst.args[1])
    }

    /// Whether an instruction needs a constant that is not finite.
    fn needs_infinite(&self, inst: &Inst) -> bool {
        let any_infinite = |args: &[ValueId]| args.iter().any(|v| self.is_infinite(v));
        match inst.op {
            Op::FMin | Op::FMax | Op::FLt | Op::FLe | Op::FEq | Op::FNe => false,
            Op::FMul => any_infinite(&inst.args) && !inst.args.iter().any(|v| self.is_zero(v)),
            // What has a NaN for its last operand gives every NaN the same bits.
            Op::SelectF => {
                let last = self.float(&inst.args[2]);
                any_infinite(&inst.args[..2]) || last.is_some_and(f32::is_infinite)
            }
            _ => any_infinite(&inst.args) || self.divides_by_zero(inst),
        }
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

fn is_root(inst: &Inst) -> bool {
    inst.op.info().kind == OpKind::Write
}

/// The values that results depend on: walks from what is written and from branches to what they read.
fn live(known: &Known<'_>) -> Vec<bool> {
    let program = known.program;
    let mut live = vec![false; program.value_types.len()];
    let mut open: Vec<ValueId> = Vec::new();
    let mut maker: Vec<Option<&Inst>> = vec![None; live.len()];
    let mut sources: Vec<Vec<ValueId>> = vec![Vec::new(); live.len()];
    for inst in program.insts() {
        inst.results().for_each(|v| maker[v.index()] = Some(inst));
        if is_root(inst) {
            open.extend(&inst.args);
        }
    }
    // A block's parameter depends on the arguments of all edges to it.
    let mut enter = |edge: &Edge| {
        let params = &program.block(edge.block).params;
        for (p, a) in params.iter().zip(&edge.args) {
            sources[p.index()].push(*a);
        }
    };
    for block in &program.blocks {
        match &block.terminator {
            Terminator::Jump(e) => enter(e),
            Terminator::Branch(mask, a, b) => {
                open.push(*mask);
                enter(a);
                enter(b);
            }
            _ => {}
        }
    }
    while let Some(value) = open.pop() {
        if std::mem::replace(&mut live[value.index()], true) {
            continue;
        }
        // A constant needs nothing more.
        if known.bits[value.index()].is_some() {
            continue;
        }
        if let Some(inst) = maker[value.index()] {
            open.extend(&inst.args);
        }
        open.extend(&sources[value.index()]);
    }
    live
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
