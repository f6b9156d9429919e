//! Texels as they are stored: planes, blocks, fixed point.

pub(crate) mod blocks;
pub(crate) mod fixed_point;
pub mod plane;
pub(crate) mod texels;
