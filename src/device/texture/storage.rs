//! A texture: levels by face, the image that draws sample, its palette, and the planes that draws write.
//!
//! Levels are versions: a write replaces or copies texels that a recorded draw still holds. Which levels make a complete image
//! is the API's rule; the texture keeps what it answered until something changes.

use super::format::StorageFormat;
use super::level::LevelImage;
use super::palette::{Expanded, Palette};
use super::plane::{ImagePlane, Planes, copy_to_texels, plane_of};
use crate::device::OutOfMemory;
use crate::device::state::revision::Revision;
use crate::format::TextureShape;
use crate::texture::{Image, Level};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a draw samples: an image, and how its texels are stored.
pub type Sampled = (Arc<Image>, StorageFormat);

/// Which levels a sampler reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    /// The largest one.
    pub base: usize,
    /// The smallest one that may be read.
    pub max: usize,
    /// Levels beside the largest one are read.
    pub uses_mipmaps: bool,
}

/// A texture.
#[derive(Debug)]
pub struct Texture {
    /// Levels by face: six faces of a cube map, else one.
    pub faces: Vec<Vec<Option<LevelImage>>>,
    /// The complete image as draws see it, and whether there is one; dropped when something changes.
    resolved: Option<Option<Sampled>>,
    /// Its palette, whatever its format (EXT_paletted_texture).
    pub palette: Arc<Palette>,
    /// `resolved` as colours, when it is indices.
    expanded: Option<Expanded>,
    /// Counts the changes that framebuffers have to know of; from the time that an image is attached to one.
    pub revision: Option<Arc<Revision>>,
    /// Planes of images that are drawn to.
    planes: Planes,
}

impl Texture {
    /// A texture without levels.
    pub fn new(shape: TextureShape) -> Texture {
        let faces = if shape == TextureShape::Cube { 6 } else { 1 };
        Texture {
            faces: vec![Vec::new(); faces],
            resolved: None,
            palette: Arc::default(),
            expanded: None,
            revision: None,
            planes: Vec::new(),
        }
    }

    /// Drops the resolved image; to be called before every change of levels or of what completeness depends on. Drops its hold on
    /// the texels as well, so that a write copies them only when a recorded draw holds them.
    pub fn touch(&mut self) {
        self.resolved = None;
        self.expanded = None;
    }

    /// One level.
    pub fn level(&self, face: usize, level: usize) -> Option<&LevelImage> {
        self.faces.get(face)?.get(level)?.as_ref()
    }

    /// Replaces one level.
    pub fn set_level(&mut self, face: usize, level: usize, image: Option<LevelImage>) {
        self.touch();
        self.drop_planes(face, level);
        let levels = &mut self.faces[face];
        if levels.len() <= level {
            levels.resize(level + 1, None);
        }
        levels[level] = image;
        self.advance_revision();
    }

    /// What [`Texture::keep_resolved`] was told since the last change.
    pub fn resolved(&self) -> Option<Option<Sampled>> {
        self.resolved.clone()
    }

    /// Keeps the complete image that draws sample, or that there is none, until something changes.
    pub fn keep_resolved(&mut self, image: &Option<Sampled>) {
        self.resolved = Some(image.clone());
    }

    /// The image of these levels, all of which exist in each face and are stored alike. `None` without the first one.
    pub fn image_of(&self, shape: TextureShape, wanted: RangeInclusive<usize>) -> Option<Sampled> {
        let format = self.level(0, *wanted.start())?.format;
        let levels = |levels: &Vec<Option<LevelImage>>| -> Vec<Option<Level>> {
            let each = levels.iter().enumerate().take(wanted.end() + 1);
            each.map(|(number, image)| {
                image
                    .as_ref()
                    .filter(|_| wanted.contains(&number))
                    .map(|i| i.level.clone())
            })
            .collect()
        };
        let faces = self.faces.iter().map(levels).collect();
        let image = Image {
            kind: shape,
            format: format.texels,
            faces,
        };
        Some((Arc::new(image), format))
    }

    /// The plane of an image, made from its texels when there is none; `None` without an image. [`OutOfMemory`] when the plane
    /// cannot be had.
    pub fn plane(
        &mut self,
        face: usize,
        level: usize,
        layer: u32,
    ) -> Result<Option<Arc<ImagePlane>>, OutOfMemory> {
        let key = [face, level, layer as usize];
        if let Some((_, plane)) = self.planes.iter().find(|(own, _)| *own == key) {
            return Ok(Some(plane.clone()));
        }
        let Some(image) = self.level(face, level) else {
            return Ok(None);
        };
        let plane = Arc::new(plane_of(image, key[2])?);
        self.planes.push((key, plane.clone()));
        Ok(Some(plane))
    }

    /// Drops the planes of a level, whose texels are about to change.
    pub fn drop_planes(&mut self, face: usize, level: usize) {
        let before = self.planes.len();
        self.planes
            .retain(|([own_face, own_level, _], _)| (*own_face, *own_level) != (face, level));
        if self.planes.len() < before {
            self.advance_revision();
        }
    }

    /// Counts a change of what framebuffers know about the images of this texture.
    pub fn advance_revision(&self) {
        if let Some(revision) = &self.revision {
            revision.advance();
        }
    }

    /// Whether a plane is newer than the texels of its image.
    pub fn has_newer_planes(&self) -> bool {
        let mut planes = self.planes.iter();
        planes.any(|(_, plane)| plane.is_newer())
    }

    /// Copies planes that are newer to the texels. To be called after the draws to them are finished. [`OutOfMemory`] when texels in
    /// flight cannot be copied: the rest stays newer.
    pub fn settle(&mut self) -> Result<(), OutOfMemory> {
        self.touch();
        let planes = std::mem::take(&mut self.planes);
        let copied = planes.iter().try_for_each(|([face, level, layer], plane)| {
            if !plane.is_newer() {
                return Ok(());
            }
            let image = self.faces[*face].get_mut(*level).and_then(Option::as_mut);
            if let Some(image) = image {
                copy_to_texels(image, *layer, &plane.storage)?;
            }
            plane.mark_copied();
            Ok(())
        });
        self.planes = planes;
        copied
    }

    /// What a draw samples of an image of indices, with the shared palette if there is one, else with its own; `None` before
    /// [`Texture::expand`] has looked the colours up.
    pub fn colors_of(
        &self,
        indices: &Arc<Image>,
        shared: Option<&Arc<Palette>>,
    ) -> Option<(Arc<Image>, StorageFormat)> {
        let palette = shared.unwrap_or(&self.palette);
        let expanded = self.expanded.as_ref().filter(|expanded| {
            Arc::ptr_eq(&expanded.indices, indices) && Arc::ptr_eq(&expanded.palette, palette)
        })?;
        Some((expanded.colors.clone(), palette.format))
    }

    /// Looks the colours up, for [`Texture::colors_of`]; `None` without memory for them.
    pub fn expand(
        &mut self,
        indices: &Arc<Image>,
        shared: Option<&Arc<Palette>>,
    ) -> Option<(Arc<Image>, StorageFormat)> {
        let palette = shared.unwrap_or(&self.palette).clone();
        self.expanded = None;
        let colors = Arc::new(palette.expand(indices)?);
        self.expanded = Some(Expanded {
            indices: indices.clone(),
            palette,
            colors,
        });
        self.colors_of(indices, shared)
    }
}
