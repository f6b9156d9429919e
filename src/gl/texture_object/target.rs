//! The targets of textures and of their images, and how large an image can be (GL 1.5 sections 3.8.1 and 3.8.11).
#![forbid(unsafe_code)]

use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_SIZE;
use crate::gl::{GlError, Result};

/// Number of texture targets with bindings, in the order of [`TextureShape`].
pub const TARGETS: usize = 7;

/// Targets by [`TextureShape`] number.
pub const TARGET_NAMES: [u32; TARGETS] = [
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_3D,
    TEXTURE_CUBE_MAP,
    TEXTURE_RECTANGLE,
    TEXTURE_1D_ARRAY,
    TEXTURE_2D_ARRAY,
];

/// The kind of texture that is bound to a target.
pub fn target_kind(target: u32) -> Result<TextureShape> {
    Ok(match target {
        TEXTURE_1D => TextureShape::D1,
        TEXTURE_2D => TextureShape::D2,
        TEXTURE_3D => TextureShape::D3,
        TEXTURE_CUBE_MAP => TextureShape::Cube,
        TEXTURE_RECTANGLE => TextureShape::Rectangle,
        TEXTURE_1D_ARRAY => TextureShape::D1Array,
        TEXTURE_2D_ARRAY => TextureShape::D2Array,
        _ => return Err(GlError::invalid_enum("unknown texture target")),
    })
}

/// In texels along each axis.
pub const MAX_3D_TEXTURE_SIZE: u32 = 512;
/// In texels along each edge.
pub const MAX_CUBE_MAP_TEXTURE_SIZE: u32 = 4096;
/// The most layers of an array texture (EXT_texture_array).
pub const MAX_ARRAY_TEXTURE_LAYERS: u32 = 512;
/// In texels along each axis.
pub const MAX_RECTANGLE_TEXTURE_SIZE: u32 = MAX_TEXTURE_SIZE;

/// A target of TexImage: one face of a cube map, a whole texture of another kind, or a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ImageTarget {
    pub(crate) kind: TextureShape,
    pub(crate) face: usize,
    pub(crate) proxy: bool,
}

/// Gives INVALID_ENUM for another name, TEXTURE_CUBE_MAP among them.
pub(crate) fn image_target(target: u32) -> Result<ImageTarget> {
    let make = |kind, face, proxy| Ok(ImageTarget { kind, face, proxy });
    match target {
        TEXTURE_1D => make(TextureShape::D1, 0, false),
        PROXY_TEXTURE_1D => make(TextureShape::D1, 0, true),
        TEXTURE_2D => make(TextureShape::D2, 0, false),
        PROXY_TEXTURE_2D => make(TextureShape::D2, 0, true),
        TEXTURE_3D => make(TextureShape::D3, 0, false),
        PROXY_TEXTURE_3D => make(TextureShape::D3, 0, true),
        TEXTURE_RECTANGLE => make(TextureShape::Rectangle, 0, false),
        PROXY_TEXTURE_RECTANGLE => make(TextureShape::Rectangle, 0, true),
        TEXTURE_1D_ARRAY => make(TextureShape::D1Array, 0, false),
        PROXY_TEXTURE_1D_ARRAY => make(TextureShape::D1Array, 0, true),
        TEXTURE_2D_ARRAY => make(TextureShape::D2Array, 0, false),
        PROXY_TEXTURE_2D_ARRAY => make(TextureShape::D2Array, 0, true),
        TEXTURE_CUBE_MAP_POSITIVE_X..=TEXTURE_CUBE_MAP_NEGATIVE_Z => make(
            TextureShape::Cube,
            (target - TEXTURE_CUBE_MAP_POSITIVE_X) as usize,
            false,
        ),
        PROXY_TEXTURE_CUBE_MAP => make(TextureShape::Cube, 0, true),
        _ => Err(GlError::invalid_enum("unknown image target")),
    }
}

/// The greatest size along the axes that are no layers.
pub(crate) fn max_size(kind: TextureShape) -> u32 {
    match kind {
        TextureShape::D1 | TextureShape::D2 | TextureShape::D1Array | TextureShape::D2Array => {
            MAX_TEXTURE_SIZE
        }
        TextureShape::D3 => MAX_3D_TEXTURE_SIZE,
        TextureShape::Cube => MAX_CUBE_MAP_TEXTURE_SIZE,
        TextureShape::Rectangle => MAX_RECTANGLE_TEXTURE_SIZE,
    }
}

/// Gives INVALID_VALUE for a level below 0 or above log2 of the greatest size. Rectangles have level 0 only.
pub(crate) fn level_number(kind: TextureShape, level: i32) -> Result<usize> {
    let last = if kind == TextureShape::Rectangle {
        0
    } else {
        max_size(kind).ilog2()
    };
    match u32::try_from(level) {
        Ok(level) if level <= last => Ok(level as usize),
        _ => Err(GlError::invalid_value("no such level")),
    }
}
