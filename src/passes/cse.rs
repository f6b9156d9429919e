//! Computes each value once: an instruction that repeats an earlier one of its block, or of the entry block (which runs
//! before all others), is replaced by it.
//!
//! Also undoes pairs: −(−x), and bits of an f32 made of bits (and the other way).

use super::{Replacements, for_each_terminator_use, for_each_use};
use crate::ir::{Inst, Op, OpKind, Program, ValueId};
use rustc_hash::FxHashMap;

/// Operation, arguments, immediates: instructions with equal keys give equal results.
type Key = (Op, [u32; 5], [u32; 2]);

fn key(inst: &Inst) -> Key {
    let mut args = [u32::MAX; 5];
    inst.args.iter().zip(&mut args).for_each(|(v, a)| *a = v.0);
    let commutes = matches!(
        inst.op,
        Op::FAdd
            | Op::FMul
            | Op::FEq
            | Op::FNe
            | Op::IAdd
            | Op::IMul
            | Op::IAnd
            | Op::IOr
            | Op::IXor
            | Op::IMin
            | Op::IMax
            | Op::IEq
            | Op::MAnd
            | Op::MOr
            | Op::MXor
            | Op::FFma
    );
    if commutes && args[0] > args[1] {
        args.swap(0, 1);
    }
    (inst.op, args, inst.imm)
}

/// Whether equal keys mean equal results: pure operations, and reads that nothing in a run changes. Samples are left
/// alone: outside the entry block they depend on which lanes execute.
fn is_repeatable(op: Op) -> bool {
    matches!(
        op.info().kind,
        OpKind::Pure | OpKind::Uniform | OpKind::Math
    ) || matches!(
        op,
        Op::LoadInput | Op::LoadPlane | Op::LaneX | Op::LaneY | Op::FrontFacing | Op::LoadParamRow
    )
}

/// Replaces repeated instructions in one walk over the blocks.
pub fn cse(program: &mut Program) {
    let mut replaced = Replacements::new(program);
    let mut in_entry: FxHashMap<Key, ValueId> = FxHashMap::default();
    let mut in_block: FxHashMap<Key, ValueId> = FxHashMap::default();
    // What made a value: for pairs that undo each other.
    let mut made_by: Vec<Option<(Op, ValueId)>> = vec![None; program.value_types.len()];
    let entry_is_first = program.blocks.iter().all(|b| {
        !b.terminator
            .successors()
            .contains(&crate::ir::BlockId::ENTRY)
    });
    for (i, block) in program.blocks.iter_mut().enumerate() {
        in_block.clear();
        block.insts.retain_mut(|inst| {
            inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
            let undone = match (inst.op, inst.args.first().and_then(|v| made_by[v.index()])) {
                (Op::FNeg, Some((Op::FNeg, x))) => Some(x),
                (Op::MNot, Some((Op::MNot, x))) => Some(x),
                (Op::BitsOfF32, Some((Op::F32OfBits, x))) => Some(x),
                (Op::F32OfBits, Some((Op::BitsOfF32, x))) => Some(x),
                _ => None,
            };
            if let Some(x) = undone {
                replaced.replace(inst.first_result, x);
                return false;
            }
            if let (Op::FNeg | Op::MNot | Op::BitsOfF32 | Op::F32OfBits, [x]) =
                (inst.op, &inst.args[..])
            {
                made_by[inst.first_result.index()] = Some((inst.op, *x));
            }
            if !is_repeatable(inst.op) {
                return true;
            }
            let key = key(inst);
            let table = if i == 0 && entry_is_first {
                &mut in_entry
            } else {
                &mut in_block
            };
            let first = *table.entry(key).or_insert(inst.first_result);
            let first = in_entry.get(&key).copied().unwrap_or(first);
            if first != inst.first_result {
                inst.results()
                    .zip(first.0..)
                    .for_each(|(v, by)| replaced.replace(v, ValueId(by)));
            }
            first == inst.first_result
        });
        for_each_terminator_use(&mut block.terminator, |v| *v = replaced.of(*v));
    }
    for_each_use(program, |v| *v = replaced.of(*v));
}
