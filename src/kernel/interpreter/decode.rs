//! Decodes a program to a flat list of steps whose operands are row numbers.
//!
//! A *row* is one cache line: a value in the 16 lanes of one group. Values that are the same in every lane of a run
//! (constants, uniforms, and pure operations on them) have one row, written once per run by the *preamble*. The
//! others have one row per group of the batch, and share them by liveness inside a block. A value that crosses blocks
//! has rows of its own, and every result is blended into them under the mask of the executing lanes. A value of 64 bits has
//! two such rows (or sets of rows), one for each word.
#![forbid(unsafe_code)]

use super::code::{BlockCode, Code, EdgeCode, Exit, Operand, Step, Wide, Words};
use crate::ir::semantics::mask_bits;
use crate::ir::{BlockId, Inst, Op, Program, Terminator, ValueId};
use crate::kernel::analysis::{
    enters_together, is_run_constant, reverse_post_order, terminator_uses,
};
use crate::kernel::lane_rows::BATCH;
use smallvec::SmallVec;

/// A stack of free rows: the one freed last is warm in the cache and is taken first.
#[derive(Default)]
struct Rows {
    free: Vec<u32>,
    end: u32,
    pitch: u32,
}

impl Rows {
    fn new(start: u32, pitch: u32) -> Rows {
        Rows {
            free: Vec::new(),
            end: start,
            pitch,
        }
    }

    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.end += self.pitch;
            self.end - self.pitch
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// One row for the whole run.
    Uniform,
    /// Rows inside its block.
    Local,
    /// Rows of its own.
    Crossing,
}

/// No instruction uses it.
const UNUSED: u32 = u32::MAX;

struct Decoder<'p> {
    program: &'p Program,
    code: Code,
    class: Vec<Class>,
    operand: Vec<Words>,
    /// The last use of a local value in its block (the terminator counts as one more instruction).
    last_use: Vec<u32>,
    rows: Rows,
    /// Index in `code.blocks` of each block.
    number: Vec<u32>,
    sharing: Sharing,
}

/// Whether dead values' rows are reused; tracing needs `None`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    /// Rows of dead values are used again.
    Free,
    /// Each value has rows of its own.
    None,
}

/// Decodes a verified program without `Math` opcodes.
pub(super) fn decode(program: &Program, sharing: Sharing) -> Code {
    let (number, order) = reverse_post_order(program);
    let n = program.value_types.len();
    let mut decoder = Decoder {
        program,
        code: Code::default(),
        class: vec![Class::Local; n],
        operand: vec![[Operand::default(), Operand::NONE]; n],
        last_use: vec![UNUSED; n],
        rows: Rows::default(),
        number,
        sharing,
    };
    decoder.classify(&order);
    decoder.preamble(&order);
    decoder.own_rows(&order);
    let mut end = decoder.rows.end;
    for (i, id) in order.iter().enumerate() {
        decoder.rows = Rows::new(decoder.rows.end, BATCH as u32);
        let start = decoder.rows.end;
        let block = decoder.block(*id, i == 0 && enters_together(program));
        decoder.code.blocks.push(block);
        end = end.max(decoder.rows.end);
        decoder.rows.end = start;
    }
    decoder.code.n_rows = end as usize + BATCH;
    decoder.code.order = order;
    decoder.code.values = decoder.operand;
    decoder.code
}

impl Decoder<'_> {
    fn classify(&mut self, order: &[BlockId]) {
        let mut home = vec![UNUSED; self.class.len()];
        for id in order {
            let block = self.program.block(*id);
            for v in &block.params {
                self.class[v.index()] = Class::Crossing;
            }
            for inst in &block.insts {
                let uniform = is_run_constant(inst, |v| self.class[v.index()] == Class::Uniform);
                for v in inst.results() {
                    home[v.index()] = id.0;
                    if uniform {
                        self.class[v.index()] = Class::Uniform;
                    }
                }
            }
        }
        for id in order {
            let block = self.program.block(*id);
            let mut used = |v: ValueId, at: usize| {
                if self.class[v.index()] == Class::Local {
                    if home[v.index()] == id.0 {
                        self.last_use[v.index()] = at as u32;
                    } else {
                        self.class[v.index()] = Class::Crossing;
                    }
                }
            };
            for (i, inst) in block.insts.iter().enumerate() {
                inst.args.iter().for_each(|v| used(*v, i));
            }
            terminator_uses(&block.terminator).for_each(|v| used(v, block.insts.len()));
        }
        if self.sharing == Sharing::None {
            let locals = self.class.iter_mut().filter(|c| **c == Class::Local);
            locals.for_each(|class| *class = Class::Crossing);
        }
    }

    /// Assigns rows to uniform values. A row that only the preamble reads is freed there.
    fn preamble(&mut self, order: &[BlockId]) {
        let program = self.program;
        let uniform = |class: &[Class], inst: &Inst| {
            inst.results()
                .next()
                .is_some_and(|v| class[v.index()] == Class::Uniform)
        };
        let mut rows = Rows::new(0, 1);
        let mut computed = Vec::new();
        // The last preamble instruction that reads a value; UNUSED when a block reads it (or nothing does).
        let mut last = vec![UNUSED; self.class.len()];
        let mut kept = vec![false; self.class.len()];
        for inst in order.iter().flat_map(|id| &program.block(*id).insts) {
            if !uniform(&self.class, inst) {
                inst.args.iter().for_each(|v| kept[v.index()] = true);
                continue;
            }
            let row = rows.end;
            let constants = &mut self.code.constants;
            match inst.op {
                Op::ConstF32 | Op::ConstI32 => constants.push((row, inst.imm[0])),
                Op::ConstMask => constants.push((row, mask_bits(inst.imm[0] != 0))),
                Op::ConstF64 | Op::ConstI64 => {
                    constants.extend([(row, inst.imm[0]), (row + 1, inst.imm[1])]);
                }
                Op::LoadUniform | Op::LoadUniformI => self.code.uniforms.push((row, inst.imm[0])),
                _ => {
                    inst.args
                        .iter()
                        .for_each(|v| last[v.index()] = computed.len() as u32);
                    computed.push(inst);
                    continue;
                }
            }
            let v = inst.first_result;
            for word in 0..self.n_words(v) {
                self.operand[v.index()][word] = uniform_row(rows.take());
            }
        }
        for id in order {
            terminator_uses(&program.block(*id).terminator).for_each(|v| kept[v.index()] = true);
        }
        self.rows = rows;
        for (i, inst) in computed.into_iter().enumerate() {
            let mut dying = inst.args.clone();
            dying.sort_unstable();
            dying.dedup();
            let args = self.operands(inst);
            let ends = |v: &&ValueId| last[v.index()] == i as u32 && !kept[v.index()];
            if self.sharing == Sharing::Free {
                dying.iter().filter(ends).for_each(|v| self.free(*v));
            }
            for v in inst.results() {
                for word in 0..self.n_words(v) {
                    self.operand[v.index()][word] = uniform_row(self.rows.take());
                }
            }
            let step = self.step(inst, args);
            self.code.preamble.push(step);
        }
    }

    /// Assigns rows to lane slots, values that cross blocks, and the executing lanes' mask.
    fn own_rows(&mut self, order: &[BlockId]) {
        // Whole batches of rows start on a multiple of BATCH rows.
        let start = self.rows.end.next_multiple_of(BATCH as u32);
        self.rows = Rows::new(start, BATCH as u32);
        for _ in 0..self.program.n_slots {
            self.rows.take();
        }
        for v in 0..self.class.len() {
            if self.class[v] == Class::Crossing {
                for word in 0..self.n_words(ValueId(v as u32)) {
                    self.operand[v][word] = varying(self.rows.take());
                }
            }
        }
        self.code.zeroed = start as usize..self.rows.end as usize;
        let straight = order.len() == 1 && enters_together(self.program);
        self.code.exec = (!straight).then(|| self.rows.take());
    }

    fn slot(&self, slot: u32) -> Operand {
        varying(self.code.zeroed.start as u32 + slot * BATCH as u32)
    }

    /// Words of a value.
    fn n_words(&self, v: ValueId) -> usize {
        1 + usize::from(self.program.type_of(v).is_wide())
    }

    /// Frees the rows of a value.
    fn free(&mut self, v: ValueId) {
        let words = &self.operand[v.index()][..self.n_words(v)];
        self.rows.free.extend(words.iter().map(|word| word.row));
    }

    /// The arguments of an instruction; two for each argument of 64 bits.
    fn operands(&self, inst: &Inst) -> [Operand; 6] {
        let mut operands = [Operand::default(); 6];
        let n_words = 1 + usize::from(inst.op.info().is_wide());
        for (i, v) in inst.args.iter().enumerate() {
            let n = self.n_words(*v);
            operands[n_words * i..][..n].copy_from_slice(&self.operand[v.index()][..n]);
        }
        operands
    }

    /// Appends an instruction as a step; its results have their rows already.
    fn step(&mut self, inst: &Inst, args: [Operand; 6]) -> Step {
        let mut dst = self
            .operand
            .get(inst.first_result.index())
            .map_or(0, |words| words[0].row);
        if matches!(inst.op, Op::Sample | Op::LoadParamRow) || inst.op.info().is_wide() {
            let mut results = [0; 4];
            let words = inst.results().flat_map(|v| self.operand[v.index()]);
            let words = words.filter(|word| *word != Operand::NONE);
            words.zip(&mut results).for_each(|(word, r)| *r = word.row);
            dst = self.code.wide.len() as u32;
            self.code.wide.push(Wide { args, results });
        }
        Step {
            op: inst.op,
            dst,
            args: [args[0], args[1], args[2], args[3]],
            imm: inst.imm,
        }
    }

    /// `at_once`: all lanes of the run are in this block, so that nothing is blended.
    fn block(&mut self, id: BlockId, at_once: bool) -> BlockCode {
        let block = self.program.block(id);
        let exec = self.code.exec.filter(|_| !at_once);
        let mut steps = Vec::with_capacity(block.insts.len());
        for (i, inst) in block.insts.iter().enumerate() {
            if inst
                .results()
                .next()
                .is_some_and(|v| self.class[v.index()] == Class::Uniform)
            {
                continue;
            }
            self.inst(inst, i as u32, exec, &mut steps);
        }
        let exit = self.exit(&block.terminator);
        BlockCode {
            steps,
            exit,
            source_count: block.source_count,
        }
    }

    fn inst(&mut self, inst: &Inst, at: u32, exec: Option<u32>, steps: &mut Vec<Step>) {
        let args = self.operands(inst);
        for (k, v) in inst.args.iter().enumerate() {
            let dies = self.class[v.index()] == Class::Local && self.last_use[v.index()] == at;
            if dies && !inst.args[..k].contains(v) {
                self.free(*v);
            }
        }
        // A crossing value is computed into local rows, then blended into its own.
        let mut blends: SmallVec<[(ValueId, usize, u32); 4]> = SmallVec::new();
        for v in inst.results() {
            for word in 0..self.n_words(v) {
                let own = self.operand[v.index()][word].row;
                if self.class[v.index()] == Class::Local {
                    self.operand[v.index()][word] = varying(self.rows.take());
                } else if exec.is_some() {
                    self.operand[v.index()][word].row = self.rows.take();
                    blends.push((v, word, own));
                }
            }
        }
        let mut step = self.step(inst, args);
        match inst.op {
            Op::LoadSlot => step = copy(self.slot(inst.imm[0]), step.dst),
            Op::StoreSlot => {
                let slot = self.slot(inst.imm[0]).row;
                step = exec.map_or(copy(args[0], slot), |e| blend(e, args[0], slot));
            }
            Op::StoreOutput | Op::StoreOutputI | Op::StorePixel | Op::Kill => {
                step.imm[1] = u32::from(exec.is_some());
                step.args[1] = varying(exec.unwrap_or(0));
            }
            _ => {}
        }
        steps.push(step);
        for (v, word, own) in blends {
            let local = std::mem::replace(&mut self.operand[v.index()][word].row, own);
            steps.push(blend(exec.unwrap_or(0), varying(local), own));
            self.rows.free.push(local);
        }
        for v in inst.results() {
            if self.class[v.index()] == Class::Local && self.last_use[v.index()] == UNUSED {
                self.free(v);
            }
        }
    }

    fn exit(&mut self, terminator: &Terminator) -> Exit {
        match terminator {
            Terminator::Jump(edge) => Exit::Jump(self.edge(edge)),
            Terminator::Branch(mask, yes, no) => {
                Exit::Branch(self.operand[mask.index()][0], self.edge(yes), self.edge(no))
            }
            Terminator::Call { callee, resume } => Exit::Call {
                callee: self.number[callee.index()],
                resume: self.number[resume.index()],
            },
            Terminator::Return => Exit::Return,
            Terminator::End => Exit::End,
        }
    }

    /// Parameters are assigned at once: when an argument is itself a parameter of the target, all go through copies.
    fn edge(&mut self, edge: &crate::ir::Edge) -> EdgeCode {
        let exec = self.code.exec.unwrap_or(0);
        let params = &self.program.block(edge.block).params;
        let pairs = params.iter().zip(&edge.args).filter(|(p, a)| p != a);
        let mut steps: Vec<Step> = pairs
            .flat_map(|(p, a)| {
                let words = self.operand[a.index()].into_iter();
                words.zip(self.operand[p.index()])
            })
            .filter(|(a, _)| *a != Operand::NONE)
            .map(|(a, p)| blend(exec, a, p.row))
            .collect();
        if edge.args.iter().any(|a| params.contains(a)) {
            let taken: Vec<u32> = steps.iter().map(|_| self.rows.take()).collect();
            let copies: Vec<Step> = steps
                .iter()
                .zip(&taken)
                .map(|(s, row)| copy(s.args[1], *row))
                .collect();
            steps
                .iter_mut()
                .zip(&taken)
                .for_each(|(s, row)| s.args[1] = varying(*row));
            steps.splice(0..0, copies);
            self.rows.free.extend(taken);
        }
        EdgeCode {
            block: self.number[edge.block.index()],
            steps,
        }
    }
}

fn varying(row: u32) -> Operand {
    Operand {
        row,
        mask: BATCH as u32 - 1,
    }
}

fn uniform_row(row: u32) -> Operand {
    Operand { row, mask: 0 }
}

fn copy(from: Operand, dst: u32) -> Step {
    Step {
        op: Op::BitsOfF32,
        dst,
        args: [
            from,
            Operand::default(),
            Operand::default(),
            Operand::default(),
        ],
        imm: [0, 0],
    }
}

/// Assigns `from` to `dst` in the lanes of the mask `exec`.
fn blend(exec: u32, from: Operand, dst: u32) -> Step {
    Step {
        op: Op::SelectI,
        dst,
        args: [varying(exec), from, varying(dst), Operand::default()],
        imm: [0, 0],
    }
}
