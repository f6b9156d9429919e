//! Pixels in client memory: layouts, transfer, rows (GL 1.5 section 3.6).

pub(crate) mod capabilities;
pub(crate) mod frame_rows;
pub mod image;
pub(crate) mod stipple;
pub mod transfer;
