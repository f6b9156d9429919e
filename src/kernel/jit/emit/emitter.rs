//! Encodes allocated steps as instructions.
#![forbid(unsafe_code)]

use super::encoder::{Asm, pool_operand};
use super::opcodes;
use super::opcodes::Forms;
use super::opcodes_wide as wide;
use crate::ir::Span;
use crate::kernel::jit::allocate::step::{Operand, Step};
use crate::kernel::jit::lir::region::{
    Base, Class, Isa, MachineOp, Node, Place, Shape, VRegInfo, predicate,
};
use iced_x86::Code::{self, *};
use iced_x86::{IcedError, Instruction, MemoryOperand, Register};

/// The address of the frame, for the whole run.
pub(crate) const FRAME: Register = Register::RBX;
/// The address of the uniforms.
pub(crate) const UNIFORMS: Register = Register::RBP;
/// The group's inputs.
pub(crate) const INPUTS: Register = Register::R12;
/// The group's outputs.
pub(crate) const OUTPUTS: Register = Register::R13;
/// The address of the group's planes, four floats each.
pub(crate) const COEFFICIENTS: Register = Register::R14;
/// The group's live mask.
pub(crate) const MASKS: Register = Register::R15;
/// The group's own rows, where groups are interleaved.
pub(crate) const GROUP_ROWS: Register = Register::R10;
/// The offset in bytes of the half of the group that code for 8 lanes works on: 0 or 32.
pub(crate) const HALF: Register = Register::R11;

/// `[base + index + offset]`
pub(crate) fn indexed(base: Register, index: Register, offset: usize) -> MemoryOperand {
    MemoryOperand::with_base_index_scale_displ_size(base, index, 1, offset as i64, 1)
}

/// `[base + 8 index + offset]`
pub(crate) fn scaled(base: Register, index: Register, offset: usize) -> MemoryOperand {
    MemoryOperand::with_base_index_scale_displ_size(base, index, 8, offset as i64, 1)
}

/// A source operand that is a register or memory.
pub(crate) enum Source {
    Register(Register),
    Memory(MemoryOperand),
}

type Built = Result<Instruction, IcedError>;

pub(crate) fn with2(code: Code, dst: Register, source: &Source) -> Built {
    match source {
        Source::Register(r) => Instruction::with2(code, dst, *r),
        Source::Memory(m) => Instruction::with2(code, dst, *m),
    }
}

pub(super) fn with3(code: Code, dst: Register, a: Register, source: &Source) -> Built {
    match source {
        Source::Register(r) => Instruction::with3(code, dst, a, *r),
        Source::Memory(m) => Instruction::with3(code, dst, a, *m),
    }
}

type Table = fn(MachineOp) -> Option<Forms>;

/// The row of the operation in one of the two tables.
#[inline]
fn forms(op: MachineOp, narrow: Table, wide: Table) -> Option<Forms> {
    if op.is_wide() { wide(op) } else { narrow(op) }
}

/// Emits steps of regions.
pub(crate) struct Emitter<'a> {
    pub(crate) asm: Asm,
    pub(crate) isa: Isa,
    pub(crate) vregs: &'a [VRegInfo],
    pub(crate) marks: Vec<Mark>,
    /// The place of the arrays' addresses in the frame, in bytes.
    pub(crate) array_table: usize,
    /// The indices of the addresses that are in registers.
    pub(crate) array_registers: Vec<(u32, Register)>,
    /// The counter of stored groups.
    pub(crate) output_index: Register,
}

/// From this byte of the code on, the source text is this one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) offset: u32,
    pub(crate) span: Span,
}

impl Emitter<'_> {
    pub(super) fn form(&self, forms: Forms) -> Code {
        forms.of(self.isa)
    }

    pub(crate) fn vector(&self, register: u8) -> Register {
        match self.isa {
            Isa::Avx512 => Register::ZMM0 + u32::from(register),
            Isa::Avx2 => Register::YMM0 + u32::from(register),
        }
    }

    fn register(&self, class: Class, register: u8) -> Register {
        match class {
            Class::Vector => self.vector(register),
            Class::Mask => Register::K0 + u32::from(register),
        }
    }

    pub(crate) fn source(&self, operand_: Operand) -> Source {
        match operand_ {
            Operand::Register(r) => Source::Register(self.vector(r)),
            Operand::Memory(place) => {
                let is_shared = matches!(place.shape, Shape::Splat | Shape::SplatWide);
                Source::Memory(self.operand(place, is_shared))
            }
            Operand::None => unreachable!("an operand is missing"),
        }
    }

    /// Emits the steps of a region.
    pub(crate) fn steps(&mut self, nodes: &[Node], steps: &[Step]) {
        for step in steps {
            match *step {
                Step::Load { value, to, from } => {
                    let class = self.vregs[value.index()].class;
                    self.load(class, to, from);
                }
                Step::Move { value, to, from } => {
                    let class = self.vregs[value.index()].class;
                    self.copy(class, to, from);
                }
                Step::Spill { value, from, to } => {
                    let class = self.vregs[value.index()].class;
                    self.store(class, from, to);
                }
                Step::Node { node, dst, args } => {
                    let node = &nodes[node as usize];
                    self.mark(node.span);
                    self.node(node, dst, args);
                }
            }
        }
    }

    /// The memory operand of a place.
    pub(super) fn operand(&self, place: Place, is_broadcast: bool) -> MemoryOperand {
        let base = match place.base {
            Base::Frame => FRAME,
            Base::Group => GROUP_ROWS,
            Base::Uniforms => UNIFORMS,
            Base::Inputs => INPUTS,
            Base::Outputs => OUTPUTS,
            Base::Planes => COEFFICIENTS,
            Base::Masks => MASKS,
            Base::Pool => return pool_operand(place.offset, is_broadcast),
            Base::Array(array) => return self.array_operand(array, place.offset),
        };
        let index = match (self.isa, place.shape) {
            (Isa::Avx2, Shape::Lanes) => HALF,
            _ => Register::None,
        };
        MemoryOperand::new(
            base,
            index,
            1,
            i64::from(place.offset),
            1,
            is_broadcast,
            Register::None,
        )
    }

    /// Attributes the code emitted from here on to this source span.
    fn mark(&mut self, span: Span) {
        if self.marks.last().is_none_or(|mark| mark.span != span) {
            let offset = self.asm.len() as u32;
            self.marks.push(Mark { offset, span });
        }
    }

    pub(crate) fn load(&mut self, class: Class, to: u8, from: Place) {
        let memory = self.operand(from, false);
        let code = match (class, from.shape) {
            (Class::Mask, _) => VEX_Kmovw_kr_km16,
            (Class::Vector, Shape::Splat) => self.form(opcodes::BROADCAST),
            (Class::Vector, Shape::SplatWide) => self.form(wide::BROADCAST),
            (Class::Vector, _) => self.form(opcodes::LOAD),
        };
        let to = self.register(class, to);
        self.asm.put(Instruction::with2(code, to, memory));
    }

    fn copy(&mut self, class: Class, to: u8, from: u8) {
        let code = match class {
            Class::Vector => self.form(opcodes::MOVE),
            Class::Mask => VEX_Kmovw_kr_km16,
        };
        let (to, from) = (self.register(class, to), self.register(class, from));
        self.asm.put(Instruction::with2(code, to, from));
    }

    pub(super) fn store(&mut self, class: Class, from: u8, to: Place) {
        let code = match class {
            Class::Vector => self.form(opcodes::STORE),
            Class::Mask => VEX_Kmovw_m16_kr,
        };
        let (memory, from) = (self.operand(to, false), self.register(class, from));
        self.asm.put(Instruction::with2(code, memory, from));
    }

    fn node(&mut self, node: &Node, dst: u8, args: [Operand; 3]) {
        // Most operations are a row of a table, which gives the instruction for each instruction set.
        let op = node.op;
        if let Some(forms) = forms(op, opcodes::binary, wide::binary) {
            return self.binary(node, self.form(forms), dst, args);
        }
        if let Some(forms) = forms(op, opcodes::unary, wide::unary) {
            let (code, dst) = (self.form(forms), self.result(node, dst));
            let built = match args[0] {
                Operand::Register(r) => {
                    let from = self.register(self.vregs[node.args[0].index()].class, r);
                    Instruction::with2(code, dst, from)
                }
                memory => with2(code, dst, &self.source(memory)),
            };
            return self.asm.put(built);
        }
        if let Some(forms) = forms(op, opcodes::unary_immediate, wide::unary_immediate) {
            let (code, dst, imm) = (self.form(forms), self.vector(dst), u32::from(node.imm));
            let built = match self.source(args[0]) {
                Source::Register(r) => Instruction::with3(code, dst, r, imm),
                Source::Memory(m) => Instruction::with3(code, dst, m, imm),
            };
            return self.asm.put(built);
        }
        if let Some(forms) = forms(op, opcodes::compare, wide::compare) {
            return self.compare(node, self.form(forms), dst, args);
        }
        // The others need more than one instruction, or registers of their own.
        match op {
            MachineOp::Fma => self.fma(opcodes::FMA, dst, args),
            MachineOp::DFma => self.fma(wide::FMA, dst, args),
            MachineOp::Select => self.select(opcodes::BLEND, dst, args),
            MachineOp::DSelect => self.select(wide::BLEND, dst, args),
            MachineOp::SelectZero => self.select_zero(dst, args),
            MachineOp::Copy => self.copy_node(node, dst, args),
            MachineOp::FindNans => self.find_nans(args),
            MachineOp::SumNans => self.sum_nans(args),
            _ if op.is_wide() => self.wide_node(node, dst, args),
            _ => self.memory_node(node, dst, args),
        }
    }

    /// The register of a node's result.
    fn result(&self, node: &Node, dst: u8) -> Register {
        self.register(self.vregs[node.dst.index()].class, dst)
    }

    fn binary(&mut self, node: &Node, code: Code, dst: u8, mut args: [Operand; 3]) {
        let dst = self.result(node, dst);
        if let Operand::Memory(_) = args[0] {
            args.swap(0, 1);
        }
        let class = self.vregs[node.args[0].index()].class;
        let built = match (args[0], args[1], class) {
            (Operand::Register(a), Operand::Register(b), _) => {
                let (a, b) = (self.register(class, a), self.register(class, b));
                Instruction::with3(code, dst, a, b)
            }
            (Operand::Register(a), memory, _) => {
                with3(code, dst, self.vector(a), &self.source(memory))
            }
            _ => unreachable!("two memory operands"),
        };
        self.asm.put(built);
    }

    fn compare(&mut self, node: &Node, code: Code, dst: u8, mut args: [Operand; 3]) {
        let dst = self.result(node, dst);
        let mut imm = node.imm;
        if let Operand::Memory(_) = args[0] {
            args.swap(0, 1);
            imm = predicate::swapped(imm);
        }
        let a = match args[0] {
            Operand::Register(a) => self.vector(a),
            _ => unreachable!("two memory operands"),
        };
        let built = match self.source(args[1]) {
            Source::Register(b) => Instruction::with4(code, dst, a, b, u32::from(imm)),
            Source::Memory(b) => Instruction::with4(code, dst, a, b, u32::from(imm)),
        };
        self.asm.put(built);
    }

    /// dst = a × b + c, by the one form of three whose operands have the right places. The digits name the order in
    /// which the instruction's operands are multiplied and added. Only its third operand may be in memory, and the
    /// first is overwritten:
    ///
    /// ```text
    /// form   computes              overwritten   second   third (register or memory)
    /// 231    op1 = op2 × op3 + op1     c            b       a   (or a, b)
    /// 213    op1 = op2 × op1 + op3     a            b       c   (b overwritten: a, c)
    /// 132    op1 = op1 × op3 + op2     a            c       b   (b overwritten: c, a)
    /// ```
    fn fma(&mut self, forms: [Forms; 3], dst: u8, [a, b, c]: [Operand; 3]) {
        let [form_231, form_213, form_132] = forms;
        let tied = Operand::Register(dst);
        let is_memory = |x| matches!(x, Operand::Memory(_));
        let (forms, src2, src3) = if c == tied {
            if is_memory(a) {
                (form_231, b, a)
            } else {
                (form_231, a, b)
            }
        } else if a == tied {
            if is_memory(b) {
                (form_132, c, b)
            } else {
                (form_213, b, c)
            }
        } else if is_memory(a) {
            (form_132, c, a)
        } else {
            (form_213, a, c)
        };
        let Source::Register(src2) = self.source(src2) else {
            unreachable!("two memory operands")
        };
        let (code, dst, src3) = (self.form(forms), self.vector(dst), self.source(src3));
        self.asm.put(with3(code, dst, src2, &src3));
    }

    /// The mask register of a selection.
    fn mask(&self, operand: Operand) -> Register {
        match (operand, self.isa) {
            (Operand::Register(m), Isa::Avx512) => Register::K0 + u32::from(m),
            (Operand::Register(m), Isa::Avx2) => self.vector(m),
            _ => unreachable!("a mask is in a register"),
        }
    }

    fn select(&mut self, forms: Forms, dst: u8, [mask, yes, no]: [Operand; 3]) {
        let (mask, code, dst) = (self.mask(mask), self.form(forms), self.vector(dst));
        let (Source::Register(no), yes) = (self.source(no), self.source(yes)) else {
            unreachable!("the operand for false is in a register")
        };
        let built = match self.isa {
            Isa::Avx512 => with3(code, dst, no, &yes).map(|mut i| {
                i.set_op_mask(mask);
                i
            }),
            Isa::Avx2 => match yes {
                Source::Register(yes) => Instruction::with4(code, dst, no, yes, mask),
                Source::Memory(yes) => Instruction::with4(code, dst, no, yes, mask),
            },
        };
        self.asm.put(built);
    }

    fn select_zero(&mut self, dst: u8, [mask, yes, _]: [Operand; 3]) {
        let (mask, dst) = (self.mask(mask), self.vector(dst));
        let built = match yes {
            Operand::Memory(place) => {
                let code = match place.shape {
                    Shape::Splat => opcodes::BROADCAST.0,
                    _ => opcodes::LOAD.0,
                };
                Instruction::with2(code, dst, self.operand(place, false))
            }
            register => with2(opcodes::MOVE.0, dst, &self.source(register)),
        };
        self.asm.put(built.map(|mut i| {
            i.set_op_mask(mask);
            i.set_zeroing_masking(true);
            i
        }));
    }

    fn copy_node(&mut self, node: &Node, dst: u8, args: [Operand; 3]) {
        let class = self.vregs[node.dst.index()].class;
        match args[0] {
            Operand::Register(from) => self.copy(class, dst, from),
            Operand::Memory(from) => self.load(class, dst, from),
            Operand::None => unreachable!("an operand is missing"),
        }
    }
}
