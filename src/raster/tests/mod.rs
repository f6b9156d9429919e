//! Helpers that the tests of the module share.
#![forbid(unsafe_code)]

mod conventions;

use super::*;

/// Plain filled polygons in a target of this size.
pub(crate) fn raster_state(width: i32, height: i32) -> RasterState {
    RasterState {
        clip_planes: 0,
        viewport: [0, 0, width, height],
        depth_clamp: false,
        depth_range: [0.0, 1.0],
        scissor: None,
        front_ccw: true,
        cull: Culling {
            front: false,
            back: false,
        },
        polygon_mode: [PolygonMode::Fill; 2],
        polygon_offset: PolygonOffset {
            enabled: [false; 3],
            factor: 0.0,
            units: 0.0,
        },
        polygon_stipple: None,
        flat: false,
        two_sided: false,
        clamp_colors: true,
        line_width: 1.0,
        line_stipple: None,
        line_smooth: false,
        point_size: 1.0,
        program_point_size: false,
        point_size_range: [1.0, 64.0],
        point_smooth: false,
        polygon_smooth: false,
        point_sprite: None,
        multisample: None,
        conventions: Conventions::default(),
    }
}
