//! Makes immutable draws from GL state: keys, programs, values, render state.
//!
//! All vertices go through `submit`. `state` finds the immutable state of a draw, or builds it. `stages` makes its two
//! stages with their textures, `ati` and `textures` help it for shaders and native programs. `keys` makes the keys of
//! fixed-function programs, `values` the values of uniforms, and `raster` the rasterization state. `cache` keeps what draws
//! share.
//!
//! Beside these, `quad` draws pixel rectangles, `nv_execute` runs vertex state programs, and `explain` keeps the sources of
//! programs.

pub(crate) mod ati;
pub mod cache;
pub(crate) mod explain;
pub mod keys;
pub mod nv_execute;
pub mod quad;
pub mod raster;
pub(crate) mod stage;
pub mod stages;
pub(crate) mod state;
pub(crate) mod submit;
pub(crate) mod textures;
pub mod values;

#[cfg(test)]
pub(crate) mod tests;
