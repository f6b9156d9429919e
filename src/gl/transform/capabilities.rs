//! The capabilities of clip planes, normals, vertex blending, the depth clamp.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability, capability_run};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_CLIP_PLANES;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability_run! { CLIP_PLANE0, MAX_CLIP_PLANES, |cx, i| cx.matrix.clip_enabled[i] },
    capability!(NORMALIZE, matrix.normalize),
    capability!(RESCALE_NORMAL, matrix.rescale_normal),
    capability!(VERTEX_BLEND_ARB, matrix.blend.enabled),
    capability!(VERTEX_WEIGHTING_EXT, matrix.blend.weighting),
    capability!(WEIGHT_SUM_UNITY_ARB, matrix.blend.sum_unity),
    capability!(MATRIX_PALETTE_ARB, matrix.blend.palette),
    capability!(DEPTH_CLAMP, matrix.depth_clamp),
];
