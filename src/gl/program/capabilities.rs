//! Programs of the assembly languages.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability!(VERTEX_PROGRAM_ARB, programs.vertex.enabled),
    capability!(FRAGMENT_PROGRAM_ARB, programs.fragment.enabled),
    // One state (ARB_fragment_program, interactions with NV_fragment_program).
    Capability {
        in_enable_group: false,
        ..capability!(FRAGMENT_PROGRAM_NV, programs.fragment.enabled)
    },
    capability!(TEXT_FRAGMENT_SHADER_ATI, programs.text_fragment.enabled),
];
