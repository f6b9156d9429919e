//! Which values of a program its results depend on.

use crate::ir::{Edge, Inst, OpKind, Program, Terminator, ValueId};

/// Of each value whether results depend on it: walks from what is written and from branches to what they read. What
/// makes a constant is not walked to.
pub(crate) fn values(program: &Program, is_constant: impl Fn(ValueId) -> bool) -> Vec<bool> {
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
        if is_constant(value) {
            continue;
        }
        if let Some(inst) = maker[value.index()] {
            open.extend(&inst.args);
        }
        open.extend(&sources[value.index()]);
    }
    live
}

/// Whether an instruction is a result of its program.
pub(in crate::frontend::c_like) fn is_root(inst: &Inst) -> bool {
    inst.op.info().kind == OpKind::Write
}
