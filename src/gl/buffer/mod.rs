//! Buffer objects: names, storage, mapping (GL 1.5 section 2.9).

pub mod map;
pub(crate) mod memory_range;
pub mod object;
pub mod object_ati;
pub(crate) mod pixel;
pub(crate) mod storage;

#[cfg(test)]
pub(crate) mod tests;
