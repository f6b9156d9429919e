mod codec;
mod fixed_point;
mod mipmap;
mod original;
mod plane;
mod seamless;
pub(crate) mod texels;
