//! Instructions on virtual registers.

use crate::frontend::assembly::d3d::model::{Modifier, Opcode, Register};
use smallvec::SmallVec;

/// Where an operand lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Virtual(u32),
    Fixed(Register),
    /// A vector of literals.
    Literals(u32),
}

/// An operand: all components in order, or one of them everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) place: Place,
    pub(super) component: Option<u8>,
    pub(super) modifier: Modifier,
}

impl Operand {
    pub(super) fn plain(place: Place) -> Operand {
        Operand {
            place,
            component: None,
            modifier: Modifier::None,
        }
    }
}

/// What happens to a result: a power of two, then a clamp to [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct After {
    pub(super) shift: i8,
    pub(super) saturate: bool,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) opcode: Opcode,
    pub(super) to: Place,
    pub(super) mask: u8,
    pub(super) after: After,
    pub(super) reads: SmallVec<[Operand; 3]>,
    /// It runs together with the one before it.
    pub(super) is_paired: bool,
}

impl Line {
    pub(super) fn new(opcode: Opcode, to: Place, mask: u8, reads: &[Operand]) -> Line {
        Line {
            opcode,
            to,
            mask,
            after: After::default(),
            reads: reads.into(),
            is_paired: false,
        }
    }

    /// The components of a register that it reads, by bit.
    pub(super) fn components(&self, place: Place) -> u8 {
        let mut all = 0;
        for read in self.reads.iter().filter(|r| r.place == place) {
            all |= match (read.component, self.opcode) {
                (Some(c), _) => 1 << c,
                (None, Opcode::Dp3) => 7,
                (None, Opcode::Dp4) => 15,
                (None, _) => self.mask,
            };
        }
        all
    }
}
