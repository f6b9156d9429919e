//! Every error of every command of chapter 2 of GL 1.5, one by one, and that the values next to it are taken. Errors of
//! buffer objects (section 2.9) are in `buffer_tests`; what may not stand between Begin and End is the doors' business.

use super::enums::*;
use super::vertex_array_tests::{code, with_call};
use super::*;
use crate::platform::ClientPtr;

const NULL: ClientPtr<u8> = ClientPtr::NULL;

/// What a command answers in a new context.
fn answer(command: impl Fn(&mut Call<'_>) -> Result) -> u32 {
    with_call(|call| code(command(call)))
}

/// Expects `error` of the command exactly for the values of `tried` that are not `valid`.
fn only(
    name: &str,
    error: u32,
    tried: impl IntoIterator<Item = u32>,
    valid: &[u32],
    command: impl Fn(&mut Call<'_>, u32) -> Result,
) {
    for value in tried {
        let expected = if valid.contains(&value) {
            NO_ERROR
        } else {
            error
        };
        let answered = answer(|c| command(c, value));
        assert_eq!(answered, expected, "{name}: {value:#x}");
    }
}

/// Names around these: their neighbours, 0, and some that mean something elsewhere.
fn around(valid: &[u32]) -> Vec<u32> {
    let neighbours = valid.iter().flat_map(|v| [v.wrapping_sub(1), *v, v + 1]);
    let others = [
        0,
        1,
        FRONT,
        TEXTURE_2D,
        FLOAT,
        LIGHT0,
        AMBIENT,
        MODELVIEW,
        u32::MAX,
    ];
    neighbours.chain(others).collect()
}

#[test]
fn section_2_6_begin_and_end() {
    let modes: Vec<u32> = (POINTS..=POLYGON).collect();
    only(
        "Begin",
        INVALID_ENUM,
        around(&modes),
        &modes,
        immediate::begin,
    );
    assert_eq!(answer(immediate::end), INVALID_OPERATION);
    let twice = |c: &mut Call<'_>| immediate::begin(c, LINES).and(immediate::begin(c, LINES));
    assert_eq!(answer(twice), INVALID_OPERATION);
    // An End without Begin, also behind a whole primitive.
    let ends = |c: &mut Call<'_>| {
        immediate::begin(c, LINES)?;
        immediate::end(c)?;
        immediate::end(c)
    };
    assert_eq!(answer(ends), INVALID_OPERATION);
}

/// A pointer command: its name, sizes and types of table 2.4 (and of ARB_half_float_vertex, EXT_vertex_array_bgra,
/// ARB_vertex_program), and the command given size, type and stride.
struct Pointer {
    name: &'static str,
    sizes: &'static [i32],
    types: &'static [u32],
    command: fn(&mut Call<'_>, i32, u32, i32) -> Result,
}

const INDICES: &[u32] = &[UNSIGNED_BYTE, SHORT, INT, FLOAT, DOUBLE];
const COORDS: &[u32] = &[SHORT, INT, FLOAT, DOUBLE, HALF_FLOAT];
const NORMALS: &[u32] = &[BYTE, SHORT, INT, FLOAT, DOUBLE, HALF_FLOAT];
const ALL: &[u32] = &[
    BYTE,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    INT,
    UNSIGNED_INT,
    FLOAT,
    DOUBLE,
    HALF_FLOAT,
];

const POINTERS: &[Pointer] = &[
    Pointer {
        name: "VertexPointer",
        sizes: &[2, 3, 4],
        types: COORDS,
        command: |c, size, ty, stride| {
            vertex_array_pointer::vertex_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "NormalPointer",
        sizes: &[],
        types: NORMALS,
        command: |c, _, ty, stride| vertex_array_pointer::normal_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "ColorPointer",
        sizes: &[3, 4],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array_pointer::color_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "SecondaryColorPointer",
        sizes: &[3],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array_pointer::secondary_color_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "IndexPointer",
        sizes: &[],
        types: INDICES,
        command: |c, _, ty, stride| vertex_array_pointer::index_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "FogCoordPointer",
        sizes: &[],
        types: &[FLOAT, DOUBLE, HALF_FLOAT],
        command: |c, _, ty, stride| vertex_array_pointer::fog_coord_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "TexCoordPointer",
        sizes: &[1, 2, 3, 4],
        types: COORDS,
        command: |c, size, ty, stride| {
            vertex_array_pointer::tex_coord_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "VertexAttribPointer",
        sizes: &[1, 2, 3, 4],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array_pointer::vertex_attrib_pointer(c, 3, size, ty, 1, stride, NULL)
        },
    },
];

#[test]
fn section_2_8_pointers() {
    for p in POINTERS {
        let size = p.sizes.first().copied().unwrap_or(0);
        let sizes: Vec<u32> = p.sizes.iter().map(|s| *s as u32).collect();
        if !sizes.is_empty() {
            let tried = [-1i32 as u32, 0, 1, 2, 3, 4, 5, i32::MAX as u32];
            only(p.name, INVALID_VALUE, tried, &sizes, |c, size| {
                (p.command)(c, size as i32, FLOAT, 0)
            });
        }
        let tried = (BYTE..=HALF_FLOAT + 1).chain([0, BITMAP, UNSIGNED_INT_8_8_8_8, TRUE]);
        only(p.name, INVALID_ENUM, tried, p.types, |c, ty| {
            (p.command)(c, size, ty, 0)
        });
        let strides = [-1i32 as u32, i32::MIN as u32, 0, 1, 4096, i32::MAX as u32];
        only(
            p.name,
            INVALID_VALUE,
            strides,
            &strides[2..],
            |c, stride| (p.command)(c, size, FLOAT, stride as i32),
        );
    }
    let strides = [-1i32 as u32, 0, 7];
    only(
        "EdgeFlagPointer",
        INVALID_VALUE,
        strides,
        &[0, 7],
        |c, stride| vertex_array_pointer::edge_flag_pointer(c, stride as i32, NULL),
    );
    only(
        "InterleavedArrays",
        INVALID_VALUE,
        strides,
        &[0, 7],
        |c, stride| vertex_array_pointer::interleaved_arrays(c, C3F_V3F, stride as i32, NULL),
    );
    let formats: Vec<u32> = (V2F..=T4F_C4F_N3F_V4F).collect();
    only(
        "InterleavedArrays",
        INVALID_ENUM,
        around(&formats),
        &formats,
        |c, format| vertex_array_pointer::interleaved_arrays(c, format, 0, NULL),
    );
}

#[test]
fn section_2_8_enables() {
    let arrays = [
        VERTEX_ARRAY,
        NORMAL_ARRAY,
        COLOR_ARRAY,
        SECONDARY_COLOR_ARRAY,
        INDEX_ARRAY,
        FOG_COORD_ARRAY,
        TEXTURE_COORD_ARRAY,
        EDGE_FLAG_ARRAY,
        PRIMITIVE_RESTART_NV,
    ];
    for (name, command) in [
        (
            "EnableClientState",
            vertex_array::enable_client_state as fn(&mut Call<'_>, u32) -> _,
        ),
        ("DisableClientState", vertex_array::disable_client_state),
    ] {
        only(name, INVALID_ENUM, around(&arrays), &arrays, command);
    }
    let sets: Vec<u32> = (TEXTURE0..TEXTURE0 + limits::MAX_TEXTURE_COORDS as u32).collect();
    let client = vertex_array::client_active_texture;
    only(
        "ClientActiveTexture",
        INVALID_ENUM,
        around(&sets),
        &sets,
        client,
    );
    let units: Vec<u32> = (TEXTURE0..TEXTURE0 + limits::MAX_TEXTURE_IMAGE_UNITS as u32).collect();
    let active = texture_object::active_texture;
    only(
        "ActiveTexture",
        INVALID_ENUM,
        around(&units),
        &units,
        active,
    );
}

#[test]
fn section_2_8_draws() {
    use vertex_array_draw as draw;
    let modes: Vec<u32> = (POINTS..=POLYGON).collect();
    type Draw = (&'static str, fn(&mut Call<'_>, u32, i32, u32) -> Result);
    // With a mode, a count and a type of indices.
    let draws: [Draw; 3] = [
        ("DrawArrays", |c, mode, n, _| {
            draw::draw_arrays(c, mode, 0, n)
        }),
        ("DrawElements", |c, mode, n, ty| {
            draw::draw_elements(c, mode, n, ty, NULL)
        }),
        ("DrawRangeElements", |c, mode, n, ty| {
            draw::draw_range_elements(c, mode, 0, 9, n, ty, NULL)
        }),
    ];
    for (name, command) in draws {
        only(name, INVALID_ENUM, around(&modes), &modes, |c, mode| {
            command(c, mode, 0, UNSIGNED_INT)
        });
        only(name, INVALID_VALUE, [-1i32 as u32, 0], &[0], |c, n| {
            command(c, POINTS, n as i32, UNSIGNED_INT)
        });
    }
    let types = [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT];
    for (name, command) in &draws[1..] {
        only(name, INVALID_ENUM, BYTE..=HALF_FLOAT, &types, |c, ty| {
            command(c, POINTS, 0, ty)
        });
    }
    only(
        "MultiDrawArrays",
        INVALID_ENUM,
        around(&modes),
        &modes,
        |c, mode| draw::multi_draw_arrays(c, mode, ClientPtr::of(&[0]), ClientPtr::of(&[0]), 1),
    );
    only(
        "MultiDrawArrays",
        INVALID_VALUE,
        [-1i32 as u32, 0],
        &[0],
        |c, n| {
            draw::multi_draw_arrays(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                ClientPtr::of(&[0]),
                n as i32,
            )
        },
    );
    only(
        "MultiDrawElements",
        INVALID_ENUM,
        BYTE..=HALF_FLOAT,
        &types,
        |c, ty| {
            draw::multi_draw_elements(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                ty,
                ClientPtr::of(&[NULL]),
                1,
            )
        },
    );
    only(
        "MultiDrawElements",
        INVALID_ENUM,
        around(&modes),
        &modes,
        |c, mode| {
            let nowhere = ClientPtr::of(&[NULL]);
            draw::multi_draw_elements(c, mode, ClientPtr::of(&[0]), UNSIGNED_INT, nowhere, 1)
        },
    );
    only(
        "MultiDrawElements",
        INVALID_VALUE,
        [-1i32 as u32, 0],
        &[0],
        |c, n| {
            let nowhere = ClientPtr::of(&[NULL]);
            draw::multi_draw_elements(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                UNSIGNED_INT,
                nowhere,
                n as i32,
            )
        },
    );
    let first = |c: &mut Call<'_>, n: u32| draw::draw_arrays(c, POINTS, n as i32, 0);
    only(
        "DrawArrays first",
        INVALID_VALUE,
        [-1i32 as u32, 0, 5],
        &[0, 5],
        first,
    );
    let ends =
        |c: &mut Call<'_>, end| draw::draw_range_elements(c, POINTS, 5, end, 0, UNSIGNED_INT, NULL);
    only(
        "DrawRangeElements",
        INVALID_VALUE,
        [0, 4, 5, 6],
        &[5, 6],
        ends,
    );
    let element = |c: &mut Call<'_>, i: u32| draw::array_element(c, i as i32);
    only(
        "ArrayElement",
        INVALID_VALUE,
        [-1i32 as u32, 0, 3],
        &[0, 3],
        element,
    );
}

#[test]
fn section_2_11_viewport_and_matrices() {
    let sizes = [-1i32 as u32, i32::MIN as u32, 0, 1, i32::MAX as u32];
    only("Viewport", INVALID_VALUE, sizes, &sizes[2..], |c, size| {
        transform::viewport(c, 0, 0, size as i32, 1)
    });
    only("Viewport", INVALID_VALUE, sizes, &sizes[2..], |c, size| {
        transform::viewport(c, 0, 0, 1, size as i32)
    });
    let program = MATRIX0_ARB..MATRIX0_ARB + limits::MAX_PROGRAM_MATRICES as u32;
    let modes: Vec<u32> = [MODELVIEW, PROJECTION, TEXTURE, COLOR]
        .into_iter()
        .chain(program)
        .collect();
    only(
        "MatrixMode",
        INVALID_ENUM,
        around(&modes),
        &modes,
        transform::matrix_mode,
    );
    // Left, right, bottom, top, near, far.
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
            answer(|c| transform::frustum(c, l, r, b, t, n, f)),
            error(frustum),
            "{v:?}"
        );
        assert_eq!(
            answer(|c| transform::ortho(c, l, r, b, t, n, f)),
            error(ortho),
            "{v:?}"
        );
    }
}

#[test]
fn section_2_11_matrix_stacks() {
    let stacks = [
        (MODELVIEW, matrix::MAX_MODELVIEW_STACK_DEPTH),
        (PROJECTION, matrix::MAX_PROJECTION_STACK_DEPTH),
        (TEXTURE, matrix::MAX_TEXTURE_STACK_DEPTH),
        (COLOR, matrix::MAX_COLOR_STACK_DEPTH),
        (MATRIX0_ARB + 1, matrix::MAX_PROGRAM_MATRIX_STACK_DEPTH),
    ];
    for (mode, depth) in stacks {
        with_call(|call| {
            transform::matrix_mode(call, mode).unwrap();
            assert_eq!(
                code(transform::pop_matrix(call)),
                STACK_UNDERFLOW,
                "{mode:#x}"
            );
            for _ in 1..depth {
                transform::push_matrix(call).unwrap();
            }
            assert_eq!(
                code(transform::push_matrix(call)),
                STACK_OVERFLOW,
                "{mode:#x}"
            );
            for _ in 1..depth {
                transform::pop_matrix(call).unwrap();
            }
            assert_eq!(
                code(transform::pop_matrix(call)),
                STACK_UNDERFLOW,
                "{mode:#x}"
            );
        });
    }
}

#[test]
fn section_2_11_texture_coordinate_generation() {
    use texture_gen as gen_;
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
    // The scalar commands take the mode only.
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
    let planes: Vec<u32> = (CLIP_PLANE0..CLIP_PLANE0 + limits::MAX_CLIP_PLANES as u32).collect();
    only(
        "ClipPlane",
        INVALID_ENUM,
        around(&planes),
        &planes,
        |c, plane| transform::clip_plane(c, plane, ClientPtr::of(&[0.0; 4])),
    );
}

#[test]
fn section_2_14_lights() {
    use light::{lightf, lightfv, lighti, lightiv};
    let lights: Vec<u32> = (LIGHT0..LIGHT0 + limits::MAX_LIGHTS as u32).collect();
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
    // Table 2.10: the values just inside and just outside.
    let ranges: &[(u32, &[f32], &[f32])] = &[
        (SPOT_EXPONENT, &[0.0, 128.0], &[-0.1, 128.1, f32::NAN]),
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
    use material::{color_material, materialf, materialfv, materiali, materialiv};
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
        (128.0, NO_ERROR),
        (-0.1, INVALID_VALUE),
        (128.1, INVALID_VALUE),
        (f32::NAN, INVALID_VALUE),
    ] {
        let set = answer(|c| materialf(c, FRONT, SHININESS, value));
        assert_eq!(set, expected, "{value}");
    }
}

#[test]
fn section_2_14_models() {
    use light::{light_modelf, light_modelfv, light_modeli, light_modeliv};
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
        primitive_state::front_face,
    );
    let models = [FLAT, SMOOTH];
    only(
        "ShadeModel",
        INVALID_ENUM,
        around(&models),
        &models,
        light::shade_model,
    );
}
