//! Textures: the commands for objects, images and parameters; environment, coordinate generation, units (GL 1.5 section 3.8).

pub mod bump;
pub(crate) mod capabilities;
pub mod color_table;
pub mod compressed;
pub mod coord_gen;
pub mod env;
pub mod get;
pub mod image;
pub mod level;
pub mod mipmap;
pub mod object;
pub mod palette;
pub mod param;
pub mod query;
pub mod shader;
pub mod sub_image;
pub mod unit;

#[cfg(test)]
pub(crate) mod tests;
