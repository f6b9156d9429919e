//! What a texture is before any command: its object, parameters, targets and internal formats (GL 1.5 section 3.8).
//!
//! The commands that make and change textures are in `gl::texture`. Framebuffers attach images of textures, and stand below that
//! room. So both use this one. Texels, levels and palettes are `crate::device::texture`.
//!
//! # Main types
//!
//! - [`object::TextureHandle`]: a texture with its name, its kind and a number that is never used again. Inside, behind a lock,
//!   is an [`object::TextureObject`]: parameters and a `device` texture.
//! - [`parameters::TexParams`]: what glTexParameter sets. [`format::InternalFormat`]: a GL name with a storage format.
//! - [`sampler::SamplerObject`]: what a unit samples with in place of its textures' own parameters.
//! - [`target::ImageTarget`]: the kind and face that a target of TexImage names.
//!
//! # Invariants
//!
//! - The kind of a texture never changes after its first binding.
//! - State holds enums; a query turns them back to names by the table that the command read.
//!
//! # Ways in
//!
//! [`object::TextureObject::resolve`] says whether a texture is complete ([`complete`]) and what a draw samples.
//! [`format::InternalFormat::from_enum`] is the one table of internal formats.

pub mod complete;
pub mod format;
pub mod object;
pub mod parameters;
pub mod sampler;
pub mod target;

#[cfg(test)]
mod tests;
