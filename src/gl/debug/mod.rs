//! KHR_debug and its ancestors: messages, filters, labels (ARB_debug_output, KHR_debug).

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod filter;
pub mod label;
pub mod message;

#[cfg(test)]
pub(crate) mod tests;
