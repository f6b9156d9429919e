//! A texture: its levels by face, the image that draws sample, its palette, and the planes that draws write.
//!
//! Levels are versions: a write replaces or copies texels that a recorded draw still holds. Which levels make a complete
//! image is the API's rule. The texture keeps the API's answer until something changes.

use super::format::StorageFormat;
use super::level::LevelImage;
use super::palette::{Expanded, Palette};
use super::plane::{ImagePlane, Planes, copy_to_texels, plane_of};
use super::seamless::{Seamless, with_neighbours};
use crate::device::OutOfMemory;
use crate::device::state::revision::Revision;
use crate::format::TextureShape;
use crate::texture::{Image, Level};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The image that a draw samples, and how its texels are stored.
pub type Sampled = (Arc<Image>, StorageFormat);

/// The levels that a sampler reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    /// The largest level.
    pub base: usize,
    /// The smallest level that may be read.
    pub max: usize,
    /// Whether levels beside the largest one are read.
    pub uses_mipmaps: bool,
}

/// Images by face and level, with what was derived from them.
#[derive(Debug)]
pub struct Texture {
    /// Levels by face. A cube map has six faces, all others one.
    pub faces: Vec<Vec<Option<LevelImage>>>,
    /// The API's answers without and with mipmaps: the complete image that draws sample, or that there is none. `None` when
    /// something changed since.
    resolved: [Option<Option<Sampled>>; 2],
    /// The texture's own palette. Every texture has one, whatever its format (EXT_paletted_texture).
    pub palette: Arc<Palette>,
    /// The colours of `resolved`, when it is an image of indices.
    expanded: Option<Expanded>,
    /// The last cube map that was sampled without seams.
    seamless: Option<Seamless>,
    /// Counts the changes that framebuffers depend on. It exists once an image was attached to one.
    pub revision: Option<Arc<Revision>>,
    /// The planes of images that are drawn to.
    planes: Planes,
}

impl Texture {
    /// A texture without levels.
    pub fn new(shape: TextureShape) -> Texture {
        let faces = if shape == TextureShape::Cube { 6 } else { 1 };
        Texture {
            faces: vec![Vec::new(); faces],
            resolved: [None, None],
            palette: Arc::default(),
            expanded: None,
            seamless: None,
            revision: None,
            planes: Vec::new(),
        }
    }

    /// Drops the resolved image, and with it a hold on the texels: a write then copies them only when a recorded draw holds
    /// them. The caller calls it before every change of levels or of anything that completeness depends on.
    pub fn touch(&mut self) {
        self.resolved = [None, None];
        self.expanded = None;
        self.seamless = None;
    }

    /// Returns one level.
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

    /// Replaces all levels of a face.
    pub fn replace_levels(&mut self, face: usize, levels: Vec<Option<LevelImage>>) {
        self.touch();
        self.planes.retain(|([own_face, ..], _)| *own_face != face);
        self.faces[face] = levels;
        self.advance_revision();
    }

    /// Returns what [`Texture::keep_resolved`] was given since the last change, for a sampler that uses mipmaps or not.
    pub fn resolved(&self, uses_mipmaps: bool) -> Option<Option<Sampled>> {
        self.resolved[usize::from(uses_mipmaps)].clone()
    }

    /// Keeps the complete image that draws sample, or the fact that there is none, until something changes.
    pub fn keep_resolved(&mut self, uses_mipmaps: bool, image: &Option<Sampled>) {
        self.resolved[usize::from(uses_mipmaps)] = Some(image.clone());
    }

    /// Makes the image of these levels. All of them exist in each face and are stored alike. Returns `None` without the
    /// first one.
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

    /// Returns the plane of an image. When there is none, it is made from the texels. Returns `None` without an image.
    /// Fails with
    /// [`OutOfMemory`] when the plane cannot be allocated.
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

    /// Drops the planes of a level. The caller calls it before it changes the level's texels.
    pub fn drop_planes(&mut self, face: usize, level: usize) {
        let before = self.planes.len();
        self.planes
            .retain(|([own_face, own_level, _], _)| (*own_face, *own_level) != (face, level));
        if self.planes.len() < before {
            self.advance_revision();
        }
    }

    /// Counts a change of anything that framebuffers know about the images of this texture.
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

    /// Copies planes that are newer to the texels. The caller has finished the draws to them. Fails with [`OutOfMemory`]
    /// when texels in flight cannot be copied; the remaining planes stay newer.
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

    /// Returns the image of colours that a draw samples for an image of indices. The palette is the shared one if there is
    /// one, and the texture's own otherwise. Returns `None` before [`Texture::expand`] has looked up the colours.
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

    /// Returns the image that a draw samples in place of a cube map's, when its faces are filtered together. Returns `None`
    /// before [`Texture::without_seams`] has made it.
    pub fn known_without_seams(&self, image: &Arc<Image>) -> Option<Arc<Image>> {
        let known = self.seamless.as_ref();
        let known = known.filter(|known| Arc::ptr_eq(&known.faces, image))?;
        Some(known.bordered.clone())
    }

    /// Makes the image for [`Texture::known_without_seams`]. Returns `None` when there is no memory for it, and for other
    /// shapes.
    pub fn without_seams(&mut self, image: &Arc<Image>) -> Option<Arc<Image>> {
        self.seamless = None;
        let bordered = Arc::new(with_neighbours(image)?);
        self.seamless = Some(Seamless {
            faces: image.clone(),
            bordered: bordered.clone(),
        });
        Some(bordered)
    }

    /// Looks up the colours for [`Texture::colors_of`]. Returns `None` when there is no memory for them.
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
