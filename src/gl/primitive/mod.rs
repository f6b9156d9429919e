//! Points, lines, polygons and multisampling (GL 1.5 sections 3.2 to 3.5, ARB_multisample, ARB_point_parameters,
//! ARB_point_sprite).
//!
//! # Main types
//!
//! [`state::RasterizationState`] holds one struct for each attribute group: [`state::PointState`], [`state::LineState`],
//! [`state::PolygonState`], [`state::MultisampleState`].
//!
//! # Invariants
//!
//! - Sizes and widths are stored as given, and clamped where they are used.
//! - A framebuffer has [`multisample::MAX_SAMPLES`] samples per pixel, or none.
//! - The stipple is stored as 32 rows of 32 bits, bottom row first.
//!
//! # Ways in
//!
//! Commands: glPoint*, glLine*, glPolygon*, glCullFace, glFrontFace, glSampleCoverage in [`commands`]. `gl::draw::raster` turns the
//! state into a rasterization state. [`multisample::fragment_rules`] says what samples do to fragments.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod multisample;
pub mod state;

#[cfg(test)]
pub(crate) mod tests;
