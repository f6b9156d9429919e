#![forbid(unsafe_code)]

pub(crate) mod narrow_rows;
pub(crate) mod tile;
