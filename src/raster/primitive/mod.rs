//! Primitives: assembly, clipping, facing, culling, polygon modes.
//!
//! Takes the transformed vertices of a chunk and gives points, lines and polygons in the window to a
//! [`PrimitiveSink`](sink::PrimitiveSink).
//!
//! - [`assembly`]: which vertices form primitive `i` of a topology, and which of them gives flat colours.
//! - [`chunk`](mod@chunk): the vertices of a chunk; [`context`]: what is prepared once for a draw.
//! - [`clip`]: clipping in homogeneous coordinates; [`clip_and_cull`]: the way of one primitive.
//! - [`sink`]: where primitives go: to pages, or back to the caller.
//!
//! Invariants: a new vertex is computed from the inside towards the outside end of its edge, so that both neighbours of an edge
//! get the same vertex. Polygons are cut to a guard band instead of the sides of the view volume; pixels outside the viewport
//! fall to a rectangle test.
#![forbid(unsafe_code)]

pub(crate) mod assembly;
pub(crate) mod chunk;
pub(crate) mod clip;
pub(crate) mod clip_and_cull;
pub(crate) mod context;
pub(crate) mod sink;

#[cfg(test)]
mod tests;
