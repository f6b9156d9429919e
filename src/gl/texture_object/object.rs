//! Texture objects, and the table of their names (GL 1.5 section 3.8.12).
//!
//! A texture object is an `Arc` held by the share group's table and by every unit that it is bound to, so that one
//! deleted elsewhere lives on where it is bound. Its texels are versions: a write replaces or copies the storage that a
//! recorded draw still holds.
#![forbid(unsafe_code)]

use super::parameters::TexParams;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::device::texture::palette::Palette;
use crate::device::texture::storage::{Levels, Texture};
use crate::format::TextureShape;
use crate::gl::context::enums::RGBA;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The palette of a texture that none was given to.
pub(crate) fn initial_palette() -> Arc<Palette> {
    Arc::new(Palette {
        api_format: RGBA,
        ..Palette::default()
    })
}

/// What a texture object holds.
#[derive(Debug)]
pub struct TextureObject {
    /// What TexParameter sets.
    pub params: TexParams,
    /// Levels, palette, planes.
    pub texture: Texture,
    /// The number of levels, once it cannot change (TEXTURE_IMMUTABLE_FORMAT).
    pub immutable_levels: Option<usize>,
}

impl TextureObject {
    /// The levels that count. Where their number cannot change, they lie among those that there are (ARB_texture_storage
    /// 3.8.6).
    pub fn levels(&self) -> Levels {
        let levels = self.params.levels();
        match self.immutable_levels {
            None => levels,
            Some(count) => {
                let base = levels.base.min(count - 1);
                Levels {
                    base,
                    max: levels.max.clamp(base, count - 1),
                    ..levels
                }
            }
        }
    }
}

/// A texture object with what never changes about it.
#[derive(Debug)]
pub struct TextureHandle {
    /// Its name; 0 for default textures.
    pub name: u32,
    /// A number that no other texture of the process has or had.
    pub id: u64,
    /// The target that it was bound to first, which it keeps.
    pub kind: TextureShape,
    /// Parameters and levels, whose changes are counted for all contexts of the share group.
    pub object: Watched<TextureObject>,
}

impl TextureHandle {
    /// A new texture in its initial state.
    pub fn new(share: &Share, name: u32, kind: TextureShape) -> TextureHandle {
        let mut texture = Texture::new(kind);
        texture.palette = initial_palette();
        let object = TextureObject {
            params: TexParams::initial(kind),
            texture,
            immutable_levels: None,
        };
        static NEXT: AtomicU64 = AtomicU64::new(1);
        TextureHandle {
            name,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            kind,
            object: Watched::new(share, object),
        }
    }
}
