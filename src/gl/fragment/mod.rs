//! Fragment operations and colour clamping (GL 1.5 section 4.1, ARB_color_buffer_float).
//!
//! Commands: those of the scissor, alpha, stencil and depth tests, of blending, logical operations, masks and clear values,
//! glClampColor. [`state`] converts them to the operations of a draw.

pub(crate) mod capabilities;
pub mod color_clamp;
pub mod commands;
pub mod state;
