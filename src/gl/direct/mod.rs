//! Direct state access: commands that name what they act on, in place of what is bound (EXT_direct_state_access,
//! EXT_draw_buffers2).
//!
//! # Main types
//!
//! - [`selection::Selection`]: what a command names: a texture, a unit, a matrix, a buffer, a program, a framebuffer, a vertex
//!   array object.
//!
//! # Invariants
//!
//! - A command binds what it names, runs the command of the chapter, and restores the binding. So both give the same errors and
//!   have one body.
//! - A name without an object gets one, even if the command then fails (section 2.5).
//! - In a list, the binding is recorded together with what the command records ([`selection::listed`]).
//!
//! # Ways in
//!
//! Commands: textures and units in [`texture`], matrices in [`matrix`], buffers in [`buffer`], programs in [`program`],
//! framebuffers and renderbuffers in [`framebuffer`], vertex arrays in [`vertex_array`], capabilities and queries with an index in
//! [`indexed`], client state in [`client`].

pub mod buffer;
pub mod client;
pub mod framebuffer;
pub mod indexed;
pub mod matrix;
pub mod program;
mod selection;
pub mod texture;
pub mod vertex_array;

#[cfg(test)]
mod tests;
