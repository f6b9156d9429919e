//! Textures: commands for objects, images and parameters; environments, coordinate generation, units (GL 1.5 section 3.8).
//!
//! What a texture is stands in `gl::texture_object`. Its texels, levels, blocks and palettes are `crate::device::texture`.
//!
//! # Main types
//!
//! - [`unit::TextureState`]: the units of a context. [`unit::TextureUnit`]: what is bound, enabled, and set for one of them.
//! - [`env::TexEnv`]: a texture environment. [`coord_gen::TexGen`]: the generation of a coordinate. [`shader::ShaderStage`]: a
//!   stage of NV_texture_shader.
//! - [`level::NewLevel`]: a level that has passed all checks. [`sub_image::SubImage`]: a box of texels to be replaced.
//!
//! # Invariants
//!
//! - A command checks target, level, size and format before it changes anything: [`level::check_level`], then
//!   [`level::define_level`].
//! - Texels are versions. A recorded draw holds those that it samples, and a write copies what a draw still holds.
//! - Before texels are read or written, [`level::settle`] copies what was rendered to the texture.
//! - A texture that is not complete is not sampled. For texture environments its unit is then as if it were disabled.
//!
//! # Ways in
//!
//! Commands: whole images in [`image`], all levels in [`storage`], those of pixmaps in [`from_surface`], parts in [`sub_image`],
//! blocks in [`compressed`]; [`get`] and [`query`] read back. [`param`], [`mod@env`], [`coord_gen`], [`shader`] and [`bump`] set
//! state. [`sampler`] has sampler objects. [`color_table`] and [`palette`] serve glColorTable. A draw
//! asks [`unit::TextureUnit::texture_for`], or `texture_for_program` where a program samples.

pub mod bump;
pub(crate) mod capabilities;
pub mod color_table;
pub mod compressed;
pub mod coord_gen;
pub mod env;
pub mod from_surface;
pub mod get;
pub mod image;
pub mod level;
pub mod mipmap;
pub mod object;
pub mod palette;
pub mod param;
pub mod query;
pub mod sampler;
pub mod shader;
pub mod storage;
pub mod sub_image;
pub mod unit;

#[cfg(test)]
pub(crate) mod tests;
