//! Matrices, viewport, clip planes, vertex blending, and the state of the raster position (GL 1.5 sections 2.10 to 2.13,
//! ARB_vertex_blend, ARB_matrix_palette).
//!
//! # Main types
//!
//! - [`matrix::MatrixState`]: all matrix stacks, clip planes, viewport, depth range. [`matrix::MatrixStack`]: one stack, never
//!   empty, with the inverse of its top.
//! - [`mode::MatrixMode`]: the stack that matrix commands change.
//! - [`blend::VertexBlend`]: the number of vertex units. [`raster_pos::RasterPos`]: a transformed position with its data.
//!
//! # Invariants
//!
//! - Matrices are stored by columns, as commands pass them. The arithmetic is `crate::device::geometry::matrix`.
//! - The inverse of a stack's top, and projection × modelview, are computed once for each change. A singular matrix has the inverse
//!   zero.
//! - Clip planes are stored in eye coordinates, as glClipPlane made them.
//!
//! # Ways in
//!
//! The commands are in [`commands`] and [`blend`]. Draws read [`matrix::MatrixState`]. glRasterPos itself is in
//! `gl::pixel_rectangle`, because it needs a vertex program.

pub mod blend;
pub(crate) mod capabilities;
pub mod commands;
pub mod matrix;
pub mod mode;
pub mod raster_pos;

#[cfg(test)]
pub(crate) mod tests;
