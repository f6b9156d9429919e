//! Machine operations with virtual registers: the types that every phase uses.
#![forbid(unsafe_code)]

pub(crate) mod location;
pub(crate) mod op;
pub(crate) mod pool;
pub(crate) mod region;
