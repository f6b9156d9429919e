//! The capability of the occlusion test (HP_occlusion_test).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] =
    &[capability!(OCCLUSION_TEST_HP, queries.occlusion_test)];
