//! Loads and stores of arrays of the application.
#![forbid(unsafe_code)]

use super::asm::at;
use super::emit::{Emitter, FRAME, HALF, INPUTS};
use super::lir::{Base, Isa, MOp, Node, Place};
use super::opcodes;
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

impl Emitter<'_> {
    /// Where the frame has the address of an array.
    pub(super) fn array_address(&self, entry: u32) -> MemoryOperand {
        at(FRAME, self.array_table + 8 * entry as usize)
    }

    /// In programs with arrays the registers of inputs and outputs hold 64 times the number of the group, which is the distance of its
    /// elements from the array's first when they have one word.
    pub(super) fn array_node(&mut self, node: &Node, dst: u8, from: u8, place: Place) {
        let Base::Array(array) = place.base else {
            unreachable!("the place is in an array");
        };
        let (rax, rcx) = (Register::RAX, Register::RCX);
        let known = self.array_registers.iter();
        let known = known.clone().find(|(entry, _)| *entry == array.entry);
        let base = known.map_or(rax, |(_, register)| *register);
        if base == rax {
            let address = self.array_address(array.entry);
            self.asm.put(Instruction::with2(Mov_r64_rm64, rax, address));
        }
        let mut index = match array.is_output {
            true => self.output_index,
            false => INPUTS,
        };
        if self.isa == Isa::Avx2 {
            let half = MemoryOperand::with_base_index(index, HALF);
            self.asm.put(Instruction::with2(Lea_r64_m, rcx, half));
            index = rcx;
        }
        let (scale, offset) = (u32::from(array.words), i64::from(place.offset));
        let memory = MemoryOperand::with_base_index_scale_displ_size(base, index, scale, offset, 1);
        let built = match node.op {
            MOp::Load => Instruction::with2(opcodes::LOAD.of(self.isa), self.vector(dst), memory),
            _ => Instruction::with2(opcodes::STORE.of(self.isa), memory, self.vector(from)),
        };
        self.asm.put(built);
    }
}
