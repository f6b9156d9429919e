//! The positions of the samples in a multisampled pixel.
//!
//! Four samples lie on a rotated grid: each row and each column of a 4×4 raster has one of them.
//!
//! ```text
//!   ┌─┬─┬─┬─┐     Positions are whole subpixels. So an edge function moved from the centre to a sample is
//!   │ │ │3│ │     exact, and a sample on an edge of two triangles belongs to just one of them.
//!   ├─┼─┼─┼─┤
//!   │2│ │ │ │
//!   ├─┼─┼─┼─┤
//!   │ │ │ │1│
//!   ├─┼─┼─┼─┤
//!   │ │0│ │ │
//!   └─┴─┴─┴─┘
//! ```
#![forbid(unsafe_code)]

use super::subpixel::SUBPIXELS;
use crate::platform::PixelStorage;

/// Samples per pixel of a multisampled target.
pub(crate) const SAMPLES: usize = PixelStorage::SAMPLES as usize;

/// The samples' distances from the pixel's centre, in subpixels.
pub(crate) const PLACES: [[i32; 2]; SAMPLES] = [[-32, -96], [96, -32], [-96, 32], [32, 96]];

/// Returns a sample's distance from the pixel's centre, in pixels.
pub(crate) fn place_in_pixels(sample: usize) -> [f64; 2] {
    PLACES[sample].map(|c| f64::from(c) / f64::from(SUBPIXELS))
}

/// What [`sample_range`] adds to two subpixel coordinates before it divides them, as
/// [`CENTRE_REACH`](super::subpixel::CENTRE_REACH) does for centres.
pub(crate) const SAMPLE_REACH: [i32; 2] = {
    const REACH: i32 = 96;
    let half = SUBPIXELS / 2;
    [SUBPIXELS - 1 - half - REACH, REACH - half + SUBPIXELS]
};

/// Returns (first, end) of the pixels that may have a sample between two subpixel coordinates. The edge functions decide about
/// samples exactly on a bound.
#[inline]
pub(crate) fn sample_range(low: i32, high: i32) -> (i32, i32) {
    ((low + SAMPLE_REACH[0]) >> 8, (high + SAMPLE_REACH[1]) >> 8)
}
