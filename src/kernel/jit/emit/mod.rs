//! Encodes machine operations as bytes.
#![forbid(unsafe_code)]

pub(crate) mod arrays;
pub(crate) mod disassemble;
pub(crate) mod emitter;
pub(crate) mod encoder;
pub(crate) mod memory;
pub(crate) mod opcodes;
pub(crate) mod opcodes_wide;
pub(crate) mod pixels;
pub(crate) mod wide;

#[cfg(test)]
mod tests;
