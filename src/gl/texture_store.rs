//! Texels of one level: allocation, writing and reading of rows, mipmap generation (GL 1.5 sections 3.8.1 and 3.8.8).

use super::pixel_image::PixelBlock;
use super::pixel_transfer::PixelState;
use super::texture_format::{BaseFormat, InternalFormat};
use super::texture_object::{LevelImage, TextureObject};
use super::{GlError, Result};
use crate::texture::{ImageKind, Level, PADDING_BYTES, TexelFormat};
use std::sync::Arc;

const OUT_OF_MEMORY: GlError = GlError::out_of_memory("texels");

/// Where rows of colours come from: a client image or the framebuffer.
pub(super) trait RowSource {
    /// Row `y` of image `z`.
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]);
    /// The same as bytes R, G, B, A.
    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]);
}

/// A client image, transferred by the pixel transfer state.
pub(super) struct ClientRows<'a> {
    pub(super) block: PixelBlock<'a>,
    pub(super) pixel: &'a PixelState,
    pub(super) scratch: Vec<[f32; 4]>,
}

impl RowSource for ClientRows<'_> {
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]) {
        self.block.color_row(self.pixel, y, z, out);
    }

    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]) {
        self.block
            .rgba8_row(self.pixel, y, z, out, &mut self.scratch);
    }
}

/// A level whose texels are all zero; `size` without border.
pub(super) fn new_level(
    kind: ImageKind,
    format: InternalFormat,
    size: [u32; 3],
    border: u32,
) -> Result<LevelImage> {
    let mut level = Level {
        width: size[0],
        height: size[1],
        depth: size[2],
        border,
        texels: Arc::default(),
    };
    let bytes = level
        .stored_bytes(kind, format.texels)
        .and_then(|n| n.checked_add(PADDING_BYTES))
        .ok_or(OUT_OF_MEMORY)?;
    let mut texels = Vec::new();
    texels.try_reserve_exact(bytes).map_err(|_| OUT_OF_MEMORY)?;
    texels.resize(bytes, 0);
    level.texels = Arc::new(texels);
    Ok(LevelImage {
        kind,
        level,
        format,
    })
}

/// The texels for writing: copied first when a recorded draw still holds them.
fn unshare(texels: &mut Arc<Vec<u8>>) -> Result<&mut Vec<u8>> {
    if Arc::get_mut(texels).is_none() {
        let mut copy = Vec::new();
        copy.try_reserve_exact(texels.len())
            .map_err(|_| OUT_OF_MEMORY)?;
        copy.extend_from_slice(texels);
        *texels = Arc::new(copy);
    }
    Ok(Arc::get_mut(texels).expect("a fresh Arc has one owner"))
}

/// Writes a box of texels; `at` and `size` count stored texels, border included, and lie inside the level.
pub(super) fn write_texels(
    image: &mut LevelImage,
    at: [u32; 3],
    size: [u32; 3],
    rows: &mut dyn RowSource,
) -> Result {
    if size.contains(&0) {
        return Ok(());
    }
    let stored = image.level.stored_size(image.kind);
    let (format, base) = (image.format.texels, image.format.base);
    let texels = unshare(&mut image.level.texels)?;
    let mut scratch = vec![
        [0.0; 4];
        if format == TexelFormat::Rgba8 {
            0
        } else {
            size[0] as usize
        }
    ];
    for z in 0..size[2] {
        for y in 0..size[1] {
            let row = ((at[2] + z) as usize * stored[1] as usize + (at[1] + y) as usize)
                * stored[0] as usize;
            let start = (row + at[0] as usize) * format.bytes();
            let out = &mut texels[start..start + size[0] as usize * format.bytes()];
            match format {
                TexelFormat::Rgba8 => {
                    let (out, _) = out.as_chunks_mut::<4>();
                    rows.bytes(y, z, out);
                    if base != BaseFormat::Rgba {
                        out.iter_mut()
                            .for_each(|texel| *texel = base.expand_bytes(*texel));
                    }
                }
                TexelFormat::Rgba32F => {
                    rows.colors(y, z, &mut scratch);
                    scratch
                        .iter_mut()
                        .for_each(|color| *color = base.expand(*color));
                    out.copy_from_slice(bytemuck::cast_slice(&scratch));
                }
                TexelFormat::Depth32F => {
                    rows.colors(y, z, &mut scratch);
                    let (out, _) = out.as_chunks_mut::<4>();
                    out.iter_mut()
                        .zip(&scratch)
                        .for_each(|(out, c)| *out = c[0].clamp(0.0, 1.0).to_ne_bytes());
                }
            }
        }
    }
    Ok(())
}

/// Reads a row of stored texels from its first one on.
pub(super) fn read_texels(image: &LevelImage, y: u32, z: u32, out: &mut [[f32; 4]]) {
    let stored = image.level.stored_size(image.kind);
    let row = (z as usize * stored[1] as usize + y as usize) * stored[0] as usize;
    let format = image.format.texels;
    let bytes = &image.level.texels[row * format.bytes()..][..out.len() * format.bytes()];
    match format {
        TexelFormat::Rgba8 => {
            let (texels, _) = bytes.as_chunks::<4>();
            out.iter_mut()
                .zip(texels)
                .for_each(|(out, texel)| *out = texel.map(|c| c as f32 / 255.0));
        }
        TexelFormat::Rgba32F => bytemuck::cast_slice_mut(out).copy_from_slice(bytes),
        TexelFormat::Depth32F => {
            let (texels, _) = bytes.as_chunks::<4>();
            out.iter_mut()
                .zip(texels)
                .for_each(|(out, texel)| *out = [f32::from_ne_bytes(*texel); 4]);
        }
    }
}

/// The stored source indices that make stored index `i` of an axis with `n` texels (border excluded) out of one with
/// `from`: a pair, equal at borders and where the source has one texel.
fn sources(i: u32, n: u32, from: u32, border: u32) -> [usize; 2] {
    match i.checked_sub(border) {
        None => [0; 2],
        Some(inner) if inner >= n => [(from + border) as usize; 2],
        Some(inner) => [2 * inner, 2 * inner + 1].map(|s| (s.min(from - 1) + border) as usize),
    }
}

/// The next smaller level by a 2×2×2 box filter; bytes are rounded to nearest.
fn halved(image: &LevelImage) -> Result<LevelImage> {
    let (level, kind, format) = (&image.level, image.kind, image.format.texels);
    let from = [level.width, level.height, level.depth];
    let size = from.map(|n| (n / 2).max(1));
    let mut out = new_level(kind, image.format, size, level.border)?;
    let (from_stored, stored) = (level.stored_size(kind), out.level.stored_size(kind));
    let border = |axis: usize| {
        if stored[axis] > size[axis] {
            level.border
        } else {
            0
        }
    };
    let index = |x: usize, y: usize, z: usize| {
        (z * from_stored[1] as usize + y) * from_stored[0] as usize + x
    };
    let texels = unshare(&mut out.level.texels)?;
    let mut write = texels.chunks_exact_mut(format.bytes());
    for z in 0..stored[2] {
        let zs = sources(z, size[2], from[2], border(2));
        for y in 0..stored[1] {
            let ys = sources(y, size[1], from[1], border(1));
            let rows = [
                index(0, ys[0], zs[0]),
                index(0, ys[1], zs[0]),
                index(0, ys[0], zs[1]),
                index(0, ys[1], zs[1]),
            ];
            for (x, out) in (0..stored[0]).zip(&mut write) {
                let xs = sources(x, size[0], from[0], border(0));
                average(
                    format,
                    &level.texels,
                    rows.map(|row| xs.map(|x| row + x)).as_flattened(),
                    out,
                );
            }
        }
    }
    Ok(out)
}

/// The average of eight texels.
fn average(format: TexelFormat, texels: &[u8], from: &[usize], out: &mut [u8]) {
    if format == TexelFormat::Rgba8 {
        for (c, out) in out.iter_mut().enumerate() {
            let sum: u32 = from.iter().map(|i| texels[4 * i + c] as u32).sum();
            *out = ((sum + 4) / 8) as u8;
        }
        return;
    }
    for (c, out) in out.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let value = |i: &usize| {
            let start = i * format.bytes() + 4 * c;
            f32::from_ne_bytes([
                texels[start],
                texels[start + 1],
                texels[start + 2],
                texels[start + 3],
            ])
        };
        *out = (from.iter().map(value).sum::<f32>() / 8.0).to_ne_bytes();
    }
}

/// Derives the levels above the base level of one face from it, up to the last one that counts.
pub(super) fn generate_mipmaps(object: &mut TextureObject, face: usize) -> Result {
    let (base, max) = (
        object.params.base_level as usize,
        object.params.max_level as usize,
    );
    let Some(image) = object.level(face, base) else {
        return Ok(());
    };
    // Rectangles have one level (ARB_texture_rectangle 3.8.8), whatever GENERATE_MIPMAP says.
    if image.kind == ImageKind::Rectangle {
        return Ok(());
    }
    let size = image
        .level
        .width
        .max(image.level.height)
        .max(image.level.depth);
    if size == 0 || image.level.width == 0 || image.level.height == 0 || image.level.depth == 0 {
        return Ok(());
    }
    let mut image = image.clone();
    for number in base + 1..=(base + size.ilog2() as usize).min(max) {
        image = halved(&image)?;
        object.set_level(face, number, Some(image.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gl::enums::{LUMINANCE8, RGBA8};

    struct Ramp;

    impl RowSource for Ramp {
        fn colors(&mut self, y: u32, _: u32, out: &mut [[f32; 4]]) {
            out.iter_mut()
                .enumerate()
                .for_each(|(x, c)| *c = [x as f32, y as f32, 0.0, 1.0]);
        }
        fn bytes(&mut self, y: u32, _: u32, out: &mut [[u8; 4]]) {
            out.iter_mut()
                .enumerate()
                .for_each(|(x, c)| *c = [10 * x as u8, y as u8, 0, 255]);
        }
    }

    #[test]
    fn mipmaps_average_and_round() {
        let format = InternalFormat::from_enum(RGBA8).unwrap();
        let mut image = new_level(ImageKind::D2, format, [4, 2, 1], 0).unwrap();
        write_texels(&mut image, [0, 0, 0], [4, 2, 1], &mut Ramp).unwrap();
        let half = halved(&image).unwrap();
        assert_eq!([half.level.width, half.level.height], [2, 1]);
        // Red 0, 10 | 20, 30; green 0 and 1 average to ½, which rounds up.
        assert_eq!(half.level.texels[..8], [5, 1, 0, 255, 25, 1, 0, 255]);
    }

    #[test]
    fn writes_copy_texels_that_are_still_held() {
        let format = InternalFormat::from_enum(LUMINANCE8).unwrap();
        let mut image = new_level(ImageKind::D2, format, [2, 1, 1], 0).unwrap();
        let held = image.level.texels.clone();
        write_texels(&mut image, [1, 0, 0], [1, 1, 1], &mut Ramp).unwrap();
        assert_eq!(held[..8], [0; 8]);
        assert_eq!(image.level.texels[..8], [0, 0, 0, 0, 0, 0, 0, 255]);
    }

    #[test]
    fn borders_stay_borders() {
        assert_eq!(sources(0, 2, 4, 1), [0, 0]);
        assert_eq!(sources(1, 2, 4, 1), [1, 2]);
        assert_eq!(sources(3, 2, 4, 1), [5, 5]);
        assert_eq!(sources(0, 1, 1, 0), [0, 0]);
    }
}
