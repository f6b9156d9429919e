//! Computes pure operations on constants, and drops operations whose result has an argument's bits.
//!
//! Identities are used only where every bit stays: x + (−0), x − (+0), x × 1, x ÷ 1. So x + (+0) is none, because it turns
//! −0 into +0, and neither is x × 0. `ffma` is neither made nor split (DESIGN 3). A branch on a constant mask becomes a jump.

use super::uses::{Replacements, for_each_terminator_use, for_each_use};
use crate::ir::semantics::eval_any;
use crate::ir::{Inst, Op, OpKind, Program, Terminator, Type, ValueId};

/// Folds constants in one walk over the blocks.
pub fn const_fold(program: &mut Program) {
    let mut known: Vec<Option<u64>> = vec![None; program.value_types.len()];
    let mut replaced = Replacements::new(program);
    for block in &mut program.blocks {
        block.insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            if !matches!(inst.op.info().kind, OpKind::Pure | OpKind::Uniform) {
                return true;
            }
            fold(inst, &mut known);
            let same = identity(inst, &known);
            if let Some(v) = same {
                replaced.replace(inst.first_result, v);
            }
            same.is_none()
        });
        for_each_terminator_use(&mut block.terminator, |v| *v = replaced.of(*v));
        if let Terminator::Branch(mask, yes, no) = &block.terminator
            && let Some(bits) = known[mask.index()]
        {
            block.terminator = Terminator::Jump(if bits != 0 { yes.clone() } else { no.clone() });
        }
    }
    // A block may stand before the one whose values it uses.
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// Records the result of an instruction on constants. A pure one becomes a constant.
fn fold(inst: &mut Inst, known: &mut [Option<u64>]) {
    let mut args = [0u64; 5];
    for (arg, v) in args.iter_mut().zip(&inst.args) {
        match known[v.index()] {
            Some(bits) => *arg = bits,
            None => return,
        }
    }
    let Some(bits) = eval_any(inst.op, &args[..inst.args.len()], inst.imm) else {
        return;
    };
    known[inst.first_result.index()] = Some(bits);
    if inst.op.info().kind == OpKind::Pure {
        let words = [bits as u32, (bits >> 32) as u32];
        (inst.op, inst.imm) = match inst.op.info().results[0] {
            Type::F32 => (Op::ConstF32, words),
            Type::I32 => (Op::ConstI32, words),
            Type::Mask => (Op::ConstMask, [u32::from(bits != 0), 0]),
            Type::F64 => (Op::ConstF64, words),
            Type::I64 => (Op::ConstI64, words),
        };
        inst.args.clear();
    }
}

/// Returns the argument whose bits are the result, if an identity applies.
fn identity(inst: &Inst, known: &[Option<u64>]) -> Option<ValueId> {
    const ONE: u64 = 1.0f32.to_bits() as u64;
    const MINUS_ZERO: u64 = (-0.0f32).to_bits() as u64;
    const WIDE_ONE: u64 = 1.0f64.to_bits();
    const WIDE_MINUS_ZERO: u64 = (-0.0f64).to_bits();
    let is = |i: usize, bits: u64| known[inst.args[i].index()] == Some(bits);
    // `either`: the other argument, if one of them has these bits. `second`: the first, if the second has them.
    let either = |bits: u64| {
        if is(1, bits) {
            Some(inst.args[0])
        } else {
            is(0, bits).then(|| inst.args[1])
        }
    };
    let second = |bits: u64| is(1, bits).then(|| inst.args[0]);
    match inst.op {
        Op::FAdd => either(MINUS_ZERO),
        Op::FMul => either(ONE),
        Op::DAdd => either(WIDE_MINUS_ZERO),
        Op::DMul => either(WIDE_ONE),
        Op::DDiv => second(WIDE_ONE),
        Op::FSub | Op::DSub => second(0),
        Op::FDiv => second(ONE),
        Op::IAdd | Op::IOr | Op::IXor | Op::MOr | Op::MXor => either(0),
        Op::LAdd | Op::LOr | Op::LXor => either(0),
        Op::LAnd => either(u64::MAX),
        Op::LSub | Op::LShl | Op::LShrU | Op::LShrS => second(0),
        Op::IAnd | Op::MAnd => either(u64::from(u32::MAX)),
        Op::ISub | Op::IShl | Op::IShrU | Op::IShrS => second(0),
        Op::IMul | Op::LMul => either(1),
        Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL => {
            match known[inst.args[0].index()] {
                Some(mask) => Some(inst.args[if mask != 0 { 1 } else { 2 }]),
                None => (inst.args[1] == inst.args[2]).then(|| inst.args[1]),
            }
        }
        _ => None,
    }
}
