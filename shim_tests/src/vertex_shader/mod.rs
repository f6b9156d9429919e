//! An independent reading of EXT_vertex_shader: the commands that a definition accepts, and a shader's outputs for one
//! vertex. It is written from the registry's text, its table of operations row by row.

pub mod bound_state;
pub mod call_maker;
pub mod calls;
pub mod command;
pub mod driver;
pub mod evaluate;
pub mod generate;
pub mod numbers;
pub mod world;
mod world_errors;
