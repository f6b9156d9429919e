//! The commands of matrices, viewport, depth range, clip planes and vertex units (GL 1.5 sections 2.10 to 2.12, ARB_vertex_blend,
//! ARB_matrix_palette), and of matrices that program parameters follow (NV_vertex_program). The state is `gl::matrix`.
//!
//! The room is above `gl::texture`, because texture matrices are those of the active texture unit.
//!
//! # Ways in
//!
//! Matrices, viewport, depth range and clip planes in [`commands`], vertex units in [`blend`], glTrackMatrixNV in [`track`].
//! glRasterPos is in `gl::pixel_rectangle`, because it needs a vertex program.

pub mod blend;
pub(crate) mod capabilities;
pub mod commands;
pub mod track;

#[cfg(test)]
pub(crate) mod tests;
