//! An independent reading of EXT_vertex_shader: which commands a definition accepts, and what a shader gives one vertex.
//! Written from the registry's text, its table of operations row by row.

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
