//! Emits operations that convert lanes of 32 bits to lanes of 64, or back.
#![forbid(unsafe_code)]

use super::emitter::{Emitter, with2};
use super::opcodes_wide::{narrowing, widening};
use crate::kernel::jit::allocate::step::Operand;
use crate::kernel::jit::lir::region::{Isa, MachineOp, Node};
use iced_x86::Code::*;
use iced_x86::{Instruction, Register};

impl Emitter<'_> {
    /// The lower half of a vector register.
    fn half(&self, register: u8) -> Register {
        match self.isa {
            Isa::Avx512 => Register::YMM0 + u32::from(register),
            Isa::Avx2 => Register::XMM0 + u32::from(register),
        }
    }

    pub(crate) fn wide_node(&mut self, node: &Node, dst: u8, args: [Operand; 3]) {
        let register = |i: usize| match args[i] {
            Operand::Register(r) => r,
            _ => 0,
        };
        let (a, b) = (register(0), register(1));
        // Conversions between 32 and 64 bits come from tables. The other operations move halves of registers.
        let built = if let Some(forms) = widening(node.op) {
            Instruction::with2(forms.of(self.isa), self.vector(dst), self.half(a))
        } else if let Some(forms) = narrowing(node.op) {
            with2(forms.of(self.isa), self.half(dst), &self.source(args[0]))
        } else {
            match node.op {
                MachineOp::HighHalf => {
                    let code = match self.isa {
                        Isa::Avx512 => EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8,
                        Isa::Avx2 => VEX_Vextractf128_xmmm128_ymm_imm8,
                    };
                    Instruction::with3(code, self.half(dst), self.vector(a), 1)
                }
                MachineOp::JoinHalves => {
                    let code = match self.isa {
                        Isa::Avx512 => EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8,
                        Isa::Avx2 => VEX_Vinsertf128_ymm_ymm_xmmm128_imm8,
                    };
                    let (dst, a, b) = (self.vector(dst), self.vector(a), self.half(b));
                    Instruction::with4(code, dst, a, b, 1)
                }
                MachineOp::KHigh => {
                    let [dst, a] = [dst, a].map(|k| Register::K0 + u32::from(k));
                    Instruction::with3(VEX_Kshiftrw_kr_kr_imm8, dst, a, 8)
                }
                op => unreachable!("{op:?} has no instruction"),
            }
        };
        self.asm.put(built);
    }
}
