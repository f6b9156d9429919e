//! Debug output: messages, their filters and groups, labels of objects (KHR_debug, ARB_debug_output).
//!
//! Commands: glDebugMessage*, glPushDebugGroup, glPopDebugGroup, glObjectLabel and their queries. The room is above all
//! that have objects, since it asks each whether a name is one. Errors of commands arrive through
//! `Context::record_error_of`.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod filter;
pub mod label;
pub mod message;

#[cfg(test)]
pub(crate) mod tests;
