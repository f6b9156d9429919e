//! Window coordinates in fixed point: 8 subpixel bits, exact from the viewport transformation to the edge functions.
#![forbid(unsafe_code)]

/// Subpixel units per pixel.
pub(crate) const SUBPIXELS: i32 = 256;

/// The pixels whose centres can lie between two subpixel coordinates: from the first one plus the first of these, over
/// [`SUBPIXELS`], to before the second one plus the second. Half-open tests are left to the edges.
pub(crate) const CENTRE_REACH: [i32; 2] = [SUBPIXELS / 2 - 1, SUBPIXELS / 2];

/// The pixels whose centres can lie between the subpixel coordinates.
#[inline]
pub(crate) fn centre_range(low: i32, high: i32) -> (i32, i32) {
    ((low + CENTRE_REACH[0]) >> 8, (high + CENTRE_REACH[1]) >> 8)
}
