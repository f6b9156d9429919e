//! Buffers: versions of bytes and their mapping (`storage`), and index arrays that were converted once (`indices`).

pub mod indices;
pub mod storage;

#[cfg(test)]
mod tests;

pub use indices::{IndexCache, IndexRange, widened};
pub use storage::{Access, Buffer, Mapping, copied};
