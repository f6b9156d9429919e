//! Points, lines, polygons and multisampling (GL 1.5 chapter 3).

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod multisample;
pub mod state;

#[cfg(test)]
pub(crate) mod tests;
