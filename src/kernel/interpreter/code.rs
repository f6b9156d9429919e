//! The form of a decoded program. [`super::decode`] makes it, and [`super::execute`] runs it.
#![forbid(unsafe_code)]

use crate::ir::{BlockId, Op};

/// Where a value is: in row `row + (g & mask)` for group `g` of the batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Operand {
    /// The first row.
    pub(super) row: u32,
    /// `BATCH - 1` if each group has a row, 0 if all share one.
    pub(super) mask: u32,
}

impl Operand {
    /// The high word of a value of 32 bits, which has no rows.
    pub(super) const NONE: Operand = Operand {
        row: u32::MAX,
        mask: 0,
    };
}

/// The words of a value, the low one first.
pub(super) type Words = [Operand; 2];

/// One step. For `Sample`, `LoadParamRow` and operations on 64 bits, `dst` is an index in [`Code::wide`], where their operands
/// are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) op: Op,
    /// The first row of the result.
    pub(super) dst: u32,
    pub(super) args: [Operand; 4],
    /// The immediates of the instruction. The second one of a store says whether the mask of the executing lanes applies.
    pub(super) imm: [u32; 2],
}

/// The operands of an instruction that has more than a step holds. Operations on 64 bits have two for each argument, and two
/// rows for the result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wide {
    pub(super) args: [Operand; 6],
    pub(super) results: [u32; 4],
}

/// An edge: its target, and the steps that assign the target's parameters.
#[derive(Debug, Clone)]
pub(super) struct EdgeCode {
    pub(super) block: u32,
    pub(super) steps: Vec<Step>,
}

/// How a block ends. Blocks are indices in [`Code::blocks`].
#[derive(Debug, Clone)]
pub(super) enum Exit {
    Jump(EdgeCode),
    Branch(Operand, EdgeCode, EdgeCode),
    Call { callee: u32, resume: u32 },
    Return,
    End,
}

/// A decoded block.
#[derive(Debug, Clone)]
pub(super) struct BlockCode {
    pub(super) steps: Vec<Step>,
    pub(super) exit: Exit,
    /// The source instructions that running it counts, for the instruction limit.
    pub(super) source_count: u32,
}

/// A decoded program.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// The rows of constants, with their bits.
    pub(super) constants: Vec<(u32, u32)>,
    /// The rows of uniforms, with their indices.
    pub(super) uniforms: Vec<(u32, u32)>,
    /// The steps that run once per run.
    pub(super) preamble: Vec<Step>,
    /// The reachable blocks in reverse post order. A call counts as edges to the callee and to the block where it resumes.
    pub(super) blocks: Vec<BlockCode>,
    /// The operands of steps that have many.
    pub(super) wide: Vec<Wide>,
    /// The rows that are zeroed before each batch: those of lane slots and of values that cross blocks.
    pub(super) zeroed: std::ops::Range<usize>,
    /// The first row of the mask of executing lanes. `None`: there is one block, which all lanes run once.
    pub(super) exec: Option<u32>,
    /// The number of rows, with `BATCH` rows of padding.
    pub(super) n_rows: usize,
    /// By index in `blocks`: the block of the program.
    pub(super) order: Vec<BlockId>,
    /// By value: its rows. If rows are shared, they soon hold another value.
    pub(super) values: Vec<Words>,
}
