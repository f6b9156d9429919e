//! One level of a texture: its size, its texels, and what is kept beside them.

use super::bytes::{NO_MEMORY, zeroes};
use super::format::StorageFormat;
use super::original::OriginalBytes;
use crate::device::OutOfMemory;
use crate::format::TextureShape;
use crate::texture::{Level, PADDING_BYTES};
use std::sync::Arc;

/// One level of one face.
#[derive(Debug, Clone)]
pub struct LevelImage {
    /// The texture's shape.
    pub kind: TextureShape,
    /// Size and texels.
    pub level: Level,
    /// The blocks that `level` was decoded from. It is empty unless the format has blocks.
    pub blocks: Arc<Vec<u8>>,
    /// How texels are stored.
    pub format: StorageFormat,
    /// The API's number for the format. Nothing in `device` reads it.
    pub api_format: u32,
    /// Stencil values by texel, for formats that have them.
    pub stencils: Option<Arc<Vec<u8>>>,
    /// The bytes that the application wrote or reads, where an API keeps them beside the texels.
    pub original: Option<OriginalBytes>,
}

/// Makes a level whose texels are all zero. `size` excludes the border, and `border` is 0 or 1. Fails with [`OutOfMemory`]
/// when the texels cannot be allocated.
pub fn new_level(
    kind: TextureShape,
    format: StorageFormat,
    size: [u32; 3],
    border: u32,
) -> Result<LevelImage, OutOfMemory> {
    let mut level = Level {
        width: size[0],
        height: size[1],
        depth: size[2],
        border,
        texels: Arc::default(),
    };
    // Padding follows the texels, so that a load of a neighbour pair stays inside.
    let bytes = level
        .stored_bytes(kind, format.texels)
        .and_then(|n| n.checked_add(PADDING_BYTES))
        .ok_or(NO_MEMORY)?;
    level.texels = Arc::new(zeroes(bytes)?);
    let stencils = if format.stencil {
        Some(Arc::new(zeroes(bytes / format.texels.bytes())?))
    } else {
        None
    };
    Ok(LevelImage {
        kind,
        level,
        blocks: Arc::default(),
        format,
        api_format: 0,
        stencils,
        original: None,
    })
}
