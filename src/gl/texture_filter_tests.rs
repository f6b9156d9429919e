//! Anisotropy and float texels as state (EXT_texture_filter_anisotropic, ARB_texture_float, ARB_half_float_pixel).

use super::enums::*;
use super::get::get_floatv;
use super::texture_param::*;
use super::texture_query::*;
use super::texture_tests::Fixture;
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
    let handle = gl.0.textures.bound(crate::texture::ImageKind::D2);
    let sampled = |value: f32| {
        let mut params = handle.object.lock().params.clone();
        params.max_anisotropy = value;
        let base = super::texture_format::BaseFormat::Rgba;
        params.sampler_state(base, 0.0).max_anisotropy
    };
    assert_eq!([sampled(8.0), sampled(99.0)], [8.0, 16.0]);
    let mut out = [0f32];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| get_floatv(c, MAX_TEXTURE_MAX_ANISOTROPY_EXT, pointer))
        .unwrap();
    assert_eq!(out, [16.0]);
}
