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
    "exp", "exp2", "log", "log2", "log10", "rsqrt", "rcp", "pow", "fmod", "ldexp", "sinh", "cosh",
    "asin", "acos",
];

/// The values that functions of the library other than those made.
fn inner(module: &Module, entry: &Entry) -> Vec<bool> {
    let mut inner = vec![false; entry.code.program.value_types.len()];
    let name = |id: FunctionId| &*module.functions[id.0 as usize].name;
    let others = entry.library.iter();
    for (_, made) in others.filter(|(id, _)| !DIRECT.contains(&name(*id))) {
        inner[made.start as usize..made.end as usize].fill(true);
    }
    inner
}

/// The first place of a live instruction that needs a constant which is not finite, and the reference's number.
pub(super) fn first_infinite(module: &Module, entry: &Entry) -> Option<(Span, u32)> {
    let program = &entry.code.program;
    let known = constants(program);
    let is_infinite = |v: &ValueId| {
        let bits = known[v.index()];
        program.type_of(*v) == Type::F32
            && bits.is_some_and(|b| !f32::from_bits(b as u32).is_finite())
    };
    let is_infinite_number = |v: &ValueId| {
        let bits = known[v.index()];
        bits.is_some_and(|b| f32::from_bits(b as u32).is_infinite())
    };
    let is_zero = |v: &ValueId| {
        let bits = known[v.index()];
        bits.is_some_and(|b| f32::from_bits(b as u32) == 0.0)
    };
    let needs = |inst: &Inst| match inst.op {
        Op::FMin | Op::FMax | Op::FLt | Op::FLe | Op::FEq | Op::FNe => false,
        Op::FMul => inst.args.iter().any(is_infinite) && !inst.args.iter().any(is_zero),
        // What has a NaN for its last operand gives every NaN the same bits.
        Op::SelectF => inst.args[..2].iter().any(is_infinite) || is_infinite_number(&inst.args[2]),
        Op::FDiv => is_zero(&inst.args[1]) || inst.args.iter().any(is_infinite),
        _ => inst.args.iter().any(is_infinite),
    };
    let mut suspects = program
        .insts()
        .filter(|i| needs(i) && is_open(i, &known))
        .peekable();
    // Only programs with something to find are walked for what is live.
    suspects.peek()?;
    let (live, inner) = (live(program, &known), inner(module, entry));
    let is_inner = |v: ValueId| inner[v.index()];
    let is_own = |i: &&Inst| {
        let is_live = is_root(i) || i.results().any(|v| live[v.index()]);
        is_live && !i.results().any(is_inner) && {
            let mut infinite = i.args.iter().filter(|v| is_infinite(v));
            i.op == Op::FDiv && is_zero(&i.args[1]) || infinite.any(|v| !is_inner(*v))
        }
    };
    let found = suspects.find(is_own)?;
    Some((found.span, 4579))
}

/// Whether an instruction's result is no constant.
fn is_open(inst: &Inst, known: &[Option<u64>]) -> bool {
    inst.results().all(|v| known[v.index()].is_none())
}

/// The bits of the values that are constants.
fn constants(program: &Program) -> Vec<Option<u64>> {
    let mut known: Vec<Option<u64>> = vec![None; program.value_types.len()];
    for inst in program.insts() {
        let info = inst.op.info();
        // A number that is none does not become an integer.
        if info.results.len() != 1 || inst.op == Op::F32ToI32 {
            continue;
        }
        let args: Option<SmallVec<[u64; 4]>> = inst.args.iter().map(|v| known[v.index()]).collect();
        let zero = |v: &ValueId| known[v.index()].is_some_and(|b| f32::from_bits(b as u32) == 0.0);
        let value = match (info.kind, args) {
            (OpKind::Pure | OpKind::Uniform, Some(args)) => eval_any(inst.op, &args, inst.imm),
            (OpKind::Math, Some(args)) => mathematics(inst.op, &args),
            _ if inst.op == Op::FMul && inst.args.iter().any(zero) => Some(0),
            _ => None,
        };
        known[inst.first_result.index()] = value;
    }
    known
}

/// A mathematical function of constants. Just whether it is finite, and whether it is 0, matters, so that other values are
/// rough: the library for exact ones would double what programs load. `None`: unknown.
fn mathematics(op: Op, args: &[u64]) -> Option<u64> {
    let x = |i: usize| args.get(i).map(|b| f32::from_bits(*b as u32));
    let a = x(0)?;
    let value = match op {
        Op::FExp => rough_exp2(a * std::f32::consts::LOG2_E),
        Op::FExp2 | Op::Exp2 => rough_exp2(a),
        Op::FLog | Op::FLog2 | Op::Log2 => rough_log2(a),
        Op::FSin | Op::Sin | Op::FTan | Op::FAsin | Op::FAtan if a == 0.0 => a,
        Op::FCos | Op::Cos if a == 0.0 => 1.0,
        Op::FRsqrt => 1.0 / a.sqrt(),
        Op::FRcp => 1.0 / a,
        Op::FPow | Op::Pow if x(1)? == 0.0 => 1.0,
        Op::FPow | Op::Pow => rough_exp2(x(1)? * rough_log2(a)),
        _ => return None,
    };
    Some(value.to_bits().into())
}

/// 2 to the power of `x`, between two powers a line.
fn rough_exp2(x: f32) -> f32 {
    if x.is_nan() || x >= 128.0 {
        return x * f32::INFINITY;
    }
    if x < -126.0 {
        return 0.0;
    }
    let whole = x.floor();
    f32::from_bits(((whole as i32 + 127) as u32) << 23) * (1.0 + x - whole)
}

/// The logarithm to the base 2, between two powers a line.
fn rough_log2(x: f32) -> f32 {
    if x == 0.0 {
        return f32::NEG_INFINITY;
    }
    if x.is_nan() || x < 0.0 || x == f32::INFINITY {
        return if x < 0.0 { f32::NAN } else { x };
    }
    let exponent = (x.to_bits() >> 23) as f32 - 127.0;
    let fraction = f32::from_bits(x.to_bits() & 0x7f_ffff | 0x3f80_0000) - 1.0;
    exponent + fraction
}

fn is_root(inst: &Inst) -> bool {
    inst.op.info().kind == OpKind::Write
}

/// The values that results depend on: walks from what is written and from branches to what they read.
fn live(program: &Program, known: &[Option<u64>]) -> Vec<bool> {
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
        if known[value.index()].is_some() {
            continue;
        }
        if let Some(inst) = maker[value.index()] {
            open.extend(&inst.args);
        }
        open.extend(&sources[value.index()]);
    }
    live
}
