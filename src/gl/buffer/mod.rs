//! Buffer objects (GL 1.5 section 2.9, ARB_map_buffer_range, ARB_copy_buffer, ARB_pixel_buffer_object,
//! ATI_vertex_array_object).
//!
//! # Main types
//!
//! - [`storage::BufferObject`]: a buffer as contexts hold it: storage of `crate::device::buffer`, and state with GL names.
//!   [`storage::Binding`]: a bound buffer, or `None` for name 0.
//! - [`object::BufferState`]: what a context has bound. `context::names` has the names of a share group.
//! - [`pixel::PackTarget`]: where packed pixels go. [`memory_range::MemoryRange`]: NVIDIA's promise about client memory.
//!
//! # Invariants
//!
//! - Contents are versions. A recorded draw holds the version that it reads, and a write makes a new one where a draw holds it.
//! - The application maps a copy. glUnmapBuffer makes it the next version ([`map`]).
//! - While a buffer is mapped, commands that need its contents give INVALID_OPERATION.
//! - ATI's object buffers share names and storage with all others ([`object_ati`]).
//!
//! # Ways in
//!
//! Commands: names, binding and data in [`object`], mapping and queries in [`map`], copies in [`copy`], ATI's in
//! [`object_ati`]. Draws take [`storage::BufferObject::version`]. Pixel commands ask [`pixel`] for the part of a buffer that
//! they use.

pub mod copy;
pub mod map;
pub(crate) mod memory_range;
pub mod object;
pub mod object_ati;
pub(crate) mod pixel;
pub(crate) mod storage;

#[cfg(test)]
pub(crate) mod tests;
