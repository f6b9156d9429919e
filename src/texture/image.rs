//! Texel storage: one version of a texture's images. Shared with draws in flight by `Arc`; never changed while shared.
#![forbid(unsafe_code)]

use super::texel_format::TexelFormat;
use crate::format::TextureShape;
use std::sync::Arc;

/// One mipmap level of one face.
#[derive(Debug, Clone)]
pub struct Level {
    /// Width without border, in texels.
    pub width: u32,
    /// Height without border.
    pub height: u32,
    /// Depth without border.
    pub depth: u32,
    /// Border width, 0 or 1, stored around the texels.
    pub border: u32,
    /// Texels, rows bottom first, padded by 8 bytes at the end.
    pub texels: Arc<Vec<u8>>,
}

/// Bytes after the last texel, so that a load of a neighbour pair does not leave the storage.
pub const PADDING_BYTES: usize = 8;

impl Level {
    /// Width, height, depth as stored: with the border, in the dimensions of the kind.
    pub fn stored_size(&self, kind: TextureShape) -> [u32; 3] {
        let border = 2 * self.border;
        match kind {
            TextureShape::D1 => [self.width + border, 1, 1],
            TextureShape::D3 => [
                self.width + border,
                self.height + border,
                self.depth + border,
            ],
            TextureShape::D1Array => [self.width + border, self.height, 1],
            TextureShape::D2Array => [self.width + border, self.height + border, self.depth],
            TextureShape::D2 | TextureShape::Cube | TextureShape::Rectangle => {
                [self.width + border, self.height + border, 1]
            }
        }
    }

    /// Columns, rows and number of the images that draws write: slices, layers, or the whole image.
    pub fn slices(&self, kind: TextureShape) -> [u32; 3] {
        let [width, height, depth] = self.stored_size(kind);
        match kind {
            TextureShape::D1Array => [width, 1, height],
            _ => [width, height, depth],
        }
    }

    /// Bytes of the texels, without the padding; `None` when that overflows.
    pub fn stored_bytes(&self, kind: TextureShape, format: TexelFormat) -> Option<usize> {
        let [w, h, d] = self.stored_size(kind).map(|n| n as usize);
        w.checked_mul(h)?
            .checked_mul(d)?
            .checked_mul(format.bytes())
    }
}

/// One version of a texture's images.
#[derive(Debug, Clone)]
pub struct Image {
    /// How many dimensions it has, and whether it has faces.
    pub kind: TextureShape,
    /// How texels lie in memory; all levels have the same.
    pub format: TexelFormat,
    /// Levels by face: `faces[face][level]`; one face unless `kind` is `Cube`.
    pub faces: Vec<Vec<Option<Level>>>,
}
