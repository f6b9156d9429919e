//! Texture shaders (NV_texture_shader section 3.8.13, NV_texture_shader2, NV_texture_shader3): stages of plain data → the IR
//! that makes the colours of texture units.
//!
//! They replace conventional texturing; what follows them (texture environments or register combiners) is the same.
//! [`stage`] is the key. [`consistency`] checks stages against earlier ones and their textures; an inconsistent stage
//! gives (0, 0, 0, 0). [`lower`] makes the IR stage by stage, since a stage may read the results of earlier ones.

pub mod consistency;
pub mod lower;
pub mod stage;

#[cfg(test)]
mod tests;
