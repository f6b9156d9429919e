//! The capabilities of register combiners (NV_register_combiners).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability!(REGISTER_COMBINERS_NV, combiners.enabled),
    capability!(PER_STAGE_CONSTANTS_NV, combiners.per_stage_constants),
];
