//! Known facts about values of the program.
#![forbid(unsafe_code)]

use super::selector::Selector;
use crate::ir::ValueId;
use crate::kernel::jit::lir::region::VReg;

/// The facts about a value.
#[derive(Clone, Copy)]
pub(crate) enum Fact {
    None,
    /// These bits.
    Constant(u32),
    /// Not NaN.
    Number,
    /// This value, rounded to nearest even.
    Rounded(ValueId),
    /// The mask that is true where this one is false.
    Complement(ValueId),
}

impl Selector<'_> {
    /// The bits of a value that is a constant.
    pub(crate) fn constant_bits(&self, v: ValueId) -> Option<u32> {
        match self.facts[v.index()] {
            Fact::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether the value is never NaN.
    pub(crate) fn is_number(&self, v: ValueId) -> bool {
        match self.facts[v.index()] {
            Fact::Constant(bits) => !f32::from_bits(bits).is_nan(),
            Fact::Number => true,
            Fact::Rounded(_) | Fact::Complement(_) | Fact::None => false,
        }
    }

    pub(crate) fn note_constant(&mut self, v: ValueId, bits: u32) {
        self.facts[v.index()] = Fact::Constant(bits);
    }

    pub(crate) fn mark_number(&mut self, v: ValueId) {
        self.facts[v.index()] = Fact::Number;
    }

    pub(crate) fn mark_rounded(&mut self, v: ValueId, from: ValueId) {
        self.facts[v.index()] = Fact::Rounded(from);
    }

    pub(crate) fn mark_complement(&mut self, v: ValueId, of: ValueId) {
        self.facts[v.index()] = Fact::Complement(of);
    }

    /// The value that was rounded to give this one, if the current region can read it without memory.
    pub(crate) fn before_rounding(&self, v: ValueId) -> Option<VReg> {
        match self.facts[v.index()] {
            Fact::Rounded(from) => Some(self.local[from.index()]).filter(|r| r.is_some()),
            _ => None,
        }
    }

    /// The mask that this one is the complement of, under the same condition.
    pub(crate) fn complement(&self, v: ValueId) -> Option<VReg> {
        match self.facts[v.index()] {
            Fact::Complement(of) => Some(self.local[of.index()]).filter(|r| r.is_some()),
            _ => None,
        }
    }
}
