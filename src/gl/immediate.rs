//! Begin/End and the current values (GL 1.5 sections 2.6, 2.7).

/// Current values and the primitive being specified.
#[derive(Debug, Default)]
pub struct ImmediateState {
    inside_begin: bool,
    /// Current raster position. (Seam: helper *vertices* owns it.)
    pub raster_pos: RasterPos,
}

/// The current raster position.
#[derive(Debug, Default)]
pub struct RasterPos {
    /// CURRENT_RASTER_POSITION_VALID
    pub valid: bool,
    /// Window coordinates.
    pub window: [f32; 4],
}

impl ImmediateState {
    /// Between Begin and End.
    #[inline]
    pub fn inside_begin(&self) -> bool {
        self.inside_begin
    }
}
