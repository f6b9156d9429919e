//! Array pointers: their errors, and the conversion of every type to an attribute.

use super::fixture::{WILD, code, with_call};
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::begin;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::get::*;
use crate::gl::vertex_array::multi_draw::*;
use crate::gl::vertex_array::pointer::ext::*;
use crate::gl::vertex_array::pointer::interleaved::interleaved_arrays;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

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
