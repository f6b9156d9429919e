//! Instructions: an opcode with its operands and results.

use super::opcode::Op;
use super::types::{Span, ValueId};
use smallvec::SmallVec;

/// One instruction. Its results are the consecutive values `first_result ..`, as many as the opcode's row says.
#[derive(Debug, Clone, PartialEq)]
pub struct Inst {
    /// The operation.
    pub op: Op,
    /// Arguments, of the row's types.
    pub args: SmallVec<[ValueId; 5]>,
    /// Immediates; unused ones are 0.
    pub imm: [u32; 2],
    /// First result, meaningless when the row has none.
    pub first_result: ValueId,
    /// The source text that asked for it.
    pub span: Span,
}

impl Inst {
    /// The values that the instruction defines.
    pub fn results(&self) -> impl Iterator<Item = ValueId> + use<> {
        let first = self.first_result.0;
        (0..self.op.info().results.len() as u32).map(move |i| ValueId(first + i))
    }
}
