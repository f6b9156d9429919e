//! Tests from the outside, and the oracles (scalar rasterizer, sampler, f64 mathematics).

pub mod harness;
pub mod scalar_sampler;
