#![forbid(unsafe_code)]

mod address;
mod block_format;
mod channel;
mod lod;
mod srgb;
