//! Helpers of several passes: a walk over the uses of values, and a map from values to their replacements.
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

/// Calls `f` with each value that a terminator uses.
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

/// A map from values to their replacements. A replacement may itself be replaced later. Values that a pass adds have none.
pub(super) struct Replacements(Vec<ValueId>);

impl Replacements {
    pub(super) fn new(program: &Program) -> Replacements {
        Replacements((0..program.value_types.len() as u32).map(ValueId).collect())
    }

    /// Returns the last replacement of `v`, or `v` itself.
    pub(super) fn of(&self, mut v: ValueId) -> ValueId {
        while let Some(by) = self.0.get(v.index())
            && *by != v
        {
            v = *by;
        }
        v
    }

    /// Makes every use of `v` a use of `by`, which has the same type.
    pub(super) fn replace(&mut self, v: ValueId, by: ValueId) {
        self.0[v.index()] = self.of(by);
    }
}
