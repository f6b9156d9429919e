//! Matrices, viewports, clip planes, vertex blending (GL 1.5 section 2.11).

pub mod blend;
pub(crate) mod capabilities;
pub mod commands;
pub mod matrix;
pub mod mode;
pub mod raster_pos;

#[cfg(test)]
pub(crate) mod tests;
