//! The result of an allocation: the steps of a region, with registers.
#![forbid(unsafe_code)]

use crate::kernel::jit::lir::region::{Place, VReg};

/// No register, for operations without a result.
pub(crate) const NO_REGISTER: u8 = u8::MAX;

/// The location of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    None,
    Register(u8),
    Memory(Place),
}

/// A step of the code, with registers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Load {
        value: VReg,
        to: u8,
        from: Place,
    },
    Move {
        value: VReg,
        to: u8,
        from: u8,
    },
    Spill {
        value: VReg,
        from: u8,
        to: Place,
    },
    Node {
        node: u32,
        dst: u8,
        args: [Operand; 3],
    },
}
