//! The scalar oracles: one lane, pixel or sample at a time, written from the specifications alone.

mod footprint;
pub mod ir;
pub mod raster;
pub mod sampler;
