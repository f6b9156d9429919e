//! EXT_vertex_shader: vertex shaders that are recorded by commands.
//!
//! # Main types
//!
//! - [`object::VertexShaders`]: the shaders of a share group. [`object::VertexShaderState`]: what a context has bound, its open
//!   definition, and the current values of variants.
//! - [`symbol::Symbols`]: the symbols of a share group: variables, invariants, constants, and GL state bound as a symbol.
//! - [`draw::DefinedShader`]: a complete definition, with a kernel program for each set of clip planes.
//!
//! The recorder in `crate::frontend::vertex_shader` knows the rules of a definition and makes IR.
//!
//! # Invariants
//!
//! - No command deletes a symbol, so a name stays valid as long as its share group.
//! - The value of an invariant belongs to the symbol, of a local constant to the shader, of a variant to the context.
//! - An enabled vertex program takes precedence over the shader. A shader that is undefined draws as if it were disabled.
//!
//! # Ways in
//!
//! Commands: [`object`] has gl{Gen,Bind,Delete,Begin,End}VertexShaderEXT, [`commands`] those inside a definition, [`symbol`]
//! and [`bind`] make symbols. Queries are in `gl::state::vertex_shader`, variants and their arrays in
//! `gl::vertex_array::variant`. Draws call [`object::VertexShaderState::active`] and, before vertices, `load_variants`.

pub mod bind;
pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod draw;
pub mod object;
pub mod symbol;
