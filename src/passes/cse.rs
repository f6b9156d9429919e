//! Computes each value once: an instruction that repeats one of a block that dominates its own is replaced by it.
//!
//! In programs with calls only the same block and the entry count: a called block may run again in between and change
//! the arguments.
//!
//! It also removes pairs: −(−x), and bits of an f32 made of bits (and the reverse).

use super::uses::{Replacements, for_each_use};
use crate::ir::dominators::Dominators;
use crate::ir::{Block, BlockId, Inst, Op, OpKind, Program, Terminator, ValueId};
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
            | Op::DAdd
            | Op::DMul
            | Op::DEq
            | Op::DNe
            | Op::DFma
            | Op::LAdd
            | Op::LMul
            | Op::LAnd
            | Op::LOr
            | Op::LXor
            | Op::LEq
    );
    if commutes && args[0] > args[1] {
        args.swap(0, 1);
    }
    (inst.op, args, inst.imm)
}

/// The operation that this one undoes.
fn undoes(op: Op) -> Option<Op> {
    Some(match op {
        Op::FNeg | Op::MNot | Op::DNeg => op,
        Op::BitsOfF32 => Op::F32OfBits,
        Op::F32OfBits => Op::BitsOfF32,
        Op::BitsOfF64 => Op::F64OfBits,
        Op::F64OfBits => Op::BitsOfF64,
        _ => return None,
    })
}

/// Whether equal keys mean equal results: pure operations, and reads that nothing in a run changes. Samples are
/// excluded: outside the entry block they depend on which lanes execute.
fn is_repeatable(op: Op) -> bool {
    matches!(
        op.info().kind,
        OpKind::Pure | OpKind::Uniform | OpKind::Math
    ) || matches!(
        op,
        Op::LoadInput | Op::LoadPlane | Op::LaneX | Op::LaneY | Op::FrontFacing | Op::LoadParamRow
    )
}

/// The replacements of instructions.
struct Repeated {
    replaced: Replacements,
    /// The computed values, with their blocks. An entry is replaced when it does not dominate the block that computes
    /// it again. Blocks come in the order of a walk over the tree, so that none returns to where the old entry was
    /// valid.
    known: FxHashMap<Key, (ValueId, BlockId)>,
    /// The origin of a value: for pairs that cancel each other.
    made_by: Vec<Option<(Op, ValueId)>>,
}

/// Replaces repeated instructions in one walk over the dominator tree.
pub fn cse(program: &mut Program) {
    let mut repeated = Repeated {
        replaced: Replacements::new(program),
        known: FxHashMap::default(),
        made_by: vec![None; program.value_types.len()],
    };
    let tree = Dominators::of(program);
    let calls = |b: &Block| matches!(b.terminator, Terminator::Call { .. });
    let has_calls = program.blocks.iter().any(calls);
    let leads_to_entry = |b: &Block| b.terminator.successors().contains(&BlockId::ENTRY);
    let entry_is_first = !program.blocks.iter().any(leads_to_entry);
    let stands_for = |a: BlockId, b: BlockId| {
        if has_calls {
            a == b || a == BlockId::ENTRY && entry_is_first
        } else {
            tree.dominates(a, b)
        }
    };
    for id in &tree.order {
        let block = &mut program.blocks[id.index()];
        block.insts.retain_mut(|inst| {
            inst.args
                .iter_mut()
                .for_each(|v| *v = repeated.replaced.of(*v));
            !repeated.undone(inst) && !repeated.again(inst, *id, stands_for)
        });
    }
    for_each_use(program, |v| *v = repeated.replaced.of(*v));
}

impl Repeated {
    /// Replaces an instruction that cancels another.
    fn undone(&mut self, inst: &Inst) -> bool {
        let made_by = inst.args.first().and_then(|v| self.made_by[v.index()]);
        let undone = match (inst.op, made_by) {
            (op, Some((by, x))) if undoes(op) == Some(by) => Some(x),
            _ => None,
        };
        if let Some(x) = undone {
            self.replaced.replace(inst.first_result, x);
            return true;
        }
        if let (Some(_), [x]) = (undoes(inst.op), &inst.args[..]) {
            self.made_by[inst.first_result.index()] = Some((inst.op, *x));
        }
        false
    }

    /// Replaces an instruction that has been computed, if `stands_for` says that the result is still valid.
    fn again(
        &mut self,
        inst: &Inst,
        block: BlockId,
        stands_for: impl Fn(BlockId, BlockId) -> bool,
    ) -> bool {
        if !is_repeatable(inst.op) {
            return false;
        }
        let key = key(inst);
        match self.known.get(&key) {
            Some((first, at)) if stands_for(*at, block) => {
                let by = first.0..;
                inst.results()
                    .zip(by)
                    .for_each(|(v, by)| self.replaced.replace(v, ValueId(by)));
                true
            }
            _ => {
                self.known.insert(key, (inst.first_result, block));
                false
            }
        }
    }
}
