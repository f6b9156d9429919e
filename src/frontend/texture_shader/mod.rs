//! Texture shaders (NV_texture_shader section 3.8.13, NV_texture_shader2, NV_texture_shader3): stages of plain data → the IR
//! that makes the colours of texture units.
//!
//! They stand in the place of conventional texturing; what follows them (texture environments or register combiners) is
//! the same. [`stage`] is the key. [`consistency`] says which stages go together with those before them and with their
//! textures; an inconsistent stage gives (0, 0, 0, 0). [`lower`] makes the IR, stage by stage, since a stage may read what
//! earlier ones computed.

pub mod consistency;
pub mod lower;
pub mod stage;

#[cfg(test)]
mod tests;
