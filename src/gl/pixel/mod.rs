//! Pixels in client memory: layouts, transfer, rows (GL 1.5 section 3.6).
//!
//! Commands: glPixelStore*, glPixelTransfer*, glPixelMap*, glPixelZoom. Other rooms read and write the application's pixels
//! through [`image`], which handles pixel buffers by means of `buffer`.

pub(crate) mod capabilities;
pub(crate) mod client_rows;
pub(crate) mod frame_rows;
pub mod image;
pub mod imaging_modes;
pub(crate) mod stipple;
pub mod transfer;
