//! Vertices between Begin and End, and current values (GL 1.5 sections 2.6 and 2.7).
//!
//! # Main types
//!
//! - [`begin_end::ImmediateState`]: the current values of all attributes, the raster position, and the open primitive.
//! - [`primitive::OpenPrimitive`]: the vertices so far. It decides which of them can be drawn before the primitive is complete.
//! - [`primitive::Portion`]: vertices to be drawn now.
//!
//! # Invariants
//!
//! - Every vertex command ends in `set_current` or `emit_vertex` ([`begin_end`] has a drawing of their paths).
//! - The common case is one store, inlined into the door. It runs in the application's floating-point environment.
//! - The open primitive may write its vertices into the renderer's memory. [`begin_end::ImmediateState::detach`] moves them out before
//!   anything else draws.
//! - A primitive that is split draws the same triangles, with the same orientation, as the whole one.
//!
//! # Ways in
//!
//! [`begin_end::begin`] and [`begin_end::end`]. The other files have one family of commands each, mostly as tables of
//! `gl::attribute::sized`. Display lists replay through the functions with the suffix `_now`, which do not record.

pub mod attribute;
pub mod attribute_nv;
pub mod begin_end;
pub mod color;
pub mod material;
pub mod normal;
pub(crate) mod primitive;
pub mod rect;
pub mod tex_coord;
pub mod vertex;
pub mod weight;

#[cfg(test)]
pub(crate) mod tests;
