//! Jumps, jump tables, constants, and instructions that cannot be encoded.

use crate::kernel::jit::emit::disassemble::disassemble;
use crate::kernel::jit::emit::encoder::{Asm, Condition, pool_operand};
use iced_x86::{Code, Instruction, Register};

#[test]
fn jumps_reach_their_labels() {
    let mut asm = Asm::new(3);
    let end = asm.label();
    let start = asm.here();
    asm.jump_if(Condition::Equal, end);
    asm.jump(start);
    asm.bind(end);
    asm.put(Ok(Instruction::with(Code::Retnq)));
    let (image, entry) = asm.finish(&[1, 2, 3]).expect("instructions that exist");
    assert_eq!((entry, &image[..4]), (64, &[1, 2, 3, 0xcc][..]));
    let text = disassemble(&image[entry..], &[], &|_| None);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(lines, ["0  je 000000000000000Bh", "6  jmp 0", "b  ret"]);
}

#[test]
fn a_jump_table_holds_distances_from_itself() {
    let mut asm = Asm::new(0);
    let labels = [asm.label(), asm.label()];
    asm.jump_table(&labels);
    asm.bind(labels[1]);
    asm.put(Ok(Instruction::with(Code::Nopd)));
    asm.bind(labels[0]);
    let (image, entry) = asm.finish(&[]).expect("instructions that exist");
    let code = &image[entry..];
    let n = code.len();
    assert_eq!(code[n - 9..], [9, 0, 0, 0, 8, 0, 0, 0, 0x90]);
}

#[test]
fn constants_are_addressed_from_the_instruction() {
    let mut asm = Asm::new(64);
    let memory = pool_operand(4, false);
    asm.put(Instruction::with2(
        Code::VEX_Vbroadcastss_ymm_m32,
        Register::YMM0,
        memory,
    ));
    let (image, entry) = asm.finish(&[0; 8]).expect("instructions that exist");
    let distance = i32::from_le_bytes([0, 1, 2, 3].map(|i| image[image.len() - 4 + i]));
    assert_eq!(distance, 4 - (image.len() as i32));
    assert_eq!(entry, 64);
}

#[test]
fn an_instruction_that_does_not_exist_is_an_error() {
    let mut asm = Asm::new(0);
    let (eax, rax) = (Register::EAX, Register::RAX);
    asm.put(Instruction::with2(Code::Mov_r32_rm32, eax, rax));
    assert!(asm.finish(&[]).is_err());
}
