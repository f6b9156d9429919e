//! Encoded texels come back exactly or close; texels outside of the image have no weight.

use crate::random_for_tests::Random;
use crate::texture::s3tc::encode::encode_block;
use crate::texture::s3tc::{S3tc, Texels, color_palette, decode_block};

const ALL: u16 = u16::MAX;
const FORMATS: [S3tc; 4] = [S3tc::Dxt1Rgb, S3tc::Dxt1Rgba, S3tc::Dxt3, S3tc::Dxt5];

fn round_trip(format: S3tc, texels: &Texels, inside: u16) -> Texels {
    let block = encode_block(format, texels, inside);
    decode_block(format, &block[..format.block_bytes()])
}

/// Blocks of one colour come within one step of every component.
#[test]
fn one_color_is_kept_within_a_step() {
    for value in 0..=255u8 {
        let color = [value, 255 - value, value / 3, 255];
        for format in FORMATS {
            let back = round_trip(format, &[color; 16], ALL);
            for texel in back {
                for c in 0..4 {
                    assert!(
                        texel[c].abs_diff(color[c]) <= 1,
                        "{format:?} {color:?} {texel:?}"
                    );
                }
            }
        }
    }
}

/// What a block can hold exactly, comes back exactly.
#[test]
fn ramps_between_two_ends_are_exact() {
    for format in FORMATS {
        let ramp = color_palette(0xffe0, 0x001f, true);
        let texels: Texels = std::array::from_fn(|i| ramp[i % 4]);
        assert_eq!(round_trip(format, &texels, ALL), texels, "{format:?}");
    }
}

#[test]
fn alpha_below_a_half_is_transparent_black() {
    let mut texels = [[200, 100, 50, 255]; 16];
    texels[3][3] = 127;
    texels[4][3] = 128;
    let back = round_trip(S3tc::Dxt1Rgba, &texels, ALL);
    assert_eq!(back[3], [0; 4]);
    assert!(back[4][3] == 255 && back[4][0] > 180);
    assert_eq!(round_trip(S3tc::Dxt1Rgba, &[[9; 4]; 16], ALL), [[0; 4]; 16]);
    let opaque = round_trip(S3tc::Dxt1Rgb, &texels, ALL);
    assert!(opaque.iter().all(|t| t[3] == 255 && t[0] > 180));
}

/// Texels outside the image do not count.
#[test]
fn texels_outside_have_no_weight() {
    let mut texels = [[255, 0, 255, 0]; 16];
    texels[0] = [10, 20, 30, 40];
    for format in [S3tc::Dxt3, S3tc::Dxt5] {
        let back = round_trip(format, &texels, 1)[0];
        for c in 0..3 {
            assert!(back[c].abs_diff(texels[0][c]) <= 1, "{back:?}");
        }
        assert!(back[3].abs_diff(40) <= 8);
    }
}

/// Smooth alphas, and 0 and 255 among others, in both encodings of DXT5.
#[test]
fn alphas_of_dxt5_are_close() {
    let smooth: [u8; 16] = std::array::from_fn(|i| 40 + 7 * i as u8);
    let mut cut = smooth;
    (cut[0], cut[15]) = (0, 255);
    for (alphas, bound) in [(smooth, 8), (cut, 12)] {
        let texels: Texels = std::array::from_fn(|i| [0, 0, 0, alphas[i]]);
        let back = round_trip(S3tc::Dxt5, &texels, ALL);
        for i in 0..16 {
            assert!(back[i][3].abs_diff(alphas[i]) <= bound, "{i} {:?}", back[i]);
        }
    }
}

/// Random blocks near a line: the root of the mean squared error stays below what 5:6:5 and four colours cost.
#[test]
fn blocks_near_a_line_are_close() {
    let mut numbers = Random::new(7);
    let mut random = |n: u32| numbers.below(n);
    for _ in 0..500 {
        let ends: [[u32; 3]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random(256)));
        let texels: Texels = std::array::from_fn(|_| {
            let t = random(257);
            let [r, g, b] =
                [0, 1, 2].map(|c| ((ends[0][c] * t + ends[1][c] * (256 - t)) / 256) as u8);
            [r, g, b, 255]
        });
        let span = (0..3)
            .map(|c| ends[0][c].abs_diff(ends[1][c]).pow(2))
            .sum::<u32>() as f64;
        // Uniform in intervals of a third of the span: span / 6 at most, and 5 bits.
        let bound = span.sqrt() / 6.0 * 0.75 + 6.0;
        for format in FORMATS {
            let back = round_trip(format, &texels, ALL);
            let square = |i: usize| {
                (0..3)
                    .map(|c| u32::from(back[i][c].abs_diff(texels[i][c])).pow(2))
                    .sum::<u32>()
            };
            let error = ((0..16).map(square).sum::<u32>() as f64 / 16.0).sqrt();
            assert!(error <= bound, "{format:?} {error} > {bound} {texels:?}");
        }
    }
}
