//! Levels are averaged by boxes.
use crate::device::texture::format::StorageFormat;
use crate::device::texture::level::new_level;
use crate::device::texture::mipmap::*;
use crate::device::texture::tests::texels::Ramp;
use crate::device::texture::texels::{read_texels, write_texels};
use crate::format::BaseFormat;
use crate::format::TextureShape;
use crate::texture::TexelFormat;
use std::sync::Arc;

#[test]
fn mipmaps_average_and_round() {
    let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
    let mut image = new_level(TextureShape::D2, format, [4, 2, 1], 0).unwrap();
    write_texels(&mut image, [0, 0, 0], [4, 2, 1], &mut Ramp).unwrap();
    let half = halved(&image, Average::Bytes).unwrap();
    assert_eq!([half.level.width, half.level.height], [2, 1]);
    // Red 0, 10 | 20, 30; green 0 and 1 average to ½, which rounds up.
    assert_eq!(half.level.texels[..8], [5, 1, 0, 255, 25, 1, 0, 255]);
}

/// Colours are averaged by the codec of their format, without those that have no weight.
#[test]
fn floats_average_without_rounding() {
    let format = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba32F);
    let mut image = new_level(TextureShape::D2, format, [5, 1, 1], 0).unwrap();
    write_texels(&mut image, [0, 0, 0], [5, 1, 1], &mut Ramp).unwrap();
    let half = halved(&image, Average::of(format, false)).unwrap();
    let mut row = [[9.0; 4]; 2];
    read_texels(&half, 0, 0, &mut row);
    // Red 0, 1, 2, 3, 4, where the third one counts for both.
    assert_eq!(row.map(|texel| texel[0]), [0.8, 3.2]);
    let mut image = new_level(TextureShape::D1, format, [4, 1, 1], 0).unwrap();
    image.level.texels = Arc::new(
        bytemuck::cast_slice(&[[1.0f32; 4], [2.0; 4], [f32::INFINITY; 4], [0.0; 4]]).to_vec(),
    );
    let half = halved(&image, Average::of(format, false)).unwrap();
    read_texels(&half, 0, 0, &mut row);
    assert_eq!(row, [[1.5; 4], [f32::INFINITY; 4]]);
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
    let half = halved(&image, Average::Bytes).unwrap();
    // Red 0, 10, 20, 30, 40: (2·0 + 2·10 + 20) / 5 and (20 + 2·30 + 2·40) / 5.
    assert_eq!(half.level.texels[..8], [8, 0, 0, 255, 32, 0, 0, 255]);
}
