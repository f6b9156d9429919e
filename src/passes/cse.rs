//! Common subexpression elimination: an instruction is replaced by an equal one of its own block, or of one that dominates it.
//!
//! In programs with calls, the equal instruction must be in the same block or in the entry block. A called block may run again
//! in between and change the arguments.
//!
//! The pass also removes pairs of inverse operations: −(−x), and the bits of an f32 that was made of bits.

use super::uses::{Replacements, for_each_use};
use crate::ir::dominators::Dominators;
use crate::ir::{Block, BlockId, Inst, Op, OpKind, Program, Terminator, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{Hash, Hasher};

/// Operation, arguments and immediates, two in a word. Instructions with equal keys give equal results.
#[derive(PartialEq, Eq)]
struct Key([u64; 4]);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| state.write_u64(*word));
    }
}

/// Returns the key of an instruction. Arguments that commute are in ascending order.
fn key(inst: &Inst) -> Key {
    let mut args = [u32::MAX; 5];
    inst.args.iter().zip(&mut args).for_each(|(v, a)| *a = v.0);
    // The first two operands of these may be exchanged, so the smaller one stands first in the key.
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
    let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let [a, b, c, d, e] = args;
    let imm = two(inst.imm[0], inst.imm[1]);
    Key([two(inst.op as u32, a), two(b, c), two(d, e), imm])
}

/// Returns the operation that is the inverse of this one.
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

/// Whether equal keys mean equal results. This holds for pure operations, and for reads of what nothing in a run changes. It
/// does not hold for samples, which depend on the executing lanes outside the entry block.
fn is_repeatable(op: Op) -> bool {
    matches!(
        op.info().kind,
        OpKind::Pure | OpKind::Uniform | OpKind::Math
    ) || matches!(
        op,
        Op::LoadInput | Op::LoadPlane | Op::LaneX | Op::LaneY | Op::FrontFacing | Op::LoadParamRow
    )
}

/// The values that are available in the block that is walked.
struct Available {
    replaced: Replacements,
    /// By key: the computed value and its block. An entry is replaced if its block does not dominate the one that computes it
    /// again. The walk is over the dominator tree, so it does not return to a block where the old entry was valid.
    known: FxHashMap<Key, (ValueId, BlockId)>,
    /// By value: the operation that made it and its argument, if the operation has an inverse.
    made_by: Vec<Option<(Op, ValueId)>>,
}

/// Replaces repeated instructions in one walk over the dominator tree.
pub fn cse(program: &mut Program) {
    let mut available = Available {
        replaced: Replacements::new(program),
        known: FxHashMap::with_capacity_and_hasher(program.insts().count(), FxBuildHasher),
        made_by: vec![None; program.value_types.len()],
    };
    // An earlier block's value is valid in a block that it dominates. With calls, see above.
    let tree = Dominators::of(program);
    let calls = |b: &Block| matches!(b.terminator, Terminator::Call { .. });
    let has_calls = program.blocks.iter().any(calls);
    let leads_to_entry = |b: &Block| b.terminator.successors().contains(&BlockId::ENTRY);
    let entry_is_first = !program.blocks.iter().any(leads_to_entry);
    let is_valid_in = |a: BlockId, b: BlockId| {
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
                .for_each(|v| *v = available.replaced.of(*v));
            !available.replace_inverse(inst) && !available.replace_repeated(inst, *id, is_valid_in)
        });
    }
    for_each_use(program, |v| *v = available.replaced.of(*v));
}

impl Available {
    /// Replaces an instruction that is the inverse of the one that made its argument. Returns whether it did.
    fn replace_inverse(&mut self, inst: &Inst) -> bool {
        let made_by = inst.args.first().and_then(|v| self.made_by[v.index()]);
        let inverse_of = match (inst.op, made_by) {
            (op, Some((by, x))) if undoes(op) == Some(by) => Some(x),
            _ => None,
        };
        if let Some(x) = inverse_of {
            self.replaced.replace(inst.first_result, x);
            return true;
        }
        if let (Some(_), [x]) = (undoes(inst.op), &inst.args[..]) {
            self.made_by[inst.first_result.index()] = Some((inst.op, *x));
        }
        false
    }

    /// Replaces an instruction whose value is available: `is_valid_in` says whether one block's value is valid in another.
    /// Returns whether it did.
    fn replace_repeated(
        &mut self,
        inst: &Inst,
        block: BlockId,
        is_valid_in: impl Fn(BlockId, BlockId) -> bool,
    ) -> bool {
        if !is_repeatable(inst.op) {
            return false;
        }
        let key = key(inst);
        match self.known.get(&key) {
            Some((first, at)) if is_valid_in(*at, block) => {
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
