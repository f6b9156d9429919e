//! The capabilities of debug output (KHR_debug). No attribute group holds them.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    Capability {
        in_enable_group: false,
        ..capability!(DEBUG_OUTPUT, debug.enabled)
    },
    Capability {
        in_enable_group: false,
        ..capability!(DEBUG_OUTPUT_SYNCHRONOUS, debug.synchronous)
    },
];
