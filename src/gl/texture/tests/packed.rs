//! Signed normalised texels and packed floats (EXT_texture_snorm, EXT_packed_float, EXT_texture_shared_exponent).

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::sub_image::tex_sub_image2d;
use crate::platform::ClientPtr;

/// The bytes of level 0 in this format and type.
fn returned(gl: &mut Fixture, format: u32, ty: u32, n: usize) -> Vec<u8> {
    let mut out = vec![0xee; n];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, format, ty, pointer))
        .unwrap();
    out
}

fn floats(gl: &mut Fixture, n: usize) -> Vec<f32> {
    let bytes = returned(gl, RGBA, FLOAT, 4 * n);
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| f32::from_ne_bytes(*word)).collect()
}

/// Every signed integer stands for c ÷ (2^(b − 1) − 1), −128 for −1, and comes back.
#[test]
fn signed_integers_come_back() {
    let mut gl = Fixture::new();
    let bytes: Vec<u8> = (0..=255).collect();
    for internal in [RGBA8_SNORM, RGBA_SNORM, RGBA16_SNORM] {
        gl.image(0, internal, [64, 1], RGBA, BYTE, &bytes).unwrap();
        assert_eq!(
            gl.level(TEXTURE_2D, 0, TEXTURE_RED_TYPE_ARB),
            SIGNED_NORMALIZED as i32
        );
        let wanted: Vec<u8> = bytes.iter().map(|b| (*b as i8).max(-127) as u8).collect();
        assert_eq!(returned(&mut gl, RGBA, BYTE, 256), wanted, "{internal:#x}");
        for (value, byte) in floats(&mut gl, 256).iter().zip(&bytes) {
            let wanted = (f32::from(*byte as i8) / 127.0).max(-1.0);
            assert!((value - wanted).abs() < 2e-5, "{internal:#x}: {value}");
        }
    }
    let numbers: Vec<i16> = (-32768..32768).step_by(16).map(|n| n as i16).collect();
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
    gl.image(0, RGBA16_SNORM, [1024, 1], RGBA, SHORT, &bytes)
        .unwrap();
    let wanted: Vec<u8> = numbers
        .iter()
        .flat_map(|n| (*n).max(-32767).to_ne_bytes())
        .collect();
    assert_eq!(returned(&mut gl, RGBA, SHORT, bytes.len()), wanted);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_RED_SIZE), 16);
}

/// Parts that are replaced have the same numbers; unsigned integers take no sign away from other types.
#[test]
fn parts_of_signed_images_are_replaced_alike() {
    let mut gl = Fixture::new();
    gl.image(
        0,
        RGBA8_SNORM,
        [2, 1],
        RGBA,
        UNSIGNED_BYTE,
        &[0, 51, 255, 128, 0, 0, 0, 0],
    )
    .unwrap();
    let texel = [0x80, 0xff, 0x00, 0x7f];
    gl.call(|c| {
        tex_sub_image2d(
            c,
            TEXTURE_2D,
            0,
            1,
            0,
            1,
            1,
            RGBA,
            BYTE,
            ClientPtr::of(&texel),
        )
    })
    .unwrap();
    let got = returned(&mut gl, RGBA, BYTE, 8);
    assert_eq!(got, [0, 25, 127, 64, 0x81, 0xff, 0, 0x7f]);
    // Negative values become 0 in unsigned types.
    assert_eq!(
        returned(&mut gl, RGBA, UNSIGNED_BYTE, 8)[4..],
        [0, 0, 0, 255]
    );
    // Signed blocks and other formats keep their own rule.
    gl.image(0, RGBA32F_ARB, [1, 1], RGBA, BYTE, &texel)
        .unwrap();
    assert_eq!(floats(&mut gl, 4), [-1.0, -1.0 / 255.0, 1.0 / 255.0, 1.0]);
}

/// Words come back as they were given, whatever their numbers are.
#[test]
fn packed_words_come_back() {
    let mut gl = Fixture::new();
    let words = [
        0x1234_5678u32,
        0x0000_0001,
        0x7bde_f7be,
        0x0040_1002,
        0x781e_03c0,
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    gl.image(
        0,
        R11F_G11F_B10F,
        [5, 1],
        RGB,
        UNSIGNED_INT_10F_11F_11F_REV,
        &bytes,
    )
    .unwrap();
    let got = returned(&mut gl, RGB, UNSIGNED_INT_10F_11F_11F_REV, 20);
    assert_eq!(got, bytes);
    let sizes = [
        TEXTURE_RED_SIZE,
        TEXTURE_GREEN_SIZE,
        TEXTURE_BLUE_SIZE,
        TEXTURE_ALPHA_SIZE,
    ];
    let bits = |gl: &mut Fixture| sizes.map(|name| gl.level(TEXTURE_2D, 0, name));
    assert_eq!(bits(&mut gl), [11, 11, 10, 0]);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_SHARED_SIZE), 0);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_BLUE_TYPE_ARB), FLOAT as i32);

    // 1, 2 and 3 with the exponent of 4.
    let word = 128u32 | 256 << 9 | 384 << 18 | 17 << 27;
    gl.image(
        0,
        RGB9_E5,
        [1, 1],
        RGB,
        UNSIGNED_INT_5_9_9_9_REV,
        &word.to_ne_bytes(),
    )
    .unwrap();
    assert_eq!(floats(&mut gl, 4), [1.0, 2.0, 3.0, 1.0]);
    let got = returned(&mut gl, RGB, UNSIGNED_INT_5_9_9_9_REV, 4);
    assert_eq!(got, word.to_ne_bytes());
    assert_eq!(bits(&mut gl), [9, 9, 9, 0]);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_SHARED_SIZE), 5);
    assert_eq!(
        gl.level(TEXTURE_2D, 0, TEXTURE_INTERNAL_FORMAT),
        RGB9_E5 as i32
    );
}

/// Floats are rounded to what the formats hold: nothing below 0, nothing above the greatest number.
#[test]
fn packed_floats_clamp() {
    let mut gl = Fixture::new();
    let given = [-1.0f32, 1e9, 0.7, 0.25];
    let bytes: Vec<u8> = given.iter().flat_map(|c| c.to_ne_bytes()).collect();
    gl.image(0, R11F_G11F_B10F, [1, 1], RGBA, FLOAT, &bytes)
        .unwrap();
    assert_eq!(floats(&mut gl, 4), [0.0, 65024.0, 0.703125, 1.0]);
    gl.image(0, RGB9_E5, [1, 1], RGBA, FLOAT, &bytes).unwrap();
    assert_eq!(floats(&mut gl, 4), [0.0, 65408.0, 0.0, 1.0]);
}
