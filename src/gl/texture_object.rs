//! Texture objects, environments, coordinate generation (GL 1.5 sections 2.11.4, 3.8).

/// Texture units.
#[derive(Debug, Default)]
pub struct TextureState {}

/// Texture objects by name.
#[derive(Debug, Default)]
pub struct Textures {}
