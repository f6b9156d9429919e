//! Registers, and their check.
#![forbid(unsafe_code)]

pub(crate) mod checker;
pub(crate) mod file;
pub(crate) mod linear;
pub(crate) mod step;
