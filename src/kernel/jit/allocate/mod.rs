//! Allocates registers, and checks the allocation.
#![forbid(unsafe_code)]

pub(crate) mod checker;
pub(crate) mod file;
pub(crate) mod linear;
pub(crate) mod step;

#[cfg(test)]
mod tests;
