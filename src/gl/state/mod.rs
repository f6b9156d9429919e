//! Queries, enables, attribute groups, hints and strings: tables over the state of every other room.

pub mod attrib_client;
pub mod attrib_stack;
pub mod enable;
pub mod get;
pub mod hint;
pub mod strings;
pub mod table;

#[cfg(test)]
pub(crate) mod tests;
