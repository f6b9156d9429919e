//! Decodes a program to a flat list of steps whose operands are row numbers.
//!
//! A *row* is one cache line: a word of a value in the 16 lanes of one group. A value of 64 bits has two words.
//!
//! | value | rows for each word | written |
//! |---|---|---|
//! | the same in all lanes of a run: constants, uniforms, pure operations on them | one | once per run, by the *preamble* |
//! | used in one block only | one per group of the batch, shared by liveness | by its step |
//! | crossing blocks | one per group of the batch, of its own | by its step and a blend under the mask of executing lanes |
//!
//! ```text
//!   rows:  │ uniform values │ lane slots │ crossing values │ mask │ local values of a block │ padding │
//!                           ◀────── zeroed per batch ──────▶        the same rows for all blocks
//! ```
//!
//! [`assign`] gives rows to values, and [`blocks`] translates the blocks.
#![forbid(unsafe_code)]

mod assign;
mod blocks;

use super::code::{Code, Operand, Step, Wide, Words};
use crate::ir::{Inst, Op, Program, ValueId};
use crate::kernel::analysis::{enters_together, reverse_post_order};
use crate::kernel::lane_rows::BATCH;

/// Allocates rows. The row that was freed last is taken first, because it is in the cache.
#[derive(Default)]
struct Rows {
    free: Vec<u32>,
    /// The row after the last one.
    end: u32,
    /// The number of rows that are taken at once: one per group, or one.
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

    /// Takes a row per group, or one row, and returns the first.
    fn take_row(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.end += self.pitch;
            self.end - self.pitch
        })
    }
}

/// Which rows a value has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It is the same in all lanes of a run.
    Uniform,
    /// It is used in one block only.
    Local,
    /// It crosses blocks.
    Crossing,
}

/// The last use of a value that no instruction uses.
const UNUSED: u32 = u32::MAX;

/// Decodes one program.
struct Decoder<'p> {
    program: &'p Program,
    code: Code,
    /// By value: which rows it has.
    class: Vec<Class>,
    /// By value: its rows, as far as they are assigned.
    operand: Vec<Words>,
    /// By local value: the index of the last instruction of its block that uses it. The terminator counts as one more.
    last_use: Vec<u32>,
    rows: Rows,
    /// By block: its index in `code.blocks`.
    number: Vec<u32>,
    sharing: Sharing,
}

/// Whether rows of dead values are used again. A trace needs all values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    /// They are used again.
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
    // Rows that live longer than a block are assigned first.
    decoder.classify(&order);
    decoder.make_preamble(&order);
    decoder.assign_own_rows(&order);
    // Local values of all blocks have the same rows after them.
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
    /// The rows of a lane slot.
    fn slot(&self, slot: u32) -> Operand {
        varying(self.code.zeroed.start as u32 + slot * BATCH as u32)
    }

    /// The number of words of a value.
    fn n_words(&self, v: ValueId) -> usize {
        1 + usize::from(self.program.type_of(v).is_wide())
    }

    /// Frees the rows of a value.
    fn free(&mut self, v: ValueId) {
        let words = &self.operand[v.index()][..self.n_words(v)];
        self.rows.free.extend(words.iter().map(|word| word.row));
    }

    /// Returns the arguments of an instruction. In an operation on 64 bits, each has two operands.
    fn operands(&self, inst: &Inst) -> [Operand; 6] {
        let mut operands = [Operand::default(); 6];
        let n_words = 1 + usize::from(inst.op.info().is_wide());
        for (i, v) in inst.args.iter().enumerate() {
            let n = self.n_words(*v);
            operands[n_words * i..][..n].copy_from_slice(&self.operand[v.index()][..n]);
        }
        operands
    }

    /// Makes the step of an instruction whose results have their rows.
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
}

/// An operand with one row per group.
fn varying(row: u32) -> Operand {
    Operand {
        row,
        mask: BATCH as u32 - 1,
    }
}

/// An operand with one row for all groups.
fn uniform_row(row: u32) -> Operand {
    Operand { row, mask: 0 }
}
