mod codec;
mod fixed_point;
mod original;
mod plane;
pub(crate) mod texels;
