//! Passes zeros as r and q to samples whose textures read neither (`Program::planar_units`). Then the code that computes r and q
//! is dead, and kernels pass two coordinates instead of four.

use crate::ir::{Inst, Op, Program, Span, Type, ValueId};
use smallvec::SmallVec;

/// The arguments of a sample that are r and q.
const UNREAD: std::ops::Range<usize> = 2..4;

/// Replaces these arguments.
pub fn planar(program: &mut Program) {
    let units = program.planar_units;
    let is_planar =
        |inst: &Inst| inst.op == Op::Sample && units.checked_shr(inst.imm[0]).unwrap_or(0) & 1 != 0;
    if units == 0 || !program.insts().any(is_planar) {
        return;
    }
    let zero = ValueId(program.value_types.len() as u32);
    program.value_types.push(Type::F32);
    let insts = program.blocks.iter_mut().flat_map(|b| &mut b.insts);
    for inst in insts.filter(|inst| is_planar(inst)) {
        inst.args[UNREAD].fill(zero);
    }
    // The entry block runs before all others.
    let constant = Inst {
        op: Op::ConstF32,
        args: SmallVec::new(),
        imm: [0; 2],
        first_result: zero,
        span: Span::NONE,
    };
    program.blocks[0].insts.insert(0, constant);
}
