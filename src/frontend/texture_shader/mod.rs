//! Texture shaders (NV_texture_shader section 3.8.13, NV_texture_shader2, NV_texture_shader3): stages of plain data → the IR
//! that makes the colours of texture units. They stand in the place of conventional texturing; what follows them (texture
//! environments or register combiners) is the same.

pub mod consistency;
pub mod lower;
pub mod stage;

#[cfg(test)]
mod tests;
