//! Loads and stores of a group's 4×4 pixels: rows of four pixels ↔ quads of lanes.
#![forbid(unsafe_code)]

use super::abi::field;
use super::asm::at;
use super::emit::{Emitter, FRAME, HALF};
use super::lir::Isa;
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

/// Exchanges the middle two of four 64-bit parts.
pub(super) const MIDDLE_EXCHANGED: u8 = 0xd8;

/// `[rax]` and `[rax + rcx]`: two rows of pixels.
const ROW_0: MemoryOperand = MemoryOperand::with_base(Register::RAX);
const ROW_1: MemoryOperand = MemoryOperand::with_base_index(Register::RAX, Register::RCX);

impl Emitter<'_> {
    /// rax = the block's first row of pixels, rcx = the distance of rows.
    fn pixel_rows(&mut self, plane: usize, store: bool) {
        let block = field::blocks(plane)[usize::from(store)];
        let asm = &mut self.asm;
        let (rax, rcx, rdx) = (Register::RAX, Register::RCX, Register::RDX);
        asm.put(Instruction::with2(Mov_r64_rm64, rax, at(FRAME, block)));
        let stride = at(FRAME, field::plane_stride(plane));
        asm.put(Instruction::with2(Mov_r64_rm64, rcx, stride));
        if self.isa == Isa::Avx2 {
            // The upper half starts two rows further: 32 × stride / 16.
            asm.put(Instruction::with2(Mov_r64_rm64, rdx, HALF));
            asm.put(Instruction::with2(Imul_r64_rm64, rdx, rcx));
            asm.put(Instruction::with2(Sar_rm64_imm8, rdx, 4u32));
            asm.put(Instruction::with2(Add_r64_rm64, rax, rdx));
        }
    }

    /// rax += 2 rcx
    fn two_rows_on(&mut self) {
        let memory = MemoryOperand::with_base_index_scale(Register::RAX, Register::RCX, 2);
        self.asm
            .put(Instruction::with2(Lea_r64_m, Register::RAX, memory));
    }

    pub(super) fn load_pixels_16(&mut self, plane: usize, dst: u8) {
        self.pixel_rows(plane, false);
        let (zmm, xmm) = (self.vector(dst), Register::XMM0 + u32::from(dst));
        self.asm.put(Instruction::with2(
            EVEX_Vmovdqu32_xmm_k1z_xmmm128,
            xmm,
            ROW_0,
        ));
        self.insert_row(zmm, ROW_1, 1);
        self.two_rows_on();
        self.insert_row(zmm, ROW_0, 2);
        self.insert_row(zmm, ROW_1, 3);
        let code = EVEX_Vpermq_zmm_k1z_zmmm512b64_imm8;
        self.asm.put(Instruction::with3(
            code,
            zmm,
            zmm,
            u32::from(MIDDLE_EXCHANGED),
        ));
    }

    fn insert_row(&mut self, zmm: Register, row: MemoryOperand, part: u32) {
        let code = EVEX_Vinserti32x4_zmm_k1z_zmm_xmmm128_imm8;
        self.asm.put(Instruction::with4(code, zmm, zmm, row, part));
    }

    pub(super) fn load_pixels_8(&mut self, plane: usize, dst: u8) {
        self.pixel_rows(plane, false);
        let (ymm, xmm) = (self.vector(dst), Register::XMM0 + u32::from(dst));
        let asm = &mut self.asm;
        asm.put(Instruction::with2(VEX_Vmovdqu_xmm_xmmm128, xmm, ROW_0));
        let code = VEX_Vinserti128_ymm_ymm_xmmm128_imm8;
        asm.put(Instruction::with4(code, ymm, ymm, ROW_1, 1u32));
        let code = VEX_Vpermq_ymm_ymmm256_imm8;
        asm.put(Instruction::with3(
            code,
            ymm,
            ymm,
            u32::from(MIDDLE_EXCHANGED),
        ));
    }

    pub(super) fn store_pixels_16(&mut self, plane: usize, from: u8) {
        self.pixel_rows(plane, true);
        let (zmm, xmm) = (self.vector(from), Register::XMM0 + u32::from(from));
        self.asm.put(Instruction::with2(
            EVEX_Vmovdqu32_xmmm128_k1z_xmm,
            ROW_0,
            xmm,
        ));
        self.extract_row(ROW_1, zmm, 1);
        self.two_rows_on();
        self.extract_row(ROW_0, zmm, 2);
        self.extract_row(ROW_1, zmm, 3);
    }

    fn extract_row(&mut self, row: MemoryOperand, zmm: Register, part: u32) {
        let code = EVEX_Vextracti32x4_xmmm128_k1z_zmm_imm8;
        self.asm.put(Instruction::with3(code, row, zmm, part));
    }

    pub(super) fn store_pixels_8(&mut self, plane: usize, from: u8) {
        self.pixel_rows(plane, true);
        let (ymm, xmm) = (self.vector(from), Register::XMM0 + u32::from(from));
        let asm = &mut self.asm;
        asm.put(Instruction::with2(VEX_Vmovdqu_xmmm128_xmm, ROW_0, xmm));
        let code = VEX_Vextracti128_xmmm128_ymm_imm8;
        asm.put(Instruction::with3(code, ROW_1, ymm, 1u32));
    }
}
