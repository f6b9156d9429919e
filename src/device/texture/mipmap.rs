//! Mipmap generation by box filters (GL 1.5 section 3.8.8, EXT_framebuffer_object 3.8.8.1).

use super::blocks::compress_all;
use super::bytes::unshare;
use super::codec::Codec;
use super::format::StorageFormat;
use super::level::{LevelImage, new_level};
use super::storage::{Levels, Texture};
use crate::device::OutOfMemory;
use crate::format::TextureShape;
use crate::texture::TexelKind;
use crate::texture::srgb::{TO_LINEAR, from_linear};
use smallvec::SmallVec;

/// The stored texels of one axis that contribute to a texel of the next level, and their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Taps {
    pub(super) index: [usize; 3],
    pub(super) weight: [u64; 3],
}

/// Returns the taps of each stored texel of an axis, and the sum of their weights. The axis shrinks from `from` texels to
/// half as many, rounded down. The box is as wide as the ratio of the axes, so that with odd sizes no texel is left out:
///
/// ```text
/// 5 → 2:  | 0 | 1 | 2 | 3 | 4 |    weights 2 2 1 and 1 2 2 of 5
///         |    0    |    1    |
/// ```
/// Borders come from borders.
pub(super) fn taps(from: u32, border: u32) -> (Vec<Taps>, u64) {
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

/// The taps of an axis whose texels are layers: each layer follows from one of the larger level.
fn each_layer(n: u32) -> Vec<Taps> {
    let tap = |layer| Taps {
        index: [layer; 3],
        weight: [1, 0, 0],
    };
    (0..n as usize).map(tap).collect()
}

/// How texels are averaged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Average {
    /// As bytes, rounded to nearest.
    Bytes,
    /// As bytes, of which R, G and B are decoded first (EXT_texture_sRGB issue 24).
    Srgb,
    /// As colours, which the format's codec unpacks and packs.
    Colors,
    /// Indices have no average: the first one is taken.
    FirstIndex,
}

impl Average {
    /// The average of a format. With `is_linear`, bytes that are encoded as sRGB are averaged without decoding.
    pub(super) fn of(format: StorageFormat, is_linear: bool) -> Average {
        match format.texels.kind() {
            _ if format.index_bits > 0 => Average::FirstIndex,
            TexelKind::Bytes if format.texels.is_srgb() && !is_linear => Average::Srgb,
            TexelKind::Bytes => Average::Bytes,
            TexelKind::Floats | TexelKind::Depths => Average::Colors,
        }
    }
}

/// Makes the next smaller level by a box filter (ARB_texture_non_power_of_two issue 11).
pub(super) fn halved(image: &LevelImage, average: Average) -> Result<LevelImage, OutOfMemory> {
    // The smaller level, with the same border.
    let (level, kind) = (&image.level, image.kind);
    let from = [level.width, level.height, level.depth];
    let size = kind.reduced(from, 1);
    let mut out = new_level(kind, image.format, size, level.border)?;
    out.api_format = image.api_format;
    let (from_stored, stored) = (level.stored_size(kind), out.level.stored_size(kind));
    // The texels of the larger level that each texel of a row, a column and a slice averages, with their weights.
    let axis = |axis: usize| {
        if kind.layer_axis() == Some(axis) {
            return (each_layer(from[axis]), 1);
        }
        let has_border = stored[axis] > size[axis];
        taps(from[axis], if has_border { level.border } else { 0 })
    };
    let ([xs, ys, zs], totals): ([Vec<Taps>; 3], [u64; 3]) = {
        let [x, y, z] = [axis(0), axis(1), axis(2)];
        ([x.0, y.0, z.0], [x.1, y.1, z.1])
    };
    // Average row by row.
    let total = totals.iter().product();
    let texels = unshare(&mut out.level.texels)?;
    let mut out_rows = texels.chunks_exact_mut(xs.len() * image.format.texels.bytes());
    for (z, y) in zs.iter().flat_map(|z| ys.iter().map(move |y| (z, y))) {
        let Some(out) = out_rows.next() else { break };
        let row = Row {
            xs: &xs,
            rows: rows_of(y, z, from_stored),
            total,
        };
        match average {
            Average::Bytes => row.average_bytes(&level.texels, out),
            Average::Srgb => row.average_srgb(&level.texels, out),
            Average::Colors => row.average_colors(image, out),
            Average::FirstIndex => row.take_first(&level.texels, out),
        }
    }
    Ok(out)
}

/// Returns the first texel and the weight of each row of these taps. Rows without weight are left out.
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

/// One row of the smaller level.
struct Row<'a> {
    /// The taps of each texel along the row.
    xs: &'a [Taps],
    /// The first texel and the weight of each row that contributes.
    rows: SmallVec<[(usize, u64); 9]>,
    /// The sum of the weights of a texel.
    total: u64,
}

impl Row<'_> {
    /// The texels that contribute to one, with their weights.
    fn weighted(&self, x: &Taps) -> impl Iterator<Item = (usize, u64)> + Clone {
        self.rows.iter().flat_map(move |(row, row_weight)| {
            let along = x.index.into_iter().zip(x.weight);
            along.map(move |(i, weight)| (row + i, row_weight * weight))
        })
    }

    fn average_bytes(&self, texels: &[u8], out: &mut [u8]) {
        for (x, out) in self.xs.iter().zip(out.as_chunks_mut::<4>().0) {
            let mut sums = [self.total / 2; 4];
            for (texel, weight) in self.weighted(x) {
                for (sum, byte) in sums.iter_mut().zip(&texels[4 * texel..4 * texel + 4]) {
                    *sum += weight * *byte as u64;
                }
            }
            *out = sums.map(|sum| (sum / self.total) as u8);
        }
    }

    fn average_srgb(&self, texels: &[u8], out: &mut [u8]) {
        let value = |texel: usize, c: usize| match (c, texels[4 * texel + c]) {
            (3, alpha) => f64::from(alpha),
            (_, byte) => f64::from(TO_LINEAR[usize::from(byte)]),
        };
        for (x, out) in self.xs.iter().zip(out.as_chunks_mut::<4>().0) {
            let taps = self.weighted(x);
            let mean = |c: usize| {
                let sum: f64 = taps
                    .clone()
                    .map(|(texel, w)| value(texel, c) * w as f64)
                    .sum();
                sum / self.total as f64
            };
            *out = std::array::from_fn(|c| match c {
                3 => (mean(3) + 0.5) as u8,
                _ => from_linear(mean(c)),
            });
        }
    }

    /// Unpacks the rows that contribute, one after the other, and packs their average.
    fn average_colors(mut self, image: &LevelImage, out: &mut [u8]) {
        let (format, texels) = (image.format, &image.level.texels);
        let codec = Codec::of(format.texels);
        let width = image.level.stored_size(image.kind)[0] as usize;
        let mut colors = vec![[0.0; 4]; width * self.rows.len()];
        for ((start, _), row) in self.rows.iter_mut().zip(0..) {
            let bytes = format.texels.bytes();
            let colors = &mut colors[width * row..][..width];
            (codec.unpack)(&texels[*start * bytes..][..width * bytes], colors);
            *start = width * row;
        }
        let mean = |x: &Taps| {
            let mut sums = [0.0; 4];
            for (texel, weight) in self.weighted(x) {
                // A texel without weight does not contribute, even if it is infinite.
                if weight > 0 {
                    for (sum, c) in sums.iter_mut().zip(colors[texel]) {
                        *sum += f64::from(c) * weight as f64;
                    }
                }
            }
            format.averaged(sums.map(|sum| (sum / self.total as f64) as f32))
        };
        let means: Vec<_> = self.xs.iter().map(mean).collect();
        (codec.pack)(&means, out);
    }

    fn take_first(&self, texels: &[u8], out: &mut [u8]) {
        for (x, out) in self.xs.iter().zip(out.as_chunks_mut::<4>().0) {
            let first = 4 * (self.rows[0].0 + x.index[0]);
            out.copy_from_slice(&texels[first..first + 4]);
        }
    }
}

/// Derives the levels above the base level of one face from it, up to the last one that counts.
///
/// With `is_linear`, bytes that are encoded as sRGB are averaged without decoding (EXT_texture_sRGB_decode 3.8.8).
/// Rectangles have one level. After [`OutOfMemory`] the levels derived so far stay.
pub fn generate_mipmaps(
    texture: &mut Texture,
    face: usize,
    levels: Levels,
    is_linear: bool,
) -> Result<(), OutOfMemory> {
    let Some(image) = texture.level(face, levels.base) else {
        return Ok(());
    };
    // Rectangles have no mipmaps (ARB_texture_rectangle 3.8.8).
    if image.kind == TextureShape::Rectangle {
        return Ok(());
    }
    let size = [image.level.width, image.level.height, image.level.depth];
    if size.contains(&0) {
        return Ok(());
    }
    let last = levels.base + image.kind.levels_above(size);
    let mut image = image.clone();
    let average = Average::of(image.format, is_linear);
    for number in levels.base + 1..=last.min(levels.max) {
        image = halved(&image, average)?;
        // The next level is derived from the texels before blocks round them.
        let mut level = image.clone();
        compress_all(&mut level)?;
        texture.set_level(face, number, Some(level));
    }
    Ok(())
}
