//! Blocks written by hand decode to the colours of the formulas.

use crate::texture::s3tc::{S3tc, decode_block, split_565};

/// Every code of both encodings, from the text's formulas in exact fractions.
#[test]
fn colors_follow_the_formulas() {
    let rgb = |color: u16| {
        let [r, g, b] = split_565(color);
        [r as f64 / 31.0, g as f64 / 63.0, b as f64 / 31.0]
    };
    for (color0, color1) in [
        (0xf81f, 0x07e0),
        (0x07e0, 0xf81f),
        (0x1234, 0x1234),
        (0xabcd, 0x8531),
    ] {
        let mut block = [0; 8];
        block[..2].copy_from_slice(&u16::to_le_bytes(color0));
        block[2..4].copy_from_slice(&u16::to_le_bytes(color1));
        block[4..].fill(0b11_10_01_00);
        for format in [S3tc::Dxt1Rgb, S3tc::Dxt1Rgba] {
            let texels = decode_block(format, &block);
            for (code, texel) in texels.iter().enumerate().map(|(i, t)| (i % 4, t)) {
                let (a, b) = (rgb(color0), rgb(color1));
                let exact = |c: usize| match (code, color0 > color1) {
                    (0, _) => a[c],
                    (1, _) => b[c],
                    (2, true) => (2.0 * a[c] + b[c]) / 3.0,
                    (3, true) => (a[c] + 2.0 * b[c]) / 3.0,
                    (2, false) => (a[c] + b[c]) / 2.0,
                    _ => 0.0,
                };
                for c in 0..3 {
                    let off = texel[c] as f64 - 255.0 * exact(c);
                    assert!(
                        off.abs() <= 0.5 + 1e-9,
                        "{color0:x} {color1:x} {code} {texel:?}"
                    );
                }
                let see_through = format == S3tc::Dxt1Rgba && code == 3 && color0 <= color1;
                assert_eq!(texel[3], if see_through { 0 } else { 255 });
            }
        }
    }
}

/// DXT3 and DXT5 take the opaque encoding whatever the order of the colours.
#[test]
fn explicit_alpha_blocks_are_always_opaque_in_color() {
    let mut block = [0; 16];
    block[0] = 0xf4;
    block[8..].copy_from_slice(&[0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    let texels = decode_block(S3tc::Dxt3, &block);
    assert_eq!(texels[0], [170, 170, 170, 68]);
    assert_eq!(texels[1], [170, 170, 170, 255]);
    assert_eq!(texels[2], [170, 170, 170, 0]);
}

#[test]
fn alphas_of_dxt5_follow_the_formulas() {
    for (alpha0, alpha1) in [(250u8, 3u8), (3, 250), (7, 7), (255, 0)] {
        let mut codes = 0u64;
        for i in 0..16 {
            codes |= (i as u64 % 8) << (3 * i);
        }
        let mut block = [0; 16];
        block[..8].copy_from_slice(
            &(u64::from(alpha0) | u64::from(alpha1) << 8 | codes << 16).to_le_bytes(),
        );
        let texels = decode_block(S3tc::Dxt5, &block);
        let (a, b) = (f64::from(alpha0), f64::from(alpha1));
        for (i, texel) in texels.iter().enumerate() {
            let code = i % 8;
            let k = code as f64 - 1.0;
            let exact = match code {
                0 => a,
                1 => b,
                _ if alpha0 > alpha1 => ((7.0 - k) * a + k * b) / 7.0,
                6 => 0.0,
                7 => 255.0,
                _ => ((5.0 - k) * a + k * b) / 5.0,
            };
            assert!(
                (f64::from(texel[3]) - exact).abs() <= 0.5,
                "{alpha0} {alpha1} {code}"
            );
        }
    }
}
