//! Rectangles, volumes, and sizes that are no power of two: errors, state and completeness (ARB_texture_rectangle,
//! EXT_texture3D, ARB_texture_non_power_of_two).

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::state::enable::{enable, is_enabled};
use crate::gl::state::get::get_integerv;
use crate::gl::texture::compressed::{compressed_tex_image2d, compressed_tex_sub_image2d};
use crate::gl::texture::get::get_tex_image;
use crate::gl::texture::image::{tex_image2d, tex_image3d};
use crate::gl::texture::object::*;
use crate::gl::texture::param::*;
use crate::gl::texture::query::*;
use crate::gl::texture::sub_image::*;
use crate::gl::texture::unit::Overrides;
use crate::platform::ClientPtr;

type Outcome = std::result::Result<(), u32>;

const ZEROS: [u8; 4096] = [0; 4096];

fn image2d(gl: &mut Fixture, target: u32, level: i32, size: [i32; 2], border: i32) -> Outcome {
    let pixels = ClientPtr::of(&ZEROS);
    let [width, height] = size;
    let (format, ty) = (RGBA, UNSIGNED_BYTE);
    gl.call(|c| {
        tex_image2d(
            c,
            target,
            level,
            RGBA8 as i32,
            width,
            height,
            border,
            format,
            ty,
            pixels,
        )
    })
}

fn image3d(gl: &mut Fixture, target: u32, level: i32, size: [i32; 3], border: i32) -> Outcome {
    let pixels = ClientPtr::of(&ZEROS);
    let [width, height, depth] = size;
    let (format, ty) = (RGBA, UNSIGNED_BYTE);
    gl.call(|c| {
        tex_image3d(
            c,
            target,
            level,
            RGBA8 as i32,
            width,
            height,
            depth,
            border,
            format,
            ty,
            pixels,
        )
    })
}

fn parameter(gl: &mut Fixture, target: u32, pname: u32, value: u32) -> Outcome {
    gl.call(|c| tex_parameteri(c, target, pname, value as i32))
}

fn parameter_of(gl: &mut Fixture, target: u32, pname: u32) -> u32 {
    let mut out = [0];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_parameteriv(c, target, pname, pointer))
        .unwrap();
    out[0] as u32
}

fn integer(gl: &mut Fixture, pname: u32) -> i32 {
    let mut out = [0];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_integerv(c, pname, pointer)).unwrap();
    out[0]
}

fn is_complete(gl: &mut Fixture, kind: TextureShape) -> bool {
    gl.0.textures
        .active_unit()
        .texture_for(kind, Overrides::default())
        .is_some()
}

/// Tables 6.15 and 6.16 of ARB_texture_rectangle.
#[test]
fn rectangles_have_a_state_of_their_own() {
    let mut gl = Fixture::new();
    for (pname, value) in [
        (TEXTURE_MIN_FILTER, LINEAR),
        (TEXTURE_MAG_FILTER, LINEAR),
        (TEXTURE_WRAP_S, CLAMP_TO_EDGE),
        (TEXTURE_WRAP_T, CLAMP_TO_EDGE),
        (TEXTURE_WRAP_R, CLAMP_TO_EDGE),
    ] {
        assert_eq!(parameter_of(&mut gl, TEXTURE_RECTANGLE, pname), value);
    }
    assert!(integer(&mut gl, MAX_RECTANGLE_TEXTURE_SIZE) >= 64);
    gl.call(|c| bind_texture(c, TEXTURE_RECTANGLE, 9)).unwrap();
    assert_eq!(integer(&mut gl, TEXTURE_BINDING_RECTANGLE), 9);
    assert_eq!(integer(&mut gl, TEXTURE_BINDING_2D), 0);
    assert_eq!(
        gl.call(|c| bind_texture(c, TEXTURE_2D, 9)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(gl.call(|c| is_enabled(c, TEXTURE_RECTANGLE)), Ok(0));
    for target in [TEXTURE_1D, TEXTURE_2D, TEXTURE_RECTANGLE] {
        gl.call(|c| enable(c, target)).unwrap();
    }
    let unit = gl.0.textures.active_unit();
    assert_eq!(unit.enabled_kind(), Some(TextureShape::Rectangle));
    gl.call(|c| enable(c, TEXTURE_3D)).unwrap();
    let unit = gl.0.textures.active_unit();
    assert_eq!(unit.enabled_kind(), Some(TextureShape::D3));
}

/// The errors of ARB_texture_rectangle; the others of a rectangle's commands are those of TEXTURE_2D.
#[test]
fn rectangles_refuse_levels_borders_and_periodic_wraps() {
    let mut gl = Fixture::new();
    let target = TEXTURE_RECTANGLE;
    assert_eq!(image2d(&mut gl, target, 0, [7, 5], 0), Ok(()));
    assert!(is_complete(&mut gl, TextureShape::Rectangle));
    assert_eq!(image2d(&mut gl, target, 1, [3, 2], 0), Err(INVALID_VALUE));
    assert_eq!(image2d(&mut gl, target, 0, [9, 7], 1), Err(INVALID_VALUE));
    assert_eq!(image2d(&mut gl, target, 0, [-1, 5], 0), Err(INVALID_VALUE));
    let max = integer(&mut gl, MAX_RECTANGLE_TEXTURE_SIZE);
    let too_wide = image2d(&mut gl, target, 0, [max + 1, 1], 0);
    assert_eq!(too_wide, Err(INVALID_VALUE));
    assert_eq!(gl.level(target, 0, TEXTURE_WIDTH), 7, "nothing has changed");

    for wrap in [TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE_WRAP_R] {
        for value in [REPEAT, MIRRORED_REPEAT] {
            assert_eq!(parameter(&mut gl, target, wrap, value), Err(INVALID_ENUM));
        }
        for value in [CLAMP, CLAMP_TO_BORDER, CLAMP_TO_EDGE] {
            assert_eq!(parameter(&mut gl, target, wrap, value), Ok(()));
            assert_eq!(parameter_of(&mut gl, target, wrap), value);
        }
    }
    for filter in [
        NEAREST_MIPMAP_NEAREST,
        LINEAR_MIPMAP_NEAREST,
        NEAREST_MIPMAP_LINEAR,
        LINEAR_MIPMAP_LINEAR,
    ] {
        let set = parameter(&mut gl, target, TEXTURE_MIN_FILTER, filter);
        assert_eq!(set, Err(INVALID_ENUM));
    }
    assert_eq!(parameter(&mut gl, target, TEXTURE_BASE_LEVEL, 0), Ok(()));
    assert_eq!(
        parameter(&mut gl, target, TEXTURE_BASE_LEVEL, 1),
        Err(INVALID_VALUE)
    );
}

/// The same for replacing, querying and compressed images.
#[test]
fn rectangles_have_no_other_level_to_replace_or_query() {
    let mut gl = Fixture::new();
    let target = TEXTURE_RECTANGLE;
    let (format, ty, pixels) = (RGBA, UNSIGNED_BYTE, ClientPtr::of(&ZEROS));
    image2d(&mut gl, target, 0, [7, 5], 0).unwrap();
    let mut replace =
        |level| gl.call(|c| tex_sub_image2d(c, target, level, 1, 1, 2, 2, format, ty, pixels));
    assert_eq!(replace(0), Ok(()));
    assert_eq!(replace(1), Err(INVALID_VALUE));
    let mut out = [0u8; 4 * 35];
    let pointer = ClientPtr::of_mut(&mut out);
    assert_eq!(
        gl.call(|c| get_tex_image(c, target, 1, format, ty, pointer)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        gl.call(|c| get_tex_image(c, target, 0, format, ty, pointer)),
        Ok(())
    );
    let compressed = 0x83f0; // COMPRESSED_RGB_S3TC_DXT1_EXT
    for target in [TEXTURE_RECTANGLE, PROXY_TEXTURE_RECTANGLE] {
        let specify =
            gl.call(|c| compressed_tex_image2d(c, target, 0, compressed, 4, 4, 0, 8, pixels));
        assert_eq!(specify, Err(INVALID_ENUM));
    }
    let replace =
        gl.call(|c| compressed_tex_sub_image2d(c, target, 0, 0, 0, 4, 4, compressed, 8, pixels));
    assert_eq!(replace, Err(INVALID_ENUM));
}

/// GENERATE_MIPMAP makes no levels where there can be none (ARB_texture_rectangle 3.8.8).
#[test]
fn rectangles_generate_no_mipmaps() {
    let mut gl = Fixture::new();
    parameter(&mut gl, TEXTURE_RECTANGLE, GENERATE_MIPMAP, 1).unwrap();
    image2d(&mut gl, TEXTURE_RECTANGLE, 0, [8, 8], 0).unwrap();
    let object = gl.0.textures.bound(TextureShape::Rectangle);
    assert_eq!(object.object.lock().texture.faces[0].len(), 1);
}

/// Proxies of rectangles and volumes (GL 1.5 section 3.8.11).
#[test]
fn proxies_know_the_size_limits_of_their_targets() {
    let mut gl = Fixture::new();
    let max = integer(&mut gl, MAX_RECTANGLE_TEXTURE_SIZE);
    let target = PROXY_TEXTURE_RECTANGLE;
    image2d(&mut gl, target, 0, [max, 3], 0).unwrap();
    assert_eq!(gl.level(target, 0, TEXTURE_WIDTH), max);
    image2d(&mut gl, target, 0, [max + 1, 3], 0).unwrap();
    assert_eq!(gl.level(target, 0, TEXTURE_WIDTH), 0);
    let (target, max) = (PROXY_TEXTURE_3D, integer(&mut gl, MAX_3D_TEXTURE_SIZE));
    image3d(&mut gl, target, 0, [5, 3, max], 0).unwrap();
    assert_eq!(gl.level(target, 0, TEXTURE_DEPTH), max);
    image3d(&mut gl, target, 0, [5, 3, max + 1], 0).unwrap();
    assert_eq!(gl.level(target, 0, TEXTURE_DEPTH), 0);
    let mut out = [0u8; 4];
    let pointer = ClientPtr::of_mut(&mut out);
    for target in [PROXY_TEXTURE_RECTANGLE, PROXY_TEXTURE_3D] {
        let query = gl.call(|c| get_tex_image(c, target, 0, RGBA, UNSIGNED_BYTE, pointer));
        assert_eq!(query, Err(INVALID_ENUM));
    }
}

/// EXT_texture3D: errors, and the state that is new with it.
#[test]
fn volumes_have_depth_border_and_a_third_wrap() {
    let mut gl = Fixture::new();
    let target = TEXTURE_3D;
    assert_eq!(parameter_of(&mut gl, target, TEXTURE_WRAP_R), REPEAT);
    assert_eq!(gl.level(target, 0, TEXTURE_DEPTH), 0);
    assert_eq!(image3d(&mut gl, target, 0, [6, 5, 4], 1), Ok(()));
    let sizes = [TEXTURE_WIDTH, TEXTURE_HEIGHT, TEXTURE_DEPTH, TEXTURE_BORDER]
        .map(|pname| gl.level(target, 0, pname));
    assert_eq!(sizes, [6, 5, 4, 1]);
    let bad_target = image3d(&mut gl, TEXTURE_2D, 0, [4, 4, 4], 0);
    assert_eq!(bad_target, Err(INVALID_ENUM));
    assert_eq!(image3d(&mut gl, target, -1, [4; 3], 0), Err(INVALID_VALUE));
    assert_eq!(image3d(&mut gl, target, 0, [4; 3], 2), Err(INVALID_VALUE));
    assert_eq!(
        image3d(&mut gl, target, 0, [4, 4, -1], 0),
        Err(INVALID_VALUE)
    );
    let sub = |gl: &mut Fixture, z, depth| {
        let pixels = ClientPtr::of(&ZEROS);
        gl.call(|c| {
            tex_sub_image3d(
                c,
                target,
                0,
                -1,
                -1,
                z,
                1,
                1,
                depth,
                RGBA,
                UNSIGNED_BYTE,
                pixels,
            )
        })
    };
    assert_eq!(sub(&mut gl, -1, 4), Ok(()), "the border belongs to it");
    assert_eq!(sub(&mut gl, 0, 4), Err(INVALID_VALUE));
    assert_eq!(sub(&mut gl, -2, 1), Err(INVALID_VALUE));
    gl.call(|c| bind_texture(c, target, 5)).unwrap();
    assert_eq!(integer(&mut gl, TEXTURE_BINDING_3D), 5);
}

/// Every size is one, with its border (ARB_texture_non_power_of_two 3.8.1); 0 has no texels.
#[test]
fn sizes_need_not_be_powers_of_two() {
    let mut gl = Fixture::new();
    for (size, border) in [([3, 5], 0), ([0, 7], 0), ([9, 3], 1), ([2, 2], 1)] {
        assert_eq!(image2d(&mut gl, TEXTURE_2D, 0, size, border), Ok(()));
        assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), size[0]);
    }
    let too_small_for_borders = image2d(&mut gl, TEXTURE_2D, 0, [1, 9], 1);
    assert_eq!(too_small_for_borders, Err(INVALID_VALUE));
    let face = TEXTURE_CUBE_MAP_NEGATIVE_Y;
    assert_eq!(image2d(&mut gl, face, 0, [7, 7], 0), Ok(()));
    let oblong = image2d(&mut gl, face, 0, [7, 6], 0);
    assert_eq!(oblong, Err(INVALID_VALUE), "faces are square (issue 4)");
    // Level 2 of 257 texels would need a base of 1,028 where 1,024 is the most (issue 12; here with our maximum).
    let quarter = integer(&mut gl, MAX_TEXTURE_SIZE) / 4;
    assert_eq!(image2d(&mut gl, TEXTURE_2D, 2, [quarter, 1], 0), Ok(()));
    let larger = image2d(&mut gl, TEXTURE_2D, 2, [quarter + 1, 1], 0);
    assert_eq!(larger, Err(INVALID_VALUE));
}

/// Each level is half of the one before, rounded down (ARB_texture_non_power_of_two 3.8.8).
#[test]
fn levels_of_odd_sizes_are_rounded_down() {
    let mut gl = Fixture::new();
    for (level, size) in [[11, 6], [5, 3], [2, 1]].into_iter().enumerate() {
        image2d(&mut gl, TEXTURE_2D, level as i32, size, 0).unwrap();
        assert!(!is_complete(&mut gl, TextureShape::D2));
    }
    image2d(&mut gl, TEXTURE_2D, 3, [1, 1], 0).unwrap();
    assert!(is_complete(&mut gl, TextureShape::D2));
    image2d(&mut gl, TEXTURE_2D, 1, [6, 3], 0).unwrap();
    assert!(
        !is_complete(&mut gl, TextureShape::D2),
        "11 / 2 rounds to 5"
    );

    for (level, size) in [[3, 7, 5], [1, 3, 2], [1, 1, 1]].into_iter().enumerate() {
        assert!(!is_complete(&mut gl, TextureShape::D3));
        image3d(&mut gl, TEXTURE_3D, level as i32, size, 0).unwrap();
    }
    assert!(is_complete(&mut gl, TextureShape::D3));
}
