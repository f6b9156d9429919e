//! Palettes: textures of indices, and the images of colours that draws sample of them.
//!
//! Levels of indices keep each in the four bytes of a texel, least byte first. What is sampled is an image of colours, looked up
//! when a draw needs it and kept with the palette that it was made with:
//!
//! ```text
//! indices ──┬─ own palette ────────────┬──→ colours
//!           └─ shared one, if there is ┘
//! ```

use super::format::StorageFormat;
use crate::format::BaseFormat;
use crate::texture::{Image, Level, PADDING_BYTES, TexelFormat};
use std::sync::Arc;

/// A palette.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The format of the texels that it gives.
    pub format: StorageFormat,
    /// What the API calls that format; nothing here reads it.
    pub api_format: u32,
    /// Its entries, expanded to RGBA; a power of two.
    pub entries: Vec<[u8; 4]>,
}

impl Default for Palette {
    /// One entry of ones, of a format without a name. (EXT_paletted_texture's state table says a width of 0, its section 3.8 one
    /// entry.)
    fn default() -> Palette {
        Palette {
            format: StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8),
            api_format: 0,
            entries: vec![[255; 4]],
        }
    }
}

impl Palette {
    /// The colour of an index, whose bits beyond the palette's width do not count.
    #[inline]
    pub fn look_up(&self, index: u32) -> [u8; 4] {
        self.entries[index as usize & (self.entries.len() - 1)]
    }

    /// The colours of indices, as queries return them (table 6.1).
    pub fn look_up_row(&self, indices: &[u32], out: &mut [[f32; 4]]) {
        for (out, index) in out.iter_mut().zip(indices) {
            let color = self.look_up(*index).map(|c| f32::from(c) / 255.0);
            *out = self.format.base.returned(color);
        }
    }

    /// The image of colours that an image of indices is with this palette; `None` without memory for it.
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
        texels.try_reserve_exact(level.texels.len()).ok()?;
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

/// The image of colours of a paletted texture, with what it was made from.
#[derive(Debug)]
pub(super) struct Expanded {
    pub(super) indices: Arc<Image>,
    pub(super) palette: Arc<Palette>,
    pub(super) colors: Arc<Image>,
}
