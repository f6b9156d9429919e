//! ARB_texture_storage: levels, limits of the levels that count, and that refused commands change nothing.

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::Result;
use crate::gl::context::enums::*;
use crate::gl::direct::texture::texture_storage2d_ext;
use crate::gl::texture::mipmap::generate_mipmap;
use crate::gl::texture::object::bind_texture;
use crate::gl::texture::param::tex_parameteri;
use crate::gl::texture::storage::*;
use crate::gl::texture::sub_image::tex_sub_image2d;
use crate::gl::texture::unit::Overrides;
use crate::platform::ClientPtr;

fn with_texture(name: u32) -> Fixture {
    let mut gl = Fixture::new();
    gl.call(|c| bind_texture(c, TEXTURE_2D, name)).unwrap();
    gl
}

fn widths(gl: &mut Fixture, target: u32) -> [i32; 5] {
    [0, 1, 2, 3, 4].map(|level| gl.level(target, level, TEXTURE_WIDTH))
}

/// Levels are made, others go away, and later commands change neither.
#[test]
fn storage_has_the_levels_that_were_asked_for() {
    let mut gl = with_texture(1);
    gl.image(4, RGB8, [2, 2], RGB, UNSIGNED_BYTE, &[]).unwrap();
    gl.call(|c| tex_storage2d(c, TEXTURE_2D, 3, RGBA8, 16, 4))
        .unwrap();
    assert_eq!(widths(&mut gl, TEXTURE_2D), [16, 8, 4, 0, 0]);
    assert_eq!(gl.level(TEXTURE_2D, 2, TEXTURE_HEIGHT), 1);
    assert_eq!(
        gl.level(TEXTURE_2D, 2, TEXTURE_INTERNAL_FORMAT),
        RGBA8 as i32
    );
    let refused = gl.image(3, RGBA8, [2, 1], RGBA, UNSIGNED_BYTE, &[]);
    assert_eq!(refused, Err(INVALID_OPERATION));
    assert_eq!(
        gl.call(|c| tex_storage2d(c, TEXTURE_2D, 1, RGBA8, 8, 8)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(widths(&mut gl, TEXTURE_2D), [16, 8, 4, 0, 0]);
}

/// Base and maximal level lie among the levels that there are (3.8.6): the texture is complete whatever they are, and
/// generated mipmaps make no new levels (issue 22).
#[test]
fn levels_are_limited_to_those_there_are() {
    let mut gl = with_texture(1);
    gl.call(|c| tex_storage2d(c, TEXTURE_2D, 2, RGBA8, 8, 8))
        .unwrap();
    let filter = LINEAR_MIPMAP_LINEAR as i32;
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, filter))
        .unwrap();
    let levels = |gl: &mut Fixture| {
        let unit = &gl.0.textures.units[0];
        let bound = unit.texture_for(TextureShape::D2, Overrides::default());
        let sampler = bound.expect("complete").texture.sampler;
        (sampler.base_level, sampler.max_level)
    };
    assert_eq!(levels(&mut gl), (0, 1));
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_BASE_LEVEL, 7))
        .unwrap();
    assert_eq!(levels(&mut gl), (1, 1));
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MAX_LEVEL, 0))
        .unwrap();
    assert_eq!(levels(&mut gl), (1, 1));
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_BASE_LEVEL, 0))
        .unwrap();
    gl.call(|c| tex_parameteri(c, TEXTURE_2D, TEXTURE_MAX_LEVEL, 1000))
        .unwrap();
    let texels = [200u8; 4 * 64];
    let pixels = ClientPtr::of(&texels);
    gl.call(|c| tex_sub_image2d(c, TEXTURE_2D, 0, 0, 0, 8, 8, RGBA, UNSIGNED_BYTE, pixels))
        .unwrap();
    gl.call(|c| generate_mipmap(c, TEXTURE_2D)).unwrap();
    assert_eq!(widths(&mut gl, TEXTURE_2D), [8, 4, 0, 0, 0]);
}

/// Cube maps get all faces, and textures by name are made where there is none.
#[test]
fn all_faces_and_named_textures_get_storage() {
    let mut gl = with_texture(0);
    gl.call(|c| bind_texture(c, TEXTURE_CUBE_MAP, 3)).unwrap();
    gl.call(|c| tex_storage2d(c, TEXTURE_CUBE_MAP, 2, RGB8, 4, 4))
        .unwrap();
    for face in TEXTURE_CUBE_MAP_POSITIVE_X..=TEXTURE_CUBE_MAP_NEGATIVE_Z {
        assert_eq!(widths(&mut gl, face), [4, 2, 0, 0, 0]);
    }
    gl.call(|c| texture_storage2d_ext(c, 9, TEXTURE_2D, 1, RGBA16F_ARB, 4, 2))
        .unwrap();
    assert_eq!(widths(&mut gl, TEXTURE_2D), [0; 5], "nothing is bound");
    gl.call(|c| bind_texture(c, TEXTURE_2D, 9)).unwrap();
    assert_eq!(widths(&mut gl, TEXTURE_2D), [4, 0, 0, 0, 0]);
}

/// A proxy has all of its levels or none, and stays as changeable as before.
#[test]
fn proxies_have_all_levels_or_none() {
    let mut gl = with_texture(0);
    let mut proxy = |levels, width| -> std::result::Result<[i32; 5], u32> {
        let storage = |c: &mut crate::gl::Call<'_>| -> Result {
            tex_storage2d(c, PROXY_TEXTURE_2D, levels, RGBA8, width, 8)
        };
        gl.call(storage)?;
        Ok(widths(&mut gl, PROXY_TEXTURE_2D))
    };
    assert_eq!(proxy(5, 16), Ok([16, 8, 4, 2, 1]));
    assert_eq!(proxy(2, 8), Ok([8, 4, 0, 0, 0]));
    assert_eq!(proxy(2, 1 << 30), Ok([0; 5]));
    assert_eq!(proxy(9, 8), Err(INVALID_OPERATION));
}
