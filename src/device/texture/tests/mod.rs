mod codec;
mod fixed_point;
mod mipmap;
mod original;
mod plane;
pub(crate) mod texels;
