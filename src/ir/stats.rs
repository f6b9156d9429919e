//! Counts of a program, for dumps and tools.

use super::opcode::{Op, OpKind};
use super::program::Program;
use std::fmt::{self, Display, Formatter};

/// How large a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Blocks, those that cannot be reached included.
    pub blocks: usize,
    /// Values with a definition or a parameter place.
    pub values: usize,
    /// Constants and uniform loads.
    pub uniform: usize,
    /// Operations whose result depends on their arguments only.
    pub pure: usize,
    /// `ffma` among them.
    pub fma: usize,
    /// Divisions and square roots among them.
    pub divide: usize,
    /// Mathematical functions that are not expanded yet.
    pub math: usize,
    /// `sample` instructions, one texture read per lane each.
    pub sample: usize,
    /// Reads of lane state and memory, and derivatives.
    pub read: usize,
    /// Stores to outputs, slots and pixels, and kills.
    pub write: usize,
}

impl Stats {
    /// Counts `program`.
    pub fn of(program: &Program) -> Stats {
        let mut s = Stats {
            blocks: program.blocks.len(),
            ..Stats::default()
        };
        s.values = program.blocks.iter().map(|b| b.params.len()).sum();
        for inst in program.insts() {
            s.values += inst.op.info().results.len();
            s.fma += usize::from(matches!(inst.op, Op::FFma | Op::DFma));
            s.divide += usize::from(matches!(
                inst.op,
                Op::FDiv | Op::FSqrt | Op::DDiv | Op::DSqrt
            ));
            let counter = match inst.op.info().kind {
                OpKind::Uniform => &mut s.uniform,
                OpKind::Pure => &mut s.pure,
                OpKind::Math => &mut s.math,
                OpKind::Quad if inst.op == Op::Sample => &mut s.sample,
                OpKind::Quad | OpKind::Read => &mut s.read,
                OpKind::Write => &mut s.write,
            };
            *counter += 1;
        }
        s
    }
}

impl Display for Stats {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Stats {
            blocks,
            values,
            uniform,
            pure,
            fma,
            divide,
            math,
            sample,
            read,
            write,
        } = self;
        write!(
            f,
            "{blocks} blocks, {values} values: {uniform} uniform, {pure} pure ({fma} fma, {divide} divide or root), \
             {math} math, {sample} sample, {read} read, {write} write"
        )
    }
}
