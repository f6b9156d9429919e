//! Encoded texels come back exactly or close; texels outside of the image have no weight.

use crate::texture::block_format::BlockTexels;
use crate::texture::fxt1::encode::encode_block;
use crate::texture::fxt1::{Color, Fxt1, decode_block};

fn round_trip(format: Fxt1, texels: &BlockTexels<Color>) -> BlockTexels<Color> {
    decode_block(format, &encode_block(format, texels, u32::MAX))
}

fn worst(a: &BlockTexels<Color>, b: &BlockTexels<Color>) -> u8 {
    let pairs = a.as_flattened().iter().zip(b.as_flattened());
    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

/// One colour is preserved to 5 bits.
#[test]
fn one_color_comes_back() {
    for value in 0..=255u8 {
        let color = [value, 255 - value, value / 3, 255];
        for format in [Fxt1::Rgb, Fxt1::Rgba] {
            let back = round_trip(format, &[color; 32]);
            assert!(worst(&back, &[color; 32]) <= 4, "{color:?} {:?}", back[0]);
        }
        let clear = [value, 255 - value, value / 3, 255 - value];
        let back = round_trip(Fxt1::Rgba, &[clear; 32]);
        assert!(worst(&back, &[clear; 32]) <= 4, "{clear:?} {:?}", back[0]);
    }
}

/// A ramp over the block, and two unrelated halves.
#[test]
fn ramps_and_halves_come_close() {
    let ramp: BlockTexels<Color> =
        std::array::from_fn(|i| [8 * i as u8, 60, 255 - 8 * i as u8, 255]);
    assert!(worst(&round_trip(Fxt1::Rgb, &ramp), &ramp) <= 24);
    let halves: BlockTexels<Color> = std::array::from_fn(|i| match i % 8 {
        0..4 if i / 8 < 2 => [255, 0, 0, 255],
        0..4 => [255, 255, 0, 255],
        4 => [0, 0, 255, 255],
        _ => [0, 255, 255, 255],
    });
    assert!(worst(&round_trip(Fxt1::Rgba, &halves), &halves) <= 4);
}

#[test]
fn holes_stay_holes_and_alphas_come_close() {
    let holes: BlockTexels<Color> = std::array::from_fn(|i| {
        if i % 3 == 0 {
            [0; 4]
        } else {
            [200, 100, 50, 255]
        }
    });
    assert!(worst(&round_trip(Fxt1::Rgba, &holes), &holes) <= 4);
    let fade: BlockTexels<Color> = std::array::from_fn(|i| [90, 180, 30, 8 * i as u8]);
    assert!(worst(&round_trip(Fxt1::Rgba, &fade), &fade) <= 48);
    assert_eq!(round_trip(Fxt1::Rgb, &fade)[0][3], 255);
}

/// Texels outside the image do not count.
#[test]
fn texels_outside_have_no_weight() {
    let mut texels = [[255, 0, 255, 0]; 32];
    texels[0] = [8, 24, 33, 255];
    let back = decode_block(Fxt1::Rgba, &encode_block(Fxt1::Rgba, &texels, 1));
    assert!(
        (0..4).all(|c| back[0][c].abs_diff(texels[0][c]) <= 4),
        "{:?}",
        back[0]
    );
}
