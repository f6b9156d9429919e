//! Window coordinates in fixed point, with 8 subpixel bits. All computations from the viewport transformation to the edge
//! functions are exact.
#![forbid(unsafe_code)]

/// Subpixels per pixel.
pub(crate) const SUBPIXELS: i32 = 256;

/// What [`centre_range`] adds to two subpixel coordinates before it divides them by [`SUBPIXELS`], rounding down.
pub(crate) const CENTRE_REACH: [i32; 2] = [SUBPIXELS / 2 - 1, SUBPIXELS / 2];

/// Returns (first, end) of the pixels whose centres can lie between two subpixel coordinates. The edge functions decide about
/// centres exactly on a bound.
#[inline]
pub(crate) fn centre_range(low: i32, high: i32) -> (i32, i32) {
    ((low + CENTRE_REACH[0]) >> 8, (high + CENTRE_REACH[1]) >> 8)
}
