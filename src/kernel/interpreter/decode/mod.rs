//! Decodes a program to a flat list of steps whose operands are row numbers.
//!
//! A *row* is one cache line: a value in the 16 lanes of one group. Values that are the same in every lane of a run
//! (constants, uniforms, and pure operations on them) have one row, written once per run by the *preamble*. The
//! others have one row per group of the batch, and share them by liveness inside a block. A value that crosses blocks
//! has rows of its own, and every result is blended into them under the mask of the executing lanes. A value of 64 bits has
//! two such rows (or sets of rows), one for each word.
#![forbid(unsafe_code)]

mod assign;
mod blocks;

use super::code::{Code, Operand, Step, Wide, Words};
use crate::ir::{Inst, Op, Program, ValueId};
use crate::kernel::analysis::{enters_together, reverse_post_order};
use crate::kernel::lane_rows::BATCH;

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
