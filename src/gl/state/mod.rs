//! Queries, enables, attribute groups, hints and strings (GL 1.5 chapter 6 and section 5.6).
//!
//! # Main types
//!
//! - [`table::Row`]: a state variable: its name, its type, and the function that reads it. [`table::TABLES`] has them all.
//! - [`attrib_stack::AttribStacks`]: the saved groups. A group is a clone of the state's struct.
//! - [`strings::Extension`]: one extension with its year. [`hint::HintState`]: the hints, which change nothing.
//!
//! # Invariants
//!
//! - Each fact stands once: a variable in a table here, a capability in the `capabilities` of its chapter. glGet, glIsEnabled and
//!   ENABLE_BIT read the same row.
//! - A row reads a `&Context`. OCCLUSION_TEST_RESULT_HP, which its query resets, is no row ([`get`]).
//! - Restoring a group does not bring back objects that were deleted meanwhile.
//!
//! # Ways in
//!
//! Commands: glGet* in [`get`], glEnable and its like in [`enable`], the stacks in [`attrib_stack`] and [`attrib_client`],
//! glHint in [`hint`], glGetString in [`strings`], labels of objects in [`label`], queries of EXT_vertex_shader in
//! [`vertex_shader`]. A new variable is one row in a file of [`table`]; a new extension is one row in [`strings::EXTENSIONS`].
//! The room is below `direct` alone, which runs its commands.

pub mod attrib_client;
pub mod attrib_stack;
pub mod enable;
pub mod get;
pub mod hint;
pub mod label;
pub mod strings;
pub mod table;
pub mod vertex_shader;

#[cfg(test)]
pub(crate) mod tests;
