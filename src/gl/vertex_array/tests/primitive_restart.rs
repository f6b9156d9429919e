//! Tests of NV_primitive_restart: where it cuts, its errors, its state, lists, pixels.

use super::fixture::{code, with_call};
use crate::device::vertex::elements::Elements;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::vertex::vertex2f;
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::multi_draw::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::primitive_restart::*;
use crate::gl::vertex_array::state::PrimitiveRestart;
use crate::gl::*;
use crate::platform::ClientPtr;
use std::sync::Arc;

/// Formats the result of `split`: ranges as (first, count), indices with their cuts.
#[derive(Debug, PartialEq)]
enum Shape {
    Range(u32, u32),
    Indices(Vec<u32>, Vec<u32>),
}

fn shapes(index: u32, elements: Elements) -> Vec<Shape> {
    let restart = PrimitiveRestart {
        enabled: true,
        index,
    };
    let runs = split(restart, elements).unwrap();
    let shape = |run: &Run| match &run.elements {
        Elements::Range { first, count } => Shape::Range(*first, *count),
        Elements::Indices(indices) => Shape::Indices(indices.to_vec(), run.cuts.clone()),
    };
    runs.iter().map(shape).collect()
}

#[test]
fn elements_are_cut_at_the_index() {
    let indices = |list: &[u32]| Elements::Indices(Arc::new(list.to_vec()));
    let cases: &[(&[u32], &[u32], &[u32])] = &[
        (&[1, 2, 3], &[1, 2, 3], &[]),
        (&[1, 9, 2, 3, 9, 4], &[1, 2, 3, 4], &[1, 3]),
        (&[9, 9, 1, 2, 9], &[1, 2], &[]),
        (&[1, 9, 9, 2], &[1, 2], &[1]),
        (&[9], &[], &[]),
    ];
    for (list, kept, cuts) in cases {
        let expected = [Shape::Indices(kept.to_vec(), cuts.to_vec())];
        assert_eq!(shapes(9, indices(list)), expected, "{list:?}");
    }
    let range = |first, count| Elements::Range { first, count };
    assert_eq!(
        shapes(5, range(3, 4)),
        [Shape::Range(3, 2), Shape::Range(6, 1)]
    );
    assert_eq!(
        shapes(3, range(3, 4)),
        [Shape::Range(3, 0), Shape::Range(4, 3)]
    );
    assert_eq!(shapes(7, range(3, 4)), [Shape::Range(3, 4)]);
    assert_eq!(shapes(2, range(3, 4)), [Shape::Range(3, 4)]);
}

#[test]
fn a_restart_outside_begin_is_an_error() {
    with_call(|call| {
        assert_eq!(code(primitive_restart_nv(call)), INVALID_OPERATION);
        // ArrayElement with the index is a restart, too (issues).
        enable_client_state(call, PRIMITIVE_RESTART_NV).unwrap();
        primitive_restart_index_nv(call, u32::MAX).unwrap();
        assert_eq!(code(array_element(call, -1)), INVALID_OPERATION);
        assert_eq!(code(array_element(call, -2)), INVALID_VALUE);
        disable_client_state(call, PRIMITIVE_RESTART_NV).unwrap();
        assert_eq!(code(array_element(call, -1)), INVALID_VALUE);
        assert_eq!(
            code(state::enable::enable(call, PRIMITIVE_RESTART_NV)),
            INVALID_ENUM
        );
    });
}

#[test]
fn the_state_is_client_state() {
    with_call(|call| {
        let state = |call: &Call<'_>| {
            let get = |name| state::get::state_value(call.cx, name).unwrap().1[0];
            (get(PRIMITIVE_RESTART_NV), get(PRIMITIVE_RESTART_INDEX_NV))
        };
        assert_eq!(state(call), (0.0, 0.0));
        state::attrib_client::push_client_attrib(call, CLIENT_VERTEX_ARRAY_BIT).unwrap();
        enable_client_state(call, PRIMITIVE_RESTART_NV).unwrap();
        // The command is not compiled (section 5.4).
        new_list(call, 1, COMPILE).unwrap();
        primitive_restart_index_nv(call, 0xffff_ffff).unwrap();
        end_list(call).unwrap();
        assert_eq!(state(call), (1.0, 4294967295.0));
        assert_eq!(state::enable::is_enabled(call, PRIMITIVE_RESTART_NV), Ok(1));
        state::attrib_client::pop_client_attrib(call).unwrap();
        assert_eq!(state(call), (0.0, 0.0));
    });
}

/// Draws two strips of two triangles: the left and the right quarter of the surface.
const STRIPS: [f32; 16] = [
    -1.0, -1.0, -0.5, -1.0, -1.0, 1.0, -0.5, 1.0, //
    0.5, -1.0, 1.0, -1.0, 0.5, 1.0, 1.0, 1.0,
];
const WHITE: u32 = 0xFFFF_FFFF;

/// Expects that the quarters at the sides are drawn, and that nothing joins them.
fn assert_two_strips(f: &mut Fixture, what: &str) {
    let row: Vec<bool> = (0..8).map(|x| f.pixel(x, 4) == WHITE).collect();
    let expected = [true, true, false, false, false, false, true, true];
    assert_eq!(row, expected, "{what}");
    f.call(|c| framebuffer::window_buffers::clear(c, COLOR_BUFFER_BIT))
        .unwrap();
}

#[test]
fn every_draw_restarts() {
    let mut f = Fixture::new();
    let indices = [0u16, 1, 2, 3, 0xffff, 4, 5, 6, 7];
    f.call(|c| {
        vertex_pointer(c, 2, FLOAT, 0, ClientPtr::of(&STRIPS))?;
        enable_client_state(c, VERTEX_ARRAY)?;
        enable_client_state(c, PRIMITIVE_RESTART_NV)?;
        primitive_restart_index_nv(c, 0xffff)
    })
    .unwrap();
    let at = ClientPtr::of(&indices);
    type Draw<'a> = (&'a str, &'a dyn Fn(&mut Call<'_>) -> Result);
    let draws: [Draw<'_>; 4] = [
        ("DrawElements", &|c| {
            draw_elements(c, TRIANGLE_STRIP, 9, UNSIGNED_SHORT, at)
        }),
        ("DrawRangeElements", &|c| {
            draw_range_elements(c, TRIANGLE_STRIP, 0, 7, 9, UNSIGNED_SHORT, at)
        }),
        ("MultiDrawElements", &|c| {
            let (counts, starts) = ([9i32], [at.address()]);
            let starts = ClientPtr::of(&starts);
            multi_draw_elements(
                c,
                TRIANGLE_STRIP,
                ClientPtr::of(&counts),
                UNSIGNED_SHORT,
                starts,
                1,
            )
        }),
        ("ArrayElement", &|c| {
            begin(c, TRIANGLE_STRIP)?;
            for index in indices {
                array_element(c, i32::from(index))?;
            }
            end(c)
        }),
    ];
    for (name, draw) in draws {
        f.call(draw).unwrap();
        assert_two_strips(&mut f, name);
        f.call(|c| {
            new_list(c, 1, COMPILE)?;
            draw(c)?;
            end_list(c)?;
            call_list(c, 1)
        })
        .unwrap();
        assert_two_strips(&mut f, &format!("{name} in a list"));
    }
}

#[test]
fn a_restart_in_a_range_leaves_its_vertex_out() {
    let mut f = Fixture::new();
    let mut vertices = STRIPS.to_vec();
    vertices.splice(8..8, [0.0, 0.0]);
    f.call(|c| {
        vertex_pointer(c, 2, FLOAT, 0, ClientPtr::of(&vertices))?;
        enable_client_state(c, VERTEX_ARRAY)?;
        enable_client_state(c, PRIMITIVE_RESTART_NV)?;
        primitive_restart_index_nv(c, 4)?;
        draw_arrays(c, TRIANGLE_STRIP, 0, 9)
    })
    .unwrap();
    assert_two_strips(&mut f, "DrawArrays");
}

#[test]
fn scattered_indices_restart_too() {
    let mut f = Fixture::new();
    let far = 100_000u32;
    let mut vertices = vec![0.0f32; 2 * (far as usize + 4)];
    vertices[..8].copy_from_slice(&STRIPS[..8]);
    vertices[2 * far as usize..].copy_from_slice(&STRIPS[8..]);
    let indices = [0, 1, 2, 3, 77, far, far + 1, far + 2, far + 3];
    f.call(|c| {
        vertex_pointer(c, 2, FLOAT, 0, ClientPtr::of(&vertices))?;
        enable_client_state(c, VERTEX_ARRAY)?;
        enable_client_state(c, PRIMITIVE_RESTART_NV)?;
        primitive_restart_index_nv(c, 77)?;
        draw_elements(c, TRIANGLE_STRIP, 9, UNSIGNED_INT, ClientPtr::of(&indices))
    })
    .unwrap();
    assert_two_strips(&mut f, "scattered");
}

#[test]
fn a_list_restarts_the_primitive_of_its_caller() {
    let mut f = Fixture::new();
    f.call(|c| {
        new_list(c, 1, COMPILE)?;
        primitive_restart_nv(c)?;
        end_list(c)?;
        begin(c, TRIANGLE_STRIP)?;
        for (i, v) in STRIPS.chunks(2).enumerate() {
            if i == 4 {
                call_list(c, 1)?;
            }
            vertex2f(c, v[0], v[1])?;
        }
        end(c)
    })
    .unwrap();
    assert_two_strips(&mut f, "PrimitiveRestartNV");
    assert_eq!(f.0.take_error(), None);
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
}
