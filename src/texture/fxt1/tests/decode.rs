//! Blocks written by hand in each mode of FXT1 decode to the colours of its formulas.

use crate::texture::block_format::BlockTexels;
use crate::texture::fxt1::{Color, Fxt1, decode_block, expand5, expand6};

fn texels(bits: u128) -> BlockTexels<Color> {
    decode_block(Fxt1::Rgba, &bits.to_le_bytes())
}

/// r, g, b of 5 bits as they lie in a block.
fn rgb(r: u128, g: u128, b: u128) -> u128 {
    r << 10 | g << 5 | b
}

#[test]
fn cc_hi_has_seven_steps_and_transparent_black() {
    let codes = (0..8).fold(0u128, |codes, i| codes | i << (3 * i));
    let got = texels(rgb(0, 31, 0) << 96 | rgb(31, 0, 0) << 111 | codes);
    let row = [0, 1, 2, 3, 8, 9, 10, 11].map(|at| got[at]);
    let step = |i: u32| {
        [
            ((255 * i + 3) / 6) as u8,
            ((255 * (6 - i) + 3) / 6) as u8,
            0,
            255,
        ]
    };
    for (i, texel) in row.iter().enumerate() {
        assert_eq!(*texel, if i == 7 { [0; 4] } else { step(i as u32) }, "{i}");
    }
    // The rest has code 0, the right half too.
    assert_eq!((got[4], got[31]), ([0, 255, 0, 255], [0, 255, 0, 255]));
}

#[test]
fn cc_chroma_has_four_colors_for_both_halves() {
    let colors = [
        (64, rgb(31, 0, 0)),
        (79, rgb(0, 31, 0)),
        (94, rgb(0, 0, 31)),
        (109, rgb(16, 16, 16)),
    ];
    let colors = colors
        .iter()
        .fold(2u128 << 125, |bits, (at, c)| bits | c << at);
    let got = texels(colors | 0b11_10_01_00 | 0b00_01_10_11 << 32);
    assert_eq!(
        got[..4],
        [
            [255, 0, 0, 255],
            [0, 255, 0, 255],
            [0, 0, 255, 255],
            [132, 132, 132, 255]
        ]
    );
    assert_eq!(got[4..8], [got[3], got[2], got[1], got[0]]);
}

/// The lowest bits of green: stored for the second colour, from texel 0's upper bit for the first.
#[test]
fn cc_mixed_finds_its_greens() {
    let base = 1u128 << 127 | rgb(0, 16, 0) << 64 | rgb(0, 1, 0) << 79;
    let code = |bits: u128| texels(bits)[0];
    assert_eq!(code(base)[1], expand6(32));
    assert_eq!(code(base | 1 << 125)[1], expand6(33));
    assert_eq!(code(base | 3)[1], expand6(2));
    assert_eq!(code(base | 3 | 1 << 125)[1], expand6(3));
    // Between them: code 2 of texel 0, which also sets the lowest bit of the first green.
    let (a, b) = (u32::from(expand6(33)), u32::from(expand6(2)));
    assert_eq!(u32::from(code(base | 2)[1]), (a + 2 * b + 1) / 3);
    // The right half has its own colours, and its own bits.
    let right = 1u128 << 127 | rgb(31, 0, 0) << 94 | 1 << 126;
    assert_eq!(texels(right)[4], [255, expand6(1), 0, 255]);
    // With alpha: the mean, and transparent black; the first green has 5 bits.
    let clear = base | 1 << 124 | 0b11_01_00 | 1 << 125;
    let (first, second) = (expand5(16), expand6(3));
    let mean = (u32::from(first) + u32::from(second)) / 2;
    let got = texels(clear);
    assert_eq!(
        got[..3],
        [[0, first, 0, 255], [0, mean as u8, 0, 255], [0; 4]]
    );
    assert_eq!(
        decode_block(Fxt1::Rgb, &clear.to_le_bytes())[2],
        [0, 0, 0, 255]
    );
}

#[test]
fn cc_alpha_mixes_alphas() {
    let colors = 3u128 << 125 | rgb(31, 0, 0) << 64 | rgb(0, 31, 0) << 79 | rgb(0, 0, 31) << 94;
    let bits = colors | 31 << 109 | 16 << 119 | 0b11_10_01_00;
    let plain = texels(bits);
    assert_eq!(
        plain[..4],
        [[255, 0, 0, 255], [0, 255, 0, 0], [0, 0, 255, 132], [0; 4]]
    );
    let mixed = texels(bits | 1 << 124);
    assert_eq!(
        mixed[..4],
        [
            [255, 0, 0, 255],
            [170, 85, 0, 170],
            [85, 170, 0, 85],
            [0, 255, 0, 0]
        ]
    );
    assert_eq!(mixed[4], [0, 0, 255, 132]);
}
