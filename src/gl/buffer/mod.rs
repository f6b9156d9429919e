//! Buffer objects (GL 1.5 section 2.9). `object` has names, binding and data, `map` mapping and queries, `object_ati` the
//! commands of ATI's object buffers.
//!
//! `storage` is a buffer as contexts hold it, over `device::buffer`. `pixel` finds the part of a buffer that pixels use,
//! and `memory_range` holds NVIDIA's ranges of memory.

pub mod map;
pub(crate) mod memory_range;
pub mod object;
pub mod object_ati;
pub(crate) mod pixel;
pub(crate) mod storage;

#[cfg(test)]
pub(crate) mod tests;
