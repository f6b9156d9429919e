//! Tests of vertex arrays: error rules, types, formats, queries; draws are in `gl::vertex_array::tests::draw` and `gl::vertex_array::tests::pixels`.

use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::begin;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::ext::*;
use crate::gl::vertex_array::get::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::{ClientMemory, ClientPtr};
use std::sync::Arc;

pub(crate) fn with_call<R>(body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    body(&mut Call::new(&mut cx, ClientMemory::for_tests()))
}

pub(crate) fn code<T>(result: Result<T>) -> u32 {
    result.map_or_else(|e| e.code, |_| NO_ERROR)
}

/// A pointer that must not be dereferenced.
const WILD: ClientPtr<u8> = ClientPtr::NULL;

type Failing = (u32, fn(&mut Call<'_>) -> Result);

#[test]
fn errors_are_those_of_the_specification() {
    let cases: &[Failing] = &[
        (INVALID_VALUE, |c| vertex_pointer(c, 1, FLOAT, 0, WILD)),
        (INVALID_VALUE, |c| vertex_pointer(c, 5, FLOAT, 0, WILD)),
        (INVALID_ENUM, |c| {
            vertex_pointer(c, 3, UNSIGNED_SHORT, 0, WILD)
        }),
        (INVALID_ENUM, |c| vertex_pointer(c, 3, BYTE, 0, WILD)),
        (INVALID_VALUE, |c| vertex_pointer(c, 3, FLOAT, -1, WILD)),
        (INVALID_ENUM, |c| normal_pointer(c, UNSIGNED_BYTE, 0, WILD)),
        (INVALID_VALUE, |c| normal_pointer(c, BYTE, -1, WILD)),
        (INVALID_VALUE, |c| color_pointer(c, 2, FLOAT, 0, WILD)),
        (INVALID_ENUM, |c| color_pointer(c, 3, BITMAP, 0, WILD)),
        (INVALID_VALUE, |c| {
            secondary_color_pointer(c, 4, FLOAT, 0, WILD)
        }),
        (INVALID_ENUM, |c| fog_coord_pointer(c, INT, 0, WILD)),
        (INVALID_VALUE, |c| fog_coord_pointer(c, FLOAT, -4, WILD)),
        (INVALID_ENUM, |c| index_pointer(c, UNSIGNED_INT, 0, WILD)),
        (INVALID_VALUE, |c| edge_flag_pointer(c, -1, WILD)),
        (INVALID_VALUE, |c| tex_coord_pointer(c, 0, FLOAT, 0, WILD)),
        (INVALID_ENUM, |c| tex_coord_pointer(c, 2, BYTE, 0, WILD)),
        (INVALID_VALUE, |c| {
            vertex_attrib_pointer(c, 16, 4, FLOAT, 0, 0, WILD)
        }),
        (INVALID_VALUE, |c| {
            vertex_attrib_pointer(c, 0, 5, FLOAT, 0, 0, WILD)
        }),
        (INVALID_ENUM, |c| {
            vertex_attrib_pointer(c, 0, 4, BITMAP, 0, 0, WILD)
        }),
        (INVALID_VALUE, |c| {
            vertex_attrib_pointer(c, 0, 4, FLOAT, 0, -1, WILD)
        }),
        (INVALID_VALUE, |c| enable_vertex_attrib_array(c, 16)),
        (INVALID_VALUE, |c| disable_vertex_attrib_array(c, u32::MAX)),
        (INVALID_ENUM, |c| enable_client_state(c, TEXTURE_2D)),
        (INVALID_ENUM, |c| disable_client_state(c, 0)),
        (INVALID_ENUM, |c| client_active_texture(c, TEXTURE0 + 8)),
        (INVALID_ENUM, |c| interleaved_arrays(c, V2F - 1, 0, WILD)),
        (INVALID_VALUE, |c| interleaved_arrays(c, V2F, -1, WILD)),
        (INVALID_VALUE, |c| {
            vertex_pointer_ext(c, 3, FLOAT, 0, -1, WILD)
        }),
        (INVALID_VALUE, |c| edge_flag_pointer_ext(c, 0, -1, WILD)),
        (INVALID_ENUM, |c| draw_arrays(c, POLYGON + 1, 0, 1)),
        (INVALID_VALUE, |c| draw_arrays(c, POINTS, -1, 1)),
        (INVALID_VALUE, |c| draw_arrays(c, POINTS, 0, -1)),
        (INVALID_ENUM, |c| draw_elements(c, POINTS, 1, INT, WILD)),
        (INVALID_VALUE, |c| {
            draw_elements(c, POINTS, -1, UNSIGNED_INT, WILD)
        }),
        (INVALID_VALUE, |c| {
            draw_range_elements(c, POINTS, 2, 1, 1, UNSIGNED_INT, WILD)
        }),
        (INVALID_VALUE, |c| {
            multi_draw_arrays(c, POINTS, ClientPtr::NULL, ClientPtr::NULL, -1)
        }),
        (INVALID_ENUM, |c| {
            multi_draw_arrays(c, 99, ClientPtr::NULL, ClientPtr::NULL, 0)
        }),
        (INVALID_ENUM, |c| {
            multi_draw_elements(c, POINTS, ClientPtr::NULL, FLOAT, ClientPtr::NULL, 0)
        }),
        (INVALID_VALUE, |c| array_element(c, -1)),
        (INVALID_VALUE, |c| lock_arrays_ext(c, -1, 1)),
        (INVALID_VALUE, |c| lock_arrays_ext(c, 0, 0)),
        (INVALID_OPERATION, |c| unlock_arrays_ext(c)),
        (INVALID_OPERATION, |c| {
            lock_arrays_ext(c, 0, 1).and(lock_arrays_ext(c, 0, 1))
        }),
        (INVALID_OPERATION, |c| {
            begin(c, POINTS).and(draw_arrays(c, POINTS, 0, 1))
        }),
        (INVALID_ENUM, |c| {
            get_pointerv(c, VERTEX_ARRAY, ClientPtr::NULL)
        }),
        (INVALID_VALUE, |c| {
            get_vertex_attribfv(c, 16, VERTEX_ATTRIB_ARRAY_SIZE, ClientPtr::NULL)
        }),
        (INVALID_ENUM, |c| {
            get_vertex_attribiv(c, 0, VERTEX_ARRAY_SIZE, ClientPtr::NULL)
        }),
        (INVALID_OPERATION, |c| {
            get_vertex_attribdv(c, 0, CURRENT_VERTEX_ATTRIB, ClientPtr::NULL)
        }),
        (INVALID_ENUM, |c| {
            get_vertex_attrib_pointerv(c, 0, VERTEX_ATTRIB_ARRAY_SIZE, ClientPtr::NULL)
        }),
    ];
    for (i, (expected, command)) in cases.iter().enumerate() {
        assert_eq!(with_call(|call| code(command(call))), *expected, "case {i}");
    }
}

#[test]
fn a_failing_pointer_command_changes_nothing() {
    with_call(|call| {
        let at = ClientPtr::from_address(0x1230);
        vertex_pointer(call, 2, SHORT, 6, at).unwrap();
        assert_eq!(
            code(vertex_pointer(call, 3, FLOAT, -2, WILD)),
            INVALID_VALUE
        );
        let array = call.cx.arrays.array(attribute::POSITION);
        assert_eq!(
            (array.size, array.type_name(), array.stride, array.pointer),
            (2, SHORT, 6, at)
        );
    });
}

#[test]
fn every_type_converts_as_its_command() {
    let bytes: [u8; 32] = std::array::from_fn(|i| (i * 37 + 129) as u8);
    let cases: &[(u32, [f32; 2])] = &[
        (BYTE, [bytes[0] as i8 as f32, bytes[1] as i8 as f32]),
        (UNSIGNED_BYTE, [bytes[0] as f32, bytes[1] as f32]),
        (
            SHORT,
            [0, 2].map(|i| i16::from_ne_bytes([bytes[i], bytes[i + 1]]) as f32),
        ),
        (
            UNSIGNED_SHORT,
            [0, 2].map(|i| u16::from_ne_bytes([bytes[i], bytes[i + 1]]) as f32),
        ),
        (
            INT,
            [0, 4].map(|i| i32::from_ne_bytes(bytes[i..i + 4].try_into().unwrap()) as f32),
        ),
        (
            UNSIGNED_INT,
            [0, 4].map(|i| u32::from_ne_bytes(bytes[i..i + 4].try_into().unwrap()) as f32),
        ),
        (
            FLOAT,
            [0, 4].map(|i| f32::from_ne_bytes(bytes[i..i + 4].try_into().unwrap())),
        ),
        (
            DOUBLE,
            [0, 8].map(|i| f64::from_ne_bytes(bytes[i..i + 8].try_into().unwrap()) as f32),
        ),
    ];
    with_call(|call| {
        for (ty, plain) in cases {
            vertex_attrib_pointer(call, 3, 2, *ty, 0, 0, ClientPtr::of(&bytes)).unwrap();
            enable_vertex_attrib_array(call, 3).unwrap();
            array_element(call, 0).unwrap();
            let slot = (attribute::GENERIC_0 + 3) as usize;
            assert_eq!(
                call.cx.immediate.current[slot],
                [plain[0], plain[1], 0.0, 1.0],
                "{ty:#x}"
            );
            vertex_attrib_pointer(call, 3, 1, *ty, 1, 0, ClientPtr::of(&bytes)).unwrap();
            array_element(call, 1).unwrap();
            let range = match *ty {
                BYTE | UNSIGNED_BYTE => 255.0,
                SHORT | UNSIGNED_SHORT => 65535.0,
                INT | UNSIGNED_INT => u32::MAX as f64,
                _ => 0.0,
            };
            let signed = matches!(*ty, BYTE | SHORT | INT);
            let second = f64::from(plain[1]);
            let expected = match (range > 0.0, signed) {
                (false, _) => plain[1],
                (true, true) => ((2.0 * second + 1.0) / range) as f32,
                (true, false) => (second / range) as f32,
            };
            let got = call.cx.immediate.current[slot][0];
            assert!(
                (got - expected).abs() <= 1e-6 * expected.abs(),
                "{ty:#x}: {got} {expected}"
            );
        }
    });
}

#[test]
fn array_element_does_what_the_commands_do() {
    with_call(|call| {
        let flags = [0u8, 7];
        let colors = [1.0f32, 0.5, 0.25, 0.0, 0.0, 1.0];
        edge_flag_pointer(call, 0, ClientPtr::of(&flags)).unwrap();
        secondary_color_pointer(call, 3, FLOAT, 0, ClientPtr::of(&colors)).unwrap();
        index_pointer(call, UNSIGNED_BYTE, 0, ClientPtr::of(&flags)).unwrap();
        for array in [EDGE_FLAG_ARRAY, SECONDARY_COLOR_ARRAY, INDEX_ARRAY] {
            enable_client_state(call, array).unwrap();
        }
        array_element(call, 1).unwrap();
        let current = &call.cx.immediate.current;
        assert_eq!(current[attribute::EDGE_FLAG as usize][0], 1.0);
        assert_eq!(
            current[attribute::SECONDARY_COLOR as usize],
            [0.0, 0.0, 1.0, 0.0]
        );
        assert_eq!(call.cx.immediate.current_index, 7.0);
        array_element(call, 0).unwrap();
        assert_eq!(
            call.cx.immediate.current[attribute::EDGE_FLAG as usize][0],
            0.0
        );
    });
}

#[test]
fn interleaved_formats_are_those_of_table_2_5() {
    // The columns are st, sc, sn, sv; colour type; pc, pn, pv; s.
    let f = 4;
    let table = [
        (V2F, [0, 0, 0, 2], 0, [0, 0, 0], 2 * f),
        (V3F, [0, 0, 0, 3], 0, [0, 0, 0], 3 * f),
        (C4UB_V2F, [0, 4, 0, 2], UNSIGNED_BYTE, [0, 0, 4], 4 + 2 * f),
        (C4UB_V3F, [0, 4, 0, 3], UNSIGNED_BYTE, [0, 0, 4], 4 + 3 * f),
        (C3F_V3F, [0, 3, 0, 3], FLOAT, [0, 0, 3 * f], 6 * f),
        (N3F_V3F, [0, 0, 3, 3], 0, [0, 0, 3 * f], 6 * f),
        (C4F_N3F_V3F, [0, 4, 3, 3], FLOAT, [0, 4 * f, 7 * f], 10 * f),
        (T2F_V3F, [2, 0, 0, 3], 0, [0, 0, 2 * f], 5 * f),
        (T4F_V4F, [4, 0, 0, 4], 0, [0, 0, 4 * f], 8 * f),
        (
            T2F_C4UB_V3F,
            [2, 4, 0, 3],
            UNSIGNED_BYTE,
            [2 * f, 0, 4 + 2 * f],
            4 + 5 * f,
        ),
        (T2F_C3F_V3F, [2, 3, 0, 3], FLOAT, [2 * f, 0, 5 * f], 8 * f),
        (T2F_N3F_V3F, [2, 0, 3, 3], 0, [0, 2 * f, 5 * f], 8 * f),
        (
            T2F_C4F_N3F_V3F,
            [2, 4, 3, 3],
            FLOAT,
            [2 * f, 6 * f, 9 * f],
            12 * f,
        ),
        (
            T4F_C4F_N3F_V4F,
            [4, 4, 3, 4],
            FLOAT,
            [4 * f, 8 * f, 11 * f],
            15 * f,
        ),
    ];
    let base = 0x10000;
    for (format, sizes, color_type, offsets, stride) in table {
        with_call(|call| {
            client_active_texture(call, TEXTURE2).unwrap();
            enable_client_state(call, FOG_COORD_ARRAY).unwrap();
            interleaved_arrays(call, format, 0, ClientPtr::from_address(base)).unwrap();
            let slots = [
                attribute::TEX_COORD_0 + 2,
                attribute::COLOR,
                attribute::NORMAL,
                attribute::POSITION,
            ];
            let at = [0, offsets[0], offsets[1], offsets[2]];
            for (i, slot) in slots.into_iter().enumerate() {
                let array = call.cx.arrays.array(slot);
                assert_eq!(array.enabled, sizes[i] > 0, "{format:#x} array {i}");
                if sizes[i] > 0 {
                    let ty = if i == 1 { color_type } else { FLOAT };
                    let found = (
                        i32::from(array.size),
                        array.type_name(),
                        array.stride,
                        array.pointer.address(),
                    );
                    assert_eq!(
                        found,
                        (sizes[i], ty, stride, base + at[i] as usize),
                        "{format:#x} array {i}"
                    );
                }
            }
            assert!(!call.cx.arrays.array(attribute::FOG_COORD).enabled);
        });
    }
}

#[test]
fn client_attributes_come_back() {
    with_call(|call| {
        bind_buffer(call, ARRAY_BUFFER, 1).unwrap();
        normal_pointer(call, SHORT, 8, ClientPtr::from_address(16)).unwrap();
        state::enable::enable(call, NORMAL_ARRAY).unwrap();
        state::attrib_client::push_client_attrib(call, CLIENT_VERTEX_ARRAY_BIT).unwrap();
        bind_buffer(call, ARRAY_BUFFER, 0).unwrap();
        normal_pointer(call, FLOAT, 0, WILD).unwrap();
        disable_client_state(call, NORMAL_ARRAY).unwrap();
        client_active_texture(call, TEXTURE3).unwrap();
        state::attrib_client::pop_client_attrib(call).unwrap();
        let array = call.cx.arrays.array(attribute::NORMAL);
        assert_eq!(
            (
                array.enabled,
                array.type_name(),
                array.stride,
                name_of(&array.buffer)
            ),
            (true, SHORT, 8, 1)
        );
        assert_eq!(
            (
                call.cx.arrays.client_active,
                name_of(&call.cx.buffers.array)
            ),
            (0, 1)
        );
        assert_eq!(state::enable::is_enabled(call, NORMAL_ARRAY), Ok(1));
        // A buffer that was deleted meanwhile is not restored.
        state::attrib_client::push_client_attrib(call, CLIENT_VERTEX_ARRAY_BIT).unwrap();
        delete_buffers(call, 1, ClientPtr::of(&[1u32])).unwrap();
        state::attrib_client::pop_client_attrib(call).unwrap();
        assert_eq!(name_of(&call.cx.buffers.array), 0);
        assert_eq!(name_of(&call.cx.arrays.array(attribute::NORMAL).buffer), 0);
    });
}

#[test]
fn arrays_can_be_queried() {
    with_call(|call| {
        client_active_texture(call, TEXTURE5).unwrap();
        tex_coord_pointer_ext(call, 2, SHORT, 12, 30, ClientPtr::from_address(0x7770)).unwrap();
        lock_arrays_ext(call, 3, 9).unwrap();
        let cases: &[(u32, f64)] = &[
            (CLIENT_ACTIVE_TEXTURE, TEXTURE5.into()),
            (TEXTURE_COORD_ARRAY_SIZE, 2.0),
            (TEXTURE_COORD_ARRAY_TYPE, SHORT.into()),
            (TEXTURE_COORD_ARRAY_STRIDE, 12.0),
            (TEXTURE_COORD_ARRAY_COUNT_EXT, 30.0),
            (SECONDARY_COLOR_ARRAY_SIZE, 3.0),
            (VERTEX_ARRAY_SIZE, 4.0),
            (FOG_COORD_ARRAY_TYPE, FLOAT.into()),
            (ARRAY_ELEMENT_LOCK_FIRST_EXT, 3.0),
            (ARRAY_ELEMENT_LOCK_COUNT_EXT, 9.0),
            (ARRAY_BUFFER_BINDING, 0.0),
        ];
        for (name, value) in cases {
            assert_eq!(
                state::get::state_value(call.cx, *name)
                    .unwrap()
                    .1
                    .as_slice(),
                [*value],
                "{name:#x}"
            );
        }
        let mut out = [1usize];
        get_pointerv(
            call,
            TEXTURE_COORD_ARRAY_POINTER,
            ClientPtr::of_mut(&mut out),
        )
        .unwrap();
        assert_eq!(out, [0x7770]);
        get_pointerv(call, SELECTION_BUFFER_POINTER, ClientPtr::of_mut(&mut out)).unwrap();
        assert_eq!(out, [0]);
        vertex_attrib_pointer(call, 7, 3, SHORT, 1, 20, ClientPtr::from_address(0x8880)).unwrap();
        let mut number = [0i32; 4];
        for (name, value) in [
            (VERTEX_ATTRIB_ARRAY_ENABLED, 0),
            (VERTEX_ATTRIB_ARRAY_SIZE, 3),
            (VERTEX_ATTRIB_ARRAY_TYPE, SHORT as i32),
            (VERTEX_ATTRIB_ARRAY_STRIDE, 20),
            (VERTEX_ATTRIB_ARRAY_NORMALIZED, 1),
            (VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, 0),
        ] {
            get_vertex_attribiv(call, 7, name, ClientPtr::of_mut(&mut number)).unwrap();
            assert_eq!(number, [value, 0, 0, 0], "{name:#x}");
        }
        let mut current = [9f32; 4];
        get_vertex_attribfv(
            call,
            7,
            CURRENT_VERTEX_ATTRIB,
            ClientPtr::of_mut(&mut current),
        )
        .unwrap();
        assert_eq!(current, [0.0, 0.0, 0.0, 1.0]);
        get_vertex_attrib_pointerv(
            call,
            7,
            VERTEX_ATTRIB_ARRAY_POINTER,
            ClientPtr::of_mut(&mut out),
        )
        .unwrap();
        assert_eq!(out, [0x8880]);
    });
}
