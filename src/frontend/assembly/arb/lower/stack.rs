//! Calls, returns, and the stack that they share with address registers (NV_vertex_program3 2.14.5.34, .43, .44).
//!
//! The kernel's own stack holds return addresses. A program with PUSHA or POPA also counts its entries here, with a
//! flag for each address among them. Other programs need neither.

use super::lowering::Lowering;
use crate::frontend::assembly::arb::limits::MAX_CALL_DEPTH;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::Instruction;
use crate::frontend::vector::Vec4;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    fn has_address_stack(&self) -> bool {
        let mut all = self.parsed.instructions.iter();
        !self.parsed.fragment && all.any(|i| matches!(i.opcode, Opcode::Pusha | Opcode::Popa))
    }

    /// The condition under which the branch of `inst` is taken.
    fn taken(&mut self, inst: &Instruction) -> ValueId {
        match inst.condition {
            Some(condition) => self.any(condition),
            None => self.b.mask(true),
        }
    }

    pub(crate) fn before_call(&mut self, inst: &Instruction) {
        self.count_open_blocks(inst, 1.0);
        if self.has_address_stack() {
            let taken = self.taken(inst);
            self.push_entry(taken, None);
        }
    }

    pub(crate) fn before_return(&mut self, inst: &Instruction) {
        if self.has_address_stack() {
            let taken = self.taken(inst);
            self.pop_entry(taken, 0);
        }
    }

    pub(crate) fn push_address(&mut self, address: &Vec4) {
        let all = self.b.mask(true);
        self.push_entry(all, Some(address));
    }

    pub(crate) fn pop_address(&mut self, inst: &Instruction) {
        let all = self.b.mask(true);
        let address = self.pop_entry(all, 1);
        self.write(inst, address.map(Some));
    }

    /// Pushes a call or an address where `taken` is true. Lanes with a full stack stop.
    fn push_entry(&mut self, taken: ValueId, address: Option<&Vec4>) {
        let depth_scalar = self.r.layout.stack_depth();
        let depth = self.r.read(&mut self.b, depth_scalar);
        let last = self.b.i32(MAX_CALL_DEPTH as i32 - 1);
        let is_full = self.b.emit1(Op::ILt, &[last, depth]);
        self.stops = Some(self.b.emit1(Op::MAnd, &[taken, is_full]));
        let is_address = self.b.i32(i32::from(address.is_some()));
        for n in 0..MAX_CALL_DEPTH {
            let is_it = self.is_number(depth, n);
            let is_it = self.b.emit1(Op::MAnd, &[is_it, taken]);
            let [kind, components @ ..] = self.r.layout.stack_entry(n as usize);
            self.merge(kind, is_address, Some(is_it));
            for (scalar, value) in components.into_iter().zip(address.into_iter().flatten()) {
                self.merge(scalar, *value, Some(is_it));
            }
        }
        let one = self.b.i32(1);
        let deeper = self.b.emit1(Op::IAdd, &[depth, one]);
        self.merge(depth_scalar, deeper, Some(taken));
    }

    /// Pops where `taken` is true. Lanes stop if their stack is empty, or has an entry of another kind on top.
    fn pop_entry(&mut self, taken: ValueId, wanted: u32) -> Vec4 {
        let depth_scalar = self.r.layout.stack_depth();
        let depth = self.r.read(&mut self.b, depth_scalar);
        let zero = self.b.i32(0);
        let mut top = [zero; 5];
        for n in 0..MAX_CALL_DEPTH {
            let is_it = self.is_number(depth, n + 1);
            for (out, scalar) in top.iter_mut().zip(self.r.layout.stack_entry(n as usize)) {
                let value = self.r.read(&mut self.b, scalar);
                *out = self.b.emit1(Op::SelectI, &[is_it, value, *out]);
            }
        }
        let one = self.b.i32(1);
        let is_empty = self.b.emit1(Op::ILt, &[depth, one]);
        let is_wanted = self.is_number(top[0], wanted);
        let is_other = self.b.emit1(Op::MNot, &[is_wanted]);
        let stops = self.b.emit1(Op::MOr, &[is_empty, is_other]);
        self.stops = Some(self.b.emit1(Op::MAnd, &[taken, stops]));
        let less = self.b.emit1(Op::ISub, &[depth, one]);
        self.merge(depth_scalar, less, Some(taken));
        [top[1], top[2], top[3], top[4]]
    }
}
