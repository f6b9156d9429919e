//! Geometry without state: matrices, angles, meshes, patches.

pub(crate) mod angle;
pub mod matrix;
pub(crate) mod mesh;
pub(crate) mod pn_patch;
