//! The capability of fragment shaders (ATI_fragment_shader).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] =
    &[capability!(FRAGMENT_SHADER_ATI, fragment_shaders.enabled)];
