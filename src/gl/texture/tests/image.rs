//! Texture images as the doors write them: formats, borders, errors, parts, levels made from others, proxies.

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::texture::get::*;
use crate::gl::texture::image::*;
use crate::gl::texture::param::*;
use crate::gl::texture::sub_image::*;
use crate::gl::texture::unit::Overrides;
use crate::platform::ClientPtr;

#[test]
fn images_are_stored_by_their_base_format() {
    let mut gl = Fixture::new();
    let data = [10, 20, 30, 40, 50, 60, 70, 80];
    let mut round_trip = |internal| {
        gl.image(0, internal, [2, 1], RGBA, UNSIGNED_BYTE, &data)
            .unwrap();
        gl.texels(RGBA, 8)
    };
    assert_eq!(round_trip(RGBA), data);
    assert_eq!(round_trip(RGB8), [10, 20, 30, 255, 50, 60, 70, 255]);
    assert_eq!(round_trip(LUMINANCE), [10, 0, 0, 255, 50, 0, 0, 255]);
    assert_eq!(round_trip(LUMINANCE_ALPHA), [10, 0, 0, 40, 50, 0, 0, 80]);
    assert_eq!(round_trip(ALPHA), [0, 0, 0, 40, 0, 0, 0, 80]);
    assert_eq!(round_trip(INTENSITY), [10, 0, 0, 255, 50, 0, 0, 255]);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_INTENSITY_SIZE), 8);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_RED_SIZE), 0);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 2);
    assert_eq!(gl.level(TEXTURE_2D, 1, TEXTURE_WIDTH), 0);
}

#[test]
fn images_without_texels_are_taken_and_returned() {
    let mut gl = Fixture::new();
    let pixel = [1u8; 16];
    gl.image(0, RGBA, [0, 2], RGBA, UNSIGNED_BYTE, &pixel)
        .unwrap();
    gl.texels(RGBA, 4);
    gl.image(0, RGBA, [2, 0], RGBA, UNSIGNED_BYTE, &pixel)
        .unwrap();
    gl.image(0, RGBA, [2, 2], RGBA, UNSIGNED_BYTE, &pixel)
        .unwrap();
    gl.call(|c| {
        tex_sub_image2d(
            c,
            TEXTURE_2D,
            0,
            0,
            0,
            0,
            2,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of(&pixel),
        )
    })
    .unwrap();
    assert_eq!(gl.texels(RGBA, 16), [1; 16]);
}

#[test]
fn borders_belong_to_the_image() {
    let mut gl = Fixture::new();
    let data: Vec<u8> = (1..=12).collect();
    let pixels = ClientPtr::of(&data);
    gl.call(|c| {
        tex_image1d(
            c,
            TEXTURE_1D,
            0,
            RGBA as i32,
            3,
            1,
            RGBA,
            UNSIGNED_BYTE,
            pixels,
        )
    })
    .unwrap();
    assert_eq!(gl.level(TEXTURE_1D, 0, TEXTURE_WIDTH), 3);
    assert_eq!(gl.level(TEXTURE_1D, 0, TEXTURE_BORDER), 1);
    let texel = [99u8; 4];
    let replace = |gl: &mut Fixture, x| {
        gl.call(|c| {
            tex_sub_image1d(
                c,
                TEXTURE_1D,
                0,
                x,
                1,
                RGBA,
                UNSIGNED_BYTE,
                ClientPtr::of(&texel),
            )
        })
    };
    replace(&mut gl, -1).unwrap();
    assert_eq!(replace(&mut gl, -2), Err(INVALID_VALUE));
    let mut out = [0u8; 12];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_tex_image(c, TEXTURE_1D, 0, RGBA, UNSIGNED_BYTE, pointer))
        .unwrap();
    assert_eq!(out, [99, 99, 99, 99, 5, 6, 7, 8, 9, 10, 11, 12]);
}

#[test]
fn tex_image_refuses_what_the_specification_refuses() {
    let mut gl = Fixture::new();
    let byte = UNSIGNED_BYTE;
    assert_eq!(
        gl.image(-1, RGBA, [1, 1], RGBA, byte, &[]),
        Err(INVALID_VALUE),
        "level"
    );
    assert_eq!(
        gl.image(14, RGBA, [1, 1], RGBA, byte, &[]),
        Err(INVALID_VALUE),
        "level beyond log2 of the maximum"
    );
    assert_eq!(
        gl.image(0, 5, [1, 1], RGBA, byte, &[]),
        Err(INVALID_VALUE),
        "internal format"
    );
    assert_eq!(
        gl.image(0, RGBA, [-1, 1], RGBA, byte, &[]),
        Err(INVALID_VALUE),
        "width"
    );
    assert_eq!(
        gl.image(0, RGBA, [8193, 1], RGBA, byte, &[]),
        Err(INVALID_VALUE),
        "too large"
    );
    assert_eq!(
        gl.image(0, RGBA, [1, 1], STENCIL_INDEX, byte, &[]),
        Err(INVALID_ENUM),
        "stencil"
    );
    assert_eq!(
        gl.image(0, RGBA, [1, 1], RGBA, BITMAP, &[]),
        Err(INVALID_ENUM),
        "bitmap of colours"
    );
    assert_eq!(
        gl.image(0, RGBA, [1, 1], RGBA, UNSIGNED_SHORT_5_6_5, &[]),
        Err(INVALID_OPERATION),
        "packed type"
    );
    assert_eq!(
        gl.image(0, RGBA, [1, 1], DEPTH_COMPONENT, byte, &[]),
        Err(INVALID_OPERATION),
        "depth to colour"
    );
    assert_eq!(
        gl.image(0, DEPTH_COMPONENT, [1, 1], RGBA, byte, &[]),
        Err(INVALID_OPERATION),
        "colour to depth"
    );
    assert_eq!(
        gl.image(0, RGBA, [1, 1], RGBA, 0, &[]),
        Err(INVALID_ENUM),
        "type"
    );
    let none = ClientPtr::NULL;
    let border = gl.call(|c| tex_image2d(c, TEXTURE_2D, 0, RGBA as i32, 4, 4, 2, RGBA, byte, none));
    assert_eq!(border, Err(INVALID_VALUE));
    let face = gl.call(|c| {
        tex_image2d(
            c,
            TEXTURE_CUBE_MAP_POSITIVE_X,
            0,
            RGBA as i32,
            4,
            2,
            0,
            RGBA,
            byte,
            none,
        )
    });
    assert_eq!(face, Err(INVALID_VALUE), "faces are square");
    let whole = gl.call(|c| {
        tex_image2d(
            c,
            TEXTURE_CUBE_MAP,
            0,
            RGBA as i32,
            4,
            4,
            0,
            RGBA,
            byte,
            none,
        )
    });
    assert_eq!(whole, Err(INVALID_ENUM), "a cube map is specified by faces");
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 0, "nothing changed");
}

#[test]
fn sub_images_stay_inside() {
    let mut gl = Fixture::new();
    let pixel = [1u8, 2, 3, 4];
    let sub = |gl: &mut Fixture, x, width, format| {
        gl.call(|c| {
            tex_sub_image2d(
                c,
                TEXTURE_2D,
                0,
                x,
                0,
                width,
                1,
                format,
                UNSIGNED_BYTE,
                ClientPtr::of(&pixel),
            )
        })
    };
    assert_eq!(
        sub(&mut gl, 0, 1, RGBA),
        Err(INVALID_OPERATION),
        "no image yet"
    );
    gl.image(0, RGBA, [2, 1], RGBA, UNSIGNED_BYTE, &[0; 8])
        .unwrap();
    assert_eq!(sub(&mut gl, 2, 1, RGBA), Err(INVALID_VALUE));
    assert_eq!(sub(&mut gl, -1, 1, RGBA), Err(INVALID_VALUE));
    assert_eq!(sub(&mut gl, i32::MAX, 1, RGBA), Err(INVALID_VALUE));
    assert_eq!(sub(&mut gl, 0, -1, RGBA), Err(INVALID_VALUE));
    assert_eq!(sub(&mut gl, 0, 1, DEPTH_COMPONENT), Err(INVALID_OPERATION));
    sub(&mut gl, 1, 1, RGBA).unwrap();
    assert_eq!(gl.texels(RGBA, 8), [0, 0, 0, 0, 1, 2, 3, 4]);
}

#[test]
fn a_write_leaves_the_version_of_a_recorded_draw_alone() {
    let mut gl = Fixture::new();
    gl.image(0, RGBA, [1, 1], RGBA, UNSIGNED_BYTE, &[1, 2, 3, 4])
        .unwrap();
    let drawn =
        gl.0.textures
            .active_unit()
            .texture_for(TextureShape::D2, Overrides::default())
            .unwrap();
    let pixel = [9u8; 4];
    gl.call(|c| {
        tex_sub_image2d(
            c,
            TEXTURE_2D,
            0,
            0,
            0,
            1,
            1,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of(&pixel),
        )
    })
    .unwrap();
    assert_eq!(
        drawn.texture.image.faces[0][0].as_ref().unwrap().texels[..4],
        [1, 2, 3, 4]
    );
    let next =
        gl.0.textures
            .active_unit()
            .texture_for(TextureShape::D2, Overrides::default())
            .unwrap();
    assert_eq!(
        next.texture.image.faces[0][0].as_ref().unwrap().texels[..4],
        [9; 4]
    );
}

#[test]
fn mipmaps_are_generated_with_the_base_level() {
    let mut gl = Fixture::new();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, GENERATE_MIPMAP, 1))
        .unwrap();
    let data: Vec<u8> = [[0u8; 4], [100; 4], [200; 4], [100; 4]].concat();
    gl.image(0, RGBA, [2, 2], RGBA, UNSIGNED_BYTE, &data)
        .unwrap();
    assert_eq!(gl.level(TEXTURE_2D, 1, TEXTURE_WIDTH), 1);
    let texture =
        gl.0.textures
            .active_unit()
            .texture_for(TextureShape::D2, Overrides::default())
            .unwrap();
    assert_eq!(
        texture.texture.image.faces[0][1].as_ref().unwrap().texels[..4],
        [100; 4]
    );
}

#[test]
fn proxies_answer_without_an_error() {
    let mut gl = Fixture::new();
    let proxy = |gl: &mut Fixture, width| {
        let none = ClientPtr::NULL;
        gl.call(|c| {
            tex_image2d(
                c,
                PROXY_TEXTURE_2D,
                0,
                RGB as i32,
                width,
                4,
                0,
                RGB,
                UNSIGNED_BYTE,
                none,
            )
        })
        .unwrap();
        gl.level(PROXY_TEXTURE_2D, 0, TEXTURE_WIDTH)
    };
    assert_eq!(proxy(&mut gl, 4), 4);
    assert_eq!(proxy(&mut gl, 100_000), 0);
}
