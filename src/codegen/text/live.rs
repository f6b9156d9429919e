//! What a program reads for its results: loads that nothing depends on count for nothing.

use crate::ir::{Inst, Op, Program, Terminator, ValueId};

/// The values on which results and branches depend.
pub(super) struct Live {
    values: Vec<bool>,
}

impl Live {
    pub(super) fn of(program: &Program) -> Live {
        let mut values = vec![false; program.value_types.len()];
        let mark = |values: &mut Vec<bool>, read: &[ValueId]| {
            let mut is_new = false;
            for value in read {
                is_new |= !std::mem::replace(&mut values[value.index()], true);
            }
            is_new
        };
        // What a branch passes on counts as read.
        for block in &program.blocks {
            match &block.terminator {
                Terminator::Jump(edge) => drop(mark(&mut values, &edge.args)),
                Terminator::Branch(mask, yes, no) => {
                    mark(&mut values, &[*mask]);
                    mark(&mut values, &yes.args);
                    mark(&mut values, &no.args);
                }
                _ => {}
            }
        }
        // Arguments stand before what they are arguments of, so that one walk back finds most; loops take more.
        loop {
            let mut is_new = false;
            for inst in program
                .blocks
                .iter()
                .rev()
                .flat_map(|b| b.insts.iter().rev())
            {
                let is_result = inst.results().next().is_none() || inst.op == Op::Kill;
                if is_result || inst.results().any(|v| values[v.index()]) {
                    is_new |= mark(&mut values, &inst.args);
                }
            }
            if !is_new {
                return Live { values };
            }
        }
    }

    /// Whether something depends on a result of an instruction.
    pub(super) fn reads(&self, inst: &Inst) -> bool {
        inst.results().any(|v| self.values[v.index()])
    }
}
