//! Provokes every error of the commands of sections 2.11 to 2.14 of GL 1.5, one by one. The values next to wrong ones are
//! accepted.

use crate::gl::context::enums::*;
use crate::gl::immediate::tests::errors::{answer, around, only};
use crate::gl::vertex_array::tests::fixture::{code, with_call};
use crate::gl::*;
use crate::platform::ClientPtr;

#[test]
fn section_2_11_viewport_and_matrices() {
    let sizes = [-1i32 as u32, i32::MIN as u32, 0, 1, i32::MAX as u32];
    only("Viewport", INVALID_VALUE, sizes, &sizes[2..], |c, size| {
        transform::commands::viewport(c, 0, 0, size as i32, 1)
    });
    only("Viewport", INVALID_VALUE, sizes, &sizes[2..], |c, size| {
        transform::commands::viewport(c, 0, 0, 1, size as i32)
    });
    let program = MATRIX0_ARB..MATRIX0_ARB + context::limits::MAX_PROGRAM_MATRICES as u32;
    let modes: Vec<u32> = [MODELVIEW, PROJECTION, TEXTURE, COLOR]
        .into_iter()
        .chain(program)
        .collect();
    only(
        "MatrixMode",
        INVALID_ENUM,
        around(&modes),
        &modes,
        transform::commands::matrix_mode,
    );
    // The arguments are left, right, bottom, top, near, far.
    let volumes = [
        ([-1.0, 1.0, -1.0, 1.0, 1.0, 2.0], false, false),
        ([1.0, -1.0, 1.0, -1.0, 2.0, 1.0], false, false),
        ([1.0, 1.0, -1.0, 1.0, 1.0, 2.0], true, true),
        ([-1.0, 1.0, 1.0, 1.0, 1.0, 2.0], true, true),
        ([-1.0, 1.0, -1.0, 1.0, 2.0, 2.0], true, true),
        ([-1.0, 1.0, -1.0, 1.0, 0.0, 2.0], true, false),
        ([-1.0, 1.0, -1.0, 1.0, 1.0, 0.0], true, false),
        ([-1.0, 1.0, -1.0, 1.0, -1.0, 2.0], true, false),
        ([-1.0, 1.0, -1.0, 1.0, 1.0, -2.0], true, false),
    ];
    for (v, frustum, ortho) in volumes {
        let error = |fails| if fails { INVALID_VALUE } else { NO_ERROR };
        let [l, r, b, t, n, f] = v;
        assert_eq!(
            answer(|c| transform::commands::frustum(c, l, r, b, t, n, f)),
            error(frustum),
            "{v:?}"
        );
        assert_eq!(
            answer(|c| transform::commands::ortho(c, l, r, b, t, n, f)),
            error(ortho),
            "{v:?}"
        );
    }
}

#[test]
fn section_2_11_matrix_stacks() {
    let stacks = [
        (MODELVIEW, matrix::state::MAX_MODELVIEW_STACK_DEPTH),
        (PROJECTION, matrix::state::MAX_PROJECTION_STACK_DEPTH),
        (TEXTURE, matrix::state::MAX_TEXTURE_STACK_DEPTH),
        (COLOR, matrix::state::MAX_COLOR_STACK_DEPTH),
        (
            MATRIX0_ARB + 1,
            matrix::state::MAX_PROGRAM_MATRIX_STACK_DEPTH,
        ),
    ];
    for (mode, depth) in stacks {
        with_call(|call| {
            transform::commands::matrix_mode(call, mode).unwrap();
            assert_eq!(
                code(transform::commands::pop_matrix(call)),
                STACK_UNDERFLOW,
                "{mode:#x}"
            );
            for _ in 1..depth {
                transform::commands::push_matrix(call).unwrap();
            }
            assert_eq!(
                code(transform::commands::push_matrix(call)),
                STACK_OVERFLOW,
                "{mode:#x}"
            );
            for _ in 1..depth {
                transform::commands::pop_matrix(call).unwrap();
            }
            assert_eq!(
                code(transform::commands::pop_matrix(call)),
                STACK_UNDERFLOW,
                "{mode:#x}"
            );
        });
    }
}

#[test]
fn section_2_11_texture_coordinate_generation() {
    use crate::gl::texture::coord_gen as gen_;
    let coords = [S, T, R, Q];
    only(
        "TexGen coord",
        INVALID_ENUM,
        around(&coords),
        &coords,
        |c, coord| gen_::tex_geni(c, coord, TEXTURE_GEN_MODE, EYE_LINEAR as i32),
    );
    let modes = [
        OBJECT_LINEAR,
        EYE_LINEAR,
        REFLECTION_MAP,
        NORMAL_MAP,
        SPHERE_MAP,
    ];
    for (coord, n) in [(S, 5), (T, 5), (R, 4), (Q, 2)] {
        only(
            "TexGeni",
            INVALID_ENUM,
            around(&modes),
            &modes[..n],
            |c, mode| gen_::tex_geni(c, coord, TEXTURE_GEN_MODE, mode as i32),
        );
        only("TexGenfv", INVALID_ENUM, modes, &modes[..n], |c, mode| {
            gen_::tex_genfv(c, coord, TEXTURE_GEN_MODE, ClientPtr::of(&[mode as f32]))
        });
        only("TexGend", INVALID_ENUM, modes, &modes[..n], |c, mode| {
            gen_::tex_gend(c, coord, TEXTURE_GEN_MODE, f64::from(mode))
        });
    }
    let names = [TEXTURE_GEN_MODE, OBJECT_PLANE, EYE_PLANE];
    // The scalar commands accept the mode only.
    only(
        "TexGeni pname",
        INVALID_ENUM,
        around(&names),
        &names[..1],
        |c, name| gen_::tex_geni(c, S, name, EYE_LINEAR as i32),
    );
    only(
        "TexGenf pname",
        INVALID_ENUM,
        around(&names),
        &names[..1],
        |c, name| gen_::tex_genf(c, S, name, EYE_LINEAR as f32),
    );
    let linear = EYE_LINEAR as f64;
    only(
        "TexGendv pname",
        INVALID_ENUM,
        around(&names),
        &names,
        |c, name| gen_::tex_gendv(c, S, name, ClientPtr::of(&[linear, 0.0, 0.0, 0.0])),
    );
    let linear = EYE_LINEAR as i32;
    only(
        "TexGeniv pname",
        INVALID_ENUM,
        around(&names),
        &names,
        |c, name| gen_::tex_geniv(c, S, name, ClientPtr::of(&[linear, 0, 0, 0])),
    );
}

#[test]
fn section_2_12_clip_planes() {
    let planes: Vec<u32> =
        (CLIP_PLANE0..CLIP_PLANE0 + context::limits::MAX_CLIP_PLANES as u32).collect();
    only(
        "ClipPlane",
        INVALID_ENUM,
        around(&planes),
        &planes,
        |c, plane| transform::commands::clip_plane(c, plane, ClientPtr::of(&[0.0; 4])),
    );
}

#[test]
fn section_2_14_lights() {
    use crate::gl::lighting::light::{lightf, lightfv, lighti, lightiv};
    let lights: Vec<u32> = (LIGHT0..LIGHT0 + context::limits::MAX_LIGHTS as u32).collect();
    only(
        "Light",
        INVALID_ENUM,
        around(&lights),
        &lights,
        |c, light| lightf(c, light, SPOT_CUTOFF, 45.0),
    );
    let scalars = [
        SPOT_EXPONENT,
        SPOT_CUTOFF,
        CONSTANT_ATTENUATION,
        LINEAR_ATTENUATION,
        QUADRATIC_ATTENUATION,
    ];
    let vectors = [AMBIENT, DIFFUSE, SPECULAR, POSITION, SPOT_DIRECTION];
    let all = [scalars, vectors].concat();
    only("Lightf", INVALID_ENUM, around(&all), &scalars, |c, name| {
        lightf(c, LIGHT0, name, 1.0)
    });
    only("Lighti", INVALID_ENUM, around(&all), &scalars, |c, name| {
        lighti(c, LIGHT0, name, 1)
    });
    only("Lightfv", INVALID_ENUM, around(&all), &all, |c, name| {
        lightfv(c, LIGHT0, name, ClientPtr::of(&[1.0; 4]))
    });
    only("Lightiv", INVALID_ENUM, around(&all), &all, |c, name| {
        lightiv(c, LIGHT0, name, ClientPtr::of(&[1; 4]))
    });
    // By table 2.10, these are the values just inside and just outside.
    let ranges: &[(u32, &[f32], &[f32])] = &[
        (SPOT_EXPONENT, &[0.0, 1024.0], &[-0.1, 1024.1, f32::NAN]),
        (
            SPOT_CUTOFF,
            &[0.0, 90.0, 180.0],
            &[-0.1, 90.1, 179.9, 180.1, f32::NAN],
        ),
        (CONSTANT_ATTENUATION, &[0.0, 1e30], &[-1e-6, f32::NAN]),
        (LINEAR_ATTENUATION, &[0.0, 1e30], &[-1e-6, f32::NAN]),
        (QUADRATIC_ATTENUATION, &[0.0, 1e30], &[-1e-6, f32::NAN]),
    ];
    for (name, inside, outside) in ranges {
        let values = inside.iter().map(|v| (v, NO_ERROR));
        for (value, expected) in values.chain(outside.iter().map(|v| (v, INVALID_VALUE))) {
            let set = answer(|c| lightf(c, LIGHT0, *name, *value));
            assert_eq!(set, expected, "{name:#x} {value}");
            let set = answer(|c| lightfv(c, LIGHT0, *name, ClientPtr::of(&[*value])));
            assert_eq!(set, expected, "{name:#x} {value}");
        }
    }
}

#[test]
fn section_2_14_materials() {
    use crate::gl::immediate::material::{materialf, materialfv, materiali, materialiv};
    use crate::gl::lighting::material::color_material;
    let faces = [FRONT, BACK, FRONT_AND_BACK];
    only(
        "Material",
        INVALID_ENUM,
        around(&faces),
        &faces,
        |c, face| materialf(c, face, SHININESS, 1.0),
    );
    only(
        "ColorMaterial",
        INVALID_ENUM,
        around(&faces),
        &faces,
        |c, face| color_material(c, face, DIFFUSE),
    );
    let colors = [AMBIENT, DIFFUSE, SPECULAR, EMISSION, AMBIENT_AND_DIFFUSE];
    let all = [&colors[..], &[SHININESS, COLOR_INDEXES]].concat();
    only(
        "ColorMaterial",
        INVALID_ENUM,
        around(&all),
        &colors,
        |c, mode| color_material(c, FRONT, mode),
    );
    only(
        "Materialf",
        INVALID_ENUM,
        around(&all),
        &[SHININESS],
        |c, name| materialf(c, FRONT, name, 1.0),
    );
    only(
        "Materiali",
        INVALID_ENUM,
        around(&all),
        &[SHININESS],
        |c, name| materiali(c, FRONT, name, 1),
    );
    only("Materialfv", INVALID_ENUM, around(&all), &all, |c, name| {
        materialfv(c, FRONT, name, ClientPtr::of(&[1.0; 4]))
    });
    only("Materialiv", INVALID_ENUM, around(&all), &all, |c, name| {
        materialiv(c, FRONT, name, ClientPtr::of(&[1; 4]))
    });
    for (value, expected) in [
        (0.0, NO_ERROR),
        (1024.0, NO_ERROR),
        (-0.1, INVALID_VALUE),
        (1024.1, INVALID_VALUE),
        (f32::NAN, INVALID_VALUE),
    ] {
        let set = answer(|c| materialf(c, FRONT, SHININESS, value));
        assert_eq!(set, expected, "{value}");
    }
}

#[test]
fn section_2_14_models() {
    use crate::gl::lighting::light::{light_modelf, light_modelfv, light_modeli, light_modeliv};
    let scalars = [
        LIGHT_MODEL_LOCAL_VIEWER,
        LIGHT_MODEL_TWO_SIDE,
        LIGHT_MODEL_COLOR_CONTROL,
    ];
    let all = [&scalars[..], &[LIGHT_MODEL_AMBIENT]].concat();
    let value = SINGLE_COLOR as i32;
    only(
        "LightModelf",
        INVALID_ENUM,
        around(&all),
        &scalars,
        |c, name| light_modelf(c, name, value as f32),
    );
    only(
        "LightModeli",
        INVALID_ENUM,
        around(&all),
        &scalars,
        |c, name| light_modeli(c, name, value),
    );
    only(
        "LightModelfv",
        INVALID_ENUM,
        around(&all),
        &all,
        |c, name| light_modelfv(c, name, ClientPtr::of(&[value as f32; 4])),
    );
    only(
        "LightModeliv",
        INVALID_ENUM,
        around(&all),
        &all,
        |c, name| light_modeliv(c, name, ClientPtr::of(&[value; 4])),
    );
    let controls = [SINGLE_COLOR, SEPARATE_SPECULAR_COLOR];
    only(
        "LIGHT_MODEL_COLOR_CONTROL",
        INVALID_ENUM,
        around(&controls),
        &controls,
        |c, value| light_modeli(c, LIGHT_MODEL_COLOR_CONTROL, value as i32),
    );
    let orders = [CW, CCW];
    only(
        "FrontFace",
        INVALID_ENUM,
        around(&orders),
        &orders,
        primitive::commands::front_face,
    );
    let models = [FLAT, SMOOTH];
    only(
        "ShadeModel",
        INVALID_ENUM,
        around(&models),
        &models,
        lighting::light::shade_model,
    );
}
