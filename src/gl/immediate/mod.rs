//! Vertices between Begin and End, and current values (GL 1.5 sections 2.6 and 2.7).
//!
//! # Main types
//!
//! The state is `gl::current::state::ImmediateState`. This room has commands only.
//!
//! # Invariants
//!
//! - Every vertex command ends in `set_current` or `emit_vertex` ([`begin_end`] has a drawing of their paths).
//! - The common case is one store, inlined into the door. It runs in the application's floating-point environment.
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
pub mod rect;
pub mod tex_coord;
pub mod vertex;
pub mod weight;

#[cfg(test)]
pub(crate) mod tests;
