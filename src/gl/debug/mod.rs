//! Debug output: messages, filters, groups (KHR_debug, ARB_debug_output).
//!
//! # Main types
//!
//! - [`message::DebugState`]: the log, the groups, and the messages that wait for the application's callback.
//! - [`message::Heading`]: source, type, id and severity of a message. [`message::CallbackCall`]: a call that the door makes.
//! - [`filter::Filter`]: which messages are enabled. Groups share it until one of them changes it.
//!
//! # Invariants
//!
//! - Nothing is formatted while DEBUG_OUTPUT is disabled: texts are closures.
//! - The door calls the callback after the command has left the context, so that the callback may call GL.
//! - Log, queue and nested callbacks are bounded. What does not fit is dropped.
//!
//! # Ways in
//!
//! Commands: glDebugMessage* and groups in [`commands`]; labels are in `gl::state::label`. Errors arrive through
//! `Context::record_error_of`, diagnostics of programs through [`message::DebugState::report_refused_program`]. Doors take calls by
//! [`message::DebugState::next_call`].

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod filter;
pub mod message;
pub mod names;

#[cfg(test)]
pub(crate) mod tests;
