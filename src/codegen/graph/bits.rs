//! Operations on the bits of whole numbers.

use super::flatten::Walk;
use super::numbers::{Kind, NodeId};
use crate::codegen::machine::Opcode;
use crate::ir::Op;

impl Walk<'_> {
    /// An operation on the bits of whole numbers, where the machine has them. Short shifts to the left are products.
    pub(super) fn on_bits(&mut self, op: Op, a: &[NodeId]) -> Option<NodeId> {
        let opcode = match op {
            Op::IAnd => Opcode::BitAnd,
            Op::IOr => Opcode::BitOr,
            Op::IXor => Opcode::BitXor,
            Op::IShrS => Opcode::ShiftRight,
            Op::IShl if self.graph.value(a[1]).is_none_or(|n| n >= 16.0) => Opcode::ShiftLeft,
            _ => return None,
        };
        let machine = &self.target.machine;
        (machine.has(opcode)).then(|| self.graph.node(Kind::Bits(opcode), &a[..2]))
    }
}
