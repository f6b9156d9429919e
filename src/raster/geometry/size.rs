//! The sizes of points and lines in pixels.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::RasterState;

/// Returns the width of lines in pixels, at most 1024. A width that is not positive counts as 1.
pub(crate) fn line_width(state: &RasterState) -> f32 {
    if state.line_width > 0.0 {
        state.line_width.min(1024.0)
    } else {
        1.0
    }
}

/// Returns the side, in pixels, of points if all are aliased squares of one size.
pub(crate) fn plain_point_pixels(state: &RasterState) -> Option<i32> {
    let is_plain = !state.program_point_size
        && state.point_sprite.is_none()
        && !state.point_smooth
        && state.multisample.is_none();
    is_plain.then(|| pixels_of_point(clamped_point_size(state, state.point_size)))
}

/// Clamps a point size to the state's range. NaN becomes the least size, and the result is positive.
pub(crate) fn clamped_point_size(state: &RasterState, size: f32) -> f32 {
    let [least, greatest] = state.point_size_range;
    let size = if size > least {
        size.min(greatest)
    } else {
        least
    };
    size.max(f32::MIN_POSITIVE)
}

/// Returns the side, in pixels, of an aliased point, at most 4096.
pub(crate) fn pixels_of_point(size: f32) -> i32 {
    (size.round() as i32).clamp(1, 4096)
}
