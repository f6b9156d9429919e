//! Loads and stores of arrays of the application.
#![forbid(unsafe_code)]

use super::asm::at;
use super::emit::{Emitter, FRAME, HALF, INPUTS, OUTPUTS};
use super::lir::{Base, Isa, MOp, Node, Place};
use super::opcodes;
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

impl Emitter<'_> {
    /// In programs with arrays the registers of inputs and outputs hold 64 times the number of the group, which is the distance of its
    /// elements from the array's first when they have one word.
    pub(super) fn array_node(&mut self, node: &Node, dst: u8, from: u8, place: Place) {
        let Base::Array(array) = place.base else {
            unreachable!("the place is in an array");
        };
        let (rax, rcx) = (Register::RAX, Register::RCX);
        let address = at(FRAME, self.array_table + 8 * array.entry as usize);
        self.asm
            .put(Instruction::with2(Mov_r64_rm64, rax, address));
        let mut index = if array.is_output { OUTPUTS } else { INPUTS };
        if self.isa == Isa::Avx2 {
            let half = MemoryOperand::with_base_index(index, HALF);
            self.asm.put(Instruction::with2(Lea_r64_m, rcx, half));
            index = rcx;
        }
        let (scale, offset) = (u32::from(array.words), i64::from(place.offset));
        let memory = MemoryOperand::with_base_index_scale_displ_size(rax, index, scale, offset, 1);
        let built = match node.op {
            MOp::Load => Instruction::with2(opcodes::LOAD.of(self.isa), self.vector(dst), memory),
            _ => Instruction::with2(opcodes::STORE.of(self.isa), memory, self.vector(from)),
        };
        self.asm.put(built);
    }
}
