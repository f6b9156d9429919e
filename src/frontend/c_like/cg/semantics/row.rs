//! A row of the tables of semantics: one name with its other spellings, in one direction.
//!
//! A name takes a number at its end, 0 without one; a row says how many numbers there are and which register each is.
//! `shim_tests/cg/facts/semantics.tsv` holds what the reference compiler says of them.

use crate::ir::interface::attribute;

/// What a semantic stands for in the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// vec4 registers of the stage's interface, from this one on, and how many of them there are.
    Registers(u32, u32),
    /// Scalars of the stage's interface, from this slot on, and how many of them there are.
    Scalars(u32, u32),
    /// Attributes in the numbering of NV_vertex_program, from this one on.
    Attributes(u32),
    /// The fragment's place in the window.
    Window,
    /// 1 for fragments of primitives that face front, −1 for others.
    Facing,
    /// The fragment's depth.
    Depth,
    /// The profile knows it, and the driver has nothing for it.
    Nowhere,
}

/// A semantic in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) names: &'static [&'static str],
    /// How many numbers the name may have at its end.
    pub(super) count: u32,
    pub(super) place: Place,
    /// It stands for one number. A vector with it gets a warning (C7019).
    pub(super) is_narrow: bool,
    /// A variable with it may be declared, but not used (C5119).
    pub(super) is_unreadable: bool,
    /// In the other direction it is an unknown name (C5108), not one of this direction (C5109).
    pub(super) is_private: bool,
}

/// Any number at a name's end is accepted.
pub(super) const ANY: u32 = u32::MAX;

pub(super) const fn row(names: &'static [&'static str], count: u32, place: Place) -> Row {
    Row {
        names,
        count,
        place,
        is_narrow: false,
        is_unreadable: false,
        is_private: false,
    }
}

pub(super) const fn private(row: Row) -> Row {
    Row {
        is_private: true,
        ..row
    }
}

pub(super) const fn narrow(row: Row) -> Row {
    Row {
        is_narrow: true,
        ..row
    }
}

pub(super) const fn unreadable(row: Row) -> Row {
    Row {
        is_unreadable: true,
        ..row
    }
}

pub(super) const fn at(first: u32, n: u32) -> Place {
    Place::Registers(first, n)
}

pub(super) const fn generic(n: u32) -> Place {
    Place::Registers(attribute::GENERIC_0 + n, 1)
}
