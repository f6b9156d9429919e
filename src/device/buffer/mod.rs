//! Buffers: versions of bytes, mapping (`storage`), and index arrays that were converted once (`indices`).

pub mod indices;
pub mod storage;

pub use indices::{IndexCache, IndexRange, widened};
pub use storage::{Access, Buffer, Mapping, copied};
