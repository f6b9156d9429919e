//! The frame of generated code, and the functions that it calls.

pub(crate) mod abi;
pub(crate) mod calls;
pub(crate) mod dispatch;

#[cfg(test)]
mod tests;
