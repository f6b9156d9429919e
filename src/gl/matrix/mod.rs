//! Matrices, viewport, clip planes and vertex blending as state (GL 1.5 sections 2.10 to 2.12, ARB_vertex_blend,
//! ARB_matrix_palette). The commands are in `gl::transform`, on a higher floor, because they name the active texture unit.
//!
//! # Main types
//!
//! - [`state::MatrixState`]: all matrix stacks, clip planes, viewport, depth range. [`state::MatrixStack`]: one stack, never
//!   empty, with the inverse of its top.
//! - [`mode::MatrixMode`]: the stack that matrix commands change. [`blend::VertexBlend`]: the number of vertex units.
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
//! Draws, lights and coordinate generation read [`state::MatrixState`].

pub mod blend;
pub mod mode;
pub mod state;
