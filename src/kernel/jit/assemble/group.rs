//! Emits the begin and end of functions, and of groups in a loop.
#![forbid(unsafe_code)]

use super::straight::Assembler;
use crate::kernel::jit::emit::emitter::{COEFFICIENTS, FRAME, INPUTS, MASKS, OUTPUTS, UNIFORMS};
use crate::kernel::jit::emit::encoder::{Condition, Label, at};
use crate::kernel::jit::runtime::abi::field;
use iced_x86::Code::*;
use iced_x86::{Instruction, Register};
use std::ops::Range;

/// The registers that a function must preserve.
const SAVED: [Register; 6] = [
    Register::RBX,
    Register::RBP,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];

impl Assembler<'_> {
    /// Arguments: rdi = frame, rsi = first group, rdx = number of groups.
    pub(super) fn prologue(&mut self, end: Label) {
        let (rax, rsi, rdx) = (Register::RAX, Register::RSI, Register::RDX);
        // The registers that the caller wants back, and 8 bytes that align the stack to 16.
        for register in SAVED {
            self.asm().put(Instruction::with1(Push_r64, register));
        }
        let asm = self.asm();
        asm.put(Instruction::with2(Sub_rm64_imm8, Register::RSP, 8));
        // Nothing runs for zero groups.
        asm.put(Instruction::with2(Test_rm64_r64, rdx, rdx));
        asm.jump_if(Condition::Equal, end);
        asm.put(Instruction::with2(Mov_r64_rm64, FRAME, Register::RDI));
        let n_left = at(FRAME, field::N_LEFT);
        asm.put(Instruction::with2(Mov_rm64_r64, n_left, rdx));
        // Rows of inputs and outputs: the arrays' starts plus first group times bytes per group.
        self.load(UNIFORMS, field::UNIFORMS);
        for (register, start, stride) in [
            (INPUTS, field::INPUTS, field::INPUT_STRIDE),
            (OUTPUTS, field::OUTPUTS, field::OUTPUT_STRIDE),
        ] {
            self.load(register, stride);
            let asm = self.asm();
            asm.put(Instruction::with2(Imul_r64_rm64, register, rsi));
            asm.put(Instruction::with2(Add_r64_rm64, register, at(FRAME, start)));
        }
        // Masks have 2 bytes per group, `Group`s 16: rsi becomes twice the number, then 16 times.
        self.load(MASKS, field::MASKS);
        let asm = self.asm();
        asm.put(Instruction::with2(Add_r64_rm64, rsi, rsi));
        asm.put(Instruction::with2(Add_r64_rm64, MASKS, rsi));
        asm.put(Instruction::with2(Shl_rm64_imm8, rsi, 3u32));
        let group = at(FRAME, field::GROUP);
        asm.put(Instruction::with2(Mov_r64_rm64, rax, group));
        asm.put(Instruction::with2(Add_r64_rm64, rax, rsi));
        asm.put(Instruction::with2(Mov_rm64_r64, group, rax));
    }

    pub(super) fn epilogue(&mut self) {
        let asm = self.asm();
        asm.put(Ok(Instruction::with(VEX_Vzeroupper)));
        asm.put(Instruction::with2(Add_rm64_imm8, Register::RSP, 8));
        for register in SAVED.into_iter().rev() {
            asm.put(Instruction::with1(Pop_r64, register));
        }
        asm.put(Ok(Instruction::with(Retnq)));
    }

    /// Skips groups without a live lane, stores the group's place in its tile, and clears the lane slots.
    pub(super) fn group_start(&mut self) {
        let (eax, next) = (Register::EAX, self.next_group);
        let asm = self.asm();
        asm.put(Instruction::with2(Movzx_r32_rm16, eax, at(MASKS, 0)));
        asm.put(Instruction::with2(Test_rm32_r32, eax, eax));
        asm.jump_if(Condition::Equal, next);
        self.group_corner_and_planes();
        self.group_pixels();
        self.clear_rows(self.lir.zeroed.clone());
    }

    /// Stores the distance of the group's corner from the tile's, and the address of its planes.
    pub(crate) fn group_corner_and_planes(&mut self) {
        let (rax, rcx) = (Register::RAX, Register::RCX);
        let lir = self.lir;
        if !lir.uses_corner && !lir.uses_planes {
            return;
        }
        self.load(rcx, field::GROUP);
        let asm = self.asm();
        // Both coordinates of the corner in one copy of 64 bits.
        if lir.uses_corner {
            asm.put(Instruction::with2(
                Mov_r64_rm64,
                rax,
                at(rcx, field::GROUP_CORNER),
            ));
            let corner = at(FRAME, field::CORNER_X);
            asm.put(Instruction::with2(Mov_rm64_r64, corner, rax));
        }
        // The group names its first plane by number; a plane has 16 bytes.
        if lir.uses_planes {
            let eax = Register::EAX;
            asm.put(Instruction::with2(
                Mov_r32_rm32,
                eax,
                at(rcx, field::GROUP_PLANES),
            ));
            asm.put(Instruction::with2(Shl_rm64_imm8, rax, 4u32));
            let start = at(FRAME, field::COEFFICIENTS);
            asm.put(Instruction::with2(Add_r64_rm64, rax, start));
            asm.put(Instruction::with2(Mov_r64_rm64, COEFFICIENTS, rax));
        }
    }

    /// Loads the group's block of the tile.
    pub(crate) fn group_pixels(&mut self) {
        if self.lir.pixel_planes != 0 {
            let (rax, eax) = (Register::RAX, Register::EAX);
            self.load(rax, field::GROUP);
            let asm = self.asm();
            asm.put(Instruction::with2(
                Mov_r32_rm32,
                eax,
                at(rax, field::GROUP_BLOCK),
            ));
            let block = at(FRAME, field::BLOCK);
            asm.put(Instruction::with2(Mov_rm64_r64, block, rax));
        }
    }

    pub(super) fn clear_rows(&mut self, rows: Range<usize>) {
        if rows.is_empty() {
            return;
        }
        let (rax, ecx, ymm) = (Register::RAX, Register::ECX, Register::YMM0);
        let asm = self.asm();
        // rax walks over the rows, ecx counts them.
        asm.put(Instruction::with2(
            Lea_r64_m,
            rax,
            at(FRAME, 64 * rows.start),
        ));
        asm.put(Instruction::with2(Mov_r32_imm32, ecx, rows.len() as u32));
        asm.put(Instruction::with3(
            VEX_Vxorps_ymm_ymm_ymmm256,
            ymm,
            ymm,
            ymm,
        ));
        // Two stores of 32 bytes clear a row of 64.
        let again = asm.here();
        for offset in [0, 32] {
            asm.put(Instruction::with2(
                VEX_Vmovups_ymmm256_ymm,
                at(rax, offset),
                ymm,
            ));
        }
        asm.put(Instruction::with2(Add_rm64_imm8, rax, 64));
        asm.put(Instruction::with2(Sub_rm32_imm8, ecx, 1));
        asm.jump_if(Condition::NotEqual, again);
    }

    /// Advances to the next group; afterwards the condition "equal" means that there is none.
    pub(crate) fn next_group(&mut self, outputs: Register, masks: Register) {
        let asm = self.asm();
        for (register, stride) in [
            (INPUTS, field::INPUT_STRIDE),
            (outputs, field::OUTPUT_STRIDE),
        ] {
            asm.put(Instruction::with2(
                Add_r64_rm64,
                register,
                at(FRAME, stride),
            ));
        }
        asm.put(Instruction::with2(Add_rm64_imm8, masks, 2));
        asm.put(Instruction::with2(
            Add_rm64_imm8,
            at(FRAME, field::GROUP),
            field::GROUP_BYTES as i32,
        ));
        asm.put(Instruction::with2(
            Sub_rm64_imm8,
            at(FRAME, field::N_LEFT),
            1,
        ));
    }
}
