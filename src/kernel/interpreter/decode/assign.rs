//! Assigns rows to values that live longer than a block.
#![forbid(unsafe_code)]

use super::{Class, Decoder, Rows, Sharing, UNUSED, uniform_row, varying};
use crate::ir::semantics::mask_bits;
use crate::ir::{BlockId, Inst, Op, ValueId};
use crate::kernel::analysis::{enters_together, is_run_constant, terminator_uses};
use crate::kernel::lane_rows::BATCH;

impl Decoder<'_> {
    /// Decides which rows each value has, and finds the last uses of local ones.
    pub(super) fn classify(&mut self, order: &[BlockId]) {
        // Parameters cross blocks. Reverse post order shows which values are uniform, because arguments come first.
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
        // A value that is used in another block than its own crosses blocks.
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
        // Without sharing, all values have rows of their own.
        if self.sharing == Sharing::None {
            let locals = self.class.iter_mut().filter(|c| **c == Class::Local);
            locals.for_each(|class| *class = Class::Crossing);
        }
    }

    /// Makes the preamble, and assigns rows to uniform values. Rows that only the preamble reads are used again in it.
    pub(super) fn make_preamble(&mut self, order: &[BlockId]) {
        let program = self.program;
        let uniform = |class: &[Class], inst: &Inst| {
            inst.results()
                .next()
                .is_some_and(|v| class[v.index()] == Class::Uniform)
        };
        // Constants and uniforms get rows for the whole run. The other instructions are computed by steps.
        let mut rows = Rows::new(0, 1);
        let mut computed = Vec::new();
        // The last preamble instruction that reads each value, and whether a block reads it, too.
        let mut last = vec![UNUSED; self.class.len()];
        let mut kept = vec![false; self.class.len()];
        for inst in order.iter().flat_map(|id| &program.block(*id).insts) {
            if !uniform(&self.class, inst) {
                inst.args.iter().for_each(|v| kept[v.index()] = true);
                continue;
            }
            if !self.list_filled(inst, rows.end) {
                inst.args
                    .iter()
                    .for_each(|v| last[v.index()] = computed.len() as u32);
                computed.push(inst);
                continue;
            }
            let v = inst.first_result;
            for word in 0..self.n_words(v) {
                self.operand[v.index()][word] = uniform_row(rows.take_row());
            }
        }
        for id in order {
            terminator_uses(&program.block(*id).terminator).for_each(|v| kept[v.index()] = true);
        }
        // A row is freed after its last use, unless a block reads it.
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
                    self.operand[v.index()][word] = uniform_row(self.rows.take_row());
                }
            }
            let step = self.step(inst, args);
            self.code.preamble.push(step);
        }
    }

    /// Lists the row of a constant or of a uniform, which is filled before the run. Returns whether the instruction is one.
    fn list_filled(&mut self, inst: &Inst, row: u32) -> bool {
        let constants = &mut self.code.constants;
        match inst.op {
            Op::ConstF32 | Op::ConstI32 => constants.push((row, inst.imm[0])),
            Op::ConstMask => constants.push((row, mask_bits(inst.imm[0] != 0))),
            Op::ConstF64 | Op::ConstI64 => {
                constants.extend([(row, inst.imm[0]), (row + 1, inst.imm[1])]);
            }
            Op::LoadUniform | Op::LoadUniformI => self.code.uniforms.push((row, inst.imm[0])),
            _ => return false,
        }
        true
    }

    /// Assigns rows to lane slots, to values that cross blocks, and to the mask of executing lanes.
    pub(super) fn assign_own_rows(&mut self, order: &[BlockId]) {
        // Rows of a batch start at a multiple of BATCH.
        let start = self.rows.end.next_multiple_of(BATCH as u32);
        self.rows = Rows::new(start, BATCH as u32);
        for _ in 0..self.program.n_slots {
            self.rows.take_row();
        }
        for v in 0..self.class.len() {
            if self.class[v] == Class::Crossing {
                for word in 0..self.n_words(ValueId(v as u32)) {
                    self.operand[v][word] = varying(self.rows.take_row());
                }
            }
        }
        self.code.zeroed = start as usize..self.rows.end as usize;
        let straight = order.len() == 1 && enters_together(self.program);
        self.code.exec = (!straight).then(|| self.rows.take_row());
    }
}
