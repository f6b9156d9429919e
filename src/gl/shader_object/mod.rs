//! Shader objects and the programs that they are linked to (GL 2.1 section 2.15, ARB_shader_objects, ARB_vertex_shader,
//! ARB_fragment_shader).
//!
//! # Main types
//!
//! - [`object::ShaderObjects`]: the shaders and programs of a share group, in one name space.
//! - [`object::Shader`]: a text and what it compiled to. [`object::Program`]: the shaders that are attached, and what they
//!   were linked to.
//! - [`linked::Linked`]: a program that linked, with the names and places of its uniforms and attributes.
//!
//! # Invariants
//!
//! - An object that is deleted lives on while a program holds the shader or a context uses the program. It has its name for
//!   so long.
//! - A link that fails leaves what contexts draw with. Commands that ask about uniforms fail then.
//! - Draws see `gl::program`'s [`Executable`](crate::gl::program::in_use::Executable) only.
//!
//! | file | what is in it |
//! |---|---|
//! | `object` | Names, shaders and programs, and how long they live. |
//! | `shader` | The commands of shaders: create, source, compile. |
//! | `program` | The commands of programs: attach, link, use, validate. |
//! | `linked` | What a link gives. |
//! | `query` | Queries of shaders and programs, by both names of each. |
//! | `active` | Active uniforms and attributes. |
//! | `attribute` | The numbers of attributes. |
//! | `uniform` | How values of uniforms are stored and read. |
//! | `uniform_commands` | The commands that set and read them. |
#![forbid(unsafe_code)]

pub mod active;
pub mod attribute;
pub mod linked;
pub mod object;
pub mod program;
pub mod query;
pub mod shader;
mod uniform;
pub mod uniform_commands;
