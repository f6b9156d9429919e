//! Mipmap generation by box filters (GL 1.5 section 3.8.8, EXT_framebuffer_object 3.8.8.1).

use super::blocks::compress_all;
use super::bytes::unshare;
use super::format::Rounding;
use super::level::{LevelImage, new_level};
use super::storage::{Levels, Texture};
use crate::device::OutOfMemory;
use crate::format::TextureShape;
use crate::texture::TexelFormat;
use crate::texture::srgb::{TO_LINEAR, from_linear};
use smallvec::SmallVec;

/// The stored texels of one axis that contribute to a texel of the next level, and their weights.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Taps {
    index: [usize; 3],
    weight: [u64; 3],
}

/// Returns the taps of each stored texel of an axis, and the sum of their weights. The axis shrinks from `from` texels to
/// half as many, rounded down. The box is as wide as the ratio of the axes, so that with odd sizes no texel is left out:
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

/// Makes the next smaller level by a box filter (ARB_texture_non_power_of_two issue 11). The texels are read as `format`,
/// which has the size of the image's own. Bytes are rounded to nearest.
fn halved(image: &LevelImage, format: TexelFormat) -> Result<LevelImage, OutOfMemory> {
    let (level, kind) = (&image.level, image.kind);
    let from = [level.width, level.height, level.depth];
    let size = from.map(|n| (n / 2).max(1));
    let mut out = new_level(kind, image.format, size, level.border)?;
    out.api_format = image.api_format;
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
                if image.format.index_bits > 0 {
                    // Indices have no average, so the first one is taken.
                    let first = 4 * (rows[0].0 + x.index[0]);
                    out.copy_from_slice(&level.texels[first..first + 4]);
                    continue;
                }
                average(format, &level.texels, x, &rows, total, out);
                if image.format.rounding != Rounding::None {
                    let texel: [f32; 4] = bytemuck::pod_read_unaligned(out);
                    out.copy_from_slice(bytemuck::cast_slice(&image.format.averaged(texel)));
                }
            }
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

/// Returns the weighted average of texels; `total` is the sum of the weights.
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
        // Colours are averaged in linear space (EXT_texture_sRGB issue 24).
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
            // A texel without weight does not contribute, even if it is infinite.
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
    let size = image
        .level
        .width
        .max(image.level.height)
        .max(image.level.depth);
    if size == 0 || image.level.width == 0 || image.level.height == 0 || image.level.depth == 0 {
        return Ok(());
    }
    let mut image = image.clone();
    let format = match image.format.texels {
        TexelFormat::Srgba8 if is_linear => TexelFormat::Rgba8,
        format => format,
    };
    for number in levels.base + 1..=(levels.base + size.ilog2() as usize).min(levels.max) {
        image = halved(&image, format)?;
        // The next level is derived from the texels before blocks round them.
        let mut level = image.clone();
        compress_all(&mut level)?;
        texture.set_level(face, number, Some(level));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::texture::format::StorageFormat;
    use crate::device::texture::texels::tests::Ramp;
    use crate::device::texture::texels::write_texels;
    use crate::format::BaseFormat;

    #[test]
    fn mipmaps_average_and_round() {
        let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
        let mut image = new_level(TextureShape::D2, format, [4, 2, 1], 0).unwrap();
        write_texels(&mut image, [0, 0, 0], [4, 2, 1], &mut Ramp).unwrap();
        let half = halved(&image, format.texels).unwrap();
        assert_eq!([half.level.width, half.level.height], [2, 1]);
        // Red 0, 10 | 20, 30; green 0 and 1 average to ½, which rounds up.
        assert_eq!(half.level.texels[..8], [5, 1, 0, 255, 25, 1, 0, 255]);
    }

    /// Boxes of odd sizes weigh all texels alike, and borders stay borders (ARB_texture_non_power_of_two 3.8.8).
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
        let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
        let mut image = new_level(TextureShape::D2, format, [5, 1, 1], 0).unwrap();
        write_texels(&mut image, [0, 0, 0], [5, 1, 1], &mut Ramp).unwrap();
        let half = halved(&image, format.texels).unwrap();
        // Red 0, 10, 20, 30, 40: (2·0 + 2·10 + 20) / 5 and (20 + 2·30 + 2·40) / 5.
        assert_eq!(half.level.texels[..8], [8, 0, 0, 255, 32, 0, 0, 255]);
    }
}
