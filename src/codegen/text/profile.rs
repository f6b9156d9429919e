//! The profiles whose programs are texts.

use crate::codegen::machine::{ARB_FRAGMENT, ARB_VERTEX, Machine, NV_FRAGMENT_2, NV_VERTEX_3};
use crate::frontend::assembly::arb::names;
use crate::frontend::c_like::cg::profile::Profile as CgProfile;

/// A profile with a text.
pub(super) struct Profile {
    pub(super) cg: &'static CgProfile,
    pub(super) machine: &'static Machine,
    /// The first line of its programs, and the option of its extension.
    pub(super) head: &'static str,
    pub(super) option: Option<&'static str>,
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

/// The profiles by name: machine, first line, option, limits, first constant of uniforms.
type Row = (
    &'static str,
    &'static Machine,
    &'static str,
    Option<&'static str>,
    Limits,
    u32,
);

const VERTEX: &str = "!!ARBvp1.0";
const FRAGMENT: &str = "!!ARBfp1.0";

const TEXTS: &[Row] = &[
    (
        "arbvp1",
        &ARB_VERTEX,
        VERTEX,
        None,
        limits(&ARB_VERTEX, 1024, 96),
        1,
    ),
    (
        "arbfp1",
        &ARB_FRAGMENT,
        FRAGMENT,
        None,
        limits(&ARB_FRAGMENT, 1024, 32),
        0,
    ),
    (
        "vp40",
        &NV_VERTEX_3,
        VERTEX,
        Some("NV_vertex_program3"),
        limits(&NV_VERTEX_3, 2048, 256),
        0,
    ),
    (
        "fp40",
        &NV_FRAGMENT_2,
        FRAGMENT,
        Some("NV_fragment_program2"),
        limits(&NV_FRAGMENT_2, 65536, 256),
        0,
    ),
];

const fn limits(machine: &Machine, instructions: u32, constants: u32) -> Limits {
    Limits {
        temporaries: machine.temporaries,
        instructions,
        constants,
    }
}

impl Profile {
    /// The profile's text, if there is one.
    pub(super) fn of(cg: &'static CgProfile) -> Option<Profile> {
        let row = TEXTS.iter().find(|row| row.0 == cg.name)?;
        let (_, machine, head, option, limits, first_constant) = *row;
        Some(Profile {
            cg,
            machine,
            head,
            option,
            limits,
            first_constant,
        })
    }

    /// The name of an input.
    pub(super) fn input(&self, vec4: u32) -> String {
        names::attribute(self.machine.is_pixel, vec4)
    }
}
