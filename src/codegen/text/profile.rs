//! The profiles whose programs are texts.

use crate::codegen::machine::{ARB_FRAGMENT, ARB_VERTEX, Machine};
use crate::frontend::assembly::arb::names;
use crate::frontend::c_like::cg::profile::Profile as CgProfile;

/// A profile with a text.
pub(super) struct Profile {
    pub(super) cg: &'static CgProfile,
    pub(super) machine: &'static Machine,
    /// The first line of its programs.
    pub(super) head: &'static str,
    pub(super) limits: Limits,
    /// The first constant that uniforms take.
    pub(super) first_constant: u32,
}

/// What a program may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) temporaries: u32,
    pub(super) instructions: u32,
    pub(super) constants: u32,
}

/// The profiles by name: machine, first line, limits, first constant of uniforms.
const TEXTS: &[(&str, &Machine, &str, Limits, u32)] = &[
    ("arbvp1", &ARB_VERTEX, "!!ARBvp1.0", limits(32, 1024, 96), 1),
    ("arbfp1", &ARB_FRAGMENT, "!!ARBfp1.0", limits(32, 1024, 32), 0),
];

const fn limits(temporaries: u32, instructions: u32, constants: u32) -> Limits {
    Limits {
        temporaries,
        instructions,
        constants,
    }
}

impl Profile {
    /// The profile's text, if there is one.
    pub(super) fn of(cg: &'static CgProfile) -> Option<Profile> {
        let row = TEXTS.iter().find(|row| row.0 == cg.name)?;
        let (_, machine, head, limits, first_constant) = *row;
        Some(Profile {
            cg,
            machine,
            head,
            limits,
            first_constant,
        })
    }

    /// The name of an input.
    pub(super) fn input(&self, vec4: u32) -> String {
        names::attribute(self.machine.is_pixel, vec4)
    }
}
