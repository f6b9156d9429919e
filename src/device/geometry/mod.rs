//! Geometry without state: matrices, angles, meshes of the unit square and triangle, curved patches.
//!
//! `pn_patch` (triangles with normals) and `patch` (control points) compute the vertices of a `mesh`. Both take points of
//! edges from `curve`, so that neighbours match bit by bit. `pn_triangles` divides draws of triangles with normals.

pub mod angle;
pub mod curve;
pub mod matrix;
pub mod mesh;
pub mod patch;
mod pn_patch;
pub mod pn_triangles;

#[cfg(test)]
mod tests;
