//! ATI_fragment_shader: shaders that are recorded by commands, not loaded as text.
//!
//! # Main types
//!
//! - [`object::FragmentShaders`]: the shaders of a share group by name. [`object::FragmentShaderState`]: what a context has
//!   bound, the definition that it has open, and its constants.
//! - [`code::DefinedShader`]: a valid shader, with a kernel program for each state that it was drawn in.
//!
//! The recorder in `crate::frontend::assembly::ati` knows the rules of a definition and makes IR. [`commands`] converts names for
//! it.
//!
//! # Invariants
//!
//! - Between Begin and EndFragmentShaderATI the context owns the open definition, and the shader has no code.
//! - A shader without code draws as if FRAGMENT_SHADER_ATI were disabled (QUIRKS 2.35).
//! - A shader keeps a bounded number of programs. The one that was not used for the longest time is dropped first.
//!
//! # Ways in
//!
//! Commands: [`object`] has gl{Gen,Bind,Delete,Begin,End}FragmentShaderATI, [`commands`] those inside a definition.
//! [`object::FragmentShaderState::active`] gives the shader of a draw. Texts of ATI_text_fragment_shader (`gl::program`) use the
//! same [`code::DefinedShader`].

pub(crate) mod capabilities;
pub(crate) mod code;
pub mod commands;
pub mod object;

#[cfg(test)]
pub(crate) mod tests;
