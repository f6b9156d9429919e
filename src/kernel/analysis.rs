//! Analyses that every engine needs before it makes code of a program.
#![forbid(unsafe_code)]

use super::layout::{Group, Invocation};
use crate::ir::{BlockId, Inst, Op, OpKind, Program, Terminator, ValueId};

/// The number of each block, and the reachable blocks in this order.
pub(super) fn reverse_post_order(program: &Program) -> (Vec<u32>, Vec<BlockId>) {
    let n = program.blocks.len();
    let mut seen = vec![false; n];
    let mut stack = vec![(BlockId::ENTRY, 0)];
    let mut order = Vec::with_capacity(n);
    seen[0] = true;
    while let Some((block, edge)) = stack.pop() {
        match program.block(block).terminator.successors().get(edge) {
            Some(successor) => {
                stack.push((block, edge + 1));
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    stack.push((*successor, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    let mut number = vec![0; n];
    order
        .iter()
        .enumerate()
        .for_each(|(i, b)| number[b.index()] = i as u32);
    (number, order)
}

/// Whether all lanes run the entry block, once: it is no jump's target, and the instruction limit lets them in.
pub(super) fn enters_together(program: &Program) -> bool {
    let is_target = program
        .blocks
        .iter()
        .any(|b| b.terminator.successors().contains(&BlockId::ENTRY));
    let count = program.block(BlockId::ENTRY).source_count;
    !is_target && program.instruction_limit.is_none_or(|limit| count <= limit)
}

/// Whether an instruction's results are the same in every lane of a run; `uniform` answers this for its arguments.
pub(super) fn is_run_constant(inst: &Inst, uniform: impl Fn(ValueId) -> bool) -> bool {
    match inst.op {
        Op::FrontFacing => true,
        op => match op.info().kind {
            OpKind::Uniform => true,
            OpKind::Pure => inst.args.iter().all(|v| uniform(*v)),
            _ => op == Op::LoadParamRow && uniform(inst.args[0]),
        },
    }
}

/// By output slot: whether the stored value is the same in all lanes of a run. Analyses straight programs only.
pub(crate) fn constant_outputs(program: &Program) -> Vec<bool> {
    let is_straight = program.blocks.len() == 1;
    let mut uniform = vec![false; program.value_types.len()];
    let mut constant = vec![true; program.n_outputs as usize];
    for inst in program.insts() {
        let is_same = is_straight && is_run_constant(inst, |v| uniform[v.index()]);
        inst.results().for_each(|v| uniform[v.index()] = is_same);
        if matches!(inst.op, Op::StoreOutput | Op::StoreOutputI) {
            constant[inst.imm[0] as usize] &= uniform[inst.args[0].index()];
        }
    }
    constant
}

/// The values that a terminator reads.
pub(super) fn terminator_uses(terminator: &Terminator) -> impl Iterator<Item = ValueId> + '_ {
    let (mask, edges) = match terminator {
        Terminator::Jump(e) => (None, [Some(e), None]),
        Terminator::Branch(m, a, b) => (Some(*m), [Some(a), Some(b)]),
        _ => (None, [None, None]),
    };
    mask.into_iter().chain(
        edges
            .into_iter()
            .flatten()
            .flat_map(|e| e.args.iter().copied()),
    )
}

/// The mask with every quad filled that has a live lane.
pub(super) fn whole_quads(mask: u16) -> u16 {
    let any = mask | mask >> 1 | mask >> 2 | mask >> 3;
    (any & 0x1111) * 0xf
}

/// The least lengths of an invocation's slices.
pub(super) struct Needs {
    uniforms: usize,
    /// Input slots, when any is read.
    inputs: Option<usize>,
    /// Output slots, when any is written.
    outputs: Option<usize>,
    planes: usize,
    groups: bool,
}

impl Needs {
    pub(super) fn of(program: &Program) -> Needs {
        let planes = program
            .insts()
            .filter(|i| i.op == Op::LoadPlane)
            .map(|i| i.imm[0] as usize + 1);
        let has = |ops: &[Op]| program.insts().any(|i| ops.contains(&i.op));
        Needs {
            uniforms: program.n_uniforms as usize,
            inputs: has(&[Op::LoadInput]).then_some(program.n_inputs as usize),
            outputs: has(&[Op::StoreOutput, Op::StoreOutputI])
                .then_some(program.n_outputs as usize),
            planes: planes.max().unwrap_or(0),
            groups: has(&[
                Op::LaneX,
                Op::LaneY,
                Op::LoadPixel,
                Op::StorePixel,
                Op::LoadPlane,
            ]),
        }
    }

    pub(super) fn check_uniforms(&self, inv: &Invocation<'_>) {
        assert!(
            inv.uniforms.len() >= self.uniforms,
            "the uniform array is shorter than the program needs"
        );
    }

    pub(super) fn check(&self, inv: &Invocation<'_>) {
        let n_groups = inv.masks.len();
        self.check_uniforms(inv);
        if let Some(n) = self.inputs {
            assert!(
                inv.n_inputs >= n,
                "fewer input slots than the program needs"
            );
            assert!(
                inv.inputs.len() >= n_groups * inv.n_inputs,
                "the inputs are shorter than the groups"
            );
        }
        if let Some(n) = self.outputs {
            assert!(
                inv.n_outputs >= n,
                "fewer output slots than the program needs"
            );
            assert!(
                inv.outputs.len() >= n_groups * inv.n_outputs,
                "the outputs are shorter than the groups"
            );
        }
        assert!(
            !self.groups || inv.groups.len() >= n_groups,
            "fewer groups than masks"
        );
        if self.planes != 0 {
            // Neither number has bit 31 when all is well; this needs no comparison for each group.
            let room = inv.planes.len().min(i32::MAX as usize) as u32;
            let last = room.wrapping_sub(self.planes as u32);
            let any = |bits, g: &Group| bits | last.wrapping_sub(g.planes) | g.planes;
            assert!(
                inv.groups.iter().fold(last, any) >> 31 == 0,
                "fewer planes than the program needs"
            );
        }
    }
}
