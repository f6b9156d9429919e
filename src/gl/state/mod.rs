//! Queries, enables, attribute groups, hints and strings: tables over the state of every other room (GL 1.5 chapter 6).
//!
//! Commands: glGet*, glEnable, glDisable, glIsEnabled, glPushAttrib, glPushClientAttrib, glHint, glGetString. The room is on the
//! top floor and may use all others; none uses it.

pub mod attrib_client;
pub mod attrib_stack;
pub mod enable;
pub mod get;
pub mod hint;
pub mod strings;
pub mod table;

#[cfg(test)]
pub(crate) mod tests;
