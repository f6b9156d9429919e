//! EXT_vertex_shader: shader objects, symbols, and their draws.

pub mod bind;
pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod draw;
pub mod get;
pub mod object;
pub mod symbol;
