//! The sizes of points and lines in pixels.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::RasterState;

/// The width of lines in pixels.
pub(crate) fn line_width(state: &RasterState) -> f32 {
    if state.line_width > 0.0 {
        state.line_width.min(1024.0)
    } else {
        1.0
    }
}

/// Pixels along the sides of points that are squares of one size.
pub(crate) fn plain_point_pixels(state: &RasterState) -> Option<i32> {
    let is_plain = !state.program_point_size
        && state.point_sprite.is_none()
        && !state.point_smooth
        && state.multisample.is_none();
    is_plain.then(|| pixels_of_point(clamped_point_size(state, state.point_size)))
}

pub(crate) fn clamped_point_size(state: &RasterState, size: f32) -> f32 {
    let [least, greatest] = state.point_size_range;
    let size = if size > least {
        size.min(greatest)
    } else {
        least
    };
    size.max(f32::MIN_POSITIVE)
}

pub(crate) fn pixels_of_point(size: f32) -> i32 {
    (size.round() as i32).clamp(1, 4096)
}
