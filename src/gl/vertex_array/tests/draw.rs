//! Tests of draws from vertex arrays: the elements that they read and no others, and those that lists record.

use super::fixture::{code, with_call};
use crate::device::vertex::elements::Elements;
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::weight::Rest;
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::vertex_array::capture::capture;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::delete::delete_buffers;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::multi_draw::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::{AttributeSource, VertexInput, fetch_attribute};
use std::sync::Arc;

/// Returns the input that a draw of these elements would give to the rasterizer.
fn input(call: &Call<'_>, elements: Elements) -> VertexInput {
    let captured = capture(call, elements)
        .unwrap()
        .expect("something is drawn");
    captured
        .inputs(
            &call.cx.immediate.current,
            Rest::of(&call.cx.matrix, &call.cx.programs, &call.cx.immediate),
            None,
            Vec::new(),
        )
        .into_iter()
        .next()
        .unwrap()
}

fn indices(list: &[u32]) -> Elements {
    Elements::Indices(Arc::new(list.to_vec()))
}

/// The attribute of every vertex in order.
fn values(input: &VertexInput, slot: u32) -> Vec<[f32; 4]> {
    let source = &input.attributes[slot as usize];
    let at = |i: u32| {
        input
            .indices
            .as_ref()
            .map_or(input.first + i, |list| list[i as usize])
    };
    (0..input.count)
        .map(|i| fetch_attribute(source, at(i)))
        .collect()
}

/// Bytes copied for an attribute.
fn copied_bytes(input: &VertexInput, slot: u32) -> usize {
    match &input.attributes[slot as usize] {
        AttributeSource::Array { data, .. } => data.len(),
        AttributeSource::Constant(_) => 0,
    }
}

#[test]
fn only_the_extent_of_the_indices_is_read() {
    with_call(|call| {
        let positions: Vec<f32> = (0..300).map(|i| i as f32).collect();
        vertex_pointer(call, 3, FLOAT, 0, ClientPtr::of(&positions)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        let range = input(
            call,
            Elements::Range {
                first: 10,
                count: 3,
            },
        );
        assert_eq!(copied_bytes(&range, attribute::POSITION), 36);
        assert_eq!(
            values(&range, attribute::POSITION)[2],
            [36.0, 37.0, 38.0, 1.0]
        );
        let some = input(call, indices(&[7, 5, 9]));
        assert_eq!(copied_bytes(&some, attribute::POSITION), 5 * 12);
        assert_eq!(
            values(&some, attribute::POSITION).map_first(),
            [21.0, 15.0, 27.0]
        );
        // The last element ends with its components, not at the stride.
        vertex_pointer(call, 2, FLOAT, 100, ClientPtr::of(&positions)).unwrap();
        let strided = input(call, Elements::Range { first: 0, count: 3 });
        assert_eq!(copied_bytes(&strided, attribute::POSITION), 208);
        // Elements with a long stride are gathered.
        vertex_pointer(call, 2, FLOAT, 400, ClientPtr::of(&positions)).unwrap();
        let far = input(call, Elements::Range { first: 1, count: 2 });
        assert_eq!(copied_bytes(&far, attribute::POSITION), 16);
        assert_eq!(
            values(&far, attribute::POSITION),
            [[100.0, 101.0, 0.0, 1.0], [200.0, 201.0, 0.0, 1.0]]
        );
    });
}

trait MapFirst {
    fn map_first(&self) -> Vec<f32>;
}

impl MapFirst for Vec<[f32; 4]> {
    fn map_first(&self) -> Vec<f32> {
        self.iter().map(|value| value[0]).collect()
    }
}

#[test]
fn scattered_indices_are_gathered() {
    with_call(|call| {
        let far = 100_000usize;
        let mut positions = vec![0f32; 2 * (far + 1)];
        positions[2 * far] = 7.0;
        positions[2] = 3.0;
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&positions)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        // One array is in a buffer.
        let colors: Vec<u8> = (0..4 * 16).collect();
        bind_buffer(call, ARRAY_BUFFER, 1).unwrap();
        buffer_data(call, ARRAY_BUFFER, 64, ClientPtr::of(&colors), STATIC_DRAW).unwrap();
        color_pointer(call, 4, UNSIGNED_BYTE, 0, ClientPtr::NULL).unwrap();
        enable_client_state(call, COLOR_ARRAY).unwrap();
        let drawn = input(call, indices(&[far as u32, 1]));
        assert_eq!(copied_bytes(&drawn, attribute::POSITION), 16);
        assert_eq!(values(&drawn, attribute::POSITION).map_first(), [7.0, 3.0]);
        let colors = values(&drawn, attribute::COLOR);
        assert_eq!(
            colors,
            [[0.0; 4], [4.0, 5.0, 6.0, 7.0].map(|c: f32| c / 255.0)],
            "zeros outside the buffer"
        );
    });
}

#[test]
fn buffers_and_client_memory_mix() {
    with_call(|call| {
        let positions: Vec<i16> = (0..20).collect();
        vertex_pointer(call, 2, SHORT, 0, ClientPtr::of(&positions)).unwrap();
        let fog: Vec<f64> = (0..10).map(f64::from).collect();
        bind_buffer(call, ARRAY_BUFFER, 4).unwrap();
        buffer_data(call, ARRAY_BUFFER, 80, ClientPtr::of(&fog), STATIC_DRAW).unwrap();
        fog_coord_pointer(call, DOUBLE, 0, ClientPtr::from_address(8)).unwrap();
        for array in [VERTEX_ARRAY, FOG_COORD_ARRAY] {
            enable_client_state(call, array).unwrap();
        }
        let drawn = input(call, indices(&[6, 4, 8]));
        assert_eq!(
            values(&drawn, attribute::POSITION).map_first(),
            [12.0, 8.0, 16.0]
        );
        assert_eq!(
            values(&drawn, attribute::FOG_COORD),
            [7.0, 5.0, 9.0].map(|f| [f, 0.0, 0.0, 1.0])
        );
        let range = input(call, Elements::Range { first: 7, count: 2 });
        assert_eq!(values(&range, attribute::FOG_COORD).map_first(), [8.0, 9.0]);
        assert_eq!(
            values(&range, attribute::POSITION).map_first(),
            [14.0, 16.0]
        );
    });
}

#[test]
fn generic_array_0_wins_over_the_vertex_array() {
    with_call(|call| {
        let (a, b) = ([1.0f32, 2.0], [3.0f32, 4.0]);
        assert!(
            capture(call, Elements::Range { first: 0, count: 1 })
                .unwrap()
                .is_none(),
            "no position, no draw"
        );
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&a)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        let drawn = input(call, Elements::Range { first: 0, count: 1 });
        assert_eq!(values(&drawn, attribute::POSITION), [[1.0, 2.0, 0.0, 1.0]]);
        vertex_attrib_pointer(call, 0, 2, FLOAT, 0, 0, ClientPtr::of(&b)).unwrap();
        enable_vertex_attrib_array(call, 0).unwrap();
        for only_generic in [false, true] {
            if only_generic {
                disable_client_state(call, VERTEX_ARRAY).unwrap();
            }
            let drawn = input(call, Elements::Range { first: 0, count: 1 });
            for slot in [attribute::POSITION, attribute::GENERIC_0] {
                assert_eq!(values(&drawn, slot), [[3.0, 4.0, 0.0, 1.0]]);
            }
        }
    });
}

#[test]
fn arrays_of_a_deleted_buffer_read_nothing() {
    with_call(|call| {
        bind_buffer(call, ARRAY_BUFFER, 2).unwrap();
        buffer_data(call, ARRAY_BUFFER, 64, ClientPtr::NULL, STATIC_DRAW).unwrap();
        // This offset could be mistaken for an address.
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::from_address(5000)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        delete_buffers(call, 1, ClientPtr::of(&[2u32])).unwrap();
        let binding = state::get::state_value(call.cx, VERTEX_ARRAY_BUFFER_BINDING)
            .unwrap()
            .1;
        assert_eq!(binding.as_slice(), [0.0]);
        draw_arrays(call, POINTS, 0, i32::MAX).unwrap();
        draw_elements(
            call,
            POINTS,
            2,
            UNSIGNED_INT,
            ClientPtr::of(&[0u32, u32::MAX]),
        )
        .unwrap();
        array_element(call, 3).unwrap();
    });
}

#[test]
fn ranges_end_with_their_buffers() {
    with_call(|call| {
        bind_buffer(call, ARRAY_BUFFER, 2).unwrap();
        buffer_data(call, ARRAY_BUFFER, 64, ClientPtr::NULL, STATIC_DRAW).unwrap();
        vertex_pointer(call, 3, FLOAT, 0, ClientPtr::from_address(4)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        let drawn = input(
            call,
            Elements::Range {
                first: 1,
                count: i32::MAX as u32,
            },
        );
        assert_eq!(
            (drawn.first, drawn.count),
            (1, 4),
            "five elements in 60 bytes"
        );
        assert!(
            capture(call, Elements::Range { first: 5, count: 1 })
                .unwrap()
                .is_none()
        );
    });
}

#[test]
fn a_list_called_inside_begin_refuses_a_draw_that_has_no_arrays() {
    with_call(|call| {
        new_list(call, 1, COMPILE).unwrap();
        draw_arrays(call, POINTS, 0, 4).unwrap();
        end_list(call).unwrap();
        call_list(call, 1).unwrap();
        assert_eq!(call.cx.take_error(), None, "outside it draws nothing");
        begin(call, POINTS).unwrap();
        call_list(call, 1).unwrap();
        assert_eq!(call.cx.take_error(), Some(INVALID_OPERATION));
        end(call).unwrap();
    });
}

#[test]
fn a_list_keeps_what_the_arrays_held() {
    with_call(|call| {
        let mut data = [1.0f32, 2.0, 3.0, 4.0];
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&data)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        new_list(call, 1, COMPILE).unwrap();
        draw_arrays(call, POINTS, 0, 2).unwrap();
        // Errors occur at the execution, and Begin in the list does not end the compilation.
        assert_eq!(code(draw_arrays(call, POINTS, 0, -1)), NO_ERROR);
        assert_eq!(code(array_element(call, -1)), NO_ERROR);
        array_element(call, 1).unwrap();
        end_list(call).unwrap();
        data.fill(f32::NAN);
        disable_client_state(call, VERTEX_ARRAY).unwrap();
        assert_eq!(call.cx.take_error(), None);
        call_list(call, 1).unwrap();
        assert_eq!(call.cx.take_error(), Some(INVALID_VALUE));
        begin(call, POINTS).unwrap();
        call_list(call, 1).unwrap();
        assert_eq!(
            call.cx.take_error(),
            Some(INVALID_OPERATION),
            "DrawArrays inside Begin"
        );
        end(call).unwrap();
    });
}

#[test]
fn multi_draws_leave_out_empty_counts() {
    with_call(|call| {
        let firsts = [-1i32, 0, 0];
        let counts = [0i32, -3, 1];
        let multi = |call: &mut Call<'_>, n| {
            multi_draw_arrays(
                call,
                POINTS,
                ClientPtr::of(&firsts),
                ClientPtr::of(&counts),
                n,
            )
        };
        assert_eq!(code(multi(call, 3)), NO_ERROR);
        let counts = [1i32, 0, 1];
        let multi = |call: &mut Call<'_>, n| {
            multi_draw_arrays(
                call,
                POINTS,
                ClientPtr::of(&firsts),
                ClientPtr::of(&counts),
                n,
            )
        };
        assert_eq!(code(multi(call, 3)), INVALID_VALUE);
        let lists = [0usize, 1];
        let counts = [0i32, -1];
        let elements = multi_draw_elements(
            call,
            POINTS,
            ClientPtr::of(&counts),
            UNSIGNED_INT,
            ClientPtr::of(&lists),
            2,
        );
        assert_eq!(code(elements), NO_ERROR);
    });
}

#[test]
fn indices_come_from_the_element_buffer() {
    with_call(|call| {
        let positions: Vec<f32> = (0..16).map(|i| i as f32).collect();
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&positions)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        bind_buffer(call, ELEMENT_ARRAY_BUFFER, 3).unwrap();
        let list = [1u16, 2, 3, 4];
        buffer_data(
            call,
            ELEMENT_ARRAY_BUFFER,
            8,
            ClientPtr::of(&list),
            STATIC_DRAW,
        )
        .unwrap();
        let draw = |call: &mut Call<'_>, count, offset| {
            code(draw_elements(
                call,
                POINTS,
                count,
                UNSIGNED_SHORT,
                ClientPtr::from_address(offset),
            ))
        };
        assert_eq!(draw(call, 3, 2), NO_ERROR);
        assert_eq!(draw(call, 3, 2), NO_ERROR, "kept from before");
        assert_eq!(draw(call, 4, 2), INVALID_OPERATION);
        assert_eq!(draw(call, 1, usize::MAX), INVALID_OPERATION);
        assert_eq!(draw(call, i32::MAX, 0), INVALID_OPERATION);
        let object = call.cx.buffers.element.clone().unwrap();
        assert_eq!(
            *object
                .contents
                .lock()
                .storage
                .indices
                .find((2, 3, 2))
                .unwrap(),
            [2, 3, 4]
        );
        buffer_sub_data(call, ELEMENT_ARRAY_BUFFER, 4, 2, ClientPtr::of(&[9u16])).unwrap();
        assert!(
            object
                .contents
                .lock()
                .storage
                .indices
                .find((2, 3, 2))
                .is_none(),
            "a new version"
        );
    });
}
