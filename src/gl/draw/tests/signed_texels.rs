//! Texels in [−1, 1] under fixed function (ARB_texture_float issue 7, NV_texture_shader 3.8.13).

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::immediate::color::color3f;
use crate::gl::state::enable::enable;
use crate::gl::texture::compressed::compressed_tex_image2d;
use crate::gl::texture::env::tex_envi;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::param::tex_parameteri;
use crate::platform::ClientPtr;

/// The red of a white square of 0.75 under an environment, with a texel of −64/127.
fn red(f: &mut Fixture, env: u32) -> u32 {
    f.call(|c| tex_envi(c, TEXTURE_ENV, TEXTURE_ENV_MODE, env as i32))
        .unwrap();
    f.call(|c| color3f(c, 0.75, 0.75, 0.75)).unwrap();
    f.square();
    f.pixel(3, 3) >> 16 & 0xff
}

fn textured() -> Fixture {
    let mut f = Fixture::new();
    f.call(|c| enable(c, TEXTURE_2D)).unwrap();
    f.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST as i32))
        .unwrap();
    f
}

/// (0.75 − 64/127) × 255, rounded. Products and replaced colours are below 0, which the last clamp makes 0.
const SUM: u32 = 63;

#[test]
fn normalised_texels_are_added_with_their_sign() {
    let mut f = textured();
    f.call(|c| {
        let texels = ClientPtr::of(&[192u8; 4]);
        let format = RGBA8_SNORM as i32;
        tex_image2d(c, TEXTURE_2D, 0, format, 1, 1, 0, RGBA, BYTE, texels)
    })
    .unwrap();
    assert_eq!(
        [ADD, MODULATE, REPLACE].map(|env| red(&mut f, env)),
        [SUM, 0, 0]
    );
}

#[test]
fn blocks_are_added_with_their_sign() {
    let mut f = textured();
    f.call(|c| {
        let block = ClientPtr::of(&[192u8, 192, 0, 0, 0, 0, 0, 0]);
        let format = COMPRESSED_SIGNED_RED_RGTC1;
        compressed_tex_image2d(c, TEXTURE_2D, 0, format, 4, 4, 0, 8, block)
    })
    .unwrap();
    assert_eq!(
        [ADD, MODULATE, REPLACE].map(|env| red(&mut f, env)),
        [SUM, 0, 0]
    );
}
