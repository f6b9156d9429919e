//! Anisotropy and float texels as state (EXT_texture_filter_anisotropic, ARB_texture_float, ARB_half_float_pixel).

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::state::get::get_floatv;
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::param::*;
use crate::gl::texture::query::*;
use crate::platform::ClientPtr;

fn parameter(gl: &mut Fixture, pname: u32) -> [f32; 4] {
    let mut out = [-9.0; 4];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_parameterfv(c, TEXTURE_2D, pname, pointer))
        .unwrap();
    out
}

#[test]
fn anisotropies_are_at_least_one() {
    let mut gl = Fixture::new();
    let name = TEXTURE_MAX_ANISOTROPY_EXT;
    assert_eq!(parameter(&mut gl, name)[0], 1.0);
    let mut set = |value| gl.call(|c| tex_parameterf(c, TEXTURE_2D, name, value));
    assert_eq!(set(0.99), Err(INVALID_VALUE));
    assert_eq!(set(f32::NAN), Err(INVALID_VALUE));
    assert_eq!(set(-4.0), Err(INVALID_VALUE));
    assert_eq!(set(3.5), Ok(()));
    assert_eq!(parameter(&mut gl, name)[0], 3.5);
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, name, 8)).unwrap();
    assert_eq!(parameter(&mut gl, name)[0], 8.0);
    let handle = gl.0.textures.bound(crate::format::TextureShape::D2);
    let sampled = |value: f32| {
        let mut params = handle.object.lock().params.clone();
        params.sampling.max_anisotropy = value;
        let format = crate::gl::texture_object::format::InternalFormat::from_enum(RGBA)
            .unwrap()
            .storage;
        params
            .sampler_state(&params.sampling, format, 0.0)
            .max_anisotropy
    };
    assert_eq!([sampled(8.0), sampled(99.0)], [8.0, 16.0]);
    let mut out = [0f32];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_floatv(c, MAX_TEXTURE_MAX_ANISOTROPY_EXT, pointer))
        .unwrap();
    assert_eq!(out, [16.0]);
}

/// Sizes, types and texels of float images; integers cannot hold what lies outside [0, 1].
#[test]
fn float_texels_are_not_clamped() {
    let mut gl = Fixture::new();
    let texels = [-2.5f32, 70_000.0, 0.1, 3.0, f32::INFINITY, 1e-9, 1.0, 0.0];
    let mut stored = |internal: u32| {
        let (pixels, internal) = (ClientPtr::of(&texels), internal as i32);
        gl.call(|c| tex_image2d(c, TEXTURE_2D, 0, internal, 2, 1, 0, RGBA, FLOAT, pixels))
            .unwrap();
        let mut out = [0f32; 8];
        let pointer = ClientPtr::of_mut(&mut out);
        gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, RGBA, FLOAT, pointer))
            .unwrap();
        let sizes = [TEXTURE_RED_SIZE, TEXTURE_ALPHA_SIZE, TEXTURE_LUMINANCE_SIZE];
        let types = [
            TEXTURE_RED_TYPE_ARB,
            TEXTURE_ALPHA_TYPE_ARB,
            TEXTURE_LUMINANCE_TYPE_ARB,
        ];
        let mut level = |name| gl.level(TEXTURE_2D, 0, name);
        (out, sizes.map(&mut level), types.map(&mut level))
    };
    let [float, unorm] = [FLOAT, UNSIGNED_NORMALIZED_ARB].map(|n| n as i32);
    assert_eq!(
        stored(RGBA32F_ARB),
        (texels, [32, 32, 0], [float, float, 0])
    );
    let (half, sizes, types) = stored(RGBA16F_ARB);
    assert_eq!(
        half,
        [-2.5, 65_504.0, 0.099_975_586, 3.0, 65_504.0, 0.0, 1.0, 0.0]
    );
    assert_eq!((sizes, types), ([16, 16, 0], [float, float, 0]));
    let (luminance, sizes, types) = stored(LUMINANCE_ALPHA32F_ARB);
    assert_eq!(luminance[..4], [-2.5, 0.0, 0.0, 3.0]);
    assert_eq!((sizes, types), ([0, 32, 32], [0, float, float]));
    let (bytes, _, types) = stored(RGBA8);
    assert_eq!(bytes[..2], [0.0, 1.0]);
    assert_eq!(types, [unorm, unorm, 0]);
}

/// HALF_FLOAT_ARB in both directions, numbers that bytes cannot hold included.
#[test]
fn half_floats_are_pixels() {
    let mut gl = Fixture::new();
    let halves: [u16; 4] = [0x3c00, 0xc100, 0x7bff, 0x0001];
    let pixels = ClientPtr::of(&halves);
    gl.call(|c| {
        tex_image2d(
            c,
            TEXTURE_2D,
            0,
            RGBA16F_ARB as i32,
            1,
            1,
            0,
            RGBA,
            HALF_FLOAT,
            pixels,
        )
    })
    .unwrap();
    let mut back = [0u16; 4];
    let pointer = ClientPtr::of_mut(&mut back);
    gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, RGBA, HALF_FLOAT, pointer))
        .unwrap();
    assert_eq!(back, halves);
}

/// Border colours are kept as they are, clamped where texels are fixed-point, and clamped when queried (issues 6 and 8).
#[test]
fn border_colors_are_not_clamped() {
    let mut gl = Fixture::new();
    let color = [-1.0f32, 0.5, 2.0, 1.0];
    let pointer = ClientPtr::of(&color);
    gl.call(|c| tex_parameterfv(c, TEXTURE_2D, TEXTURE_BORDER_COLOR, pointer))
        .unwrap();
    assert_eq!(
        parameter(&mut gl, TEXTURE_BORDER_COLOR),
        [0.0, 0.5, 1.0, 1.0]
    );
    let handle = gl.0.textures.bound(crate::format::TextureShape::D2);
    let format = crate::gl::texture_object::format::InternalFormat::from_enum(RGBA)
        .unwrap()
        .storage;
    let params = handle.object.lock().params.clone();
    let state = params.sampler_state(&params.sampling, format, 0.0);
    assert_eq!(state.border, color);
}

#[test]
fn generated_half_float_levels_are_rounded() {
    let mut gl = Fixture::new();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, GENERATE_MIPMAP, 1))
        .unwrap();
    let texels = [1.0f32, 1.000_976_6];
    let pixels = ClientPtr::of(&texels);
    gl.call(|c| {
        tex_image2d(
            c,
            TEXTURE_2D,
            0,
            LUMINANCE16F_ARB as i32,
            2,
            1,
            0,
            RED,
            FLOAT,
            pixels,
        )
    })
    .unwrap();
    let mut out = [0f32];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_image(c, TEXTURE_2D, 1, RED, FLOAT, pointer))
        .unwrap();
    // Halfway between two half floats: ties go to even.
    assert_eq!(out, [1.0]);
}

/// sRGB images: texels come back as they were given, levels are averaged as linear values (EXT_texture_sRGB issues 20, 24).
#[test]
fn srgb_texels_are_kept_and_averaged_linearly() {
    let mut gl = Fixture::new();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, GENERATE_MIPMAP, 1))
        .unwrap();
    let texels = [0u8, 10, 255, 100, 255, 20, 255, 200];
    let mut stored = |internal: u32, level: i32| {
        let (pixels, internal) = (ClientPtr::of(&texels), internal as i32);
        let ty = UNSIGNED_BYTE;
        gl.call(|c| tex_image2d(c, TEXTURE_2D, 0, internal, 2, 1, 0, RGBA, ty, pixels))
            .unwrap();
        let mut out = [0u8; 8];
        let pointer = ClientPtr::of_mut(&mut out);
        gl.call(|c| get_tex_image(c, TEXTURE_2D, level, RGBA, ty, pointer))
            .unwrap();
        let names = [
            TEXTURE_RED_SIZE,
            TEXTURE_LUMINANCE_SIZE,
            TEXTURE_INTERNAL_FORMAT,
        ];
        (out, names.map(|name| gl.level(TEXTURE_2D, 0, name)))
    };
    let (whole, state) = stored(SRGB8_ALPHA8, 0);
    assert_eq!((whole, state), (texels, [8, 0, SRGB8_ALPHA8 as i32]));
    // Half the light of white is 188; 15 of 10 and 20 lies on the curve's flat beginning.
    assert_eq!(stored(SRGB8_ALPHA8, 1).0[..4], [188, 16, 255, 150]);
    let (luminance, state) = stored(COMPRESSED_SLUMINANCE_ALPHA, 0);
    assert_eq!(luminance, [0, 0, 0, 100, 255, 0, 0, 200]);
    assert_eq!(state, [0, 8, LUMINANCE_ALPHA as i32]);
    let (_, state) = stored(COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 0);
    assert_eq!(state, [5, 0, COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT as i32]);
}

/// SKIP_DECODE_EXT: sRGB texels are sampled and averaged as the bytes that they are (EXT_texture_sRGB_decode).
#[test]
fn srgb_texels_may_be_sampled_as_they_are() {
    let mut gl = Fixture::new();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, GENERATE_MIPMAP, 1))
        .unwrap();
    let mut results = |decode: u32, internal: u32| {
        let name = TEXTURE_SRGB_DECODE_EXT;
        gl.call(|c| tex_parameteri(c, TEXTURE_2D, name, decode as i32))
            .unwrap();
        let texels = [100u8, 100, 100, 100, 200, 200, 200, 200];
        let (pixels, ty) = (ClientPtr::of(&texels), UNSIGNED_BYTE);
        gl.call(|c| tex_image2d(c, TEXTURE_2D, 0, internal as i32, 2, 1, 0, RGBA, ty, pixels))
            .unwrap();
        let mut mean = [0u8; 4];
        let pointer = ClientPtr::of_mut(&mut mean);
        gl.call(|c| get_tex_image(c, TEXTURE_2D, 1, RGBA, ty, pointer))
            .unwrap();
        mean
    };
    assert_eq!(results(SKIP_DECODE_EXT, SRGB8_ALPHA8), [150; 4]);
    assert_eq!(results(SKIP_DECODE_EXT, RGBA8), [150; 4]);
    assert_eq!(results(DECODE_EXT, RGBA8), [150; 4]);
    assert_eq!(results(DECODE_EXT, SRGB8_ALPHA8), [160, 160, 160, 150]);
    let wrong = gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_SRGB_DECODE_EXT, LINEAR as i32));
    assert_eq!(wrong, Err(INVALID_ENUM));
}
