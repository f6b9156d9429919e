//! Emits the ends of blocks. Jumps are direct while the executing lanes agree and none waits before their block. Else a
//! flow function and the dispatcher run.
#![forbid(unsafe_code)]

use super::straight::{Assembler, GROUP, Lanes};
use crate::kernel::jit::emit::emitter::{FRAME, MASKS};
use crate::kernel::jit::emit::encoder::{Condition, Label, at};
use crate::kernel::jit::lir::region::Exit;
use crate::kernel::jit::runtime::abi;
use crate::kernel::jit::runtime::abi::field;
use crate::kernel::jit::runtime::dispatch::NO_BLOCK;
use iced_x86::Code::*;
use iced_x86::{Instruction, Register};

impl Assembler<'_> {
    /// Calls a function that returns the next block's number, and jumps to it.
    fn flow(&mut self, address: u64, args: &[(Register, u32)]) {
        self.call_function(address, args);
        let dispatch = self.dispatch;
        self.asm().jump(dispatch);
    }

    pub(crate) fn flow_start(&mut self) {
        let live = at(MASKS, 0);
        self.asm()
            .put(Instruction::with2(Movzx_r32_rm16, Register::ESI, live));
        self.flow(abi::flow_start as *const () as u64, &[]);
    }

    pub(crate) fn dispatcher(&mut self) {
        let (dispatch, next_group) = (self.dispatch, self.next_group);
        let blocks = self.blocks.clone();
        let asm = self.asm();
        asm.bind(dispatch);
        asm.put(Instruction::with2(Cmp_rm32_imm32, Register::EAX, NO_BLOCK));
        asm.jump_if(Condition::Equal, next_group);
        asm.jump_table(&blocks);
    }

    pub(crate) fn block(&mut self, i: usize) {
        let (lir, label) = (self.lir, self.blocks[i]);
        self.asm().bind(label);
        let block = &lir.blocks[i];
        for region in &block.regions {
            self.region(region, GROUP, Some(Lanes::Executing));
        }
        let (esi, edx) = (Register::ESI, Register::EDX);
        match block.exit {
            Exit::Jump(to) => {
                let apart = self.asm().label();
                self.go(i, to, apart);
                self.part(apart, to, to);
            }
            Exit::Branch(yes, no) => self.branch(i, yes, no),
            Exit::Call { callee, resume } => {
                let function = abi::flow_call as *const () as u64;
                self.flow(function, &[(esi, callee), (edx, resume)]);
            }
            Exit::Return => self.flow(abi::flow_return as *const () as u64, &[]),
            Exit::End => self.flow(abi::flow_end as *const () as u64, &[]),
        }
    }

    /// Moves the executing lanes from one block to another. It jumps to `apart` if others wait before it or there, if
    /// too little of the budget is left, or if the run must stop.
    fn go(&mut self, from: usize, to: u32, apart: Label) {
        let target = self.blocks[to as usize];
        let cost = self.lir.blocks[to as usize].cost;
        let (eax, rax) = (Register::EAX, Register::RAX);
        let (limited, interruptible) = (self.limited, self.interruptible);
        let asm = self.asm();
        let waiting = at(FRAME, field::WAITING);
        asm.put(Instruction::with2(Cmp_rm32_imm32, waiting, to));
        asm.jump_if(Condition::BelowOrEqual, apart);
        if interruptible && to as usize <= from {
            let stop = at(FRAME, field::STOP);
            asm.put(Instruction::with2(Mov_r64_rm64, rax, stop));
            asm.put(Instruction::with2(Cmp_rm8_imm8, at(rax, 0), 0));
            asm.jump_if(Condition::NotEqual, apart);
        }
        if limited && cost != 0 {
            let budget = at(FRAME, field::BUDGET);
            asm.put(Instruction::with2(Mov_r32_rm32, eax, budget));
            asm.put(Instruction::with2(Sub_rm32_imm32, eax, cost));
            asm.jump_if(Condition::Below, apart);
            asm.put(Instruction::with2(Mov_rm32_r32, budget, eax));
        }
        asm.jump(target);
    }

    /// Ends a block where the lanes diverge.
    fn part(&mut self, apart: Label, yes: u32, no: u32) {
        self.asm().bind(apart);
        let function = abi::flow_branch as *const () as u64;
        self.flow(function, &[(Register::ESI, yes), (Register::EDX, no)]);
    }

    fn branch(&mut self, from: usize, yes: u32, no: u32) {
        let (eax, ecx) = (Register::EAX, Register::ECX);
        let asm = self.asm();
        let (apart, not_all) = (asm.label(), asm.label());
        let (exec, taken) = (at(FRAME, field::EXEC), at(FRAME, field::TAKEN));
        asm.put(Instruction::with2(Mov_r32_rm32, eax, exec));
        asm.put(Instruction::with2(Mov_r32_rm32, ecx, taken));
        asm.put(Instruction::with2(And_r32_rm32, ecx, eax));
        asm.put(Instruction::with2(Cmp_r32_rm32, ecx, eax));
        asm.jump_if(Condition::NotEqual, not_all);
        self.go(from, yes, apart);
        let asm = self.asm();
        asm.bind(not_all);
        asm.put(Instruction::with2(Test_rm32_r32, ecx, ecx));
        asm.jump_if(Condition::NotEqual, apart);
        self.go(from, no, apart);
        self.part(apart, yes, no);
    }
}
