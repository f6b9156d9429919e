//! The fragment kernels: programs of IR, found by key.
//!
//! Takes a fragment program, the state that changes its code and the planes of the target; gives kernels to run over blocks.
//!
//! - [`stage_key`] and [`stage`]: a fragment program with the interpolation of its inputs ([`interpolation`]); [`affine`]: its
//!   second kernel, for primitives without perspective.
//! - [`depth_stencil`]: depth bounds, alpha, stencil and depth test; [`colour`]: blending, logic operation, masks, packing;
//!   [`srgb`] and [`clamp`]: parts of these.
//! - [`fused`]: one kernel for a short program and its operations; [`uniform`]: the operations' uniform array.
//! - [`depth_use`]: how a draw's depth test goes with bounds of depths.
//! - [`kernels`]: all kernels of a draw, and their caches.
//!
//! Invariants: a key is plain data and holds what changes code, nothing else. Kernels of early and late order compute the same
//! operations; early is the order where no fragment dies and no depth changes in the program.
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
