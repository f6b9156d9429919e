//! The capability of vertex shaders (EXT_vertex_shader).
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] =
    &[capability!(VERTEX_SHADER_EXT, vertex_shaders.enabled)];
