//! Emits operations on memory.
#![forbid(unsafe_code)]

use super::emitter::Emitter;
use super::opcodes::{self, Forms};
use super::opcodes_wide as wide;
use crate::kernel::jit::allocate::step::Operand;
use crate::kernel::jit::lir::region::{Base, Class, Isa, MachineOp, Node, Place};
use iced_x86::Code::*;
use iced_x86::{Instruction, MemoryOperand, Register};

impl Emitter<'_> {
    /// Emits an operation that loads or stores. `dst` is the register of a load's result.
    pub(super) fn memory_node(&mut self, node: &Node, dst: u8, args: [Operand; 3]) {
        // A load has no operand in a register; the number is not used then.
        let from = match args[0] {
            Operand::Register(r) => r,
            _ => 0,
        };
        // Pixels are found by their plane, not by a place. A store of some lanes takes their mask from operand 1.
        if let MachineOp::LoadPixel | MachineOp::StorePixel = node.op {
            let plane = usize::from(node.imm);
            let lanes = match args[1] {
                Operand::Register(r) => Some(Register::K0 + u32::from(r)),
                _ => None,
            };
            return match node.op {
                MachineOp::LoadPixel => self.load_pixels(plane, dst),
                _ => self.store_pixels(plane, from, lanes),
            };
        }
        // Everything else names its place.
        let place = node.place.expect("the operation names a place");
        match node.op {
            MachineOp::Load | MachineOp::Store if matches!(place.base, Base::Array(_)) => {
                self.array_node(node, dst, from, place);
            }
            MachineOp::Load => self.load(self.vregs[node.dst.index()].class, dst, place),
            MachineOp::Store => self.store(self.vregs[node.args[0].index()].class, from, place),
            MachineOp::StoreScalar => self.store_scalar(node, opcodes::STORE_SCALAR, from, place),
            MachineOp::StoreScalarWide => self.store_scalar(node, wide::STORE_SCALAR, from, place),
            MachineOp::SplatWord => {
                let (dst, memory) = (self.vector(dst), self.operand(place, false));
                self.asm
                    .put(Instruction::with2(VEX_Vpbroadcastw_ymm_xmmm16, dst, memory));
            }
            MachineOp::StoreBits if self.isa == Isa::Avx512 => self.store(Class::Mask, from, place),
            MachineOp::StoreBits => self.bits(from, place),
            op => unreachable!("{op:?} has no instruction"),
        }
    }

    pub(super) fn store_scalar(&mut self, node: &Node, forms: Forms, from: u8, place: Place) {
        if self.vregs[node.args[0].index()].class == Class::Mask {
            return self.store(Class::Mask, from, place);
        }
        let memory = self.operand(place, false);
        let (code, from) = (self.form(forms), Register::XMM0 + u32::from(from));
        self.asm.put(Instruction::with2(code, memory, from));
    }

    /// Sets the byte of this half, at the place, to the mask's bits.
    pub(super) fn bits(&mut self, from: u8, place: Place) {
        let base = self.operand(place, false);
        let asm = &mut self.asm;
        let mask = Register::YMM0 + u32::from(from);
        let (eax, al, ecx) = (Register::EAX, Register::AL, Register::ECX);
        asm.put(Instruction::with2(VEX_Vmovmskps_r32_ymm, eax, mask));
        asm.put(Instruction::with2(Mov_r32_rm32, ecx, Register::R11D));
        asm.put(Instruction::with2(Shr_rm32_imm8, ecx, 5u32));
        let byte = MemoryOperand {
            index: Register::RCX,
            ..base
        };
        asm.put(Instruction::with2(Mov_rm8_r8, byte, al));
    }
}
