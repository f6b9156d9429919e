//! The attribute that a command or an array sets, and the conversion of integers to floats.

pub mod component;
pub(crate) mod sized;

#[cfg(test)]
mod tests;
