//! EXT_vertex_shader. Shader objects are in `object`, symbols in `symbol`, the commands inside a definition in `commands`.
//! `bind` binds GL state as symbols, `get` has the queries, and `draw` the code of a shader and its variants.

pub mod bind;
pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod draw;
pub mod get;
pub mod object;
pub mod symbol;
