//! What is asked for, and what is given back.

use super::header::Variable;
use super::profile::{Limits, Profile};
use crate::frontend::binding::Binding;
use std::collections::BTreeMap;

/// How a text is made.
#[derive(Debug, Clone, Default)]
pub struct TextOptions {
    /// The arguments of the command line, for the header.
    pub command_line: String,
    /// Whether fixed function computes the position.
    pub is_position_invariant: bool,
    /// Whether WPOS counts from the upper edge, and in whole numbers.
    pub from_top: bool,
    pub is_integer: bool,
    /// The name of the file, for the header.
    pub file: String,
    /// The most temporaries, instructions and constants, where these are not the profile's.
    pub temporaries: Option<u32>,
    pub instructions: Option<u32>,
    pub constants: Option<u32>,
}

impl TextOptions {
    /// The limits of a profile, or those that options give.
    pub(super) fn limits(&self, profile: &Profile) -> Limits {
        let own = &profile.limits;
        Limits {
            temporaries: self.temporaries.unwrap_or(own.temporaries),
            instructions: self.instructions.unwrap_or(own.instructions),
            constants: self.constants.unwrap_or(own.constants),
        }
    }

    /// Sets an option of the profile ([`option`](crate::frontend::c_like::cg::profile::Profile::option)). Others than these change no text.
    pub fn set(&mut self, name: &str, value: &str) {
        let is_on = matches!(value, "1" | "true");
        match name {
            "PosInv" => self.is_position_invariant = is_on,
            "origin_upper_left" => self.from_top = is_on,
            "pixel_center_integer" => self.is_integer = is_on,
            "NumTemps" => self.temporaries = value.parse().ok(),
            "MaxInstructions" | "NumInstructionSlots" => self.instructions = value.parse().ok(),
            "MaxLocalParams" => self.constants = value.parse().ok(),
            _ => {}
        }
    }
}

/// A text.
#[derive(Debug, Clone)]
pub struct CgText {
    pub text: String,
    pub instructions: usize,
    pub temporaries: usize,
    /// For each row of the entry's uniform array the `program.local` that holds it.
    pub rows: Vec<Option<u32>>,
    /// What its head lists.
    pub variables: Vec<Variable>,
    /// In languages whose parameters have names, the name or literal of each number there.
    pub names: BTreeMap<u32, String>,
    /// What the application has to set beside its own parameters, by their numbers: literals and state, in languages that hold
    /// neither.
    pub constants: Vec<(u32, Binding)>,
}
