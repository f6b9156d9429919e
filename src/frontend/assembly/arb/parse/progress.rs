//! The parser's state of open blocks, and of the current instruction.

use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::Nest;
use crate::frontend::assembly::operand::{Relative, Source};
use smallvec::SmallVec;

/// A block whose end has not been read yet.
#[derive(Debug, Clone)]
pub(crate) struct OpenBlock {
    /// IF, ELSE, LOOP or REP, and the instruction's index.
    pub(super) opcode: Opcode,
    pub(super) at: usize,
    /// The BRK instructions that leave it.
    pub(super) breaks: Vec<usize>,
    /// The blocks around its contents.
    pub(super) nest: Nest,
}

impl OpenBlock {
    /// Its name, and the instruction that ends it.
    pub(super) fn names(&self) -> (&'static str, &'static str) {
        match self.opcode {
            Opcode::If => ("IF", "ENDIF"),
            Opcode::Else => ("ELSE", "ENDIF"),
            Opcode::Loop => ("LOOP", "ENDLOOP"),
            _ => ("REP", "ENDREP"),
        }
    }
}

/// The kinds of registers of which an instruction may read only one.
#[derive(Debug, Clone, Default)]
pub(crate) struct SourcesRead {
    pub(super) attribute: Option<Source>,
    pub(super) parameter: Option<Parameter>,
    /// For fragment programs.
    pub(super) of_fragment: ParametersRead,
}

/// A program parameter as an operand names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Parameter {
    Absolute(u32),
    Relative(Relative),
}

/// The parameters that an instruction has read so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParametersRead {
    /// A parameter, named or numbered.
    pub(super) parameter: Option<Source>,
    /// The numbers of constants, each once.
    pub(super) numbers: SmallVec<[u32; 4]>,
}
