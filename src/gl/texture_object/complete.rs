//! Which textures are complete, and what draws sample of them (GL 1.5 section 3.8.10).

use super::object::TextureObject;
use crate::device::texture::storage::{Levels, Sampled};
use crate::format::{BaseFormat, TextureShape};

impl TextureObject {
    /// `None` without a base level.
    pub fn base_format(&self) -> Option<BaseFormat> {
        self.texture
            .level(0, self.levels().base)
            .map(|image| image.format.base)
    }

    /// Completeness, and what a draw samples when complete. A sampler object decides whether mipmaps are needed
    /// (ARB_sampler_objects 3.8.14).
    pub fn resolve(&mut self, kind: TextureShape, uses_mipmaps: bool) -> Option<Sampled> {
        if let Some(known) = self.texture.resolved(uses_mipmaps) {
            return known;
        }
        let levels = Levels {
            uses_mipmaps,
            ..self.levels()
        };
        let image = self.complete_image(kind, levels);
        self.texture.keep_resolved(uses_mipmaps, &image);
        image
    }

    fn complete_image(&self, kind: TextureShape, levels: Levels) -> Option<Sampled> {
        // The base level decides: it exists, has texels, and is square in a cube map.
        let first = levels.base;
        let base = self.texture.level(0, first)?;
        if base.level.width == 0 || base.level.height == 0 || base.level.depth == 0 {
            return None;
        }
        let size = [base.level.width, base.level.height, base.level.depth];
        if kind == TextureShape::Cube && size[0] != size[1] {
            return None;
        }
        // With mipmaps the chain goes down to one texel, or to TEXTURE_MAX_LEVEL.
        let mut last = first;
        if levels.uses_mipmaps {
            if levels.base > levels.max {
                return None;
            }
            last = (first + kind.levels_above(size)).min(levels.max);
        }
        // Each level has half the size of the one before, rounded down, with format and border of the base level.
        let fits = |face: usize, number: usize| {
            let image = self.texture.level(face, number)?;
            let expected = kind.reduced(size, number - first);
            let same =
                image.api_format == base.api_format && image.level.border == base.level.border;
            (same && [image.level.width, image.level.height, image.level.depth] == expected)
                .then_some(())
        };
        for face in 0..self.texture.faces.len() {
            for number in first..=last {
                fits(face, number)?;
            }
        }
        self.texture.image_of(kind, first..=last)
    }
}
