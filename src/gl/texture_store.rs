//! Texels of one level: allocation, writing and reading of rows, mipmap generation (GL 1.5 sections 3.8.1 and 3.8.8).

use super::pixel_image::{PixelBlock, transfer_depth_stencils};
use super::pixel_transfer::PixelState;
use super::texture_blocks::compress_all;
use super::texture_format::{BaseFormat, InternalFormat};
use super::texture_object::{LevelImage, TextureObject};
use super::{GlError, Result};
use crate::format::PixelFormat;
use crate::texture::srgb::{TO_LINEAR, from_linear};
use crate::texture::{ImageKind, Level, PADDING_BYTES, TexelFormat};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) const OUT_OF_MEMORY: GlError = GlError::out_of_memory("texels");

/// Where rows of colours come from: a client image or the framebuffer.
pub(super) trait RowSource {
    /// Row `y` of image `z`.
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]);
    /// The same as bytes R, G, B, A.
    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]);
    /// Its stencil values, where the source has any; `out` is 0 before.
    fn stencils(&mut self, _y: u32, _z: u32, _out: &mut [u8]) {}
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

    fn stencils(&mut self, y: u32, z: u32, out: &mut [u8]) {
        if self.block.layout.spec.format == PixelFormat::DepthStencil {
            let mut pixels = self.block.depth_stencil_row(y, z, out.len());
            transfer_depth_stencils(self.pixel, &mut pixels);
            out.iter_mut()
                .zip(pixels)
                .for_each(|(out, pixel)| *out = pixel as u8);
        }
    }
}

fn zeroes(n: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(n).map_err(|_| OUT_OF_MEMORY)?;
    bytes.resize(n, 0);
    Ok(bytes)
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
        stencils,
    })
}

/// The texels for writing: copied first when a recorded draw still holds them.
pub(super) fn unshare(texels: &mut Arc<Vec<u8>>) -> Result<&mut Vec<u8>> {
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
    let (internal, format, base) = (image.format, image.format.texels, image.format.base);
    if let Some(stencils) = &mut image.stencils {
        let stencils = unshare(stencils)?;
        for (z, y) in (0..size[2]).flat_map(|z| (0..size[1]).map(move |y| (z, y))) {
            let row = (at[2] + z) as usize * stored[1] as usize + (at[1] + y) as usize;
            let start = row * stored[0] as usize + at[0] as usize;
            let out = &mut stencils[start..start + size[0] as usize];
            out.fill(0);
            rows.stencils(y, z, out);
        }
    }
    let texels = unshare(&mut image.level.texels)?;
    let mut scratch = vec![
        [0.0; 4];
        if matches!(format, TexelFormat::Rgba8 | TexelFormat::Srgba8) {
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
                TexelFormat::Rgba8 | TexelFormat::Srgba8 => {
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
                        .for_each(|color| *color = internal.rounded(base.expand(*color)));
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
        TexelFormat::Rgba8 | TexelFormat::Srgba8 => {
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

/// The stored texels of one axis that make a texel of the next level, and their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Taps {
    index: [usize; 3],
    weight: [u64; 3],
}

/// The taps of each stored texel of an axis that shrinks from `from` texels to half as many, rounded down, and what
/// their weights sum up to. A box as wide as the axes' ratio, so that with odd sizes no texel is left out:
///
/// ```text
/// 5 → 2:  | 0 | 1 | 2 | 3 | 4 |    weights 2 2 1 and 1 2 2 of 5
///         |    0    |    1    |
/// ```
/// Borders come from borders.
fn taps(from: u32, border: u32) -> (Vec<Taps>, u64) {
    let (n, last) = ((from / 2).max(1), from as usize - 1);
    let total = match from {
        1 => 1,
        even if even % 2 == 0 => 2,
        odd => odd as u64,
    };
    let only = |index: usize| Taps {
        index: [index; 3],
        weight: [total, 0, 0],
    };
    let inner = (0..n as usize).map(|i| {
        let index = [2 * i, 2 * i + 1, 2 * i + 2].map(|s| s.min(last) + border as usize);
        let weight = match total {
            1 | 2 => [1, total - 1, 0],
            odd => [n as u64 - i as u64, n as u64, odd - 2 * n as u64 + i as u64],
        };
        Taps { index, weight }
    });
    let mut all = Vec::with_capacity(n as usize + 2);
    all.extend((border > 0).then(|| only(0)));
    all.extend(inner);
    all.extend((border > 0).then(|| only(from as usize + border as usize)));
    (all, total)
}

/// The next smaller level by a box filter (ARB_texture_non_power_of_two issue 11); bytes are rounded to nearest.
fn halved(image: &LevelImage) -> Result<LevelImage> {
    let (level, kind, format) = (&image.level, image.kind, image.format.texels);
    let from = [level.width, level.height, level.depth];
    let size = from.map(|n| (n / 2).max(1));
    let mut out = new_level(kind, image.format, size, level.border)?;
    let (from_stored, stored) = (level.stored_size(kind), out.level.stored_size(kind));
    let axis = |axis: usize| {
        let has_border = stored[axis] > size[axis];
        taps(from[axis], if has_border { level.border } else { 0 })
    };
    let ([xs, ys, zs], totals): ([Vec<Taps>; 3], [u64; 3]) = {
        let [x, y, z] = [axis(0), axis(1), axis(2)];
        ([x.0, y.0, z.0], [x.1, y.1, z.1])
    };
    let total = totals.iter().product();
    let texels = unshare(&mut out.level.texels)?;
    let mut write = texels.chunks_exact_mut(format.bytes());
    for z in &zs {
        for y in &ys {
            let rows = rows_of(y, z, from_stored);
            for (x, out) in xs.iter().zip(&mut write) {
                average(format, &level.texels, x, &rows, total, out);
                if image.format.half {
                    let texel: [f32; 4] = bytemuck::pod_read_unaligned(out);
                    out.copy_from_slice(bytemuck::cast_slice(&image.format.rounded(texel)));
                }
            }
        }
    }
    Ok(out)
}

/// Where the rows of these taps begin, in texels, and their weights; rows without weight are left out.
fn rows_of(y: &Taps, z: &Taps, stored: [u32; 3]) -> SmallVec<[(usize, u64); 9]> {
    let mut rows = SmallVec::new();
    for (zi, zw) in z.index.into_iter().zip(z.weight) {
        for (yi, yw) in y.index.into_iter().zip(y.weight) {
            if yw * zw > 0 {
                let start = (zi * stored[1] as usize + yi) * stored[0] as usize;
                rows.push((start, yw * zw));
            }
        }
    }
    rows
}

/// The weighted average of texels; the weights sum up to `total`.
fn average(
    format: TexelFormat,
    texels: &[u8],
    x: &Taps,
    rows: &[(usize, u64)],
    total: u64,
    out: &mut [u8],
) {
    let taps = rows.iter().flat_map(|(row, row_weight)| {
        let along = x.index.into_iter().zip(x.weight);
        along.map(move |(i, weight)| (row + i, row_weight * weight))
    });
    if format == TexelFormat::Rgba8 {
        let mut sums = [total / 2; 4];
        for (texel, weight) in taps {
            for (sum, byte) in sums.iter_mut().zip(&texels[4 * texel..4 * texel + 4]) {
                *sum += weight * *byte as u64;
            }
        }
        out.copy_from_slice(&sums.map(|sum| (sum / total) as u8));
        return;
    }
    if format == TexelFormat::Srgba8 {
        // Colours are averaged as linear values (EXT_texture_sRGB issue 24).
        let value = |texel: usize, c: usize| match (c, texels[4 * texel + c]) {
            (3, alpha) => f64::from(alpha),
            (_, byte) => f64::from(TO_LINEAR[usize::from(byte)]),
        };
        let mean = |c: usize| {
            let sum: f64 = taps
                .clone()
                .map(|(texel, w)| value(texel, c) * w as f64)
                .sum();
            sum / total as f64
        };
        for (c, out) in out.iter_mut().enumerate() {
            *out = match c {
                3 => (mean(3) + 0.5) as u8,
                _ => from_linear(mean(c)),
            };
        }
        return;
    }
    for (c, out) in out.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let value = |(texel, weight): (usize, u64)| {
            let start = texel * format.bytes() + 4 * c;
            let bytes = [0, 1, 2, 3].map(|i| texels[start + i]);
            // A texel without weight does not count, not even an infinite one.
            let value = if weight > 0 {
                f32::from_ne_bytes(bytes)
            } else {
                0.0
            };
            value as f64 * weight as f64
        };
        let sum: f64 = taps.clone().map(value).sum();
        *out = ((sum / total as f64) as f32).to_ne_bytes();
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
        // The next level comes from the texels as they are before blocks round them.
        let mut level = image.clone();
        compress_all(&mut level)?;
        object.set_level(face, number, Some(level));
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

    /// Odd sizes share their texels out evenly, borders stay borders (ARB_texture_non_power_of_two 3.8.8).
    #[test]
    fn boxes_cover_every_texel_evenly() {
        let weights = |n: u32| {
            let (taps, total) = taps(n, 0);
            assert_eq!(taps.len(), (n / 2).max(1) as usize);
            let mut each = vec![0; n as usize];
            for tap in &taps {
                assert_eq!(tap.weight.iter().sum::<u64>(), total);
                for (i, w) in tap.index.into_iter().zip(tap.weight) {
                    each[i] += w;
                }
            }
            each
        };
        assert_eq!(weights(1), [1]);
        assert_eq!(weights(4), [1; 4]);
        assert_eq!(weights(5), [2; 5]);
        for n in 2..40 {
            let each = weights(n);
            assert!(each.iter().all(|w| *w == each[0]), "{n}: {each:?}");
        }
        let (taps, total) = taps(5, 1);
        let ends = [&taps[0], &taps[3]].map(|t| (t.index[0], t.weight[0]));
        assert_eq!(ends, [(0, total), (6, total)]);
        assert_eq!((taps[1].index, taps[1].weight), ([1, 2, 3], [2, 2, 1]));
    }

    #[test]
    fn odd_rows_are_averaged_whole() {
        let format = InternalFormat::from_enum(RGBA8).unwrap();
        let mut image = new_level(ImageKind::D2, format, [5, 1, 1], 0).unwrap();
        write_texels(&mut image, [0, 0, 0], [5, 1, 1], &mut Ramp).unwrap();
        let half = halved(&image).unwrap();
        // Red 0, 10, 20, 30, 40: (2·0 + 2·10 + 20) / 5 and (20 + 2·30 + 2·40) / 5.
        assert_eq!(half.level.texels[..8], [8, 0, 0, 255, 32, 0, 0, 255]);
    }
}
