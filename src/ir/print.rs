//! The text form of programs: what [`super::parse`] reads back, bit for bit.
//!
//! ```text
//! program inputs 2 outputs 1 uniforms 0 slots 0 limit none depth 0
//! block 0:
//!   %0 = load.input 0
//!   %1 = const.f32 0x40000000 ; 2
//!   %2 = fmul %0 %1
//!   store.output %2 0
//!   end
//! ```
//!
//! Arguments come before immediates; constants of 64 bits have two, the low word first. A block's header names its parameters with their types and, when they are not 0,
//! its source instructions. `@12..30` after an instruction is its source span.

use super::inst::Inst;
use super::opcode::Op;
use super::program::{Edge, Program, Terminator};
use super::types::{Span, Type, ValueId};
use std::fmt::{self, Display, Formatter};

/// A type's name in the text form.
pub fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::F32 => "f32",
        Type::I32 => "i32",
        Type::Mask => "mask",
        Type::F64 => "f64",
        Type::I64 => "i64",
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // The header: sizes and limits always, sets only if they are not empty.
        let limit = self
            .instruction_limit
            .map_or("none".to_owned(), |n| n.to_string());
        let interruptible = if self.is_interruptible {
            " interruptible"
        } else {
            ""
        };
        write!(
            f,
            "program inputs {} outputs {} uniforms {} slots {} limit {limit} depth {}{interruptible}",
            self.n_inputs, self.n_outputs, self.n_uniforms, self.n_slots, self.call_depth
        )?;
        if self.fraction_units != 0 {
            write!(f, " fractions {}", self.fraction_units)?;
        }
        if self.planar_units != 0 {
            write!(f, " planar {}", self.planar_units)?;
        }
        if self.varyings.clamped != 0 {
            write!(f, " clamped {}", self.varyings.clamped)?;
        }
        if self.varyings.centroid != 0 {
            write!(f, " centroid {}", self.varyings.centroid)?;
        }
        writeln!(f)?;
        // The blocks, each with its parameters, instructions and terminator.
        for (i, block) in self.blocks.iter().enumerate() {
            write!(f, "block {i}")?;
            for p in &block.params {
                write!(f, " %{}:{}", p.0, type_name(self.type_of(*p)))?;
            }
            if block.source_count != 0 {
                write!(f, " count {}", block.source_count)?;
            }
            writeln!(f, ":")?;
            block
                .insts
                .iter()
                .try_for_each(|inst| print_inst(f, inst))?;
            write!(f, "  ")?;
            print_terminator(f, &block.terminator)?;
            print_span(f, block.terminator_span)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

fn values(f: &mut Formatter<'_>, values: impl IntoIterator<Item = ValueId>) -> fmt::Result {
    values.into_iter().try_for_each(|v| write!(f, " %{}", v.0))
}

fn print_span(f: &mut Formatter<'_>, span: Span) -> fmt::Result {
    match span {
        Span::NONE => Ok(()),
        Span { start, end } => write!(f, " @{start}..{end}"),
    }
}

/// An instruction without its span.
pub fn instruction_text(inst: &Inst) -> String {
    struct Shown<'i>(&'i Inst);
    impl Display for Shown<'_> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            print_operation(f, self.0)
        }
    }
    Shown(inst).to_string().trim_start().to_owned()
}

fn print_inst(f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
    write!(f, " ")?;
    print_operation(f, inst)?;
    print_span(f, inst.span)?;
    let bits = u64::from(inst.imm[0]) | u64::from(inst.imm[1]) << 32;
    match inst.op {
        Op::ConstF32 => write!(f, " ; {}", f32::from_bits(inst.imm[0]))?,
        Op::ConstF64 => write!(f, " ; {:e}", f64::from_bits(bits))?,
        Op::ConstI64 => write!(f, " ; {}", bits as i64)?,
        _ => {}
    }
    writeln!(f)
}

fn print_operation(f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
    let info = inst.op.info();
    values(f, inst.results())?;
    let equals = if info.results.is_empty() { "" } else { " =" };
    write!(f, "{equals} {}", info.name)?;
    values(f, inst.args.iter().copied())?;
    for imm in &inst.imm[..usize::from(info.n_imms)] {
        match inst.op {
            Op::ConstF32 | Op::ConstF64 | Op::ConstI64 => write!(f, " {imm:#010x}")?,
            Op::ConstI32 => write!(f, " {}", *imm as i32)?,
            _ => write!(f, " {imm}")?,
        }
    }
    Ok(())
}

fn print_terminator(f: &mut Formatter<'_>, terminator: &Terminator) -> fmt::Result {
    let edge = |f: &mut Formatter<'_>, edge: &Edge| {
        write!(f, " {}", edge.block.0)?;
        values(f, edge.args.iter().copied())
    };
    match terminator {
        Terminator::Jump(e) => {
            write!(f, "jump")?;
            edge(f, e)
        }
        Terminator::Branch(mask, yes, no) => {
            write!(f, "branch %{} yes", mask.0)?;
            edge(f, yes)?;
            write!(f, " no")?;
            edge(f, no)
        }
        Terminator::Call { callee, resume } => write!(f, "call {} resume {}", callee.0, resume.0),
        Terminator::Return => write!(f, "return"),
        Terminator::End => write!(f, "end"),
    }
}
