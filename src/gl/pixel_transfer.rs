//! Pixel rectangles (GL 1.5 sections 3.6, 3.7, 4.3).

/// Pixel store and transfer state, raster position.
#[derive(Debug, Default)]
pub struct PixelState {}
