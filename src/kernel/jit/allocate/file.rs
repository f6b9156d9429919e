//! The allocator's state: the registers of one class, and the location of each value.
#![forbid(unsafe_code)]

use super::step::NO_REGISTER;
use crate::kernel::jit::lir::region::{Place, VReg};

/// Registers of one class.
pub(super) struct File {
    /// The value in each register.
    pub(super) holds: Vec<VReg>,
    /// The registers that the current node needs, as bits.
    pub(super) pinned: u32,
    /// The registers that may be used.
    pub(super) usable: std::ops::Range<usize>,
}

impl File {
    pub(super) fn new(registers: std::ops::Range<usize>) -> File {
        File {
            holds: vec![VReg::NONE; registers.end],
            pinned: 0,
            usable: registers,
        }
    }

    pub(super) fn free(&self) -> Option<u8> {
        self.usable
            .clone()
            .find(|r| !self.holds[*r].is_some())
            .map(|r| r as u8)
    }
}

/// Positions without a next use.
pub(super) const NEVER: u32 = u32::MAX;

/// The location of a value, and its next use.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueState {
    pub(super) register: u8,
    pub(super) spill: Option<Place>,
    pub(super) next: u32,
}

/// The location of a value at a region's start.
pub(super) const NOWHERE: ValueState = ValueState {
    register: NO_REGISTER,
    spill: None,
    next: NEVER,
};
