//! What a draw is: the types that callers fill.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub(crate) mod draw_call;
pub(crate) mod fragment_operations;
