//! A decoded program: [`super::decode`] makes it and [`super::execute`] runs it.
#![forbid(unsafe_code)]

use crate::ir::{BlockId, Op};

/// The rows of a value: `row + (g & mask)` for group `g` of the batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) row: u32,
    /// `BATCH - 1`, or 0 for a value that all groups share.
    pub(super) mask: u32,
}

impl Operand {
    /// No rows: the high word of a value of 32 bits.
    pub(super) const NONE: Operand = Operand {
        row: u32::MAX,
        mask: 0,
    };
}

/// The rows of a value's words, the low one first.
pub(super) type Words = [Operand; 2];

/// One step. `Sample`, `LoadParamRow` and operations on 64 bits have their operands in [`Code::wide`], at `dst`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) op: Op,
    /// First row of the result.
    pub(super) dst: u32,
    pub(super) args: [Operand; 4],
    /// The instruction's immediates; a store's second one says whether it is masked by the executing lanes.
    pub(super) imm: [u32; 2],
}

/// Operands of an instruction with several. Operations on 64 bits have two for each argument and for the result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wide {
    pub(super) args: [Operand; 6],
    pub(super) results: [u32; 4],
}

/// The steps of an edge and its target.
#[derive(Debug, Clone)]
pub(super) struct EdgeCode {
    pub(super) block: u32,
    pub(super) steps: Vec<Step>,
}

/// The end of a block; blocks are indices in [`Code::blocks`].
#[derive(Debug, Clone)]
pub(super) enum Exit {
    Jump(EdgeCode),
    Branch(Operand, EdgeCode, EdgeCode),
    Call { callee: u32, resume: u32 },
    Return,
    End,
}

#[derive(Debug, Clone)]
pub(super) struct BlockCode {
    pub(super) steps: Vec<Step>,
    pub(super) exit: Exit,
    pub(super) source_count: u32,
}

/// A decoded program.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// Rows of constants with their bits.
    pub(super) constants: Vec<(u32, u32)>,
    /// Rows of uniforms with their index.
    pub(super) uniforms: Vec<(u32, u32)>,
    /// The steps that run once per run.
    pub(super) preamble: Vec<Step>,
    /// Reachable blocks in reverse post order, calls counted as edges to callee and resume block.
    pub(super) blocks: Vec<BlockCode>,
    pub(super) wide: Vec<Wide>,
    /// Rows to zero before each batch: lane slots and values that cross blocks.
    pub(super) zeroed: std::ops::Range<usize>,
    /// The rows of the executing lanes' mask; `None` when all lanes run the only block, once.
    pub(super) exec: Option<u32>,
    /// All rows, with `BATCH` rows of padding.
    pub(super) n_rows: usize,
    /// The blocks of the program by their index here.
    pub(super) order: Vec<BlockId>,
    /// The rows of each value. Shared rows soon hold another value.
    pub(super) values: Vec<Words>,
}
