//! A thin assembler over iced-x86's encoder: labels, general registers, and calls.
//!
//! Code has its constants before it, addressed relative to the instruction pointer, and can lie anywhere.
#![forbid(unsafe_code)]

use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register};

/// Where the constants start while code is assembled.
const POOL_ADDRESS: u64 = 0x1_0000;

/// A place in the code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Label(usize);

/// Conditions of jumps, as the instruction numbers them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Condition {
    Below = 2,
    Equal = 4,
    NotEqual = 5,
    BelowOrEqual = 6,
    LessOrEqual = 14,
}

pub(crate) struct Asm {
    encoder: Encoder,
    /// Bytes of the pool, a multiple of 64.
    pool_len: usize,
    /// Bytes of code so far.
    len: usize,
    labels: Vec<Option<usize>>,
    /// The places of 32-bit distances to labels, each counted from its end.
    jumps: Vec<(usize, Label)>,
    error: Option<IcedError>,
}

impl Asm {
    pub(crate) fn new(pool_len: usize) -> Asm {
        Asm {
            encoder: Encoder::new(64),
            pool_len: pool_len.next_multiple_of(64),
            len: 0,
            labels: Vec::new(),
            jumps: Vec::new(),
            error: None,
        }
    }

    /// Appends an instruction; an invalid one is the error of [`Asm::finish`].
    pub(crate) fn put(&mut self, instruction: Result<Instruction, IcedError>) {
        let address = POOL_ADDRESS + (self.pool_len + self.len) as u64;
        match instruction.and_then(|i| self.encoder.encode(&i, address)) {
            Ok(n) => self.len += n,
            Err(e) => self.error = self.error.take().or(Some(e)),
        }
    }

    /// Bytes of code so far.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn byte(&mut self, byte: u8) {
        self.encoder.write_u8(byte);
        self.len += 1;
    }

    /// A label to be bound later.
    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Binds the label here.
    pub(crate) fn bind(&mut self, label: Label) {
        self.labels[label.0] = Some(self.len);
    }

    /// A new label, bound here.
    pub(crate) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// A new label at the start of a cache line, for loops. The padding before it is no-ops.
    pub(crate) fn aligned(&mut self) -> Label {
        // nop dword ptr [rax + rax + 0], the longest that Intel lists but for prefixes; nop.
        const NOP: [u8; 8] = [0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0];
        let padding = self.len.next_multiple_of(64) - self.len;
        for _ in 0..padding / NOP.len() {
            NOP.into_iter().for_each(|b| self.byte(b));
        }
        (0..padding % NOP.len()).for_each(|_| self.byte(0x90));
        self.here()
    }

    fn distance_to(&mut self, label: Label) {
        self.jumps.push((self.len, label));
        (0..4).for_each(|_| self.byte(0));
    }

    pub(crate) fn jump(&mut self, label: Label) {
        self.byte(0xe9);
        self.distance_to(label);
    }

    pub(crate) fn jump_if(&mut self, condition: Condition, label: Label) {
        self.byte(0x0f);
        self.byte(0x80 + condition as u8);
        self.distance_to(label);
    }

    /// Calls a function of ours.
    pub(crate) fn call(&mut self, address: u64) {
        self.put(Ok(Instruction::with(Code::VEX_Vzeroupper)));
        self.put(Instruction::with2(
            Code::Mov_r64_imm64,
            Register::RAX,
            address,
        ));
        self.put(Instruction::with1(Code::Call_rm64, Register::RAX));
    }

    /// Jumps to the label whose number is in eax; the table follows.
    pub(crate) fn jump_table(&mut self, labels: &[Label]) {
        // lea rcx, [rip + 9]: the table is 9 bytes after the lea.
        for byte in [0x48, 0x8d, 0x0d, 9, 0, 0, 0] {
            self.byte(byte);
        }
        // movsxd rax, [rcx + 4 rax]; add rax, rcx; jmp rax
        for byte in [0x48, 0x63, 0x04, 0x81, 0x48, 0x01, 0xc8, 0xff, 0xe0] {
            self.byte(byte);
        }
        let table = self.len;
        for (i, label) in labels.iter().enumerate() {
            // Distances count from their own ends; the code counts from the table's start.
            self.jumps.push((self.len, *label));
            let back = 4 * (i as u32 + 1);
            back.to_le_bytes().into_iter().for_each(|b| self.byte(b));
        }
        debug_assert_eq!(self.len, table + 4 * labels.len());
    }

    /// Constants and code, and where the code starts.
    pub(crate) fn finish(mut self, pool: &[u8]) -> Result<(Vec<u8>, usize), IcedError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut code = self.encoder.take_buffer();
        for (at, label) in self.jumps {
            let target = self.labels[label.0].expect("every label is bound");
            let field = &mut code[at..at + 4];
            let bias = u32::from_le_bytes([field[0], field[1], field[2], field[3]]);
            let distance = (target as i64 - (at as i64 + 4) + i64::from(bias)) as i32;
            field.copy_from_slice(&distance.to_le_bytes());
        }
        let mut image = pool.to_vec();
        image.resize(self.pool_len, 0xcc);
        image.append(&mut code);
        Ok((image, self.pool_len))
    }
}

/// The constants' memory operand at `offset` of the pool.
pub(crate) fn pool_operand(offset: i32, is_broadcast: bool) -> MemoryOperand {
    MemoryOperand::new(
        Register::RIP,
        Register::None,
        1,
        POOL_ADDRESS as i64 + i64::from(offset),
        8,
        is_broadcast,
        Register::None,
    )
}

/// `[base + offset]`
pub(crate) fn at(base: Register, offset: usize) -> MemoryOperand {
    MemoryOperand::with_base_displ(base, offset as i64)
}
