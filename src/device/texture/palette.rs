//! Palettes: textures of indices, and the images of colours that draws sample instead.
//!
//! Levels of indices store each index in the four bytes of a texel, least byte first. Draws sample an image of colours. It
//! is looked up when a draw needs it, and kept with the palette that it was made with:
//!
//! ```text
//! indices ──┬─ own palette ────────────┬──→ colours
//!           └─ shared one, if there is ┘
//! ```

use super::format::StorageFormat;
use crate::format::BaseFormat;
use crate::platform::reserve::from_system;
use crate::texture::{Image, Level, PADDING_BYTES, TexelFormat};
use std::sync::Arc;

/// The colours that the texels of an indexed image stand for.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The format of the texels that it returns.
    pub format: StorageFormat,
    /// The API's number for that format. Nothing in `device` reads it.
    pub api_format: u32,
    /// The entries, expanded to RGBA. Their number is a power of two.
    pub entries: Vec<[u8; 4]>,
}

impl Default for Palette {
    /// One entry of ones, of a format without a name. EXT_paletted_texture's state table says a width of 0, its section 3.8
    /// one entry.
    fn default() -> Palette {
        Palette {
            format: StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8),
            api_format: 0,
            entries: vec![[255; 4]],
        }
    }
}

impl Palette {
    /// Returns the colour of an index. Bits beyond the palette's width are ignored.
    #[inline]
    pub fn look_up(&self, index: u32) -> [u8; 4] {
        self.entries[index as usize & (self.entries.len() - 1)]
    }

    /// Writes the colours of indices, as queries return them (table 6.1).
    pub fn look_up_row(&self, indices: &[u32], out: &mut [[f32; 4]]) {
        for (out, index) in out.iter_mut().zip(indices) {
            let color = self.look_up(*index).map(|c| f32::from(c) / 255.0);
            *out = self.format.base.returned(color);
        }
    }

    /// Looks up all indices of an image. Returns `None` when there is no memory for the colours.
    pub(super) fn expand(&self, indices: &Image) -> Option<Image> {
        let level = |level: &Option<Level>| match level {
            Some(level) => self.expand_level(level).map(Some),
            None => Some(None),
        };
        let faces = indices.faces.iter();
        Some(Image {
            kind: indices.kind,
            format: self.format.texels,
            faces: faces
                .map(|levels| levels.iter().map(level).collect())
                .collect::<Option<_>>()?,
        })
    }

    fn expand_level(&self, level: &Level) -> Option<Level> {
        let mut texels = Vec::new();
        from_system(|| texels.try_reserve_exact(level.texels.len())).ok()?;
        let end = level.texels.len().saturating_sub(PADDING_BYTES);
        let (indices, _) = level.texels[..end].as_chunks::<4>();
        let colors = indices
            .iter()
            .flat_map(|i| self.look_up(u32::from_le_bytes(*i)));
        texels.extend(colors);
        texels.resize(level.texels.len(), 0);
        Some(Level {
            texels: Arc::new(texels),
            ..level.clone()
        })
    }
}

/// The image of colours of a paletted texture, and what it was made from.
#[derive(Debug)]
pub(super) struct Expanded {
    pub(super) indices: Arc<Image>,
    pub(super) palette: Arc<Palette>,
    pub(super) colors: Arc<Image>,
}
