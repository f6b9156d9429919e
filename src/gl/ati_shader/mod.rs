//! ATI_fragment_shader: shader objects, their commands and code.

pub(crate) mod capabilities;
pub(crate) mod code;
pub mod commands;
pub mod object;

#[cfg(test)]
pub(crate) mod tests;
