//! The state of vertex arrays: interleaved formats, client attribute groups, queries.

use super::fixture::{WILD, with_call};
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::delete::delete_buffers;
use crate::gl::vertex_array::get::*;
use crate::gl::vertex_array::pointer::ext::*;
use crate::gl::vertex_array::pointer::interleaved::interleaved_arrays;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

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
