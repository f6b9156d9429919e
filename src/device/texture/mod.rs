//! Textures: how texels are stored, levels, images that draws sample or write.
//!
//! [`storage::Texture`] is the whole texture. It holds levels by face; each is a [`level::LevelImage`] with its
//! [`format::StorageFormat`]. `texels` writes and reads rows by the `codec` of their format, `blocks` compresses and decodes,
//! and `mipmap` derives levels.
//! `palette` looks up colours, `seamless` puts the faces of cubes together, and draws write a `plane`. `original` keeps the application's bytes where an API can lock
//! them.

pub mod blocks;
pub mod bound;
pub mod bytes;
mod codec;
pub mod fixed_point;
pub mod format;
pub mod level;
pub mod mipmap;
pub mod original;
pub mod palette;
pub mod plane;
pub mod renderable;
mod seamless;
pub mod storage;
pub mod texels;

#[cfg(test)]
mod tests;
