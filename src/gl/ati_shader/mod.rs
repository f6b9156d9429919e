//! ATI_fragment_shader. Shader objects are in `object`, the commands inside a definition in `commands`. `code` keeps the
//! code of a shader for each state.

pub(crate) mod capabilities;
pub(crate) mod code;
pub mod commands;
pub mod object;

#[cfg(test)]
pub(crate) mod tests;
