//! The one failure that has nothing to do with what the application asked for.

/// Memory that cannot be had, and what it was for, in a few words for the log. State is as it was before, unless a function
/// says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: {0}")]
pub struct OutOfMemory(pub &'static str);
