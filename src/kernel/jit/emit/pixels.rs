//! Emits loads and stores of a group's 4×4 pixels: one vector, or two halves with 8 lanes.
#![forbid(unsafe_code)]

use super::emitter::{Emitter, FRAME, HALF};
use super::encoder::at;
use crate::kernel::jit::lir::region::Isa;
use crate::kernel::jit::runtime::abi::field;
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

impl Emitter<'_> {
    /// The group's block, or half of it, in the tile that starts at the address in the frame.
    fn pixels(&mut self, tile: usize) -> MemoryOperand {
        let (rax, rcx) = (Register::RAX, Register::RCX);
        let asm = &mut self.asm;
        asm.put(Instruction::with2(Mov_r64_rm64, rax, at(FRAME, tile)));
        let block = at(FRAME, field::BLOCK);
        asm.put(Instruction::with2(Mov_r64_rm64, rcx, block));
        if self.isa == Isa::Avx2 {
            asm.put(Instruction::with2(Add_r64_rm64, rcx, HALF));
        }
        MemoryOperand::with_base_index(rax, rcx)
    }

    pub(crate) fn load_pixels(&mut self, plane: usize, dst: u8) {
        let [tile, _] = field::tile(plane);
        let (memory, vector) = (self.pixels(tile), self.vector(dst));
        let code = match self.isa {
            Isa::Avx512 => EVEX_Vmovdqu32_zmm_k1z_zmmm512,
            Isa::Avx2 => VEX_Vmovdqu_ymm_ymmm256,
        };
        self.asm.put(Instruction::with2(code, vector, memory));
    }

    /// `lanes`: the mask register of the lanes that are stored; all of them without one.
    pub(crate) fn store_pixels(&mut self, plane: usize, from: u8, lanes: Option<Register>) {
        let [_, tile] = field::tile(plane);
        let (memory, vector) = (self.pixels(tile), self.vector(from));
        let code = match self.isa {
            Isa::Avx512 => EVEX_Vmovdqu32_zmmm512_k1z_zmm,
            Isa::Avx2 => VEX_Vmovdqu_ymmm256_ymm,
        };
        let store = Instruction::with2(code, memory, vector);
        self.asm.put(store.map(|mut store| {
            store.set_op_mask(lanes.unwrap_or(Register::None));
            store
        }));
    }
}
