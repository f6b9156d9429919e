//! Buffers: bytes that an application fills and draws read.
//!
//! - [`storage`]: a [`Buffer`] holds an immutable version of its bytes, which recorded draws share. A write makes a new
//!   version where a draw still holds the old one. A [`Mapping`] is a block of its own, copied back by a flush or on unmapping.
//! - [`indices`]: index arrays widened to 32 bits. They are kept by their place in the buffer, so that a draw that repeats
//!   finds them. A new version empties this cache.
//!
//! Invariants: no draw sees a byte that was written after it was recorded. An allocation that fails is an
//! [`OutOfMemory`](crate::device::OutOfMemory), and leaves the buffer as it was. The caller checks what its API forbids,
//! and that ranges lie inside of the storage.

pub mod indices;
pub mod storage;

#[cfg(test)]
mod tests;

pub use indices::{IndexCache, IndexRange, widened};
pub use storage::{Access, Buffer, Mapping, copied};
