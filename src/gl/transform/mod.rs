//! Matrices, viewports, clip planes, vertex blending (GL 1.5 section 2.11). `matrix` and `mode` hold the state, `commands`
//! change it. `blend` has vertex units, and `raster_pos` the state of the raster position.

pub mod blend;
pub(crate) mod capabilities;
pub mod commands;
pub mod matrix;
pub mod mode;
pub mod raster_pos;

#[cfg(test)]
pub(crate) mod tests;
