//! Instructions on virtual registers.

use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::{Comparison, File, Modifier, Register};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Where an operand lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Where {
    /// A temporary that `allocate` gives a register.
    Virtual(u32),
    Fixed(Register),
    /// A vector of literals, which `literals` gives a register.
    Literals(u32),
    /// A constant by a number ([`Code::indices`]) and this.
    Indexed(u32, u32),
    /// A constant by a component of `a0` and this.
    Addressed(u32, u8),
    /// A constant by the counter of the loop and this.
    Counted(u32),
}

/// An operand that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) from: Where,
    /// The component that each lane reads.
    pub(super) lanes: [u8; 4],
    pub(super) modifier: Modifier,
}

impl Read {
    pub(super) fn plain(from: Where) -> Read {
        Read {
            from,
            lanes: [0, 1, 2, 3],
            modifier: Modifier::None,
        }
    }
}

/// Which lanes of its operands an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Those that it writes.
    Each,
    /// The first ones.
    First(u8),
    /// One number, the same in all lanes.
    One,
    /// The first number of lanes as they are, without a swizzle before model 3.
    Load(u8),
}

/// An instruction.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) opcode: Opcode,
    /// Of a `break` or an `if`.
    pub(super) comparison: Option<Comparison>,
    /// What it writes. `texkill` and flow have none.
    pub(super) to: Option<(Where, u8)>,
    pub(super) saturate: bool,
    pub(super) reads: SmallVec<[Read; 4]>,
    pub(super) shape: Shape,
}

impl Line {
    pub(super) fn new(
        opcode: Opcode,
        to: Option<(Where, u8)>,
        reads: SmallVec<[Read; 4]>,
        shape: Shape,
    ) -> Line {
        Line {
            opcode,
            comparison: None,
            to,
            saturate: false,
            reads,
            shape,
        }
    }

    /// The lanes of operand `n` that it reads, by bit.
    pub(super) fn lanes_read(&self, n: usize) -> u8 {
        match self.shape {
            Shape::Each => self.to.map_or(15, |(_, mask)| mask),
            Shape::First(lanes) if self.opcode == Opcode::Dp2Add && n == 2 => lanes.min(1),
            Shape::First(lanes) | Shape::Load(lanes) => (1 << lanes) - 1,
            Shape::One => 1,
        }
    }

    /// Whether it begins or ends a block of lines, or leaves one.
    pub(super) fn is_flow(&self) -> bool {
        use Opcode::*;
        let is_loop = matches!(self.opcode, Rep | EndRep | Loop | EndLoop | BreakC);
        is_loop || matches!(self.opcode, If | IfC | Else | EndIf)
    }

    /// The components of operand `n`'s register that it reads, by bit.
    pub(super) fn components_read(&self, n: usize) -> u8 {
        let lanes = self.lanes_read(n);
        let read = (0..4).filter(|l| lanes >> l & 1 != 0);
        read.fold(0, |bits, l| bits | 1 << self.reads[n].lanes[l])
    }
}

/// The instructions of a shader.
#[derive(Debug, Clone, Default)]
pub(super) struct Code {
    pub(super) lines: Vec<Line>,
    /// Vectors of literals' bits; the lanes that are wanted.
    pub(super) literals: Vec<[Option<u32>; 4]>,
    known: FxHashMap<[Option<u32>; 4], u32>,
    /// Virtual registers: whether they keep their lanes.
    pub(super) virtuals: Vec<bool>,
    /// The lanes of virtual registers that hold numbers of their own, by bit; none of registers that take no others.
    pub(super) held: Vec<u8>,
    /// The numbers by which constants are addressed.
    pub(super) indices: Vec<Read>,
    /// Integer constants: how many rounds loops have, with what their counters begin, and the step.
    pub(super) integers: Vec<[u32; 3]>,
    /// The scalars of the text that branches and loops test: their files beside floats, and their float registers.
    pub(super) tested: Vec<(File, u32)>,
    /// Definitions, when `literals` has placed them.
    pub(super) definitions: Vec<(u32, [u32; 4])>,
}

impl Code {
    /// The number of a vector of literals.
    pub(super) fn literal(&mut self, vector: [Option<u32>; 4]) -> u32 {
        *self.known.entry(vector).or_insert_with(|| {
            self.literals.push(vector);
            self.literals.len() as u32 - 1
        })
    }

    pub(super) fn new_virtual(&mut self, keeps_lanes: bool) -> u32 {
        self.virtuals.push(keeps_lanes);
        self.held.push(0);
        self.virtuals.len() as u32 - 1
    }
}
