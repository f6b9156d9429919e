//! Tests of NV_texture_env_combine4 and ATI_texture_env_combine3: functions, sources, errors, state.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::immediate::color::color4f;
use crate::gl::state::enable::enable;
use crate::gl::texture::env::*;
use crate::gl::*;
use crate::platform::ClientPtr;

const TEXEL: [f32; 4] = [0.2, 0.4, 0.6, 0.8];
const PRIMARY: [f32; 4] = [0.6, 0.2, 1.0, 0.4];
const CONSTANT_COLOR_: [f32; 4] = [1.0, 0.8, 0.2, 0.6];

fn env(f: &mut Fixture, name: u32, value: u32) -> std::result::Result<(), u32> {
    f.call(|c| tex_envi(c, TEXTURE_ENV, name, value as i32))
}

fn asked(f: &mut Fixture, name: u32) -> u32 {
    let mut value = [0i32];
    let at = ClientPtr::from_address(value.as_mut_ptr() as usize);
    f.call(|c| get_tex_enviv(c, TEXTURE_ENV, name, at)).unwrap();
    value[0] as u32
}

/// One texel, a primary colour and a constant.
fn fixture(mode: u32) -> Fixture {
    let mut f = Fixture::new();
    let texel = TEXEL.map(|c| (c * 255.0) as u8);
    f.call(|c| {
        let texels = ClientPtr::of(&texel);
        let (format, ty) = (RGBA, UNSIGNED_BYTE);
        texture::image::tex_image2d(c, TEXTURE_2D, 0, RGBA as i32, 1, 1, 0, format, ty, texels)?;
        texture::param::tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST as i32)?;
        enable(c, TEXTURE_2D)?;
        tex_envfv(
            c,
            TEXTURE_ENV,
            TEXTURE_ENV_COLOR,
            ClientPtr::of(&CONSTANT_COLOR_),
        )?;
        color4f(c, PRIMARY[0], PRIMARY[1], PRIMARY[2], PRIMARY[3])
    })
    .unwrap();
    env(&mut f, TEXTURE_ENV_MODE, mode).unwrap();
    f
}

/// What the environment makes, as colours.
fn drawn(f: &mut Fixture) -> [f32; 4] {
    f.square();
    let [b, g, r, a] = f.pixel(4, 4).to_le_bytes();
    [r, g, b, a].map(|c| f32::from(c) / 255.0)
}

fn assert_close(found: [f32; 4], expected: [f32; 4], what: &str) {
    let close = found
        .iter()
        .zip(expected)
        .all(|(f, e)| (f - e.clamp(0.0, 1.0)).abs() < 0.006);
    assert!(close, "{what}: {found:?}, expected {expected:?}");
}

#[test]
fn sums_of_products() {
    let mut f = fixture(COMBINE4_NV);
    // Arg0 = texture, Arg1 = primary, Arg2 = constant, Arg3 = 1 − 0 or the texture again.
    for (name, value) in [
        (SOURCE0_RGB, TEXTURE),
        (SOURCE1_RGB, PRIMARY_COLOR),
        (SOURCE2_RGB, CONSTANT),
        (OPERAND2_RGB, SRC_COLOR),
        (SOURCE0_ALPHA, TEXTURE),
        (SOURCE1_ALPHA, PRIMARY_COLOR),
        (SOURCE2_ALPHA, CONSTANT),
    ] {
        env(&mut f, name, value).unwrap();
    }
    let sum = |third: [f32; 4], offset: f32| -> [f32; 4] {
        std::array::from_fn(|i| TEXEL[i] * PRIMARY[i] + CONSTANT_COLOR_[i] * third[i] + offset)
    };
    for (function, offset) in [(ADD, 0.0), (ADD_SIGNED, -0.5)] {
        env(&mut f, COMBINE_RGB, function).unwrap();
        env(&mut f, COMBINE_ALPHA, function).unwrap();
        // Initially 1 − ZERO (new state).
        env(&mut f, SOURCE3_RGB_NV, ZERO).unwrap();
        env(&mut f, SOURCE3_ALPHA_NV, ZERO).unwrap();
        assert_close(drawn(&mut f), sum([1.0; 4], offset), "one minus zero");
        env(&mut f, SOURCE3_RGB_NV, TEXTURE).unwrap();
        env(&mut f, SOURCE3_ALPHA_NV, TEXTURE).unwrap();
        assert_close(
            drawn(&mut f),
            sum(TEXEL.map(|t| 1.0 - t), offset),
            "one minus texture",
        );
        // A unit without a texture is 1; one minus that is 0.
        env(&mut f, SOURCE3_RGB_NV, TEXTURE3).unwrap();
        env(&mut f, SOURCE3_ALPHA_NV, TEXTURE3).unwrap();
        assert_close(
            drawn(&mut f),
            sum([0.0; 4], offset),
            "one minus a disabled unit",
        );
    }
    // Scales apply to the sum.
    env(&mut f, COMBINE_RGB, ADD).unwrap();
    env(&mut f, COMBINE_ALPHA, ADD).unwrap();
    f.call(|c| tex_envf(c, TEXTURE_ENV, RGB_SCALE, 4.0))
        .unwrap();
    let mut expected = sum([0.0; 4], 0.0);
    expected[..3].iter_mut().for_each(|c| *c *= 4.0);
    assert_close(drawn(&mut f), expected, "scaled");
}

#[test]
fn products_and_sums_of_three() {
    let mut f = fixture(COMBINE);
    for (name, value) in [
        (SOURCE0_RGB, TEXTURE),
        (SOURCE1_RGB, PRIMARY_COLOR),
        (SOURCE2_RGB, CONSTANT),
        (OPERAND2_RGB, SRC_COLOR),
        (SOURCE0_ALPHA, TEXTURE),
        (SOURCE1_ALPHA, PRIMARY_COLOR),
        (SOURCE2_ALPHA, CONSTANT),
    ] {
        env(&mut f, name, value).unwrap();
    }
    for (function, sign, offset) in [
        (MODULATE_ADD_ATI, 1.0, 0.0),
        (MODULATE_SIGNED_ADD_ATI, 1.0, -0.5),
        (MODULATE_SUBTRACT_ATI, -1.0, 0.0),
    ] {
        env(&mut f, COMBINE_RGB, function).unwrap();
        env(&mut f, COMBINE_ALPHA, function).unwrap();
        let expected = |i: usize| TEXEL[i] * CONSTANT_COLOR_[i] + sign * PRIMARY[i] + offset;
        assert_close(drawn(&mut f), std::array::from_fn(expected), "three");
    }
    // ONE and ZERO as sources: 1 × texture + 0.
    env(&mut f, COMBINE_RGB, MODULATE_ADD_ATI).unwrap();
    env(&mut f, COMBINE_ALPHA, MODULATE_ADD_ATI).unwrap();
    for (name, value) in [
        (SOURCE1_RGB, ZERO),
        (SOURCE1_ALPHA, ZERO),
        (SOURCE2_RGB, ONE),
        (SOURCE2_ALPHA, ONE),
    ] {
        env(&mut f, name, value).unwrap();
    }
    assert_close(drawn(&mut f), TEXEL, "one and zero");
}

#[test]
fn the_fourth_argument_is_state() {
    let mut f = Fixture::new();
    let names = [
        (SOURCE3_RGB_NV, ZERO),
        (SOURCE3_ALPHA_NV, ZERO),
        (OPERAND3_RGB_NV, ONE_MINUS_SRC_COLOR),
        (OPERAND3_ALPHA_NV, ONE_MINUS_SRC_ALPHA),
    ];
    for (name, initial) in names {
        assert_eq!(asked(&mut f, name), initial, "{name:#x}");
    }
    f.call(|c| state::attrib_stack::push_attrib(c, TEXTURE_BIT))
        .unwrap();
    env(&mut f, TEXTURE_ENV_MODE, COMBINE4_NV).unwrap();
    for (name, _) in &names[..2] {
        env(&mut f, *name, PREVIOUS).unwrap();
        assert_eq!(asked(&mut f, *name), PREVIOUS);
    }
    for (name, _) in &names[2..] {
        env(&mut f, *name, SRC_ALPHA).unwrap();
        assert_eq!(asked(&mut f, *name), SRC_ALPHA);
    }
    assert_eq!(asked(&mut f, TEXTURE_ENV_MODE), COMBINE4_NV);
    f.call(state::attrib_stack::pop_attrib).unwrap();
    assert_eq!(asked(&mut f, TEXTURE_ENV_MODE), MODULATE);
    for (name, initial) in names {
        assert_eq!(asked(&mut f, name), initial, "{name:#x}");
    }
}

#[test]
fn errors_are_those_of_the_extensions() {
    let mut f = Fixture::new();
    let sources = [SOURCE0_RGB, SOURCE1_RGB, SOURCE2_RGB, SOURCE3_RGB_NV];
    let alphas = [
        SOURCE0_ALPHA,
        SOURCE1_ALPHA,
        SOURCE2_ALPHA,
        SOURCE3_ALPHA_NV,
    ];
    for name in sources.into_iter().chain(alphas) {
        // NV_texture_env_combine4, which alone has the fourth, knows no ONE.
        let fourth = [SOURCE3_RGB_NV, SOURCE3_ALPHA_NV].contains(&name);
        let one = env(&mut f, name, ONE);
        assert_eq!(one, if fourth { Err(INVALID_ENUM) } else { Ok(()) });
        for valid in [ZERO, TEXTURE, CONSTANT, PRIMARY_COLOR, PREVIOUS, TEXTURE7] {
            assert_eq!(env(&mut f, name, valid), Ok(()), "{name:#x} {valid:#x}");
        }
        for wrong in [TEXTURE8, TEXTURE_2D, SRC_COLOR, 2] {
            assert_eq!(
                env(&mut f, name, wrong),
                Err(INVALID_ENUM),
                "{name:#x} {wrong:#x}"
            );
        }
        assert_eq!(asked(&mut f, name), TEXTURE7);
    }
    let colors = [
        SRC_COLOR,
        ONE_MINUS_SRC_COLOR,
        SRC_ALPHA,
        ONE_MINUS_SRC_ALPHA,
    ];
    for i in 0..4 {
        for (k, valid) in colors.into_iter().enumerate() {
            assert_eq!(env(&mut f, OPERAND0_RGB + i, valid), Ok(()));
            let expected = if k < 2 { Err(INVALID_ENUM) } else { Ok(()) };
            assert_eq!(env(&mut f, OPERAND0_ALPHA + i, valid), expected);
        }
        for wrong in [DST_COLOR, ZERO, ONE] {
            assert_eq!(env(&mut f, OPERAND0_RGB + i, wrong), Err(INVALID_ENUM));
            assert_eq!(env(&mut f, OPERAND0_ALPHA + i, wrong), Err(INVALID_ENUM));
        }
    }
    for wrong in [COMBINE4_NV - 1, COMBINE4_NV + 1] {
        assert_eq!(env(&mut f, TEXTURE_ENV_MODE, wrong), Err(INVALID_ENUM));
    }
    for name in [COMBINE_RGB, COMBINE_ALPHA] {
        for wrong in [MODULATE_ADD_ATI - 1, MODULATE_SUBTRACT_ATI + 1] {
            assert_eq!(env(&mut f, name, wrong), Err(INVALID_ENUM));
        }
    }
    for unknown in [
        SOURCE3_RGB_NV + 1,
        SOURCE3_ALPHA_NV + 1,
        OPERAND3_ALPHA_NV + 1,
    ] {
        assert_eq!(
            env(&mut f, unknown, TEXTURE),
            Err(INVALID_ENUM),
            "{unknown:#x}"
        );
    }
}

#[test]
fn dot_products_of_an_environment_are_scaled_as_their_extension_says() {
    let mut f = Fixture::new();
    let texel = [255u8, 160, 128, 200];
    let constant = [0.65f32, 0.55, 0.5, 0.2];
    f.call(|c| {
        let (target, texels) = (TEXTURE_2D, ClientPtr::of(&texel));
        crate::gl::texture::image::tex_image2d(
            c,
            target,
            0,
            RGBA as i32,
            1,
            1,
            0,
            RGBA,
            UNSIGNED_BYTE,
            texels,
        )?;
        crate::gl::texture::param::tex_parameteri(c, target, TEXTURE_MIN_FILTER, NEAREST as i32)?;
        crate::gl::state::enable::enable(c, target)?;
        tex_envfv(c, TEXTURE_ENV, TEXTURE_ENV_COLOR, ClientPtr::of(&constant))?;
        for (name, value) in [
            (TEXTURE_ENV_MODE, COMBINE),
            (SOURCE1_RGB, CONSTANT),
            (COMBINE_ALPHA, REPLACE),
            (SOURCE0_ALPHA, CONSTANT),
        ] {
            tex_envi(c, TEXTURE_ENV, name, value as i32)?;
        }
        tex_envf(c, TEXTURE_ENV, RGB_SCALE, 2.0)
    })
    .unwrap();
    // The dot product is 4 × (0.5 × 0.15 + 0.1275 × 0.05) = 0.3255, in bytes 83.
    for (function, colour, alpha) in [
        (DOT3_RGB, 166, 51),
        (DOT3_RGBA, 166, 83),
        (DOT3_RGB_EXT, 83, 51),
        (DOT3_RGBA_EXT, 83, 83),
    ] {
        f.call(|c| tex_envi(c, TEXTURE_ENV, COMBINE_RGB, function as i32))
            .unwrap();
        f.square();
        let expected = alpha << 24 | colour << 16 | colour << 8 | colour;
        assert_eq!(f.pixel(4, 4), expected, "function {function:#x}");
    }
}
