//! Program objects: of the assembly languages ARB_vertex_program, ARB_fragment_program, NV_vertex_program and
//! NV_fragment_program with their successors, ATI_text_fragment_shader; and of languages whose uniforms have names
//! (TRI_shading_language).
//!
//! # Main types
//!
//! - [`object::ProgramObject`]: the last text that loaded, its program, and its local parameters. [`object::Programs`]: all
//!   programs of a share group; targets share one name space (QUIRKS 0.39).
//! - [`loaded::Loaded`]: a program that loaded, in whichever language, as a draw sees it.
//! - [`object::ProgramState`]: for each target what is bound and enabled, and the environment parameters.
//! - [`in_use::Executable`]: the stages of a program of shader objects, which draws run before those of the targets.
//! - [`object::Enabled`]: what a draw does with a target. [`tracked::TrackedMatrix`]: a matrix that parameters follow.
//!
//! # Invariants
//!
//! - A text that does not load changes nothing but error position and error string ([`load`]).
//! - A program is parsed once, when it is loaded. Variants for a state are made and kept by the front end's `ArbProgram`.
//! - Local parameters belong to the object, environment parameters to the context.
//!
//! # Ways in
//!
//! Commands: names, binding and texts in [`commands`], parameters in [`parameters`], queries in [`query`], and all of
//! these by NV's names in [`nv`]. Uniforms and options of shading languages are in [`uniform`] and [`options`].
//!
//! A draw asks [`object::ProgramState::vertex_program`] and `fragment_program`. [`text_ati::ati_shader`] gives the
//! shader of ATI's machine. glExecuteProgramNV is in `gl::draw`, because it reads all state.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod in_use;
mod limits;
mod load;
pub(crate) mod loaded;
pub mod nv;
pub mod object;
pub mod options;
pub mod parameters;
pub mod query;
pub(crate) mod shading;
pub(crate) mod text_ati;
pub mod tracked;
pub mod uniform;

#[cfg(test)]
pub(crate) mod tests;
