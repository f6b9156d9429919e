//! Texture commands called as the doors call them: state, errors, pixels.

use super::Context;
use super::enums::*;
use super::texture_env::*;
use super::texture_fixture::Fixture;
use super::texture_gen::*;
use super::texture_get::*;
use super::texture_image::*;
use super::texture_object::*;
use super::texture_param::*;
use super::texture_sub_image::*;
use crate::kernel::layout::{SampleRequest, Sampler};
use crate::platform::ClientPtr;
use crate::texture::{ImageKind, TexelFormat};

/// What unit 0 samples.
fn enabled_texture(cx: &Context) -> Option<BoundTexture> {
    let unit = &cx.textures.units[0];
    unit.texture_for(cx.textures.kind_of(unit)?, None)
}

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
            .texture_for(ImageKind::D2, None)
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
            .texture_for(ImageKind::D2, None)
            .unwrap();
    assert_eq!(
        next.texture.image.faces[0][0].as_ref().unwrap().texels[..4],
        [9; 4]
    );
}

#[test]
fn completeness_needs_all_levels_that_the_filter_reads() {
    let mut gl = Fixture::new();
    let complete = |gl: &Fixture| {
        gl.0.textures
            .active_unit()
            .texture_for(ImageKind::D2, None)
            .is_some()
    };
    gl.image(0, RGBA, [4, 2], RGBA, UNSIGNED_BYTE, &[0; 32])
        .unwrap();
    assert!(!complete(&gl), "the initial filter reads mipmaps");
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR as i32))
        .unwrap();
    assert!(complete(&gl));
    gl.call(|c| {
        tex_parameteri(
            c,
            TEXTURE_2D,
            TEXTURE_MIN_FILTER,
            LINEAR_MIPMAP_LINEAR as i32,
        )
    })
    .unwrap();
    gl.image(1, RGBA, [2, 1], RGBA, UNSIGNED_BYTE, &[0; 8])
        .unwrap();
    assert!(!complete(&gl), "level 2 is missing");
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MAX_LEVEL, 1))
        .unwrap();
    assert!(complete(&gl), "level 2 does not count");
    gl.image(1, RGB, [2, 1], RGBA, UNSIGNED_BYTE, &[0; 8])
        .unwrap();
    assert!(!complete(&gl), "another internal format");
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
            .texture_for(ImageKind::D2, None)
            .unwrap();
    assert_eq!(
        texture.texture.image.faces[0][1].as_ref().unwrap().texels[..4],
        [100; 4]
    );
}

#[test]
fn the_enabled_target_with_the_highest_priority_is_applied() {
    let mut gl = Fixture::new();
    for (target, kind) in [(TEXTURE_1D, ImageKind::D1), (TEXTURE_2D, ImageKind::D2)] {
        gl.call(|c| tex_parameteri(c, target, TEXTURE_MIN_FILTER, NEAREST as i32))
            .unwrap();
        gl.0.textures.units[0].enabled[kind as usize] = true;
    }
    let pixel = [255u8, 0, 0, 255];
    gl.call(|c| {
        tex_image1d(
            c,
            TEXTURE_1D,
            0,
            RGBA as i32,
            1,
            0,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of(&pixel),
        )
    })
    .unwrap();
    assert!(
        enabled_texture(&gl.0).is_none(),
        "the 2D texture is incomplete and hides the 1D one"
    );
    gl.image(0, RGB, [1, 1], RGB, UNSIGNED_BYTE, &[0, 255, 0])
        .unwrap();
    let bound = enabled_texture(&gl.0).unwrap();
    assert_eq!(
        (bound.kind, bound.texture.image.format),
        (ImageKind::D2, TexelFormat::Rgba8)
    );
    let mut result = [[0.5; 16]; 4];
    let lod = crate::ir::interface::LodMode::Implicit;
    bound.texture.sample(
        &SampleRequest {
            coords: [[0.3; 16]; 4],
            lod: [0.0; 16],
            mode: lod,
        },
        &mut result,
    );
    assert_eq!(result.map(|lanes| lanes[7]), [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn depth_textures_count_as_their_mode_and_compare_only_where_asked() {
    let mut gl = Fixture::new();
    let depth = [0x40u8];
    gl.image(
        0,
        DEPTH_COMPONENT,
        [1, 1],
        DEPTH_COMPONENT,
        UNSIGNED_BYTE,
        &depth,
    )
    .unwrap();
    for (pname, value) in [
        (TEXTURE_MIN_FILTER, NEAREST),
        (DEPTH_TEXTURE_MODE, ALPHA),
        (TEXTURE_COMPARE_MODE, COMPARE_R_TO_TEXTURE),
    ] {
        gl.call(|c| tex_parameteri(c, TEXTURE_2D, pname, value as i32))
            .unwrap();
    }
    let unit = gl.0.textures.active_unit();
    assert_eq!(
        unit.texture_for(ImageKind::D2, None).unwrap().base,
        super::texture_format::BaseFormat::Alpha
    );
    let alpha = |shadow, reference| {
        let mut request = SampleRequest {
            coords: [[0.5; 16]; 4],
            lod: [0.0; 16],
            mode: crate::ir::interface::LodMode::Implicit,
        };
        request.coords[3] = [reference; 16];
        let mut result = [[0.0; 16]; 4];
        unit.texture_for_program(ImageKind::D2, None, shadow)
            .unwrap()
            .sample(&request, &mut result);
        result[3][0]
    };
    assert_eq!(
        [alpha(true, 0.2), alpha(true, 0.3)],
        [1.0, 0.0],
        "the initial function is LEQUAL"
    );
    assert_eq!(alpha(false, 0.3), 64.0 / 255.0);
}

#[test]
fn names_belong_to_the_share_group() {
    let mut gl = Fixture::new();
    let mut names = [0u32; 3];
    let pointer = ClientPtr::of_mut(&mut names);
    gl.call(|c| gen_textures(c, 3, pointer)).unwrap();
    assert_eq!(
        gl.call(|c| gen_textures(c, -1, ClientPtr::NULL)),
        Err(INVALID_VALUE)
    );
    assert_eq!(gl.call(|c| is_texture(c, names[0])), Ok(0), "not bound yet");
    gl.call(|c| bind_texture(c, TEXTURE_2D, names[0])).unwrap();
    assert_eq!(gl.call(|c| is_texture(c, names[0])), Ok(1));
    assert_eq!(
        gl.call(|c| bind_texture(c, TEXTURE_1D, names[0])),
        Err(INVALID_OPERATION)
    );
    assert_eq!(gl.call(|c| bind_texture(c, RGB, 0)), Err(INVALID_ENUM));
    gl.image(0, RGBA, [1, 1], RGBA, UNSIGNED_BYTE, &[1; 4])
        .unwrap();

    let mut other = Fixture(Context::new(gl.0.shared.clone()));
    other
        .call(|c| bind_texture(c, TEXTURE_2D, names[0]))
        .unwrap();
    gl.call(|c| delete_textures(c, 1, ClientPtr::of(&names)))
        .unwrap();
    assert_eq!(gl.0.textures.bound(ImageKind::D2).name, 0);
    assert_eq!(gl.call(|c| is_texture(c, names[0])), Ok(0));
    assert_eq!(
        other.level(TEXTURE_2D, 0, TEXTURE_WIDTH),
        1,
        "it lives on where it is bound"
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

#[test]
fn parameters_and_environments_check_their_values() {
    let mut gl = Fixture::new();
    let set = |gl: &mut Fixture, target, pname, value: i32| {
        gl.call(|c| tex_parameteri(c, target, pname, value))
    };
    assert_eq!(
        set(&mut gl, TEXTURE_2D, TEXTURE_WRAP_S, LINEAR as i32),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        set(&mut gl, TEXTURE_2D, TEXTURE_BASE_LEVEL, -1),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        set(&mut gl, TEXTURE_RECTANGLE, TEXTURE_WRAP_S, REPEAT as i32),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        set(&mut gl, TEXTURE_2D, TEXTURE_BORDER_COLOR, 0),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        gl.call(|c| tex_envi(c, TEXTURE_ENV, TEXTURE_ENV_MODE, RGB as i32)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        gl.call(|c| tex_envf(c, TEXTURE_ENV, RGB_SCALE, 3.0)),
        Err(INVALID_VALUE)
    );
    gl.call(|c| tex_envi(c, TEXTURE_ENV, SOURCE2_RGB, (TEXTURE0 + 3) as i32))
        .unwrap();
    assert_eq!(
        gl.0.textures.units[0].env.source_rgb,
        [TEXTURE, PREVIOUS, TEXTURE0 + 3, ZERO]
    );
    assert_eq!(
        gl.call(|c| tex_geni(c, R, TEXTURE_GEN_MODE, SPHERE_MAP as i32)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        gl.call(|c| active_texture(c, TEXTURE0 + 16)),
        Err(INVALID_ENUM)
    );
    gl.call(|c| active_texture(c, TEXTURE0 + 8)).unwrap();
    assert_eq!(
        gl.call(|c| tex_envi(c, TEXTURE_ENV, TEXTURE_ENV_MODE, ADD as i32)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(
        gl.call(|c| tex_geni(c, S, TEXTURE_GEN_MODE, SPHERE_MAP as i32)),
        Err(INVALID_OPERATION)
    );
}

#[test]
fn saved_state_comes_back() {
    let mut gl = Fixture::new();
    let mut saved = SavedTextures::save(&gl.0.textures);
    gl.call(|c| active_texture(c, TEXTURE1)).unwrap();
    gl.call(|c| tex_envi(c, TEXTURE_ENV, TEXTURE_ENV_MODE, ADD as i32))
        .unwrap();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MAG_FILTER, NEAREST as i32))
        .unwrap();
    saved.restore(&mut gl.0.textures, |_| true);
    assert_eq!(
        (gl.0.textures.active, gl.0.textures.units[1].env.mode),
        (0, MODULATE)
    );
    assert_eq!(
        gl.0.textures
            .bound(ImageKind::D2)
            .object
            .lock()
            .params
            .mag_filter,
        LINEAR
    );
}
