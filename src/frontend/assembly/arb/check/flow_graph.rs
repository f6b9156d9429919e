//! The blocks of a program with branches, and which registers live across them.

use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Instruction, Parsed};
use crate::frontend::assembly::arb::scalar_set::ScalarSet;
use std::ops::Range;

/// Straight-line code with one entry. The last block of a [`FlowGraph`] is empty: the end of the program.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its instructions; a branch is the last.
    pub(crate) instructions: Range<usize>,
    /// Whether some path from the program's start leads here.
    pub(crate) reached: bool,
}

/// A program's blocks in the order of the text.
#[derive(Debug)]
pub(crate) struct FlowGraph {
    pub(crate) blocks: Vec<Block>,
    /// The block that runs first.
    pub(crate) start: usize,
    /// Whether a reached block calls.
    pub(crate) calls: bool,
    /// The block of each instruction that begins one.
    block_at: Vec<usize>,
}

/// The targets of a block's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// On to the next block.
    Next,
    /// To the block of the label; with a condition perhaps to the next.
    Branch(usize),
    /// The same, and back to the next at a return.
    Call(usize),
    /// To the block after the call; with a condition perhaps to the next.
    Return,
    /// Nowhere.
    End,
}

impl FlowGraph {
    pub(crate) fn of(parsed: &Parsed) -> FlowGraph {
        let n = parsed.instructions.len();
        // A block begins at the first instruction, at the start of the program, at each target, and after each
        // instruction that may jump.
        let mut begins = vec![false; n + 1];
        begins[parsed.start()] = true;
        begins[n] = true;
        for (i, inst) in parsed.instructions.iter().enumerate() {
            if let Some(label) = inst.label {
                begins[parsed.labels[label].at] = true;
            }
            if let Some(target) = inst.target {
                begins[target] = true;
            }
            if is_flow(inst) {
                begins[i + 1] = true;
            }
        }
        begins[0] = true;
        // Cut the instructions there. The last block is empty: it stands for the end of the program.
        let mut block_at = vec![usize::MAX; n + 1];
        let mut blocks: Vec<Block> = Vec::new();
        for at in (0..=n).filter(|at| begins[*at]) {
            if let Some(last) = blocks.last_mut() {
                last.instructions.end = at;
            }
            block_at[at] = blocks.len();
            blocks.push(Block {
                instructions: at..at,
                reached: false,
            });
        }
        let mut graph = FlowGraph {
            start: block_at[parsed.start()],
            blocks,
            calls: false,
            block_at,
        };
        graph.reach(parsed);
        graph
    }

    fn reach(&mut self, parsed: &Parsed) {
        let mut work = vec![self.start];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut self.blocks[block].reached, true) {
                self.calls |= matches!(self.exit(parsed, block), Exit::Call(_));
                self.successors(parsed, block, |next| work.push(next));
            }
        }
    }

    /// The branch instruction that ends the block.
    pub(crate) fn branch<'p>(&self, parsed: &'p Parsed, block: usize) -> Option<&'p Instruction> {
        let range = self.blocks[block].instructions.clone();
        parsed.instructions[range].last().filter(|i| is_flow(i))
    }

    /// The end of a block.
    pub(crate) fn exit(&self, parsed: &Parsed, block: usize) -> Exit {
        if block + 1 == self.blocks.len() {
            return Exit::End;
        }
        let Some(branch) = self.branch(parsed, block) else {
            return Exit::Next;
        };
        let label = branch.label.map(|l| parsed.labels[l].at);
        match (branch.opcode, label.or(branch.target)) {
            (Opcode::Ret, _) => Exit::Return,
            (Opcode::Cal, Some(target)) => Exit::Call(self.block_at[target]),
            (_, Some(target)) => Exit::Branch(self.block_at[target]),
            (_, None) => Exit::Next,
        }
    }

    /// Calls `f` with the blocks that may follow, returns aside.
    fn successors(&self, parsed: &Parsed, block: usize, mut f: impl FnMut(usize)) {
        let exit = self.exit(parsed, block);
        if let Exit::Branch(target) | Exit::Call(target) = exit {
            f(target);
        }
        let falls = match exit {
            Exit::Next | Exit::Call(_) => true,
            Exit::End => false,
            Exit::Branch(_) | Exit::Return => self.branch(parsed, block).is_some_and(may_go_on),
        };
        if falls {
            f(block + 1);
        }
    }

    /// Whether one block is the whole program, and nothing jumps back to it.
    pub(crate) fn is_straight(&self, parsed: &Parsed) -> bool {
        let mut reached = self.blocks.iter().filter(|b| b.reached);
        let end = self.blocks.len() - 1;
        let ends = match self.exit(parsed, self.start) {
            Exit::Next => self.start + 1 == end,
            Exit::Return | Exit::End => true,
            _ => false,
        };
        ends && reached.all(|b| {
            b.instructions.is_empty() || b.instructions == self.blocks[self.start].instructions
        })
    }

    /// Whether a block may jump back to one before it in the text, or to itself. Only then (or with calls) can a
    /// program reach the instruction limit.
    pub(crate) fn has_back_edge(&self, parsed: &Parsed) -> bool {
        (0..self.blocks.len())
            .filter(|b| self.blocks[*b].reached)
            .any(|block| {
                let mut back = false;
                self.successors(parsed, block, |next| back |= next <= block);
                back
            })
    }

    /// For each block, the registers that may be read after it. They follow from what each block reads before writing
    /// it and what it always writes. A return may lead to the block after any call.
    pub(crate) fn live_out(
        &self,
        parsed: &Parsed,
        use_of: &[BlockUse],
        n_scalars: usize,
    ) -> Vec<ScalarSet> {
        let nothing = ScalarSet::new(n_scalars);
        let mut live_out = vec![nothing.clone(); self.blocks.len()];
        let mut after_calls = nothing.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..self.blocks.len()).rev() {
                if !self.blocks[block].reached {
                    continue;
                }
                let mut out = std::mem::replace(&mut live_out[block], nothing.clone());
                self.successors(parsed, block, |next| {
                    // A block that follows itself passes on only its own registers.
                    changed |= out.merge(&use_of[next].exposed);
                    changed |= out.merge_except(&live_out[next], &use_of[next].written);
                });
                match self.exit(parsed, block) {
                    Exit::Return => changed |= out.merge(&after_calls),
                    Exit::Call(_) => {
                        let next = &use_of[block + 1];
                        changed |= after_calls.merge(&next.exposed);
                        changed |= after_calls.merge_except(&live_out[block + 1], &next.written);
                    }
                    _ => {}
                }
                live_out[block] = out;
            }
        }
        live_out
    }
}

/// The use of registers by a block.
#[derive(Debug, Clone)]
pub(crate) struct BlockUse {
    /// Read before the block writes it.
    pub(crate) exposed: ScalarSet,
    /// Overwritten in the block: what was there before does not live on.
    pub(crate) written: ScalarSet,
}

/// Whether the instruction ends a block: it jumps, or may end the program.
fn is_flow(inst: &Instruction) -> bool {
    use Opcode::{Bra, Brk, Cal, Else, Endloop, Endrep, If, Loop, Popa, Pusha, Rep, Ret};
    matches!(
        inst.opcode,
        Bra | Brk | Cal | Else | Endloop | Endrep | If | Loop | Popa | Pusha | Rep | Ret
    )
}

/// Whether the next instruction may follow this one, which ends a block.
fn may_go_on(inst: &Instruction) -> bool {
    match inst.opcode {
        Opcode::Else => false,
        Opcode::Bra | Opcode::Brk | Opcode::Cal | Opcode::Ret => inst.condition.is_some(),
        _ => true,
    }
}
