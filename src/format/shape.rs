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
    /// Layers of one dimension; the height of an image is their number (EXT_texture_array).
    D1Array,
    /// Layers of two dimensions; the depth of an image is their number.
    D2Array,
}

impl TextureShape {
    /// The dimensions of an image: 2 for a face of a cube map and for a rectangle; layers are one more.
    pub const fn dimensions(self) -> u32 {
        match self {
            TextureShape::D1 => 1,
            TextureShape::D2
            | TextureShape::Cube
            | TextureShape::Rectangle
            | TextureShape::D1Array => 2,
            TextureShape::D3 | TextureShape::D2Array => 3,
        }
    }

    /// The axis along which layers lie: they have no border, and are as many in all levels.
    pub const fn layer_axis(self) -> Option<usize> {
        match self {
            TextureShape::D1Array => Some(1),
            TextureShape::D2Array => Some(2),
            _ => None,
        }
    }

    /// The size of a level `number` levels above one of this size.
    pub fn reduced(self, size: [u32; 3], number: usize) -> [u32; 3] {
        let axis = |axis: usize| match self.layer_axis() {
            Some(layers) if layers == axis => size[axis],
            _ => (size[axis] >> number.min(31)).max(1),
        };
        [axis(0), axis(1), axis(2)]
    }

    /// The number of levels above one of this size, down to one texel in each layer.
    pub fn levels_above(self, size: [u32; 3]) -> usize {
        let axes = (0..3).filter(|axis| self.layer_axis() != Some(*axis));
        axes.map(|axis| size[axis])
            .max()
            .unwrap_or(1)
            .max(1)
            .ilog2() as usize
    }

    /// The word for textures of the shape.
    pub const fn name(self) -> &'static str {
        match self {
            TextureShape::D1 => "1D",
            TextureShape::D2 => "2D",
            TextureShape::D3 => "3D",
            TextureShape::Cube => "cube",
            TextureShape::Rectangle => "rectangle",
            TextureShape::D1Array => "1D array",
            TextureShape::D2Array => "2D array",
        }
    }
}
