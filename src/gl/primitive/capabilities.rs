//! The capabilities of points, lines, polygons, multisampling, PN triangles.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, capability};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability!(POINT_SMOOTH, rasterization.point.smooth),
    capability!(POINT_SPRITE, rasterization.point.sprite),
    capability!(LINE_SMOOTH, rasterization.line.smooth),
    capability!(LINE_STIPPLE, rasterization.line.stipple),
    capability!(CULL_FACE, rasterization.polygon.cull),
    capability!(POLYGON_SMOOTH, rasterization.polygon.smooth),
    capability!(POLYGON_STIPPLE, rasterization.polygon.stipple),
    capability!(
        POLYGON_OFFSET_POINT,
        rasterization.polygon.offset_enabled[0]
    ),
    capability!(POLYGON_OFFSET_LINE, rasterization.polygon.offset_enabled[1]),
    capability!(POLYGON_OFFSET_FILL, rasterization.polygon.offset_enabled[2]),
    capability!(MULTISAMPLE, rasterization.multisample.enabled),
    capability!(
        SAMPLE_ALPHA_TO_COVERAGE,
        rasterization.multisample.alpha_to_coverage
    ),
    capability!(SAMPLE_ALPHA_TO_ONE, rasterization.multisample.alpha_to_one),
    capability!(SAMPLE_COVERAGE, rasterization.multisample.coverage),
    capability!(VERTEX_PROGRAM_POINT_SIZE, rasterization.program_point_size),
    capability!(VERTEX_PROGRAM_TWO_SIDE, rasterization.program_two_side),
    capability!(PN_TRIANGLES_ATI, pn_triangles.enabled),
];
