//! State becomes an immutable draw: keys, programs, values, render state.

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
