//! ATI_fragment_shader: shader objects, their commands and draws.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod draw;
pub mod object;

#[cfg(test)]
pub(crate) mod tests;
