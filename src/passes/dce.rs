//! Dead code elimination: drops instructions whose results nothing needs, and empties blocks that no path reaches.

use super::uses::for_each_terminator_use;
use crate::ir::{BlockId, OpKind, Program, Terminator, ValueId};

/// Marks the values that writes and terminators need, directly or through others. Then drops the other instructions.
pub fn dce(program: &mut Program) {
    drop_unreached_blocks(program);
    let mut needed = vec![false; program.value_types.len()];
    // A straight program takes one backward walk. Otherwise a block may use a value of a later one, which takes another walk.
    loop {
        let mut changed = false;
        let mut need = |v: ValueId, needed: &mut Vec<bool>| {
            changed |= !std::mem::replace(&mut needed[v.index()], true)
        };
        for block in program.blocks.iter_mut().rev() {
            for_each_terminator_use(&mut block.terminator, |v| need(*v, &mut needed));
            for inst in block.insts.iter().rev() {
                let stays = inst.op.info().kind == OpKind::Write
                    || inst.results().any(|v| needed[v.index()]);
                if stays {
                    inst.args.iter().for_each(|v| need(*v, &mut needed));
                }
            }
        }
        if !changed || program.blocks.len() == 1 {
            break;
        }
    }
    for block in &mut program.blocks {
        block.insts.retain(|inst| {
            inst.op.info().kind == OpKind::Write || inst.results().any(|v| needed[v.index()])
        });
    }
}

/// Empties the blocks that no path from the entry reaches.
fn drop_unreached_blocks(program: &mut Program) {
    let mut reached = vec![false; program.blocks.len()];
    let mut work = vec![BlockId::ENTRY];
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            work.extend(program.block(id).terminator.successors());
        }
    }
    for (block, _) in program
        .blocks
        .iter_mut()
        .zip(&reached)
        .filter(|(_, reached)| !**reached)
    {
        block.insts.clear();
        block.terminator = Terminator::End;
    }
}
