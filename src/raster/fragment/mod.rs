//! The fragment kernels: interpolation, program, depth and stencil, colour.
#![forbid(unsafe_code)]

pub(crate) mod affine;
pub(crate) mod clamp;
pub(crate) mod colour;
pub(crate) mod depth_stencil;
pub(crate) mod depth_use;
pub(crate) mod fused;
pub(crate) mod interpolation;
pub(crate) mod kernels;
pub(crate) mod srgb;
pub(crate) mod stage;
pub(crate) mod stage_key;
pub(crate) mod uniform;

#[cfg(test)]
pub(crate) mod tests;
