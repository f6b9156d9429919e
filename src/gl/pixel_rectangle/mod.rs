//! Pixel rectangles that are drawn and read, and the commands of the raster position (GL 1.5 sections 2.13, 3.6, 3.7 and 4.3).
//!
//! # A rectangle
//!
//! Colours, depths and bitmaps become an internal texture ([`image`]). A quad in window space samples it, and its fragments take
//! the normal way through programs and tests. Stencil values are written to the buffer directly ([`draw`]).
//!
//! # Invariants
//!
//! - An invalid raster position draws nothing. In feedback and selection the rectangle is recorded and not drawn.
//! - The pixels of a copy are read before any is drawn, because source and destination may overlap.
//! - A fragment reads the texel whose zoomed pixel covers its centre, whatever the zoom factors are.
//! - The raster position is transformed like a vertex, with the current values ([`raster_pos`]). Its state is in `gl::transform`.
//!
//! # Ways in
//!
//! Commands: glDrawPixels, glCopyPixels, glBitmap in [`draw`]; glReadPixels in [`read`]; glRasterPos*, glWindowPos* in
//! [`raster_pos`]. The room is above `gl::draw`, which draws the quad, and `gl::imaging`, through which the pixels pass.

pub mod draw;
mod image;
pub mod raster_pos;
pub mod read;

#[cfg(test)]
pub(crate) mod tests;
