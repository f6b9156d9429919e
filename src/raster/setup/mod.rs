//! Primitives in the window become pages: records with planes, and meshes of plain triangles.
//!
//! - [`record`]: pages and records; [`planes`]: interpolation planes; [`tile_place`]: where a primitive lies, as one word.
//! - [`line_and_triangle`], [`point`]: primitives one by one.
//! - [`batch`]: polygons that need no clipping, sixteen at a time; they become triangles of a [`mesh`].
//! - [`mesh::sink`]: where a chunk's primitives go; [`merged_draws`]: the same where several draws became one.
//! - [`mesh::setup`], [`mesh::planes`]: run by the tiles; bounds and planes of sixteen triangles of a mesh.
//!
//! Invariants: a triangle of a mesh gets the bits that its record would have: each operation is the same. Written out for all
//! triangles, planes and edges would fill the caches several times over; so tiles compute them where they are used.
#![forbid(unsafe_code)]

pub(crate) mod batch;
pub(crate) mod line_and_triangle;
pub(crate) mod merged_draws;
pub(crate) mod mesh;
pub(crate) mod planes;
pub(crate) mod point;
pub(crate) mod record;
pub(crate) mod tile_place;

#[cfg(test)]
mod tests;
