//! Looks up the semantic of a varying.

use super::row::{ANY, Place, Row};
use super::{modifier, table};
use crate::frontend::c_like::cg::profile::Profile;
use crate::frontend::c_like::entry::semantics::Stage;

/// The direction of a varying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    In,
    Out,
}

/// Why a semantic binds a varying to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unbound {
    /// No profile's program of this stage has such a name.
    Unknown,
    /// The name belongs to the other direction, or to uniforms.
    OtherWay,
    /// The number at the name's end is too great; there are this many. Only of varyings that are used.
    Number(u32),
    /// It may be declared, but not be used. Only of varyings that are used.
    Unreadable,
    /// The profile does not interpolate it in the way that its modifier asks for.
    Modifier,
}

impl Unbound {
    /// The number of the reference's error.
    pub fn code(self) -> u32 {
        match self {
            Unbound::Unknown => 5108,
            Unbound::OtherWay => 5109,
            Unbound::Number(_) => 5102,
            Unbound::Unreadable => 5119,
            Unbound::Modifier => 5129,
        }
    }

    /// Whether it is no error of a varying that the program never uses.
    pub fn needs_use(self) -> bool {
        matches!(self, Unbound::Number(_) | Unbound::Unreadable)
    }
}

/// What a semantic binds a varying to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    pub(super) place: Place,
    /// The number at the name's end, plus the row.
    pub(super) index: u32,
    /// It is one number: a vector is warned of (C7019).
    pub is_narrow: bool,
}

/// Splits a name into its letters and the number at its end: `TEXCOORD3` is `TEXCOORD` and 3. `None`: it has no number.
/// A number that is no u32 becomes `u32::MAX`, which is beyond every count of registers.
pub fn split(name: &str) -> (&str, Option<u32>) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[letters.len()..];
    let number = (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX));
    (letters, number)
}

/// What row `row`, counted from 0, of a varying with a semantic is bound to. Row 2 of `TEXCOORD3` is `TEXCOORD5`.
/// Letters of both cases are equal (Cg 3.1, "Additional Details For Binding Semantics").
pub fn find(
    profile: &Profile,
    stage: Stage,
    way: Way,
    name: &str,
    row: u32,
) -> Result<Bound, Unbound> {
    let family = table::of(profile.registers, stage == Stage::Vertex);
    let (name, modifiers) = modifier::split(name);
    let (letters, number) = split(name);
    let (here, there) = match way {
        Way::In => (family.inputs, family.outputs),
        Way::Out => (family.outputs, family.inputs),
    };
    // A name of the other direction is known, but wrong here. That is another error than an unknown name.
    let Some(found) = named(here, letters) else {
        let other = named(there, letters).filter(|row| !row.is_private);
        let is_known = other.is_some() || is_one_of(letters, family.also_known);
        return Err(if is_known {
            Unbound::OtherWay
        } else {
            Unbound::Unknown
        });
    };
    if !modifiers.are_taken(profile, stage, way, letters) {
        return Err(Unbound::Modifier);
    }
    let index = number.unwrap_or(0).saturating_add(row);
    // The register exists if its number is below the count, and the stage can read it.
    if found.count != ANY && index >= found.count {
        return Err(Unbound::Number(found.count));
    }
    if found.is_unreadable {
        return Err(Unbound::Unreadable);
    }
    Ok(Bound {
        place: found.place,
        index,
        is_narrow: found.is_narrow,
    })
}

/// The first row with a name.
pub(super) fn named(rows: &'static [&'static [Row]], name: &str) -> Option<&'static Row> {
    let mut all = rows.iter().flat_map(|list| list.iter());
    all.find(|row| is_one_of(name, row.names))
}

pub(super) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|n| n.eq_ignore_ascii_case(name))
}
