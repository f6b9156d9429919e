//! The uses of values, and values that stand for others: what several passes need.
#![forbid(unsafe_code)]

use crate::ir::{Program, Terminator, ValueId};

/// Calls `f` with each value that the program's instructions and terminators use.
pub(super) fn for_each_use(program: &mut Program, mut f: impl FnMut(&mut ValueId)) {
    for block in &mut program.blocks {
        for inst in &mut block.insts {
            inst.args.iter_mut().for_each(&mut f);
        }
        for_each_terminator_use(&mut block.terminator, &mut f);
    }
}

pub(super) fn for_each_terminator_use(
    terminator: &mut Terminator,
    mut f: impl FnMut(&mut ValueId),
) {
    match terminator {
        Terminator::Jump(edge) => edge.args.iter_mut().for_each(f),
        Terminator::Branch(mask, yes, no) => {
            f(mask);
            yes.args.iter_mut().chain(&mut no.args).for_each(f);
        }
        _ => {}
    }
}

/// Which value stands for each. A replacement may itself be replaced later; values that a pass makes stand for themselves.
pub(super) struct Replacements(Vec<ValueId>);

impl Replacements {
    pub(super) fn new(program: &Program) -> Replacements {
        Replacements((0..program.value_types.len() as u32).map(ValueId).collect())
    }

    /// The value that stands for `v`.
    pub(super) fn of(&self, mut v: ValueId) -> ValueId {
        while let Some(by) = self.0.get(v.index())
            && *by != v
        {
            v = *by;
        }
        v
    }

    /// Lets `by` stand for `v`.
    pub(super) fn replace(&mut self, v: ValueId, by: ValueId) {
        self.0[v.index()] = self.of(by);
    }
}
