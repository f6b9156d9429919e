//! Forwards values that a block stores to its own later loads, and drops stores that a later store of the block overwrites.
//!
//! - Lane slots begin as 0. So a load before any store in the entry block is 0, unless the block can run again.
//! - A slot that no block loads is not stored either.
//! - Outputs are read after the program has ended. So only a block's last store to an output matters, because all executing
//!   lanes run the whole block.

use super::uses::{Replacements, for_each_terminator_use, for_each_use};
use crate::ir::{Block, BlockId, Inst, Op, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Forwards and drops in each block.
pub fn forward(program: &mut Program) {
    let mut replaced = Replacements::new(program);
    let successors = |b: &Block| b.terminator.successors();
    let mut edges = program.blocks.iter().flat_map(successors);
    let enters_once = !edges.any(|next| next == BlockId::ENTRY);
    for (i, block) in program.blocks.iter_mut().enumerate() {
        let starts_with_zeros = i == 0 && enters_once;
        forward_loads(block, starts_with_zeros, &mut replaced);
        drop_overwritten(block);
    }
    for_each_use(program, |v| *v = replaced.of(*v));
    drop_unread(program);
}

/// Replaces loads by the value that the block stored or loaded before.
fn forward_loads(block: &mut Block, starts_with_zeros: bool, replaced: &mut Replacements) {
    let mut slots: FxHashMap<u32, ValueId> = FxHashMap::default();
    block.insts.retain_mut(|inst| {
        inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
        match inst.op {
            Op::StoreSlot => {
                slots.insert(inst.imm[0], inst.args[0]);
            }
            Op::LoadSlot => {
                if let Some(known) = slots.get(&inst.imm[0]) {
                    replaced.replace(inst.first_result, *known);
                    return false;
                }
                slots.insert(inst.imm[0], inst.first_result);
                if starts_with_zeros {
                    (inst.op, inst.imm) = (Op::ConstF32, [0, 0]);
                }
            }
            _ => {}
        }
        true
    });
    for_each_terminator_use(&mut block.terminator, |v| *v = replaced.of(*v));
}

/// Drops stores to slots and outputs that a later store of the block overwrites. Its loads have been forwarded before.
fn drop_overwritten(block: &mut Block) {
    // `StoreOutput` and `StoreOutputI` write the same memory.
    let mut overwritten: FxHashSet<(Op, u32)> = FxHashSet::default();
    let mut kept: Vec<bool> = block
        .insts
        .iter()
        .rev()
        .map(|inst| match inst.op {
            Op::StoreSlot => overwritten.insert((inst.op, inst.imm[0])),
            Op::StoreOutput | Op::StoreOutputI => {
                overwritten.insert((Op::StoreOutput, inst.imm[0]))
            }
            // The first load of a slot in a block may stand between two stores.
            Op::LoadSlot => {
                overwritten.remove(&(Op::StoreSlot, inst.imm[0]));
                true
            }
            _ => true,
        })
        .collect();
    block.insts.retain(|_| kept.pop().unwrap_or(true));
}

/// Drops stores to slots that no block loads.
fn drop_unread(program: &mut Program) {
    let loads = |inst: &&Inst| inst.op == Op::LoadSlot;
    let loaded: FxHashSet<u32> = program.insts().filter(loads).map(|i| i.imm[0]).collect();
    for block in &mut program.blocks {
        let is_read = |inst: &Inst| inst.op != Op::StoreSlot || loaded.contains(&inst.imm[0]);
        block.insts.retain(is_read);
    }
    if loaded.is_empty() {
        program.n_slots = 0;
    }
}
