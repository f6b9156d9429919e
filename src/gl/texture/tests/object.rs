//! Texture objects as the doors change them: names, parameters, completeness, what units sample, saved state.

use super::fixture::Fixture;
use crate::device::texture::bound::BoundTexture;
use crate::format::TextureShape;
use crate::frontend::fixed_function::fragment::CombineSource;
use crate::gl::Context;
use crate::gl::context::enums::*;
use crate::gl::texture::coord_gen::*;
use crate::gl::texture::env::*;
use crate::gl::texture::image::*;
use crate::gl::texture::object::*;
use crate::gl::texture::param::*;
use crate::gl::texture::unit::Overrides;
use crate::gl::texture::unit::SavedTextures;
use crate::kernel::layout::{SampleRequest, Sampler};
use crate::platform::ClientPtr;
use crate::texture::{Filter, TexelFormat};

/// What unit 0 samples.
fn enabled_texture(cx: &Context) -> Option<BoundTexture> {
    let unit = &cx.textures.units[0];
    unit.texture_for(cx.textures.kind_of(unit)?, Overrides::default())
}

#[test]
fn completeness_needs_all_levels_that_the_filter_reads() {
    let mut gl = Fixture::new();
    let complete = |gl: &Fixture| {
        gl.0.textures
            .active_unit()
            .texture_for(TextureShape::D2, Overrides::default())
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
fn the_enabled_target_with_the_highest_priority_is_applied() {
    let mut gl = Fixture::new();
    for (target, kind) in [
        (TEXTURE_1D, TextureShape::D1),
        (TEXTURE_2D, TextureShape::D2),
    ] {
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
        (TextureShape::D2, TexelFormat::Rgba8)
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
        unit.texture_for(TextureShape::D2, Overrides::default())
            .unwrap()
            .base,
        crate::format::BaseFormat::Alpha
    );
    let alpha = |shadow, reference| {
        let mut request = SampleRequest {
            coords: [[0.5; 16]; 4],
            lod: [0.0; 16],
            mode: crate::ir::interface::LodMode::Implicit,
        };
        request.coords[3] = [reference; 16];
        let mut result = [[0.0; 16]; 4];
        unit.texture_for_program(TextureShape::D2, Overrides::default(), shadow)
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
    assert_eq!(gl.0.textures.bound(TextureShape::D2).name, 0);
    assert_eq!(gl.call(|c| is_texture(c, names[0])), Ok(0));
    assert_eq!(
        other.level(TEXTURE_2D, 0, TEXTURE_WIDTH),
        1,
        "it lives on where it is bound"
    );
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
        [
            CombineSource::Texture,
            CombineSource::Previous,
            CombineSource::TextureUnit(3),
            CombineSource::Zero
        ]
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
        (0, EnvMode::Modulate)
    );
    assert_eq!(
        gl.0.textures
            .bound(TextureShape::D2)
            .object
            .lock()
            .params
            .sampling
            .mag_filter,
        Filter::Linear
    );
}
