//! Planes of texture images that framebuffer objects render to.
//!
//! An image that is attached to a framebuffer and drawn to (or read from there) gets a plane of pixels, of 32 bits or of
//! floats, beside its texels. Draws write the plane, which from then on is the newer version; the next use as a texture finishes the draws
//! recorded so far and copies the plane to the texels (`texture::level::settle`). A write to the texels drops the plane.
#![forbid(unsafe_code)]

use super::texels::{read_texels, unshare};
use crate::format::{BaseFormat, convert_row, swap_red_blue};
use crate::gl::framebuffer::renderbuffer::Renderable;
use crate::gl::pixel::frame_rows::Plane;
use crate::gl::texture::format::{Compression, InternalFormat};
use crate::gl::texture::object::{LevelImage, TextureObject};
use crate::gl::{GlError, Result};
use crate::platform::PixelStorage;
use crate::raster::StoredColor;
use crate::texture::TexelFormat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The plane of one image.
#[derive(Debug)]
pub struct ImagePlane {
    /// Its pixels, border included.
    pub storage: Arc<PixelStorage>,
    /// They are newer than the texels.
    newer: AtomicBool,
}

/// The planes of a texture by face, level and layer.
pub(crate) type Planes = Vec<([usize; 3], Arc<ImagePlane>)>;

const OUT_OF_MEMORY: GlError = GlError::out_of_memory("a texture to be rendered to");

impl InternalFormat {
    /// What images of this format can be attached as.
    pub fn renderable(self) -> Renderable {
        match (self.base, self.texels) {
            _ if self.compression != Compression::None
                || self.fixed.is_some()
                || self.index_bits > 0 =>
            {
                Renderable::Nothing
            }
            (BaseFormat::Depth, _) if self.stencil => Renderable::DepthStencil,
            (BaseFormat::Depth, _) => Renderable::Depth,
            (base, texels) => Renderable::Color {
                stored: StoredColor::of_format(base),
                float: texels == TexelFormat::Rgba32F,
            },
        }
    }

    /// What copies from the framebuffer into images of this format take.
    pub(crate) fn source_plane(self) -> Plane {
        match self.base {
            BaseFormat::Depth if self.stencil => Plane::DepthStencil,
            BaseFormat::Depth => Plane::Depth,
            _ => Plane::Color,
        }
    }
}

/// The bytes of a texel of all formats but floats.
const TEXEL_BYTES: usize = 4;

/// The range of a row of an image in its level.
fn row_range(image: &LevelImage, layer: usize, y: usize) -> std::ops::Range<usize> {
    let [width, height, _] = image.level.stored_size(image.kind).map(|n| n as usize);
    let bytes = width * image.format.texels.bytes();
    let start = (layer * height + y) * bytes;
    start..start + bytes
}

/// A depth in [0, 1] as a pixel of a depth-stencil plane.
pub(crate) fn depth_pixel(depth: f32) -> u32 {
    let depth = f64::from(depth.clamp(0.0, 1.0));
    ((depth * f64::from(0xff_ffff)).round_ties_even() as u32) << 8
}

/// The inverse: exact, as 24 bits fit an f32.
fn depth_texel(pixel: u32) -> [u8; 4] {
    ((f64::from(pixel >> 8) / f64::from(0xff_ffff)) as f32).to_ne_bytes()
}

/// A plane with the texels of an image.
fn plane_of(image: &LevelImage, layer: usize) -> Result<ImagePlane> {
    let [width, height, _] = image.level.stored_size(image.kind);
    if image.format.texels == TexelFormat::Rgba32F {
        return float_plane_of(image, layer);
    }
    let storage = PixelStorage::new(width, height).ok_or(OUT_OF_MEMORY)?;
    let is_depth = image.format.texels == TexelFormat::Depth32F;
    storage.write_rows([0, 0], [width, height], 0, |y, row| {
        let range = row_range(image, layer, y as usize);
        let (texels, _) = image.level.texels[range.clone()].as_chunks::<TEXEL_BYTES>();
        match is_depth {
            true => convert_row(texels, row, |texel| depth_pixel(f32::from_ne_bytes(texel))),
            false => convert_row(texels, row, |t| u32::from_le_bytes(swap_red_blue(t))),
        }
        if let Some(stencils) = &image.stencils {
            let stencils = &stencils[range.start / TEXEL_BYTES..];
            let values = row.iter_mut().zip(stencils);
            values.for_each(|(pixel, stencil)| *pixel |= u32::from(*stencil));
        }
    });
    Ok(ImagePlane::new(storage))
}

/// The same for an image of floats.
fn float_plane_of(image: &LevelImage, layer: usize) -> Result<ImagePlane> {
    let [width, height, _] = image.level.stored_size(image.kind);
    let storage = PixelStorage::new_float(width, height, false).ok_or(OUT_OF_MEMORY)?;
    let mut row = vec![[0.0; 4]; width as usize];
    for y in 0..height {
        read_texels(image, y, layer as u32, &mut row);
        storage.write_colors(0, y, &row);
    }
    Ok(ImagePlane::new(storage))
}

/// Copies a plane of floats to the texels of its image.
fn copy_floats_to_texels(image: &mut LevelImage, layer: usize, storage: &PixelStorage) -> Result {
    let ranges: Vec<_> = (0..storage.height())
        .map(|y| row_range(image, layer, y as usize))
        .collect();
    let format = image.format;
    let texels = unshare(&mut image.level.texels)?;
    let mut row = vec![[0.0; 4]; storage.width() as usize];
    for (y, range) in ranges.into_iter().enumerate() {
        storage.read_colors(0, y as u32, &mut row);
        row.iter_mut()
            .for_each(|color| *color = format.rounded(format.base.expand(*color)));
        texels[range].copy_from_slice(bytemuck::cast_slice(&row));
    }
    Ok(())
}

/// Copies a plane to the texels of its image.
fn copy_to_texels(image: &mut LevelImage, layer: usize, storage: &PixelStorage) -> Result {
    if storage.is_float() {
        return copy_floats_to_texels(image, layer, storage);
    }
    let is_depth = image.format.texels == TexelFormat::Depth32F;
    let ranges: Vec<_> = (0..storage.height())
        .map(|y| row_range(image, layer, y as usize))
        .collect();
    let base = image.format.base;
    let texels = unshare(&mut image.level.texels)?;
    let mut stencils = image.stencils.as_mut().map(unshare).transpose()?;
    let size = [storage.width(), storage.height()];
    storage.read_rows([0, 0], size, 0, |y, row| {
        let range = ranges[y as usize].clone();
        if let Some(stencils) = &mut stencils {
            let values = stencils[range.start / TEXEL_BYTES..].iter_mut().zip(row);
            values.for_each(|(stencil, pixel)| *stencil = *pixel as u8);
        }
        let (texels, _) = texels[range].as_chunks_mut::<TEXEL_BYTES>();
        match (is_depth, base) {
            (true, _) => convert_row(row, texels, depth_texel),
            (_, BaseFormat::Rgba) => convert_row(row, texels, |p| swap_red_blue(p.to_le_bytes())),
            _ => convert_row(row, texels, |p| {
                base.expand_bytes(swap_red_blue(p.to_le_bytes()))
            }),
        }
    });
    Ok(())
}

impl ImagePlane {
    fn new(storage: PixelStorage) -> ImagePlane {
        ImagePlane {
            storage: Arc::new(storage),
            newer: AtomicBool::new(false),
        }
    }

    /// It is drawn to.
    pub(crate) fn mark_newer(&self) {
        self.newer.store(true, Ordering::Relaxed);
    }
}

impl TextureObject {
    /// The plane of an image, made from its texels when there is none.
    pub(crate) fn plane(
        &mut self,
        face: usize,
        level: usize,
        layer: u32,
    ) -> Result<Arc<ImagePlane>> {
        let key = [face, level, layer as usize];
        if let Some((_, plane)) = self.planes.iter().find(|(own, _)| *own == key) {
            return Ok(plane.clone());
        }
        let none = GlError::invalid_framebuffer_operation("the attached level has no image");
        let plane = Arc::new(plane_of(self.level(face, level).ok_or(none)?, key[2])?);
        self.planes.push((key, plane.clone()));
        Ok(plane)
    }

    /// Drops the planes of a level whose texels are about to change.
    pub(crate) fn drop_planes(&mut self, face: usize, level: usize) {
        let before = self.planes.len();
        self.planes
            .retain(|([own_face, own_level, _], _)| (*own_face, *own_level) != (face, level));
        if self.planes.len() < before {
            self.advance_revision();
        }
    }

    /// What framebuffers know about the images of this texture may be true no more.
    pub(crate) fn advance_revision(&self) {
        if let Some(revision) = &self.revision {
            revision.advance();
        }
    }

    pub(crate) fn has_newer_planes(&self) -> bool {
        let mut planes = self.planes.iter();
        planes.any(|(_, plane)| plane.newer.load(Ordering::Relaxed))
    }

    /// Copies planes that are newer to the texels.
    pub(crate) fn settle(&mut self) -> Result {
        self.touch();
        let planes = std::mem::take(&mut self.planes);
        let copied = planes.iter().try_for_each(|([face, level, layer], plane)| {
            if !plane.newer.load(Ordering::Relaxed) {
                return Ok(());
            }
            let image = self.faces[*face].get_mut(*level).and_then(Option::as_mut);
            if let Some(image) = image {
                copy_to_texels(image, *layer, &plane.storage)?;
            }
            plane.newer.store(false, Ordering::Relaxed);
            Ok(())
        });
        self.planes = planes;
        copied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 24 bits of depth survive the way through an f32.
    #[test]
    fn depths_come_back() {
        let some = (0..0xff_ffff)
            .step_by(997)
            .chain([1, 0x7f_ffff, 0x80_0000, 0xff_fffe]);
        for depth in some.chain([0xff_ffff]) {
            let texel = f32::from_ne_bytes(depth_texel(depth << 8));
            assert_eq!(depth_pixel(texel), depth << 8);
        }
    }
}
