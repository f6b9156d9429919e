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

impl TextureShape {
    /// The dimensions of an image: 2 for a face of a cube map and for a rectangle.
    pub const fn dimensions(self) -> u32 {
        match self {
            TextureShape::D1 => 1,
            TextureShape::D2 | TextureShape::Cube | TextureShape::Rectangle => 2,
            TextureShape::D3 => 3,
        }
    }

    /// The word for textures of the shape.
    pub const fn name(self) -> &'static str {
        match self {
            TextureShape::D1 => "1D",
            TextureShape::D2 => "2D",
            TextureShape::D3 => "3D",
            TextureShape::Cube => "cube",
            TextureShape::Rectangle => "rectangle",
        }
    }
}
