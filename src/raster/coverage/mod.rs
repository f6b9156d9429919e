//! Which fragments a primitive covers, exactly.
#![forbid(unsafe_code)]

pub(crate) mod area;
pub(crate) mod coarse_depth;
pub(crate) mod compact;
pub(crate) mod edges;
pub(crate) mod masks;
pub(crate) mod medium_triangle;
pub(crate) mod narrow_rows;
pub(crate) mod samples;
pub(crate) mod small_triangle;
pub(crate) mod tile;

#[cfg(test)]
pub(crate) mod tests;
