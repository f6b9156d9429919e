//! Makes immutable draws from GL state: keys, programs, values, rasterization state.
//!
//! # A draw
//!
//! 1. [`submit::submit`] checks the state ([`stages::validate`]) and sends the vertices on one of three ways: to fragments, through
//!    divided triangles, or to feedback.
//! 2. [`state::draw_state`] finds the immutable `raster::DrawState`, or builds it. It is found when no chapter that draws depend on
//!    has changed and the same textures are bound.
//! 3. To build it, [`stages`] takes the program of each stage. [`keys`] makes the key of a fixed-function program; [`ati`] and
//!    [`textures`] serve shaders of ATI and programs. [`values`] fills the uniforms. [`raster`] makes the rasterization state.
//! 4. `crate::device::draw` gives the draw to the renderer, in the first form of the vertices that it takes.
//!
//! # Main types
//!
//! - `gl::context::draw_cache::DrawCache`: what a context keeps from one draw to the next. [`submit::Drawable`]: vertices in
//!   several forms.
//!
//! # Invariants
//!
//! - All vertices of primitives go through [`submit::submit`]. Only pixel rectangles do not: they are quads in window space
//!   ([`quad`]).
//! - A `DrawState` never changes after it was made. What did not change keeps its `Arc`, so that draws can be merged.
//! - Current values are vertex data and no part of the state.
//!
//! # Ways in
//!
//! [`submit::submit`] for vertices in their own form, [`submit::draw_vertices`] for arrays, [`quad::pixel_draw`] for images.
//! [`stages::raster_pos_stage`] transforms a raster position. [`nv_execute`] has glExecuteProgramNV. [`explain`] keeps the sources
//! of programs while a frame is explained.

pub(crate) mod ati;
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
