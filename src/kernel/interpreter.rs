//! The portable engine: runs a program over batches of up to eight groups, one instruction at a time.
//!
//! Each value has one row of 16 lanes per group of the batch. A program of one block runs straight through; any other
//! control flow keeps a block number per lane and steps the lanes of greatest call depth first and, among them, those
//! of least reverse-post-order number (calls counted as edges), every result being written under the mask of these.
#![forbid(unsafe_code)]

use super::layout::{Invocation, SampleRequest};
use super::Kernel;
use crate::ir::interface::LodMode;
use crate::ir::semantics::eval;
use crate::ir::{BlockId, Edge, Inst, Op, Program, Terminator, ValueId};
use crate::simd::{LANE_OFFSET, LANES, LanesF32, PerWidth, run_widest};

/// Groups of one batch.
const BATCH: usize = 8;
/// The block number of a lane that has ended.
const ENDED: u32 = u32::MAX;

type Row = [u32; LANES];

/// A worker's memory for kernels; grows as needed and is reused.
#[derive(Debug, Default)]
pub struct Scratch {
    rows: Vec<[Row; BATCH]>,
    slots: Vec<[Row; BATCH]>,
    edge: Vec<[Row; BATCH]>,
    lanes: Vec<LaneState>,
    stacks: Vec<u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct LaneState {
    block: u32,
    depth: u32,
    count: u32,
}

/// A prepared program.
pub(super) struct Interpreter {
    program: Program,
    /// Reverse-post-order number of each block.
    order: Vec<u32>,
    /// Values that a run must be given for `LoadPlane`.
    n_planes: usize,
    needs_groups: bool,
}

impl Interpreter {
    pub(super) fn new(program: &Program) -> Interpreter {
        let planes = program.insts().filter(|i| i.op == Op::LoadPlane).map(|i| i.imm[0] as usize + 1);
        let by_place = |op| matches!(op, Op::LaneX | Op::LaneY | Op::LoadPixel | Op::StorePixel);
        Interpreter {
            n_planes: planes.max().unwrap_or(0),
            needs_groups: program.insts().any(|i| by_place(i.op)),
            order: reverse_post_order(program),
            program: program.clone(),
        }
    }

    fn check(&self, inv: &Invocation<'_>) {
        let (p, groups) = (&self.program, inv.masks.len());
        assert!(inv.uniforms.len() >= p.n_uniforms as usize, "the uniform array is shorter than the program needs");
        let reads = p.insts().any(|i| i.op == Op::LoadInput);
        assert!(!reads || inv.n_inputs >= p.n_inputs as usize, "fewer input slots than the program needs");
        assert!(!reads || inv.inputs.len() >= groups * inv.n_inputs, "the inputs are shorter than the groups");
        let writes = p.insts().any(|i| i.op == Op::StoreOutput);
        assert!(!writes || inv.n_outputs >= p.n_outputs as usize, "fewer output slots than the program needs");
        assert!(!writes || inv.outputs.len() >= groups * inv.n_outputs, "the outputs are shorter than the groups");
        assert!(inv.planes.len() >= self.n_planes, "fewer planes than the program needs");
        assert!(!self.needs_groups || inv.groups.len() >= groups, "fewer group places than masks");
    }
}

impl Kernel for Interpreter {
    fn run(&self, inv: &mut Invocation<'_>, scratch: &mut Scratch) {
        self.check(inv);
        let zero = [[0; LANES]; BATCH];
        scratch.rows.resize(scratch.rows.len().max(self.program.value_types.len()), zero);
        scratch.slots.resize(scratch.slots.len().max(self.program.n_slots as usize), zero);
        scratch.lanes.resize(LANES * BATCH, LaneState::default());
        let stack_words = LANES * BATCH * self.program.call_depth as usize;
        scratch.stacks.resize(scratch.stacks.len().max(stack_words), 0);
        run_widest(Run { kernel: self, inv, scratch });
    }
}

/// The reverse-post-order number of each block, calls counted as edges to callee and resume block.
fn reverse_post_order(program: &Program) -> Vec<u32> {
    let n = program.blocks.len();
    let mut order = vec![ENDED - 1; n];
    let mut seen = vec![false; n];
    let mut stack = vec![(BlockId::ENTRY, 0)];
    let mut next = n as u32;
    seen[0] = true;
    while let Some((block, edge)) = stack.pop() {
        match program.block(block).terminator.successors().get(edge) {
            Some(successor) => {
                stack.push((block, edge + 1));
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    stack.push((*successor, 0));
                }
            }
            None => {
                next -= 1;
                order[block.index()] = next;
            }
        }
    }
    order
}

struct Run<'r, 'i> {
    kernel: &'r Interpreter,
    inv: &'r mut Invocation<'i>,
    scratch: &'r mut Scratch,
}

impl PerWidth for Run<'_, '_> {
    #[inline(always)]
    fn run(mut self) {
        let n_groups = self.inv.masks.len();
        for first in (0..n_groups).step_by(BATCH) {
            let n = (n_groups - first).min(BATCH);
            let mut batch = Batch { first, n, exec: [0; BATCH], masked: self.kernel.program.blocks.len() > 1 };
            for g in 0..n {
                batch.exec[g] = whole_quads(self.inv.masks[first + g]);
            }
            for slot in &mut self.scratch.slots {
                slot.fill([0; LANES]);
            }
            if batch.masked {
                // Lanes that never wrote a value read 0 in a divergent derivative, whatever ran before on this worker.
                self.scratch.rows.fill([[0; LANES]; BATCH]);
                self.dispatch(&mut batch);
            } else {
                self.block(&batch, BlockId::ENTRY);
            }
        }
    }
}

struct Batch {
    first: usize,
    n: usize,
    exec: [u16; BATCH],
    masked: bool,
}

/// The mask with every quad full that has a lane in it.
fn whole_quads(mask: u16) -> u16 {
    let any = mask | mask >> 1 | mask >> 2 | mask >> 3;
    (any & 0x1111) * 0xf
}

#[inline(always)]
fn lanes(mask: u16) -> Row {
    std::array::from_fn(|lane| if mask >> lane & 1 != 0 { u32::MAX } else { 0 })
}

#[inline(always)]
fn bits(row: &Row) -> u16 {
    (0..LANES).fold(0, |m, lane| m | ((row[lane] != 0) as u16) << lane)
}

#[inline(always)]
fn floats(row: &Row) -> LanesF32 {
    row.map(f32::from_bits)
}

impl Run<'_, '_> {
    #[inline(always)]
    fn write(&mut self, batch: &Batch, value: ValueId, g: usize, row: Row) {
        let target = &mut self.scratch.rows[value.index()][g];
        if batch.masked {
            let mask = lanes(batch.exec[g]);
            *target = std::array::from_fn(|l| row[l] & mask[l] | target[l] & !mask[l]);
        } else {
            *target = row;
        }
    }

    /// Runs the instructions of one block.
    #[inline(always)]
    fn block(&mut self, batch: &Batch, id: BlockId) {
        let kernel = self.kernel;
        for inst in &kernel.program.block(id).insts {
            self.inst(batch, inst);
        }
    }

    /// A pure opcode: its evaluation on every lane of the batch.
    #[inline(always)]
    fn map(&mut self, batch: &Batch, inst: &Inst, f: impl Fn([u32; 3]) -> u32) {
        let arg = |i: usize| inst.args.get(i).map_or(0, |v| v.index());
        let (a, b, c) = (arg(0), arg(1), arg(2));
        for g in 0..batch.n {
            let (x, y, z) = (self.scratch.rows[a][g], self.scratch.rows[b][g], self.scratch.rows[c][g]);
            let row = std::array::from_fn(|l| f([x[l], y[l], z[l]]));
            self.write(batch, inst.first_result, g, row);
        }
    }

    #[inline(always)]
    fn inst(&mut self, batch: &Batch, inst: &Inst) {
        // Each arm fixes the opcode, so that `eval` folds to one operation and the lanes vectorise.
        macro_rules! pure {
            ($($op:ident)*) => {
                match inst.op {
                    $(Op::$op => self.map(batch, inst, |args| eval(Op::$op, &args, inst.imm).unwrap_or(0)),)*
                    _ => self.lane_state(batch, inst),
                }
            };
        }
        pure!(ConstF32 ConstI32 ConstMask FAdd FSub FMul FDiv FFma FSqrt FNeg FAbs FMin FMax FFloor FCeil FTrunc FRound
            FLt FLe FEq FNe IAdd ISub IMul IAnd IOr IXor IShl IShrU IShrS IMin IMax ILt IULt IEq F32ToI32 I32ToF32
            BitsOfF32 F32OfBits MAnd MOr MXor MNot SelectF SelectI)
    }

    /// The opcodes that read or write memory or other lanes.
    fn lane_state(&mut self, batch: &Batch, inst: &Inst) {
        for g in 0..batch.n {
            let group = batch.first + g;
            let imm = inst.imm.map(|i| i as usize);
            let arg = |run: &Self, i: usize| run.scratch.rows[inst.args[i].index()][g];
            let uniforms = self.inv.uniforms;
            let row: Row = match inst.op {
                Op::LoadUniform | Op::LoadUniformI => [uniforms[imm[0]].to_bits(); LANES],
                Op::LoadInput => self.inv.inputs[group * self.inv.n_inputs + imm[0]].map(f32::to_bits),
                Op::LoadPlane => [self.inv.planes[imm[0]][imm[1]].to_bits(); LANES],
                Op::LaneX => std::array::from_fn(|l| {
                    (self.inv.groups[group].x as f32 * 4.0 + LANE_OFFSET[l].0 as f32 + 0.5).to_bits()
                }),
                Op::LaneY => std::array::from_fn(|l| {
                    (self.inv.groups[group].y as f32 * 4.0 + LANE_OFFSET[l].1 as f32 + 0.5).to_bits()
                }),
                Op::FrontFacing => [if self.inv.front_facing { u32::MAX } else { 0 }; LANES],
                Op::LiveMask => lanes(self.inv.masks[group]),
                Op::LoadPixel => self.inv.pixels[imm[0]].load(self.inv.groups[group]),
                Op::LoadSlot => self.scratch.slots[imm[0]][g],
                Op::Ddx => difference(&floats(&arg(self, 0)), 1),
                Op::Ddy => difference(&floats(&arg(self, 0)), 2),
                Op::LoadParamRow => {
                    let index = arg(self, 0);
                    for c in 0..4 {
                        let row = index.map(|i| if i < inst.imm[1] { uniforms[imm[0] + 4 * i as usize + c].to_bits() } else { 0 });
                        self.write(batch, ValueId(inst.first_result.0 + c as u32), g, row);
                    }
                    continue;
                }
                Op::Sample => {
                    self.sample(batch, inst, g);
                    continue;
                }
                Op::StoreOutput => {
                    let (row, exec) = (arg(self, 0), batch.exec[g]);
                    let out = &mut self.inv.outputs[group * self.inv.n_outputs + imm[0]];
                    for l in (0..LANES).filter(|l| exec >> l & 1 != 0) {
                        let x = f32::from_bits(row[l]);
                        out[l] = if x.is_nan() { f32::from_bits(0x7fc0_0000) } else { x };
                    }
                    continue;
                }
                Op::StorePixel => {
                    let mask = batch.exec[g] & self.inv.masks[group];
                    if mask != 0 {
                        self.inv.pixels[imm[0]].store(self.inv.groups[group], mask, &arg(self, 0));
                    }
                    continue;
                }
                Op::StoreSlot => {
                    let (row, mask) = (arg(self, 0), lanes(batch.exec[g]));
                    let slot = &mut self.scratch.slots[imm[0]][g];
                    *slot = std::array::from_fn(|l| row[l] & mask[l] | slot[l] & !mask[l]);
                    continue;
                }
                Op::Kill => {
                    self.inv.masks[group] &= !(bits(&arg(self, 0)) & batch.exec[g]);
                    continue;
                }
                op => unreachable!("{} was to be expanded", op.info().name),
            };
            self.write(batch, inst.first_result, g, row);
        }
    }

    fn sample(&mut self, batch: &Batch, inst: &Inst, g: usize) {
        if batch.exec[g] == 0 {
            return;
        }
        let arg = |i: usize| floats(&self.scratch.rows[inst.args[i].index()][g]);
        let mode = LodMode::from_immediate(inst.imm[1]).unwrap_or(LodMode::Implicit);
        let request = SampleRequest { coords: [arg(0), arg(1), arg(2), arg(3)], lod: arg(4), mode };
        let mut result = [[0.0; LANES], [0.0; LANES], [0.0; LANES], [1.0; LANES]];
        if let Some(Some(sampler)) = self.inv.samplers.get(inst.imm[0] as usize) {
            sampler.sample(&request, &mut result);
        }
        for (c, row) in result.iter().enumerate() {
            self.write(batch, ValueId(inst.first_result.0 + c as u32), g, row.map(f32::to_bits));
        }
    }

    /// Any control flow: steps sets of lanes that stand in one block until all have ended.
    fn dispatch(&mut self, batch: &mut Batch) {
        let start = batch.exec;
        for (i, lane) in self.scratch.lanes.iter_mut().enumerate() {
            let runs = start[i / LANES] >> (i % LANES) & 1 != 0;
            *lane = LaneState { block: if runs { 0 } else { ENDED }, depth: 0, count: 0 };
        }
        let kernel = self.kernel;
        loop {
            let order = |l: &LaneState| (u32::MAX - l.depth, kernel.order[l.block as usize]);
            let live = self.scratch.lanes.iter().filter(|l| l.block != ENDED);
            let Some(&LaneState { block, depth, .. }) = live.min_by_key(|l| order(l)) else { return };
            let id = BlockId(block);
            let cost = kernel.program.block(id).source_count;
            let limit = kernel.program.instruction_limit.unwrap_or(u32::MAX);
            batch.exec = [0; BATCH];
            for (i, lane) in self.scratch.lanes.iter_mut().enumerate() {
                if lane.block == block && lane.depth == depth {
                    lane.count = lane.count.saturating_add(cost);
                    if lane.count > limit {
                        lane.block = ENDED;
                    } else {
                        batch.exec[i / LANES] |= 1 << (i % LANES);
                    }
                }
            }
            self.block(batch, id);
            self.leave(batch, &kernel.program.block(id).terminator);
        }
    }

    /// Moves the executing lanes over the terminator.
    fn leave(&mut self, batch: &mut Batch, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(edge) => self.take(batch, edge),
            Terminator::Branch(mask, yes, no) => {
                let all = batch.exec;
                let yes_bits: [u16; BATCH] = std::array::from_fn(|g| bits(&self.scratch.rows[mask.index()][g]));
                batch.exec = std::array::from_fn(|g| all[g] & yes_bits[g]);
                self.take(batch, yes);
                batch.exec = std::array::from_fn(|g| all[g] & !yes_bits[g]);
                self.take(batch, no);
            }
            Terminator::Call { callee, resume } => {
                let limit = self.kernel.program.call_depth;
                let stacks = &mut self.scratch.stacks;
                for_lanes(&mut self.scratch.lanes, batch, |i, lane| {
                    if lane.depth == limit {
                        lane.block = ENDED;
                    } else {
                        stacks[i * limit as usize + lane.depth as usize] = resume.0;
                        lane.depth += 1;
                        lane.block = callee.0;
                    }
                });
            }
            Terminator::Return => {
                let limit = self.kernel.program.call_depth as usize;
                let stacks = &self.scratch.stacks;
                for_lanes(&mut self.scratch.lanes, batch, |i, lane| {
                    if lane.depth == 0 {
                        lane.block = ENDED;
                    } else {
                        lane.depth -= 1;
                        lane.block = stacks[i * limit + lane.depth as usize];
                    }
                });
            }
            Terminator::End => for_lanes(&mut self.scratch.lanes, batch, |_, lane| lane.block = ENDED),
        }
    }

    /// Moves the executing lanes over an edge; its arguments are read before any parameter is written.
    fn take(&mut self, batch: &Batch, edge: &Edge) {
        let kernel = self.kernel;
        let scratch = &mut *self.scratch;
        scratch.edge.clear();
        scratch.edge.extend(edge.args.iter().map(|v| scratch.rows[v.index()]));
        for (i, param) in kernel.program.block(edge.block).params.iter().enumerate() {
            for g in 0..batch.n {
                self.write(batch, *param, g, self.scratch.edge[i][g]);
            }
        }
        for_lanes(&mut self.scratch.lanes, batch, |_, lane| lane.block = edge.block.0);
    }
}

fn for_lanes(lanes: &mut [LaneState], batch: &Batch, mut f: impl FnMut(usize, &mut LaneState)) {
    for (i, lane) in lanes.iter_mut().enumerate() {
        if batch.exec[i / LANES] >> (i % LANES) & 1 != 0 {
            f(i, lane);
        }
    }
}

/// The difference inside each quad between lanes whose number differs in bit `step`.
fn difference(x: &LanesF32, step: usize) -> Row {
    std::array::from_fn(|l| (x[l | step] - x[l & !step]).to_bits())
}

#[cfg(test)]
mod tests;
