//! Current values, the raster position, and the open primitive as state (GL 1.5 sections 2.6, 2.7 and 2.13). The commands are in
//! `gl::immediate` and `gl::pixel_rectangle`, on higher floors, because a vertex is drawn and a raster position runs a program.
//!
//! # Main types
//!
//! - [`state::ImmediateState`]: the current values of all attributes, the raster position, and the open primitive.
//! - [`primitive::OpenPrimitive`]: the vertices so far. It decides which of them can be drawn before the primitive is complete.
//! - [`primitive::Portion`]: vertices to be drawn now. [`raster_pos::RasterPos`]: a transformed position with its data.
//!
//! # Invariants
//!
//! - The open primitive may write its vertices into the renderer's memory. [`state::ImmediateState::detach`] moves them out before
//!   anything else draws.
//! - A primitive that is split draws the same triangles, with the same orientation, as the whole one.
//!
//! # Ways in
//!
//! Commands read and set the public fields of [`state::ImmediateState`]. `gl::immediate` alone opens and draws a primitive.

pub(crate) mod primitive;
pub mod raster_pos;
pub mod state;

#[cfg(test)]
mod tests;
