//! Blocks, loops and subroutines.
//!
//! ```text
//! if:   ── mask ──┬─→ yes … ─┐        loop:  ──→ head ── rounds > 0 ──→ body … ─┐
//!                 └─→ no  … ─┴─→ after               ↑      └──→ after          │
//!                                                    └────── rounds − 1 ────────┘
//! ```
//! Scalars that live across blocks are in lane slots. The counters of a loop are scalars of its own; nothing recurses, so one
//! set for each loop of the text is enough.

use super::interface::Constant;
use super::lowering::Lowering;
use super::registers::{loop_state, scalar_of};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::vector::*;
use crate::ir::{BlockId, Op, ValueId};

/// The most rounds of a loop.
const MOST_ROUNDS: f32 = 255.0;

/// A block that is open.
#[derive(Debug, Clone, Copy)]
pub(super) enum Open {
    /// `no` is where the other lanes go, until `else` fills it.
    If { no: Option<BlockId>, after: BlockId },
    /// A loop; `counts` says whether it has an index.
    Loop {
        head: BlockId,
        after: BlockId,
        number: usize,
        counts: bool,
    },
}

impl Lowering<'_> {
    /// Lowers an instruction of flow; `false` for others.
    pub(super) fn flow(&mut self, instruction: &Instruction) -> bool {
        // Each row ends a block and begins the next, as the drawing above shows.
        match instruction.opcode {
            Opcode::If | Opcode::IfC => {
                let holds = self.holds(instruction);
                self.b.note_fact("holds", &[holds]);
                let [yes, no, after] = [(); 3].map(|()| self.b.new_block());
                self.r.end_block(&mut self.b);
                self.b.branch(holds, (yes, &[]), (no, &[]));
                self.b.switch_to(yes, &[]);
                let no = Some(no);
                self.open.push(Open::If { no, after });
            }
            Opcode::Else => {
                if let Some(Open::If {
                    no: Some(no),
                    after,
                }) = self.open.pop()
                {
                    self.go_to(after, no);
                    self.open.push(Open::If { no: None, after });
                }
            }
            Opcode::EndIf => {
                if let Some(Open::If { no, after }) = self.open.pop() {
                    if let Some(no) = no {
                        self.go_to(after, no);
                    }
                    self.go_to(after, after);
                }
            }
            Opcode::Loop | Opcode::Rep => self.begin_loop(instruction),
            Opcode::EndLoop | Opcode::EndRep => self.end_loop(),
            Opcode::Break | Opcode::BreakC | Opcode::BreakP => self.leave(instruction),
            Opcode::Call | Opcode::CallNz => self.call(instruction),
            Opcode::Label => {
                let block = self.label(instruction.sources[0].register.number);
                self.r.end_block(&mut self.b);
                if !self.b.is_closed() {
                    self.b.end();
                }
                self.b.switch_to(block, &[]);
                self.in_subroutine = true;
            }
            Opcode::Ret => {
                self.r.end_block(&mut self.b);
                if self.in_subroutine {
                    self.b.ret();
                } else {
                    self.b.end();
                }
            }
            _ => return false,
        }
        true
    }

    /// Ends the block with a jump, and goes on with another one.
    fn go_to(&mut self, target: BlockId, next: BlockId) {
        self.r.end_block(&mut self.b);
        self.b.jump(target, &[]);
        self.b.switch_to(next, &[]);
    }

    fn label(&mut self, number: u32) -> BlockId {
        let b = &mut self.b;
        *self.labels.entry(number).or_insert_with(|| b.new_block())
    }

    /// The condition of an instruction: a comparison, a truth value, or a component of the predicate.
    fn holds(&mut self, instruction: &Instruction) -> ValueId {
        if let (Some(comparison), [x, y, ..]) = (instruction.comparison, &*instruction.sources) {
            let [x, y] = [x, y].map(|s| self.source(s, 1)[0]);
            return self.compare(comparison, x, y);
        }
        let condition = instruction.sources[instruction.sources.len() - 1];
        if condition.register.file == File::Predicate {
            return self.predicate(&condition, 0);
        }
        let holds = self.bool_constant(condition.register);
        if condition.modifier == Modifier::Not {
            return self.b.emit1(Op::MNot, &[holds]);
        }
        holds
    }

    fn bool_constant(&mut self, register: Register) -> ValueId {
        if let Some(words) = self.plan.defined.get(&register) {
            return self.b.mask(words[0] != 0);
        }
        let row = self.row_of(Constant::Bool(register.number)).unwrap_or(0);
        let word = self.b.load_uniform_i(4 * row as u32);
        let zero = self.b.i32(0);
        let is_false = self.b.emit1(Op::IEq, &[word, zero]);
        self.b.emit1(Op::MNot, &[is_false])
    }

    /// Takes rounds, first index and increment from an integer constant.
    fn begin_loop(&mut self, instruction: &Instruction) {
        let counts = instruction.opcode == Opcode::Loop;
        let constant = instruction.sources[instruction.sources.len() - 1];
        let [rounds, first, step, _] = self.source(&Source::plain(constant.register), 15);
        let number = self.n_loops;
        self.n_loops += 1;
        // The state of a loop is kept in registers of its own: rounds that are left, the step, and the outer loop's
        // index.
        let [left, increment, outer] = loop_state(number);
        let (zero, most) = (self.b.f32(0.0), self.b.f32(MOST_ROUNDS));
        let rounds = self.b.emit1(Op::FMax, &[rounds, zero]);
        let rounds = self.b.emit1(Op::FMin, &[rounds, most]);
        self.r.write(left, rounds);
        // A nested loop has an index of its own, and the outer one comes back after it.
        if counts {
            let index = self.loop_index();
            let old = self.r.read(&mut self.b, index);
            self.r.write(outer, old);
            self.r.write(increment, step);
            self.r.write(index, first);
        }
        // The head asks whether a round is left.
        let [head, body, after] = [(); 3].map(|()| self.b.new_block());
        self.go_to(head, head);
        let rounds = self.r.read(&mut self.b, left);
        let zero = self.b.f32(0.0);
        let goes_on = self.b.emit1(Op::FLt, &[zero, rounds]);
        self.b.note_fact("goes round", &[goes_on]);
        self.b.count_source(1);
        self.r.end_block(&mut self.b);
        self.b.branch(goes_on, (body, &[]), (after, &[]));
        self.b.switch_to(body, &[]);
        self.open.push(Open::Loop {
            head,
            after,
            number,
            counts,
        });
    }

    fn loop_index(&self) -> usize {
        scalar_of(Register::new(File::Loop, 0)).unwrap_or_default()
    }

    fn end_loop(&mut self) {
        let Some(Open::Loop {
            head,
            after,
            number,
            counts,
        }) = self.open.pop()
        else {
            return;
        };
        let [left, increment, outer] = loop_state(number);
        // One round less is left, and the index goes on by the step.
        let (rounds, one) = (self.r.read(&mut self.b, left), self.b.f32(1.0));
        let rounds = sub(&mut self.b, rounds, one);
        self.r.write(left, rounds);
        let index = self.loop_index();
        if counts {
            let (old, step) = (
                self.r.read(&mut self.b, index),
                self.r.read(&mut self.b, increment),
            );
            let next = add(&mut self.b, old, step);
            self.r.write(index, next);
        }
        // Lowering goes on after the loop, where the outer loop's index is restored.
        self.go_to(head, after);
        if counts {
            let old = self.r.read(&mut self.b, outer);
            self.r.write(index, old);
        }
    }

    /// Leaves the innermost loop.
    fn leave(&mut self, instruction: &Instruction) {
        let mut open = self.open.iter().rev();
        let after = open.find_map(|o| match o {
            Open::Loop { after, .. } => Some(*after),
            Open::If { .. } => None,
        });
        let Some(after) = after else { return };
        let next = self.b.new_block();
        if instruction.opcode == Opcode::Break {
            return self.go_to(after, next);
        }
        let holds = self.holds(instruction);
        self.b.note_fact("taken", &[holds]);
        self.r.end_block(&mut self.b);
        self.b.branch(holds, (after, &[]), (next, &[]));
        self.b.switch_to(next, &[]);
    }

    fn call(&mut self, instruction: &Instruction) {
        let callee = self.label(instruction.sources[0].register.number);
        let resume = self.b.new_block();
        if instruction.opcode == Opcode::CallNz {
            let holds = self.holds(instruction);
            self.b.note_fact("taken", &[holds]);
            let calls = self.b.new_block();
            self.r.end_block(&mut self.b);
            self.b.branch(holds, (calls, &[]), (resume, &[]));
            self.b.switch_to(calls, &[]);
        } else {
            self.r.end_block(&mut self.b);
        }
        self.b.call(callee, resume);
        self.b.switch_to(resume, &[]);
    }
}
