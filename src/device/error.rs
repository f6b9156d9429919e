//! The one failure that does not depend on what the application asked for.

/// Memory that could not be allocated. The text says what it was for, in a few words for the log. State is as it was
/// before, unless a function says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: {0}")]
pub struct OutOfMemory(pub &'static str);
