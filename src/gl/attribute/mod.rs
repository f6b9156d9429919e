//! Which attribute a command or an array means, and how integers become floats.

pub mod component;
pub mod raster_pos;
pub(crate) mod sized;
