//! If-conversion: small branches become selections. Then lanes that would diverge stay together.
//!
//! ```text
//!      b ── mask ──┐               b: …; yes's code; no's code
//!     yes          no      →          p = select(mask, x, y)
//!      └─ x → p ← y ┘                 jump join p
//! ```
//! Either arm may be missing. An arm may compute, and may change what belongs to its lane alone:
//!
//! | it does | guarded by |
//! |---|---|
//! | store to a slot | a selection between the new value and the slot's old one |
//! | store to an output | a selection between the new value and the one that the block has stored before |
//! | kill | the mask of the arm |
//!
//! A block with one predecessor is then appended to that, if it ends in a jump. So outer branches get small arms, too. Programs
//! with an instruction limit are not changed, because the limit stops lanes between blocks.

use super::uses::{Replacements, for_each_terminator_use, for_each_use};
use crate::ir::{BlockId, Edge, Inst, Op, OpKind, Program, Terminator, Type, ValueId};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// The most instructions of both arms together. A branch at which lanes diverge costs about a hundred cycles: the next block is
/// chosen twice, and values that cross blocks go through memory.
const MOST_INSTRUCTIONS: usize = 48;

/// Converts branches and merges blocks until nothing changes.
pub fn if_convert(program: &mut Program) {
    if program.instruction_limit.is_some() || program.blocks.len() == 1 {
        return;
    }
    drop_unreachable(program);
    let mut replaced = Replacements::new(program);
    let mut edges = Predecessors::of(program);
    // The blocks that may change, the first in the program first. A change of a block makes candidates of itself and of the
    // one block that leads to it.
    let ids = (0..program.blocks.len() as u32).map(BlockId);
    let mut candidates: BTreeSet<BlockId> = ids.filter(|id| edges.is_reached(*id)).collect();
    while let Some(id) = candidates.pop_first() {
        if !edges.is_reached(id) {
            continue;
        }
        let changed = merge(program, id, &mut edges, &mut replaced)
            || convert(program, id, &mut edges, &replaced);
        if changed {
            candidates.insert(id);
            candidates.extend(edges.only(id));
        }
    }
    debug_assert_eq!(edges.counts, count_predecessors(program));
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// The edges into each block, while blocks change.
struct Predecessors {
    counts: Vec<u32>,
    /// Of each block one that leads to it: the one, where there is just one.
    last: Vec<BlockId>,
}

impl Predecessors {
    fn of(program: &Program) -> Predecessors {
        let mut last = vec![BlockId::ENTRY; program.blocks.len()];
        for (i, block) in program.blocks.iter().enumerate() {
            for next in block.terminator.successors() {
                last[next.index()] = BlockId(i as u32);
            }
        }
        Predecessors {
            counts: count_predecessors(program),
            last,
        }
    }

    fn is_reached(&self, id: BlockId) -> bool {
        id == BlockId::ENTRY || self.counts[id.index()] != 0
    }

    /// Whether one edge alone leads to a block that is not the entry.
    fn has_one(&self, id: BlockId) -> bool {
        self.counts[id.index()] == 1 && id != BlockId::ENTRY
    }

    /// The block whose edge is the only one into this.
    fn only(&self, id: BlockId) -> Option<BlockId> {
        self.has_one(id).then(|| self.last[id.index()])
    }

    /// The block has taken over the edges of its only follower.
    fn merged(&mut self, follower: BlockId, program: &Program, into: BlockId) {
        self.counts[follower.index()] = 0;
        for next in program.block(into).terminator.successors() {
            self.last[next.index()] = into;
        }
    }

    /// A branch has become a jump; its arms are gone.
    fn converted(&mut self, arms: [&Arm; 2], from: BlockId) {
        for block in arms.into_iter().filter_map(|arm| arm.block) {
            self.counts[block.index()] = 0;
        }
        let join = arms[0].edge.block;
        self.counts[join.index()] -= 1;
        self.last[join.index()] = from;
    }
}

/// Empties blocks that no path reaches, which constant conditions leave. Their edges would name parameters of blocks that are
/// merged.
fn drop_unreachable(program: &mut Program) {
    let counts = count_predecessors(program);
    for (block, count) in program.blocks.iter_mut().zip(counts).skip(1) {
        if count == 0 {
            block.insts.clear();
            block.terminator = Terminator::End;
        }
    }
}

/// Counts the edges into each block. Edges from blocks that no path reaches do not count.
fn count_predecessors(program: &Program) -> Vec<u32> {
    let mut counts = vec![0; program.blocks.len()];
    let mut reached = vec![false; program.blocks.len()];
    let mut work = vec![BlockId::ENTRY];
    reached[0] = true;
    while let Some(id) = work.pop() {
        for next in program.block(id).terminator.successors() {
            counts[next.index()] += 1;
            if !std::mem::replace(&mut reached[next.index()], true) {
                work.push(next);
            }
        }
    }
    counts
}

/// Appends the block that this one jumps to, if it has no other predecessor. Returns whether it did.
fn merge(
    program: &mut Program,
    id: BlockId,
    edges: &mut Predecessors,
    replaced: &mut Replacements,
) -> bool {
    let Terminator::Jump(edge) = &program.block(id).terminator else {
        return false;
    };
    let next = edge.block;
    if !edges.has_one(next) || next == id {
        return false;
    }
    let args = edge.args.clone();
    let follower = &mut program.blocks[next.index()];
    for (param, arg) in std::mem::take(&mut follower.params).into_iter().zip(args) {
        replaced.replace(param, arg);
    }
    let insts = std::mem::take(&mut follower.insts);
    let terminator = std::mem::replace(&mut follower.terminator, Terminator::End);
    let (span, count) = (follower.terminator_span, follower.source_count);
    let block = &mut program.blocks[id.index()];
    let start = block.insts.len();
    block.insts.extend(insts);
    (block.terminator, block.terminator_span) = (terminator, span);
    block.source_count += count;
    // What stood before cannot use the follower's parameters.
    for inst in &mut block.insts[start..] {
        inst.args.iter_mut().for_each(|v| *v = replaced.of(*v));
    }
    for_each_terminator_use(&mut block.terminator, |v| *v = replaced.of(*v));
    edges.merged(next, program, id);
    true
}

/// One side of a branch: a block that can be converted, or just an edge.
struct Arm {
    block: Option<BlockId>,
    /// The edge that leaves the branch: that of the block, or the branch's own.
    edge: Edge,
}

/// Returns the arm at an edge of a branch. It has a block if only this edge leads there, and it ends in a jump.
fn arm(program: &Program, edge: &Edge, edges: &Predecessors) -> Arm {
    let block = program.block(edge.block);
    match &block.terminator {
        Terminator::Jump(onward) if edges.has_one(edge.block) && block.params.is_empty() => Arm {
            block: Some(edge.block),
            edge: onward.clone(),
        },
        _ => Arm {
            block: None,
            edge: edge.clone(),
        },
    }
}

/// Converts the branch at a block's end, if its arms lead to one block and are small. Returns whether it did.
fn convert(
    program: &mut Program,
    id: BlockId,
    edges: &mut Predecessors,
    replaced: &Replacements,
) -> bool {
    let Terminator::Branch(mask, yes, no) = program.block(id).terminator.clone() else {
        return false;
    };
    // An arm is a block of its own, or nothing but the edge to the block where both paths join.
    let direct = |edge: &Edge| Arm {
        block: None,
        edge: edge.clone(),
    };
    let (yes_arm, no_arm) = (arm(program, &yes, edges), arm(program, &no, edges));
    let shapes = [
        (&yes_arm, &no_arm),
        (&yes_arm, &direct(&no)),
        (&direct(&yes), &no_arm),
    ];
    // Takes the first shape in which both arms lead to the same block and are cheap enough to run always.
    let Some((yes, no)) = shapes
        .into_iter()
        .find(|(yes, no)| yes.edge.block == no.edge.block && fits(program, id, yes, no))
    else {
        return false;
    };
    // The arms move into the block, and selects replace the block parameters.
    let conversion = Conversion {
        program,
        id,
        mask,
        replaced,
    };
    conversion.run(yes, no);
    edges.converted([yes, no], id);
    true
}

/// Whether the arms are small, and do only what can be guarded.
fn fits(program: &Program, id: BlockId, yes: &Arm, no: &Arm) -> bool {
    let insts = |arm: &Arm| match arm.block {
        Some(block) => program.block(block).insts.iter(),
        None => [].iter(),
    };
    let counts = |inst: &&Inst| inst.op.info().kind != OpKind::Uniform;
    let n = insts(yes).chain(insts(no)).filter(counts).count();
    let known = |inst: &Inst| known_output(&program.block(id).insts, inst).is_some();
    n <= MOST_INSTRUCTIONS
        && insts(yes).chain(insts(no)).all(|inst| match inst.op {
            Op::StoreSlot | Op::LoadSlot | Op::Kill | Op::LiveMask => true,
            Op::LoadInput | Op::LoadPlane | Op::LaneX | Op::LaneY | Op::FrontFacing => true,
            Op::StoreOutput | Op::StoreOutputI => known(inst),
            op => matches!(
                op.info().kind,
                OpKind::Pure | OpKind::Uniform | OpKind::Math
            ),
        })
}

/// Returns the value that `insts` store last to the output of `store`, if it has the same type.
fn known_output(insts: &[Inst], store: &Inst) -> Option<ValueId> {
    let stores = |inst: &&Inst| {
        matches!(inst.op, Op::StoreOutput | Op::StoreOutputI) && inst.imm[0] == store.imm[0]
    };
    let last = insts.iter().rev().find(stores)?;
    (last.op == store.op).then(|| last.args[0])
}

/// A branch that is being converted.
struct Conversion<'p> {
    program: &'p mut Program,
    id: BlockId,
    mask: ValueId,
    replaced: &'p Replacements,
}

impl Conversion<'_> {
    /// Appends both arms to the block, then selections for the parameters of the block that both lead to, and a jump to it.
    fn run(mut self, yes: &Arm, no: &Arm) {
        let span = self.program.block(self.id).terminator_span;
        for (arm, is_yes) in [(yes, true), (no, false)] {
            let Some(block) = arm.block else { continue };
            let arm = &mut self.program.blocks[block.index()];
            arm.terminator = Terminator::End;
            let (insts, count) = (std::mem::take(&mut arm.insts), arm.source_count);
            self.program.blocks[self.id.index()].source_count += count;
            insts
                .into_iter()
                .for_each(|inst| self.guarded(inst, is_yes));
        }
        let mut args: SmallVec<[ValueId; 4]> = SmallVec::new();
        for (a, b) in yes.edge.args.iter().zip(&no.edge.args) {
            args.push(self.choice(*a, *b, span));
        }
        let block = yes.edge.block;
        self.program.blocks[self.id.index()].terminator = Terminator::Jump(Edge { block, args });
    }

    fn push(&mut self, inst: Inst) {
        self.program.blocks[self.id.index()].insts.push(inst);
    }

    /// Appends an instruction with one result.
    fn value(&mut self, op: Op, args: &[ValueId], imm: u32, span: crate::ir::Span) -> ValueId {
        let first_result = ValueId(self.program.value_types.len() as u32);
        self.program.value_types.push(op.info().results[0]);
        self.push(Inst {
            op,
            args: args.iter().copied().collect(),
            imm: [imm, 0],
            first_result,
            span,
        });
        first_result
    }

    /// Appends mask ? a : b.
    fn choice(&mut self, a: ValueId, b: ValueId, span: crate::ir::Span) -> ValueId {
        if a == b {
            return a;
        }
        let mask = self.mask;
        match self.program.type_of(a) {
            Type::F32 => self.value(Op::SelectF, &[mask, a, b], 0, span),
            Type::I32 => self.value(Op::SelectI, &[mask, a, b], 0, span),
            Type::F64 => self.value(Op::SelectD, &[mask, a, b], 0, span),
            Type::I64 => self.value(Op::SelectL, &[mask, a, b], 0, span),
            Type::Mask => {
                let yes = self.value(Op::MAnd, &[mask, a], 0, span);
                let not = self.value(Op::MNot, &[mask], 0, span);
                let no = self.value(Op::MAnd, &[not, b], 0, span);
                self.value(Op::MOr, &[yes, no], 0, span)
            }
        }
    }

    /// Appends an instruction of an arm so that it changes the lanes of this arm only.
    fn guarded(&mut self, mut inst: Inst, is_yes: bool) {
        let span = inst.span;
        let old = match inst.op {
            Op::StoreSlot => Some(self.value(Op::LoadSlot, &[], inst.imm[0], span)),
            Op::StoreOutput | Op::StoreOutputI => {
                let insts = &self.program.block(self.id).insts;
                known_output(insts, &inst).map(|v| self.replaced.of(v))
            }
            _ => None,
        };
        if let Some(old) = old {
            let new = inst.args[0];
            let (a, b) = if is_yes { (new, old) } else { (old, new) };
            inst.args = smallvec![self.choice(a, b, span)];
        }
        if inst.op == Op::Kill {
            let own = if is_yes {
                self.mask
            } else {
                self.value(Op::MNot, &[self.mask], 0, span)
            };
            inst.args = smallvec![self.value(Op::MAnd, &[inst.args[0], own], 0, span)];
        }
        self.push(inst);
    }
}
