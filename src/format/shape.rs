//! Shapes of textures.

/// The shape of a texture: what its coordinates mean, and how many images a level has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureShape {
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// Three dimensions.
    D3,
    /// Six square faces in the order +x −x +y −y +z −z.
    Cube,
    /// Two dimensions, coordinates in texels, one level.
    Rectangle,
}
