//! Planes of texture images that draws write.
//!
//! An image that is drawn to (or read as a framebuffer) gets a plane of pixels, of 32 bits or of floats, beside its texels.
//! Draws write the plane, and from then on the plane is the newer version. Before the texels are used again, the API
//! finishes the recorded draws and copies the plane to the texels. A write to the texels drops the plane.

use super::bytes::unshare;
use super::codec::Codec;
use super::level::LevelImage;
use super::texels::read_texels;
use crate::device::OutOfMemory;
use crate::format::{BaseFormat, convert_row, swap_red_blue};
use crate::platform::PixelStorage;
use crate::texture::TexelKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The pixels of a texture's image that draws write, beside the texels that samples read.
#[derive(Debug)]
pub struct ImagePlane {
    /// The pixels, with the border.
    pub storage: Arc<PixelStorage>,
    /// Whether the pixels are newer than the texels.
    newer: AtomicBool,
}

/// The planes of a texture. Each has its face, level and layer.
pub type Planes = Vec<([usize; 3], Arc<ImagePlane>)>;

const NO_MEMORY: OutOfMemory = OutOfMemory("a texture to be rendered to");

/// The bytes of a texel, for bytes and depths.
const TEXEL_BYTES: usize = 4;

/// Returns the bytes of a row of an image in its level.
fn row_range(image: &LevelImage, layer: usize, y: usize) -> std::ops::Range<usize> {
    let [width, height, _] = image.level.slices(image.kind).map(|n| n as usize);
    let bytes = width * image.format.texels.bytes();
    let start = (layer * height + y) * bytes;
    start..start + bytes
}

/// Packs a depth in [0, 1] as a pixel of a depth-stencil plane.
pub fn depth_pixel(depth: f32) -> u32 {
    let depth = f64::from(depth.clamp(0.0, 1.0));
    ((depth * f64::from(0xff_ffff)).round_ties_even() as u32) << 8
}

/// Unpacks a depth. The result is exact, because 24 bits fit an f32.
pub(super) fn depth_texel(pixel: u32) -> [u8; 4] {
    ((f64::from(pixel >> 8) / f64::from(0xff_ffff)) as f32).to_ne_bytes()
}

/// Makes a plane with the texels of an image.
pub(super) fn plane_of(image: &LevelImage, layer: usize) -> Result<ImagePlane, OutOfMemory> {
    let [width, height, _] = image.level.slices(image.kind);
    let kind = image.format.texels.kind();
    if kind == TexelKind::Floats {
        return float_plane_of(image, layer);
    }
    let storage = PixelStorage::new(width, height).ok_or(NO_MEMORY)?;
    let is_depth = kind == TexelKind::Depths;
    storage.write_rows([0, 0], [width, height], 0, |y, row| {
        let range = row_range(image, layer, y as usize);
        let (texels, _) = image.level.texels[range.clone()].as_chunks::<TEXEL_BYTES>();
        if is_depth {
            convert_row(texels, row, |texel| depth_pixel(f32::from_ne_bytes(texel)));
        } else {
            convert_row(texels, row, |t| u32::from_le_bytes(swap_red_blue(t)));
        }
        if let Some(stencils) = &image.stencils {
            let stencils = &stencils[range.start / TEXEL_BYTES..];
            let values = row.iter_mut().zip(stencils);
            values.for_each(|(pixel, stencil)| *pixel |= u32::from(*stencil));
        }
    });
    Ok(ImagePlane::new(storage))
}

/// Makes a plane with the texels of an image of floats.
fn float_plane_of(image: &LevelImage, layer: usize) -> Result<ImagePlane, OutOfMemory> {
    let [width, height, _] = image.level.slices(image.kind);
    let storage = PixelStorage::new_float(width, height, false).ok_or(NO_MEMORY)?;
    let mut row = vec![[0.0; 4]; width as usize];
    for y in 0..height {
        // The rows of an image are those of its slices, one slice after the other.
        read_texels(image, layer as u32 * height + y, 0, &mut row);
        storage.write_colors(0, y, &row);
    }
    Ok(ImagePlane::new(storage))
}

/// Copies a plane of floats to the texels of its image.
fn copy_floats_to_texels(
    image: &mut LevelImage,
    layer: usize,
    storage: &PixelStorage,
) -> Result<(), OutOfMemory> {
    let ranges: Vec<_> = (0..storage.height())
        .map(|y| row_range(image, layer, y as usize))
        .collect();
    let format = image.format;
    let pack = Codec::of(format.texels).pack;
    let texels = unshare(&mut image.level.texels)?;
    let mut row = vec![[0.0; 4]; storage.width() as usize];
    for (y, range) in ranges.into_iter().enumerate() {
        storage.read_colors(0, y as u32, &mut row);
        format.prepare(&mut row);
        pack(&row, &mut texels[range]);
    }
    Ok(())
}

/// Copies a plane to the texels of its image.
pub(super) fn copy_to_texels(
    image: &mut LevelImage,
    layer: usize,
    storage: &PixelStorage,
) -> Result<(), OutOfMemory> {
    if let Some(original) = &mut image.original {
        original.mark_stale();
    }
    if storage.is_float() {
        return copy_floats_to_texels(image, layer, storage);
    }
    let is_depth = image.format.texels.kind() == TexelKind::Depths;
    let ranges: Vec<_> = (0..storage.height())
        .map(|y| row_range(image, layer, y as usize))
        .collect();
    let base = image.format.base;
    let texels = unshare(&mut image.level.texels)?;
    let mut stencils = image.stencils.as_mut().map(unshare).transpose()?;
    let size = [storage.width(), storage.height()];
    // Convert row by row. The stencil value is in the low byte of a pixel.
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

    /// Records that a draw has written the plane.
    pub fn mark_newer(&self) {
        self.newer.store(true, Ordering::Relaxed);
    }

    /// Whether the plane is newer than the texels.
    pub(super) fn is_newer(&self) -> bool {
        self.newer.load(Ordering::Relaxed)
    }

    /// Records that the texels hold the same values.
    pub(super) fn mark_copied(&self) {
        self.newer.store(false, Ordering::Relaxed);
    }
}
