//! Source text, or a key of plain data, → [`crate::ir::Program`]. Front ends know no machine and no GL object.
#![forbid(unsafe_code)]

pub mod assembly;
pub mod binding;
mod bound_program;
pub mod c_like;
mod common_stage;
pub mod diagnostic;
pub mod fixed_function;
pub mod register_combiners;
pub mod source;
pub mod texture_shader;
mod vector;
pub mod vertex_shader;

pub use bound_program::BoundProgram;
