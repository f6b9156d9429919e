#![forbid(unsafe_code)]

mod affine;
pub(crate) mod colour;
mod fused;
mod interpolation;
