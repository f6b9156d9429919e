//! The current raster position: a transformed position with its colours and coordinates (GL 1.5 section 2.13). The commands
//! that set it are in `pixel_rectangle`.
#![forbid(unsafe_code)]

use crate::gl::context::limits::MAX_TEXTURE_COORDS;

/// The current raster position and its associated data (GL 1.5 table 6.6).
#[derive(Debug, Clone, PartialEq)]
pub struct RasterPos {
    /// CURRENT_RASTER_POSITION_VALID
    pub valid: bool,
    /// Window coordinates x, y, z, and the clip coordinate w.
    pub window: [f32; 4],
    /// CURRENT_RASTER_COLOR, clamped.
    pub color: [f32; 4],
    /// CURRENT_RASTER_SECONDARY_COLOR, clamped.
    pub secondary: [f32; 4],
    /// CURRENT_RASTER_DISTANCE: the fog coordinate.
    pub distance: f32,
    /// CURRENT_RASTER_INDEX
    pub index: f32,
    /// CURRENT_RASTER_TEXTURE_COORDS of each set.
    pub tex_coords: [[f32; 4]; MAX_TEXTURE_COORDS],
}

impl Default for RasterPos {
    fn default() -> Self {
        RasterPos {
            valid: true,
            window: [0.0, 0.0, 0.0, 1.0],
            color: [1.0; 4],
            secondary: [0.0, 0.0, 0.0, 1.0],
            distance: 0.0,
            index: 1.0,
            tex_coords: [[0.0, 0.0, 0.0, 1.0]; MAX_TEXTURE_COORDS],
        }
    }
}
