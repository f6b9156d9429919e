//! The profiles whose programs are texts.

use crate::codegen::machine::{
    ARB_FRAGMENT, ARB_VERTEX, GLSL_FRAGMENT, GLSL_VERTEX, Machine, NV_FRAGMENT, NV_FRAGMENT_2,
    NV_VERTEX_1, NV_VERTEX_2, NV_VERTEX_3,
};
use crate::frontend::c_like::cg::profile::Profile as CgProfile;

/// How a language writes registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    /// ARB programs, whose registers have declarations.
    Arb,
    /// The same with condition codes.
    ArbWithConditions,
    /// `v[8]`, `c[3]`, `o[TEX0]`: NVIDIA's vertex programs.
    NvVertex,
    /// `f[TEX0]`, `o[COLR]`, names and literals for constants: NVIDIA's fragment programs.
    NvFragment,
    /// Shaders in GLSL, with names for all.
    Glsl,
}

/// A profile with a text.
pub(super) struct Profile {
    pub(super) cg: &'static CgProfile,
    pub(super) machine: &'static Machine,
    pub(super) writing: Writing,
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

/// The profiles by name: machine, writing, first line, option, instructions, constants, first constant of uniforms.
type Row = (
    &'static str,
    &'static Machine,
    Writing,
    &'static str,
    Option<&'static str>,
    [u32; 3],
);

const VERTEX: &str = "!!ARBvp1.0";
const FRAGMENT: &str = "!!ARBfp1.0";
const VERTEX_3: Option<&str> = Some("NV_vertex_program3");
const FRAGMENT_2: Option<&str> = Some("NV_fragment_program2");

use Writing::*;

#[rustfmt::skip]
const TEXTS: &[Row] = &[
    ("arbvp1", &ARB_VERTEX,    Arb,               VERTEX,     None,       [1024, 96, 1]),
    ("arbfp1", &ARB_FRAGMENT,  Arb,               FRAGMENT,   None,       [1024, 32, 0]),
    ("vp20",   &NV_VERTEX_1,   NvVertex,          "!!VP1.1",  None,       [128, 96, 0]),
    ("vp30",   &NV_VERTEX_2,   NvVertex,          "!!VP2.0",  None,       [256, 256, 0]),
    ("fp30",   &NV_FRAGMENT,   NvFragment,        "!!FP1.0",  None,       [1024, 1024, 0]),
    ("vp40",   &NV_VERTEX_3,   ArbWithConditions, VERTEX,     VERTEX_3,   [2048, 256, 0]),
    ("fp40",   &NV_FRAGMENT_2, ArbWithConditions, FRAGMENT,   FRAGMENT_2, [65536, 256, 0]),
    ("glslv",  &GLSL_VERTEX,   Glsl,              "",         None,       [65536, 4096, 0]),
    ("glslf",  &GLSL_FRAGMENT, Glsl,              "",         None,       [65536, 4096, 0]),
];

impl Profile {
    /// The profile's text, if there is one.
    pub(super) fn of(cg: &'static CgProfile) -> Option<Profile> {
        let row = TEXTS.iter().find(|row| row.0 == cg.name)?;
        let (_, machine, writing, head, option, [instructions, constants, first_constant]) = *row;
        Some(Profile {
            cg,
            machine,
            writing,
            head,
            option,
            limits: Limits {
                temporaries: machine.temporaries,
                instructions,
                constants,
            },
            first_constant,
        })
    }
}
