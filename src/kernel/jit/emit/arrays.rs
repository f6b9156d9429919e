//! Emits loads and stores of arrays of the application, and the search for NaNs in stored values.
#![forbid(unsafe_code)]

use super::emitter::{Emitter, FRAME, HALF, INPUTS, Source, with3};
use super::encoder::at;
use super::opcodes;
use crate::kernel::jit::allocate::step::Operand;
use crate::kernel::jit::lir::region::{
    Array, Base, Isa, MachineOp, NUMBERS, Node, Place, SUMS, predicate,
};
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

impl Emitter<'_> {
    /// The place of an array's address in the frame.
    pub(crate) fn array_address(&self, entry: u32) -> MemoryOperand {
        at(FRAME, self.array_table + 8 * entry as usize)
    }

    fn array_register(&self, entry: u32) -> Option<Register> {
        let mut known = self.array_registers.iter();
        known.find(|(e, _)| *e == entry).map(|(_, r)| *r)
    }

    /// The operand of AVX-512 code where the address is in a register.
    pub(crate) fn array_operand(&self, array: Array, offset: i32) -> MemoryOperand {
        let base = self.array_register(array.entry);
        let base = base.expect("operands are read of arrays whose addresses are in registers");
        let scale = u32::from(array.words);
        MemoryOperand::with_base_index_scale_displ_size(base, INPUTS, scale, offset.into(), 1)
    }

    /// In programs with arrays the registers of inputs and outputs hold 64 times the group's number. That is the
    /// distance of its elements from the array's first, if they have one word.
    pub(crate) fn array_node(&mut self, node: &Node, dst: u8, from: u8, place: Place) {
        let Base::Array(array) = place.base else {
            unreachable!("the place is in an array");
        };
        // The address of the array's bytes: in a register for the whole loop if one was free, else loaded now.
        let (rax, rcx) = (Register::RAX, Register::RCX);
        let base = self.array_register(array.entry).unwrap_or(rax);
        if base == rax {
            let address = self.array_address(array.entry);
            self.asm.put(Instruction::with2(Mov_r64_rm64, rax, address));
        }
        // The distance of the group. On AVX2 a group is done in halves, and the half's own distance is added.
        let mut index = if array.is_output {
            self.output_index
        } else {
            INPUTS
        };
        if self.isa == Isa::Avx2 {
            let half = MemoryOperand::with_base_index(index, HALF);
            self.asm.put(Instruction::with2(Lea_r64_m, rcx, half));
            index = rcx;
        }
        // address = base + index × words + offset; x86 adds all three.
        let (scale, offset) = (u32::from(array.words), i64::from(place.offset));
        let memory = MemoryOperand::with_base_index_scale_displ_size(base, index, scale, offset, 1);
        let built = match node.op {
            MachineOp::Load => {
                Instruction::with2(opcodes::LOAD.of(self.isa), self.vector(dst), memory)
            }
            _ => Instruction::with2(opcodes::STORE.of(self.isa), memory, self.vector(from)),
        };
        self.asm.put(built);
    }

    /// Clears the bits of the lanes of [`NUMBERS`] in which one of two values is NaN: one comparison for both.
    pub(super) fn find_nans(&mut self, mut args: [Operand; 3]) {
        if let Operand::Memory(_) = args[0] {
            args.swap(0, 1);
        }
        let numbers = Register::K0 + u32::from(NUMBERS);
        let code = EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae;
        let ordered = u32::from(predicate::ORDERED);
        let built = match (self.source(args[0]), self.source(args[1])) {
            (Source::Register(a), Source::Register(b)) => {
                Instruction::with4(code, numbers, a, b, ordered)
            }
            (Source::Register(a), Source::Memory(b)) => {
                Instruction::with4(code, numbers, a, b, ordered)
            }
            _ => unreachable!("two memory operands"),
        };
        self.asm.put(built.map(|mut i| {
            i.set_op_mask(numbers);
            i
        }));
    }

    /// Adds values to the sums [`SUMS`], which are NaN in the end if one of the values was.
    pub(super) fn sum_nans(&mut self, [a, b, _]: [Operand; 3]) {
        let values = [Some(a), (b != a).then_some(b)];
        for (sum, value) in SUMS.iter().zip(values.into_iter().flatten()) {
            let (sum, value) = (self.vector(*sum), self.source(value));
            let code = EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er;
            self.asm.put(with3(code, sum, sum, &value));
        }
    }
}
