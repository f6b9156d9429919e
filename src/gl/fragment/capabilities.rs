//! The capabilities of the fragment operations.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;
use crate::raster::MAX_COLOR_PLANES;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability!(SCISSOR_TEST, fragment.scissor.enabled),
    capability!(ALPHA_TEST, fragment.color.alpha_test),
    capability!(STENCIL_TEST, fragment.stencil.enabled),
    capability!(STENCIL_TEST_TWO_SIDE_EXT, fragment.stencil.two_side),
    capability!(DEPTH_TEST, fragment.depth.enabled),
    capability!(DEPTH_BOUNDS_TEST_EXT, fragment.depth.bounds_test),
    // glEnable sets it for all draw buffers, and queries return that of the first (EXT_draw_buffers2).
    Capability {
        get: |cx, _| cx.fragment.color.blend[0],
        set: |cx, _, on| {
            cx.fragment.color.blend = [on; MAX_COLOR_PLANES];
            Ok(())
        },
        ..capability!(BLEND, fragment.color.blend[0])
    },
    capability!(FRAMEBUFFER_SRGB, fragment.color.framebuffer_srgb),
    capability!(DITHER, fragment.color.dither),
    capability!(INDEX_LOGIC_OP, fragment.color.index_logic_op),
    capability!(COLOR_LOGIC_OP, fragment.color.logic_op_enabled),
];
