//! What semantics bind parameters to. Conventional varyings have slots of their own; the others of shader model 3 take
//! generic ones in the order in which a program names them, and are linked by name.

use super::profile::Profile;
use super::registers::Orders;
use crate::frontend::c_like::entry::semantics::{Input, Output, Semantics, Stage};
use crate::frontend::c_like::types::Semantic;
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};
use std::cell::RefCell;

/// The usages of Direct3D's declarations with the names of semantics; the last ones are old or later names of others.
const USAGES: &[(&str, &str)] = &[
    ("POSITION", "POSITION"),
    ("POSITIONT", "POSITION"),
    ("BLENDWEIGHT", "BLENDWEIGHT"),
    ("BLENDINDICES", "BLENDINDICES"),
    ("NORMAL", "NORMAL"),
    ("PSIZE", "PSIZE"),
    ("TEXCOORD", "TEXCOORD"),
    ("TANGENT", "TANGENT"),
    ("BINORMAL", "BINORMAL"),
    ("TESSFACTOR", "TESSFACTOR"),
    ("COLOR", "COLOR"),
    ("FOG", "FOG"),
    ("DEPTH", "DEPTH"),
    ("SAMPLE", "SAMPLE"),
    ("VPOS", "VPOS"),
    ("VFACE", "VFACE"),
    ("SV_POSITION", "POSITION"),
    ("SV_TARGET", "COLOR"),
    ("SV_DEPTH", "DEPTH"),
    ("DIFFUSE", "DIFFUSE"),
    ("SPECULAR", "SPECULAR"),
];

/// The generic attributes of usages that have none of their own, those of rare usages first.
const FREE: [u32; 16] = [13, 12, 5, 11, 10, 9, 8, 4, 3, 2, 0, 6, 15, 14, 7, 1];

/// The greatest index of a usage.
const MAX_INDEX: u32 = 15;

/// A semantic's usage and index.
pub fn usage(name: &str) -> Option<(&'static str, u32)> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[letters.len()..];
    let index = match digits {
        "" => 0,
        digits => digits.parse::<u32>().ok()?,
    };
    let row = USAGES
        .iter()
        .find(|(n, _)| n.eq_ignore_ascii_case(letters))?;
    Some(match row.1 {
        "DIFFUSE" => ("COLOR", 0),
        "SPECULAR" => ("COLOR", 1),
        usage => (usage, index),
    })
}

/// A profile's semantics, as lowering asks for them.
pub(super) struct Binding<'o> {
    profile: &'static Profile,
    orders: &'o Orders,
    /// The names of the generic varyings that have been asked for.
    generics: RefCell<Vec<String>>,
    /// The inputs of vertices that have been asked for, and their attributes.
    inputs: RefCell<Vec<(String, u32)>>,
}

impl Binding<'_> {
    pub(super) fn new<'o>(profile: &'static Profile, orders: &'o Orders) -> Binding<'o> {
        let generics = RefCell::default();
        Binding {
            profile,
            orders,
            generics,
            inputs: RefCell::default(),
        }
    }

    /// The names of the generic varyings, by their numbers.
    pub(super) fn into_generics(self) -> Vec<String> {
        self.generics.into_inner()
    }

    /// The number of a generic varying of this name.
    fn generic(&self, usage: &str, index: u32) -> Option<u32> {
        let name = format!("{usage}{index}");
        let mut all = self.generics.borrow_mut();
        let known = all.iter().position(|n| *n == name);
        let number = known.unwrap_or(all.len());
        if number >= varying::GENERICS as usize {
            return None;
        }
        if known.is_none() {
            all.push(name);
        }
        Some(number as u32)
    }

    /// The attribute of a vertex's input: that of its usage, or a free one where the usage has none.
    fn vertex_input(&self, usage: &str, index: u32) -> Option<u32> {
        let name = format!("{usage}{index}");
        let mut all = self.inputs.borrow_mut();
        if let Some((_, slot)) = all.iter().find(|(known, _)| *known == name) {
            return Some(*slot);
        }
        let free = FREE.map(|n| attribute::GENERIC_0 + n);
        let mut slots = self.usual_input(usage, index).into_iter().chain(free);
        let slot = slots.find(|slot| all.iter().all(|(_, taken)| taken != slot))?;
        all.push((name, slot));
        Some(slot)
    }

    fn usual_input(&self, usage: &str, index: u32) -> Option<u32> {
        let generic = |n: u32| attribute::GENERIC_0 + n;
        Some(match (usage, index) {
            ("POSITION", 0) => attribute::POSITION,
            ("NORMAL", 0) => attribute::NORMAL,
            ("COLOR", 0) => attribute::COLOR,
            ("COLOR", 1) => attribute::SECONDARY_COLOR,
            ("TEXCOORD", n @ 0..8) => attribute::TEX_COORD_0 + n,
            ("BLENDWEIGHT", 0) => generic(1),
            ("BLENDINDICES", 0) => generic(7),
            ("TANGENT", 0) => generic(14),
            ("BINORMAL", 0) => generic(15),
            ("FOG", 0) => attribute::FOG_COORD,
            ("PSIZE", 0) => generic(6),
            ("TEXCOORD", n @ 8..12) => generic(n),
            ("POSITION", 1) => generic(0),
            ("NORMAL", 1) => generic(2),
            ("COLOR", n @ 2..4) => generic(1 + n),
            ("DEPTH", 0) => generic(5),
            ("SAMPLE", 0) => generic(12),
            ("TESSFACTOR", 0) => generic(13),
            _ => return None,
        })
    }
}

impl Semantics for Binding<'_> {
    fn input(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Input> {
        let (usage, index) = usage(&semantic.name)?;
        let index = index.checked_add(row).filter(|i| *i <= MAX_INDEX)?;
        if stage == Stage::Vertex {
            return Some(Input::Slot(4 * self.vertex_input(usage, index)?));
        }
        let is_free = self.profile.model >= 30;
        Some(match (usage, index) {
            ("VPOS" | "POSITION", 0) if is_free => Input::WindowPosition {
                from_top: true,
                is_integer: true,
            },
            ("VFACE", 0) if is_free => Input::Facing(1.0, -1.0),
            ("VPOS" | "VFACE", _) => return None,
            ("TEXCOORD", n @ 0..8) => Input::Slot(4 * (fragment_input::TEX_COORD_0 + n)),
            ("COLOR", n @ 0..2) if !is_free => Input::Slot(4 * (fragment_input::COLOR + n)),
            (usage, index) if is_free => {
                Input::Slot(4 * (fragment_input::GENERIC_0 + self.generic(usage, index)?))
            }
            _ => return None,
        })
    }

    fn output(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Output> {
        let (usage, index) = usage(&semantic.name)?;
        let index = index.checked_add(row).filter(|i| *i <= MAX_INDEX)?;
        if stage == Stage::Fragment {
            return match (usage, index) {
                ("COLOR", n) if n < self.profile.targets => {
                    Some(Output::Slot(4 * (fragment_output::COLOR_0 + n)))
                }
                ("DEPTH", 0) => Some(Output::Depth(0)),
                _ => None,
            };
        }
        let is_free = self.profile.model >= 30;
        let slot = match (usage, index) {
            ("POSITION", 0) => varying::POSITION,
            ("PSIZE", 0) => varying::POINT_SIZE,
            ("FOG", 0) if !is_free => varying::FOG_COORD,
            ("TEXCOORD", n @ 0..8) => varying::TEX_COORD_0 + n,
            ("COLOR", n @ 0..2) if !is_free => varying::FRONT_COLOR + n,
            ("VPOS" | "VFACE", _) => return None,
            (usage, index) if is_free => varying::GENERIC_0 + self.generic(usage, index)?,
            _ => return None,
        };
        Some(Output::Slot(4 * slot))
    }

    fn passes_on(&self) -> bool {
        true
    }

    fn free_input(&self, _stage: Stage, _n: u32) -> Option<Input> {
        None
    }

    fn free_output(&self, _stage: Stage, _n: u32) -> Option<Output> {
        None
    }

    fn arranges_units(&self) -> bool {
        true
    }

    fn is_by_columns(&self, structure: Option<&str>, name: &str) -> bool {
        !match structure {
            Some(structure) => self.orders.of_member(structure, name),
            None => self.orders.of_variable(name),
        }
    }

    fn image_unit(&self, semantic: &Semantic) -> Option<u32> {
        match super::registers::register(semantic) {
            Some(('s', n)) => Some(n),
            _ => None,
        }
    }
}
