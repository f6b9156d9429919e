//! Tests of the state tables: initial values, error rules, stacks, queries.

use crate::gl::context::enums::*;
use crate::gl::*;
use crate::platform::{ClientMemory, ClientPtr};
use std::sync::Arc;

fn with_call<R>(body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    body(&mut Call::new(&mut cx, ClientMemory::for_tests()))
}

fn ptr<T>(values: &[T]) -> ClientPtr<T> {
    ClientPtr::from_address(values.as_ptr() as usize)
}

fn floats(call: &mut Call<'_>, name: u32) -> Vec<f64> {
    state::get::state_value(call.cx, name)
        .expect("a state variable")
        .1
        .to_vec()
}

fn code(result: Result) -> u32 {
    result.map_or_else(|e| e.code, |()| NO_ERROR)
}

#[test]
fn every_row_answers_in_every_type_and_no_name_comes_twice() {
    with_call(|call| {
        let mut names = std::collections::BTreeSet::new();
        for row in state::table::TABLES.iter().copied().flatten() {
            assert!(names.insert(row.name), "{:#x} twice", row.name);
            // The time goes on between the queries.
            if row.name == TIMESTAMP {
                continue;
            }
            let (mut b, mut i, mut f, mut d) = ([7u8; 16], [0i32; 16], [0f32; 16], [0f64; 16]);
            state::get::get_booleanv(
                call,
                row.name,
                ClientPtr::from_address(b.as_mut_ptr() as usize),
            )
            .unwrap();
            state::get::get_integerv(
                call,
                row.name,
                ClientPtr::from_address(i.as_mut_ptr() as usize),
            )
            .unwrap();
            state::get::get_floatv(
                call,
                row.name,
                ClientPtr::from_address(f.as_mut_ptr() as usize),
            )
            .unwrap();
            state::get::get_doublev(
                call,
                row.name,
                ClientPtr::from_address(d.as_mut_ptr() as usize),
            )
            .unwrap();
            let (kind, values) = state::get::state_value(call.cx, row.name).unwrap();
            for (k, v) in values.iter().enumerate() {
                assert_eq!(b[k], u8::from(*v != 0.0));
                assert_eq!((f[k], d[k]), (*v as f32, *v));
                match kind {
                    state::table::Kind::Normalized => assert!(*v != 1.0 || i[k] == i32::MAX),
                    _ => assert!(
                        v.fract() != 0.0
                            || i64::from(i[k]) == *v as i64
                            || *v > f64::from(i32::MAX)
                    ),
                }
            }
            assert!(
                values.len() == 16 || b[values.len()] == 7,
                "{:#x} writes too far",
                row.name
            );
        }
        assert_eq!(
            code(state::get::get_integerv(call, 0xFFFF_FFFF, ClientPtr::NULL)),
            INVALID_ENUM
        );
    });
}

#[test]
fn initial_values_are_those_of_the_tables() {
    let cases: &[(u32, &[f64])] = &[
        (MATRIX_MODE, &[MODELVIEW as f64]),
        (MODELVIEW_STACK_DEPTH, &[1.0]),
        (DEPTH_RANGE, &[0.0, 1.0]),
        (FOG_MODE, &[EXP as f64]),
        (FOG_DENSITY, &[1.0]),
        (SHADE_MODEL, &[SMOOTH as f64]),
        (COLOR_MATERIAL_PARAMETER, &[AMBIENT_AND_DIFFUSE as f64]),
        (POINT_SIZE, &[1.0]),
        (LINE_STIPPLE_PATTERN, &[65535.0]),
        (CULL_FACE_MODE, &[BACK as f64]),
        (POLYGON_MODE, &[FILL as f64, FILL as f64]),
        (SAMPLE_COVERAGE_VALUE, &[1.0]),
        (ALPHA_TEST_FUNC, &[ALWAYS as f64]),
        (STENCIL_WRITEMASK, &[u32::MAX as f64]),
        (DEPTH_FUNC, &[LESS as f64]),
        (BLEND_SRC, &[ONE as f64]),
        (BLEND_DST, &[ZERO as f64]),
        (LOGIC_OP_MODE, &[COPY as f64]),
        (COLOR_WRITEMASK, &[1.0; 4]),
        (DEPTH_CLEAR_VALUE, &[1.0]),
        (DRAW_BUFFER, &[BACK as f64]),
        (UNPACK_ALIGNMENT, &[4.0]),
        (FOG_HINT, &[DONT_CARE as f64]),
        (DITHER, &[1.0]),
        (MULTISAMPLE, &[1.0]),
        (BLEND, &[0.0]),
        (ACTIVE_TEXTURE, &[TEXTURE0 as f64]),
    ];
    with_call(|call| {
        for (name, values) in cases {
            assert_eq!(floats(call, *name), *values, "{name:#x}");
        }
        let light = call.cx.lighting.lights;
        assert_eq!(
            (light[0].diffuse, light[1].diffuse),
            ([1.0; 4], [0.0, 0.0, 0.0, 1.0])
        );
    });
}

/// A command that fails with an error.
type Failing = (u32, fn(&mut Call<'_>) -> Result);

#[test]
fn errors_are_those_of_the_specification() {
    let cases: &[Failing] = &[
        (INVALID_ENUM, |c| state::enable::enable(c, MODELVIEW)),
        (INVALID_ENUM, |c| {
            transform::commands::matrix_mode(c, MODELVIEW + 9)
        }),
        (STACK_UNDERFLOW, |c| transform::commands::pop_matrix(c)),
        (INVALID_VALUE, |c| {
            transform::commands::frustum(c, -1.0, 1.0, -1.0, 1.0, 0.0, 1.0)
        }),
        (INVALID_VALUE, |c| {
            transform::commands::ortho(c, 1.0, 1.0, -1.0, 1.0, 0.0, 1.0)
        }),
        (INVALID_VALUE, |c| {
            transform::commands::viewport(c, 0, 0, -1, 1)
        }),
        (INVALID_VALUE, |c| {
            transform::commands::load_matrixf(c, ClientPtr::NULL)
        }),
        (INVALID_ENUM, |c| {
            transform::commands::clip_plane(c, CLIP_PLANE0 + 6, ptr(&[0.0; 4]))
        }),
        (INVALID_ENUM, |c| {
            lighting::light::lightf(c, LIGHT0, AMBIENT, 1.0)
        }),
        (INVALID_ENUM, |c| {
            lighting::light::lightf(c, LIGHT0 + 8, SPOT_CUTOFF, 1.0)
        }),
        (INVALID_VALUE, |c| {
            lighting::light::lightf(c, LIGHT0, SPOT_CUTOFF, 91.0)
        }),
        (INVALID_VALUE, |c| {
            lighting::light::lightf(c, LIGHT0, SPOT_EXPONENT, 1024.5)
        }),
        (INVALID_VALUE, |c| {
            lighting::light::lightf(c, LIGHT0, LINEAR_ATTENUATION, -1.0)
        }),
        (INVALID_VALUE, |c| {
            immediate::material::materialf(c, FRONT, SHININESS, 1025.0)
        }),
        (INVALID_ENUM, |c| {
            immediate::material::materialf(c, FRONT, AMBIENT, 1.0)
        }),
        (INVALID_ENUM, |c| {
            lighting::material::color_material(c, FRONT, SHININESS)
        }),
        (INVALID_VALUE, |c| lighting::fog::fogf(c, FOG_DENSITY, -1.0)),
        (INVALID_ENUM, |c| lighting::fog::fogf(c, FOG_MODE, 1.0)),
        (INVALID_ENUM, |c| lighting::fog::fogf(c, FOG_COLOR, 1.0)),
        (INVALID_VALUE, |c| primitive::commands::point_size(c, 0.0)),
        (INVALID_VALUE, |c| {
            primitive::commands::line_width(c, f32::NAN)
        }),
        (INVALID_ENUM, |c| primitive::commands::cull_face(c, CW)),
        (INVALID_ENUM, |c| {
            primitive::commands::polygon_mode(c, FRONT, TRIANGLES)
        }),
        (INVALID_VALUE, |c| {
            primitive::commands::point_parameterf(c, POINT_SIZE_MIN, -1.0)
        }),
        (INVALID_VALUE, |c| {
            fragment::commands::scissor(c, 0, 0, 1, -1)
        }),
        (INVALID_ENUM, |c| fragment::commands::alpha_func(c, 7, 0.0)),
        (INVALID_ENUM, |c| {
            fragment::commands::stencil_op(c, KEEP, KEEP, ONE)
        }),
        (INVALID_ENUM, |c| {
            fragment::commands::blend_func(c, ONE, SRC_ALPHA_SATURATE)
        }),
        (INVALID_ENUM, |c| fragment::commands::blend_equation(c, ONE)),
        (INVALID_VALUE, |c| framebuffer::window_buffers::clear(c, 1)),
        (INVALID_ENUM, |c| {
            framebuffer::draw_buffers::draw_buffer(c, ONE)
        }),
        (INVALID_OPERATION, |c| {
            framebuffer::draw_buffers::draw_buffer(c, RIGHT)
        }),
        (INVALID_ENUM, |c| state::hint::hint(c, FOG_HINT, ONE)),
        (STACK_UNDERFLOW, |c| state::attrib_stack::pop_attrib(c)),
        (STACK_UNDERFLOW, |c| {
            state::attrib_client::pop_client_attrib(c)
        }),
        (INVALID_OPERATION, |c| {
            query::active::begin_query(c, SAMPLES_PASSED, 0)
        }),
        (INVALID_OPERATION, |c| {
            query::active::end_query(c, SAMPLES_PASSED)
        }),
        (INVALID_ENUM, |c| {
            state::strings::get_string(c, ONE).map(|_| ())
        }),
    ];
    for (i, (expected, command)) in cases.iter().enumerate() {
        assert_eq!(with_call(|call| code(command(call))), *expected, "case {i}");
    }
}

#[test]
fn stacks_overflow_at_their_depth() {
    with_call(|call| {
        let depth = (0..100)
            .take_while(|_| transform::commands::push_matrix(call).is_ok())
            .count();
        assert_eq!(depth + 1, matrix::state::MAX_MODELVIEW_STACK_DEPTH);
        assert_eq!(code(transform::commands::push_matrix(call)), STACK_OVERFLOW);
        let depth = (0..100)
            .take_while(|_| state::attrib_stack::push_attrib(call, 0).is_ok())
            .count();
        assert_eq!(depth, context::limits::MAX_ATTRIB_STACK_DEPTH);
    });
}

#[test]
fn pop_attrib_restores_the_groups_that_were_pushed_and_no_others() {
    with_call(|call| {
        state::attrib_stack::push_attrib(call, ENABLE_BIT | DEPTH_BUFFER_BIT).unwrap();
        for cap in [
            DEPTH_TEST,
            BLEND,
            LIGHT0 + 3,
            CLIP_PLANE0 + 5,
            TEXTURE_2D,
            TEXTURE_GEN_S,
        ] {
            state::enable::enable(call, cap).unwrap();
        }
        fragment::commands::depth_func(call, GREATER).unwrap();
        fragment::commands::alpha_func(call, GREATER, 0.5).unwrap();
        state::attrib_stack::pop_attrib(call).unwrap();
        for cap in [
            DEPTH_TEST,
            BLEND,
            LIGHT0 + 3,
            CLIP_PLANE0 + 5,
            TEXTURE_2D,
            TEXTURE_GEN_S,
        ] {
            assert_eq!(state::enable::is_enabled(call, cap), Ok(0), "{cap:#x}");
        }
        assert_eq!(floats(call, DEPTH_FUNC), [f64::from(LESS)]);
        assert_eq!(floats(call, ALPHA_TEST_FUNC), [f64::from(GREATER)]);
    });
}

#[test]
fn lights_and_planes_are_transformed_when_they_are_set() {
    with_call(|call| {
        transform::commands::translatef(call, 1.0, 2.0, 3.0).unwrap();
        lighting::light::lightfv(call, LIGHT0, POSITION, ptr(&[0.0, 0.0, 0.0, 1.0])).unwrap();
        transform::commands::clip_plane(call, CLIP_PLANE0, ptr(&[1.0f64, 0.0, 0.0, 0.0])).unwrap();
        transform::commands::load_identity(call).unwrap();
        assert_eq!(call.cx.lighting.lights[0].position, [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(call.cx.matrix.clip_planes[0], [1.0, 0.0, 0.0, -1.0]);
        assert_eq!(
            call.cx.matrix.mvp(),
            crate::device::geometry::matrix::IDENTITY
        );
    });
}

#[test]
fn a_stipple_comes_back_as_it_was_given() {
    with_call(|call| {
        let pattern: [u8; 128] = std::array::from_fn(|i| (i * 37 + 11) as u8);
        primitive::commands::polygon_stipple(call, ptr(&pattern)).unwrap();
        assert_eq!(
            call.cx.rasterization.polygon_stipple[0],
            u32::from_be_bytes([11, 48, 85, 122])
        );
        let mut back = [0u8; 128];
        primitive::commands::get_polygon_stipple(
            call,
            ClientPtr::from_address(back.as_mut_ptr() as usize),
        )
        .unwrap();
        assert_eq!(back, pattern);
    });
}

#[test]
fn logic_operations_become_truth_tables() {
    with_call(|call| {
        state::enable::enable(call, COLOR_LOGIC_OP).unwrap();
        // Result bits for (s, d) = (0,0), (0,1), (1,0), (1,1) in bits 0 to 3.
        for (name, table) in [
            (CLEAR, 0b0000),
            (AND, 0b1000),
            (COPY, 0b1100),
            (NOOP, 0b1010),
            (XOR, 0b0110),
            (INVERT, 0b0101),
        ] {
            fragment::commands::logic_op(call, name).unwrap();
            assert_eq!(
                draw::stages::fragment_ops(call.cx).0.logic_op,
                Some(crate::raster::LogicOp(table)),
                "{name:#x}"
            );
        }
    });
}
