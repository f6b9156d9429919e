//! What a context has recorded since the last flush.
#![forbid(unsafe_code)]

pub(crate) mod command;
pub(crate) mod independent;
pub(crate) mod merged_draw;
pub(crate) mod vertex_bytes;
pub(crate) mod vertices;
