//! Display lists (GL 1.5 section 5.4).
//!
//! # Main types
//!
//! - [`record::ListState`]: the name of the list that is compiled, and LIST_BASE. [`record::Lists`]: the lists of a share group
//!   by name.
//! - [`vertices::Item`]: a part of a list: a recorded command, vertex commands, or a run.
//! - [`run::Run`]: primitives that begin and end inside the list, as vertex data. A run is one draw.
//!
//! # Invariants
//!
//! - A command is recorded after it has copied what its pointers name. So a list holds no address of the application.
//! - A recorded command runs without being recorded again, also under COMPILE_AND_EXECUTE.
//! - A primitive becomes a run only if the list gives every value that its vertices need. Constant attributes come from the context
//!   that calls the list.
//! - A list is held by `Arc` while it runs, so that it may delete or replace itself. Calls nest up to 64 deep.
//!
//! # Ways in
//!
//! Commands: glNewList to glIsList in [`record`]. Other rooms record through `Call::run` and `Call::run_anywhere`; vertex commands
//! go to `gl::context::recording::Recorder`. When a list ends, [`compile::compile_ops`] turns each row of them into items.

mod compile;
pub mod record;
mod run;
pub(crate) mod vertices;

#[cfg(test)]
pub(crate) mod tests;
