//! Fragment operations, clear values, and where colours are clamped (GL 1.5 section 4.1, ARB_color_buffer_float).
//!
//! # Main types
//!
//! - [`state::FragmentState`]: one struct for each attribute group: [`state::ColorState`], [`state::DepthState`],
//!   [`state::StencilState`], [`state::ScissorState`].
//! - [`state::StencilSide`]: the stencil state of one face.
//!
//! # Invariants
//!
//! - [`state::FragmentState::ops`] gives what changes code, and `values` what does not. So a new reference value compiles nothing.
//! - A test without its buffer passes (sections 4.1.5 and 4.1.6).
//! - Colours and reference values are stored as given, and clamped where they are used or queried ([`color_clamp`]).
//!
//! # Ways in
//!
//! Commands: [`commands`] has those of scissor, alpha, stencil and depth tests, blending, logical operations, masks and clear
//! values. [`color_clamp`] has glClampColor. A draw calls `ops` and `values` in `gl::draw::stages`.

pub(crate) mod capabilities;
pub mod color_clamp;
pub mod commands;
pub mod state;
