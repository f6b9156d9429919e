#![forbid(unsafe_code)]

mod area;
mod coarse_depth;
mod compact;
mod masks;
pub(crate) mod narrow_rows;
mod samples;
mod sixteen;
pub(crate) mod tile;
