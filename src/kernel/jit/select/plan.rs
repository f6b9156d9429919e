//! Assigns each instruction of a program to the preamble or a block, and there to a region.
//!
//! Calls (samples, indexed parameters) end a region. An instruction stands in the first region in which its arguments
//! are known, so that independent samples share one end. Instructions that write, or read written memory, keep their
//! order. A value that only later regions use then *sinks* to the first of these, if at most one value must cross in
//! its place. So colours are interpolated after the sample that they are multiplied with, and need no memory in
//! between.
#![forbid(unsafe_code)]

use crate::ir::{BlockId, Inst, Op, OpKind, Program, ValueId};
use crate::kernel::analysis::{
    enters_together, is_run_constant, reverse_post_order, terminator_uses,
};

/// The preamble, as a block.
pub(crate) const PREAMBLE: u32 = u32::MAX;

/// A region: block number (or [`PREAMBLE`]) and number of calls' ends before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) block: u32,
    pub(crate) region: u32,
}

/// The instructions of a block, or of the preamble.
pub(crate) struct PlannedBlock<'p> {
    /// Instructions in order with their regions.
    pub(crate) insts: Vec<(u32, &'p Inst)>,
    pub(crate) n_regions: u32,
}

pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    /// Reachable blocks in reverse post order.
    pub(crate) order: Vec<BlockId>,
    /// Each block's number in this order.
    pub(crate) number: Vec<u32>,
    /// Whether all lanes run the only block, once.
    pub(crate) straight: bool,
    pub(crate) preamble: PlannedBlock<'p>,
    pub(crate) blocks: Vec<PlannedBlock<'p>>,
    /// Values that are the same in all lanes of a run.
    pub(crate) uniform: Vec<bool>,
    /// Values that another region reads than the one that defines them.
    pub(crate) crosses: Vec<bool>,
    /// Lane positions: each region that uses them computes them by itself.
    pub(crate) positions: Vec<Option<Op>>,
}

/// Whether an instruction is a call that ends a region.
pub(crate) fn is_call(op: Op) -> bool {
    matches!(op, Op::Sample | Op::LoadParamRow)
}

/// Whether the order among such instructions matters.
fn is_ordered(op: Op) -> bool {
    op.info().kind == OpKind::Write || matches!(op, Op::LoadSlot | Op::LoadPixel | Op::LiveMask)
}

/// Whether results of the operation are worth a row, instead of a late computation.
fn is_slow(op: Op) -> bool {
    matches!(op, Op::FDiv | Op::FSqrt | Op::DDiv | Op::DSqrt)
}

/// Values that go from one region to another.
#[derive(Clone, Copy, PartialEq)]
enum Crossing {
    Nothing,
    One(ValueId),
    Several,
}

impl Crossing {
    fn and(self, other: Crossing) -> Crossing {
        match (self, other) {
            (Crossing::Nothing, x) | (x, Crossing::Nothing) => x,
            (x, y) if x == y => x,
            _ => Crossing::Several,
        }
    }
}

struct Planner<'p> {
    plan: Plan<'p>,
    /// The definition of each value; parameters of blocks have none.
    spots: Vec<Option<Spot>>,
    /// Of each value, whether it is read from memory.
    in_memory: Vec<bool>,
    /// Of each value, how often the block whose values are moved uses it; 0 between blocks.
    n_uses: Vec<u32>,
    /// The first of its regions that does; none between blocks.
    first_use: Vec<Option<u32>>,
    /// What must cross to a later region in place of each value that can be computed there.
    crossing: Vec<Option<Crossing>>,
}

impl<'p> Plan<'p> {
    pub(crate) fn new(program: &'p Program) -> Plan<'p> {
        let (number, order) = reverse_post_order(program);
        let n = program.value_types.len();
        let empty = || PlannedBlock {
            insts: Vec::new(),
            n_regions: 1,
        };
        let mut planner = Planner {
            plan: Plan {
                program,
                straight: order.len() == 1 && enters_together(program),
                order,
                number,
                preamble: empty(),
                blocks: Vec::new(),
                uniform: vec![false; n],
                crosses: vec![false; n],
                positions: vec![None; n],
            },
            spots: vec![None; n],
            in_memory: vec![false; n],
            n_uses: vec![0; n],
            first_use: vec![None; n],
            crossing: vec![None; n],
        };
        // Assign each block's instructions to regions, and sink what only later regions use.
        for at in 0..planner.plan.order.len() {
            planner.plan.blocks.push(empty());
            planner.place_block(at);
            planner.sink(at);
        }
        // Only then is it known which values cross.
        for at in 0..planner.plan.order.len() {
            planner.find_crossing(at);
        }
        planner.plan
    }
}

impl<'p> Planner<'p> {
    fn place_block(&mut self, at: usize) {
        let block = self.plan.program.block(self.plan.order[at]);
        // The region of the last ordered instruction.
        let mut ordered = 0;
        for inst in &block.insts {
            if let Op::LaneX | Op::LaneY = inst.op {
                self.plan.positions[inst.first_result.index()] = Some(inst.op);
                continue;
            }
            let is_uniform = is_run_constant(inst, |v| self.plan.uniform[v.index()]);
            let number = if is_uniform { PREAMBLE } else { at as u32 };
            let mut region = 0;
            for v in &inst.args {
                region = region.max(self.known_in(*v, number));
            }
            if is_ordered(inst.op) {
                region = region.max(ordered);
                ordered = region;
            }
            let result = region + u32::from(is_call(inst.op));
            if let Op::LoadInput | Op::LoadPlane = inst.op {
                self.in_memory[inst.first_result.index()] = true;
            }
            for v in inst.results() {
                self.plan.uniform[v.index()] = is_uniform;
                self.spots[v.index()] = Some(Spot {
                    block: number,
                    region: result,
                });
            }
            let planned = if is_uniform {
                &mut self.plan.preamble
            } else {
                &mut self.plan.blocks[at]
            };
            planned.insts.push((region, inst));
            planned.n_regions = planned.n_regions.max(result + 1);
        }
    }

    /// The first region of a block that can use the value.
    fn known_in(&self, v: ValueId, block: u32) -> u32 {
        match self.spots[v.index()] {
            Some(spot) if spot.block == block => spot.region,
            _ => 0,
        }
    }

    /// Moves instructions of a block to later regions.
    fn sink(&mut self, at: usize) {
        if self.plan.blocks[at].n_regions == 1 {
            return;
        }
        let block = self.plan.program.block(self.plan.order[at]);
        let last = self.plan.blocks[at].n_regions - 1;
        for (_, inst) in &self.plan.blocks[at].insts {
            for v in &inst.args {
                self.n_uses[v.index()] += 1;
            }
        }
        for v in terminator_uses(&block.terminator) {
            self.n_uses[v.index()] += 1;
            self.note_use(v, last);
        }
        self.find_crossing_if_sunk(at);
        for i in (0..self.plan.blocks[at].insts.len()).rev() {
            let (region, inst) = self.plan.blocks[at].insts[i];
            let v = inst.first_result;
            let used = self.first_use.get(v.index()).copied().flatten();
            let used = used.unwrap_or(region);
            let is_movable = inst.op.info().kind == OpKind::Pure;
            let mut stands = region;
            if is_movable && used > region && self.is_light(v) {
                stands = used;
                self.plan.blocks[at].insts[i].0 = stands;
                self.spots[v.index()] = Some(Spot {
                    block: at as u32,
                    region: stands,
                });
            }
            for v in &inst.args {
                self.note_use(*v, stands);
            }
        }
        let insts = self.plan.blocks[at].insts.iter();
        let args = insts.flat_map(|(_, inst)| inst.args.iter().copied());
        for v in args.chain(terminator_uses(&block.terminator)) {
            self.n_uses[v.index()] = 0;
            self.first_use[v.index()] = None;
        }
        // A region's instructions are read in order.
        self.plan.blocks[at]
            .insts
            .sort_by_key(|(region, _)| *region);
    }

    /// A value is used in a region.
    fn note_use(&mut self, v: ValueId, region: u32) {
        let first = self.first_use[v.index()].get_or_insert(region);
        *first = region.min(*first);
    }

    /// Whether one value at most must cross to a later region in place of this one.
    fn is_light(&self, v: ValueId) -> bool {
        matches!(
            self.crossing[v.index()],
            Some(Crossing::Nothing | Crossing::One(_))
        )
    }

    /// Finds the values that must cross to a later region in place of each value of a block that can be computed there.
    fn find_crossing_if_sunk(&mut self, at: usize) {
        let is_movable = |inst: &Inst| inst.op.info().kind == OpKind::Pure && !is_slow(inst.op);
        for (_, inst) in &self.plan.blocks[at].insts {
            if is_movable(inst) {
                let args = inst.args.iter().map(|v| self.crossing_for(*v, at));
                let own = args.fold(Crossing::Nothing, Crossing::and);
                self.crossing[inst.first_result.index()] = Some(own);
            }
        }
    }

    /// What must cross for an argument of an instruction that is moved.
    fn crossing_for(&self, v: ValueId, at: usize) -> Crossing {
        let is_here = self.spots[v.index()].is_some_and(|spot| spot.block == at as u32);
        let is_free = self.plan.positions[v.index()].is_some() || self.in_memory[v.index()];
        match self.crossing[v.index()] {
            _ if !is_here || is_free => Crossing::Nothing,
            Some(known) if known != Crossing::Several && self.n_uses[v.index()] == 1 => known,
            _ => Crossing::One(v),
        }
    }

    fn find_crossing(&mut self, at: usize) {
        // All uses, each with the region where it happens. A terminator uses in the last region.
        let mut uses: Vec<(ValueId, Spot)> = Vec::new();
        let number = at as u32;
        for (region, inst) in &self.plan.blocks[at].insts {
            let spot = Spot {
                block: number,
                region: *region,
            };
            uses.extend(inst.args.iter().map(|v| (*v, spot)));
        }
        let last = Spot {
            block: number,
            region: self.plan.blocks[at].n_regions - 1,
        };
        let block = self.plan.program.block(self.plan.order[at]);
        uses.extend(terminator_uses(&block.terminator).map(|v| (v, last)));
        // The preamble is no block: its uses are counted with those of the first one.
        if at == 0 {
            for (region, inst) in &self.plan.preamble.insts {
                let spot = Spot {
                    block: PREAMBLE,
                    region: *region,
                };
                uses.extend(inst.args.iter().map(|v| (*v, spot)));
            }
        }
        // A value that is used in another region than its own crosses. Lane positions do not: each region computes them again.
        for (v, spot) in uses {
            let is_position = self.plan.positions[v.index()].is_some();
            if self.spots[v.index()] != Some(spot) && !is_position {
                self.plan.crosses[v.index()] = true;
            }
        }
        // Parameters are stored at the edges, so they always cross.
        for v in &block.params {
            self.plan.crosses[v.index()] = true;
        }
    }
}
