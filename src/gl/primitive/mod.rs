//! Points, lines, polygons and multisampling (GL 1.5 sections 3.2 to 3.5, ARB_multisample, ARB_point_parameters,
//! ARB_point_sprite), and the division of triangles (ATI_pn_triangles).
//!
//! # Main types
//!
//! [`state::RasterizationState`] holds one struct for each attribute group: [`state::PointState`], [`state::LineState`],
//! [`state::PolygonState`], [`state::MultisampleState`]. [`pn_triangles::PnTriangles`]: how triangles are divided.
//!
//! # Invariants
//!
//! - Sizes and widths are stored as given, and clamped where they are used.
//! - A framebuffer has [`multisample::MAX_SAMPLES`] samples per pixel, or none.
//! - The stipple is stored as 32 rows of 32 bits, bottom row first.
//!
//! # Ways in
//!
//! Commands: glPoint*, glLine*, glPolygon*, glCullFace, glFrontFace, glSampleCoverage in [`commands`], glPNTriangles*ATI in
//! [`pn_triangles`]. `gl::draw::raster` turns the state into a rasterization state. [`multisample::fragment_rules`] says what
//! samples do to fragments.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod multisample;
pub mod pn_triangles;
pub mod state;

#[cfg(test)]
pub(crate) mod tests;
