//! Sampler objects. Pictures are in shim_tests/golden/objects.c.

use super::fixture::Fixture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::texture::image::tex_image2d;
use crate::gl::texture::sampler::*;
use crate::gl::texture::unit::Overrides;
use crate::platform::ClientPtr;
use crate::texture::Filter;

fn sampler(f: &mut Fixture) -> u32 {
    let mut names = [0];
    f.call(|c| gen_samplers(c, 1, ClientPtr::of_mut(&mut names)))
        .unwrap();
    names[0]
}

/// Gives a target of unit 0 an image of one level.
fn image(f: &mut Fixture, target: u32) {
    f.call(|c| {
        let texels = ClientPtr::of(&[0u8; 16]);
        tex_image2d(
            c,
            target,
            0,
            RGBA as i32,
            2,
            2,
            0,
            RGBA,
            UNSIGNED_BYTE,
            texels,
        )
    })
    .unwrap();
}

#[test]
fn completeness_is_that_of_the_sampler() {
    let mut f = Fixture::new();
    image(&mut f, TEXTURE_2D);
    let sampled =
        |f: &Fixture| f.0.textures.units[0].texture_for(TextureShape::D2, Overrides::default());
    assert!(sampled(&f).is_none(), "mipmaps are missing");
    let name = sampler(&mut f);
    f.call(|c| bind_sampler(c, 0, name)).unwrap();
    assert!(sampled(&f).is_none(), "a new sampler uses mipmaps as well");
    f.call(|c| sampler_parameteri(c, name, TEXTURE_MIN_FILTER, NEAREST as i32))
        .unwrap();
    assert_eq!(sampled(&f).unwrap().texture.sampler.min, Filter::Nearest);
    // Both answers are kept.
    f.call(|c| bind_sampler(c, 0, 0)).unwrap();
    assert!(sampled(&f).is_none());
}

#[test]
fn rectangles_need_modes_of_rectangles() {
    let mut f = Fixture::new();
    image(&mut f, TEXTURE_RECTANGLE);
    let name = sampler(&mut f);
    f.call(|c| bind_sampler(c, 0, name)).unwrap();
    let is_sampled = |f: &Fixture| {
        let unit = &f.0.textures.units[0];
        unit.texture_for(TextureShape::Rectangle, Overrides::default())
            .is_some()
    };
    f.call(|c| sampler_parameteri(c, name, TEXTURE_MIN_FILTER, LINEAR as i32))
        .unwrap();
    assert!(!is_sampled(&f));
    for pname in [TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE_WRAP_R] {
        f.call(|c| sampler_parameteri(c, name, pname, CLAMP_TO_EDGE as i32))
            .unwrap();
    }
    assert!(is_sampled(&f));
}

#[test]
fn bindings_are_not_pushed() {
    let mut f = Fixture::new();
    let name = sampler(&mut f);
    f.call(|c| push_attrib(c, TEXTURE_BIT)).unwrap();
    f.call(|c| bind_sampler(c, 3, name)).unwrap();
    f.call(pop_attrib).unwrap();
    let bound = f.0.textures.units[3].sampler.as_ref();
    assert_eq!(bound.map(|sampler| sampler.name), Some(name));
    f.call(|c| delete_samplers(c, 2, ClientPtr::of(&[name, 99])))
        .unwrap();
    assert!(f.0.textures.units[3].sampler.is_none());
    assert_eq!(f.call(|c| is_sampler(c, name)), Ok(0));
}

#[test]
fn integers_of_a_border_come_back() {
    let mut f = Fixture::new();
    let name = sampler(&mut f);
    let given = [i32::MIN, -1, 7, i32::MAX];
    f.call(|c| sampler_parameter_iiv(c, name, TEXTURE_BORDER_COLOR, ClientPtr::of(&given)))
        .unwrap();
    let mut integers = [0i32; 4];
    f.call(|c| {
        let out = ClientPtr::of_mut(&mut integers);
        get_sampler_parameter_iiv(c, name, TEXTURE_BORDER_COLOR, out)
    })
    .unwrap();
    assert_eq!(integers, given);
}
