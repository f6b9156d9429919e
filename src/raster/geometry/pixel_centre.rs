//! Window coordinates of pixel centres.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::{Conventions, PixelCentre};

/// Returns the window coordinate of the centre of pixel 0.
pub(crate) fn centre_in_window(conventions: Conventions) -> f32 {
    match conventions.pixel_centre {
        PixelCentre::Half => 0.5,
        PixelCentre::Integer => 0.0,
    }
}
