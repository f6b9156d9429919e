//! Translates blocks to steps, and assigns rows to their local values.
#![forbid(unsafe_code)]

use super::{Class, Decoder, UNUSED, varying};
use crate::ir::{BlockId, Inst, Op, Terminator, ValueId};
use crate::kernel::interpreter::code::{BlockCode, EdgeCode, Exit, Operand, Step};
use smallvec::SmallVec;

impl Decoder<'_> {
    /// Translates a block. `at_once`: all lanes run it together, so nothing is blended.
    pub(super) fn block(&mut self, id: BlockId, at_once: bool) -> BlockCode {
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

    /// Appends the steps of an instruction, which is number `at` in its block. `exec` has the mask of executing lanes, if results
    /// must be blended.
    fn inst(&mut self, inst: &Inst, at: u32, exec: Option<u32>, steps: &mut Vec<Step>) {
        // Arguments whose last use this is free their rows first, so that the results may take them.
        let args = self.operands(inst);
        for (k, v) in inst.args.iter().enumerate() {
            let dies = self.class[v.index()] == Class::Local && self.last_use[v.index()] == at;
            if dies && !inst.args[..k].contains(v) {
                self.free(*v);
            }
        }
        // A value that crosses blocks is computed into local rows, then blended into its own.
        let mut blends: SmallVec<[(ValueId, usize, u32); 4]> = SmallVec::new();
        for v in inst.results() {
            for word in 0..self.n_words(v) {
                let own = self.operand[v.index()][word].row;
                if self.class[v.index()] == Class::Local {
                    self.operand[v.index()][word] = varying(self.rows.take_row());
                } else if exec.is_some() {
                    self.operand[v.index()][word].row = self.rows.take_row();
                    blends.push((v, word, own));
                }
            }
        }
        // Slots are rows. Stores and kills get the mask as an argument.
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
        // A result that nothing uses frees its rows again.
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

    /// Translates an edge. All parameters are assigned at once: if an argument is itself a parameter of the target, all arguments
    /// are copied first.
    fn edge(&mut self, edge: &crate::ir::Edge) -> EdgeCode {
        let exec = self.code.exec.unwrap_or(0);
        let params = &self.program.block(edge.block).params;
        let pairs = params.iter().zip(&edge.args).filter(|(p, a)| p != a);
        // A blend assigns each word of a parameter.
        let mut steps: Vec<Step> = pairs
            .flat_map(|(p, a)| {
                let words = self.operand[a.index()].into_iter();
                words.zip(self.operand[p.index()])
            })
            .filter(|(a, _)| *a != Operand::NONE)
            .map(|(a, p)| blend(exec, a, p.row))
            .collect();
        // Copies, if an assignment could overwrite an argument.
        if edge.args.iter().any(|a| params.contains(a)) {
            let taken: Vec<u32> = steps.iter().map(|_| self.rows.take_row()).collect();
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

/// Copies `from` to `dst` in all lanes.
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

/// Copies `from` to `dst` in the lanes of the mask `exec`.
fn blend(exec: u32, from: Operand, dst: u32) -> Step {
    Step {
        op: Op::SelectI,
        dst,
        args: [varying(exec), from, varying(dst), Operand::default()],
        imm: [0, 0],
    }
}
