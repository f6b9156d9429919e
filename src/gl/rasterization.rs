//! Points, lines, polygons (GL 1.5 sections 3.3 to 3.5).

/// Rasterization state.
#[derive(Debug, Default)]
pub struct RasterizationState {}
