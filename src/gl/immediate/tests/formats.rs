//! Tests of half-precision vertices (NV_half_float, ARB_half_float_vertex) and BGRA arrays (EXT_vertex_array_bgra).

use crate::gl::context::enums::*;
use crate::gl::immediate::attribute_nv::*;
use crate::gl::immediate::begin_end::begin;
use crate::gl::immediate::color::*;
use crate::gl::immediate::normal::*;
use crate::gl::immediate::tex_coord::*;
use crate::gl::immediate::vertex::*;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::array_element;
use crate::gl::vertex_array::get::get_vertex_attribiv;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::vertex_array::tests::fixture::{code, with_call};
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// 1, −2, ½, 3 as half-precision floats.
const H: [u16; 4] = [0x3c00, 0xc000, 0x3800, 0x4200];
const F: [f32; 4] = [1.0, -2.0, 0.5, 3.0];

fn v() -> ClientPtr<u16> {
    ClientPtr::of(&H)
}

#[test]
fn half_commands_set_what_their_float_commands_do() {
    type Case = (u32, [f32; 4], [fn(&mut Call<'_>) -> Result; 2]);
    let [x, y, z, _] = F;
    let tex = attribute::TEX_COORD_0;
    // Attribute 3 is the colour (NV_vertex_program table X.2).
    let g = 0;
    let cases: &[Case] = &[
        (
            attribute::NORMAL,
            [x, y, z, 1.0],
            [
                |c| normal3h_nv(c, H[0], H[1], H[2]),
                |c| normal3hv_nv(c, v()),
            ],
        ),
        (
            attribute::COLOR,
            [x, y, z, 1.0],
            [|c| color3h_nv(c, H[0], H[1], H[2]), |c| color3hv_nv(c, v())],
        ),
        (
            attribute::COLOR,
            F,
            [
                |c| color4h_nv(c, H[0], H[1], H[2], H[3]),
                |c| color4hv_nv(c, v()),
            ],
        ),
        (
            attribute::SECONDARY_COLOR,
            [x, y, z, 0.0],
            [
                |c| secondary_color3h_nv(c, H[0], H[1], H[2]),
                |c| secondary_color3hv_nv(c, v()),
            ],
        ),
        (
            attribute::FOG_COORD,
            [x, 0.0, 0.0, 1.0],
            [|c| fog_coordh_nv(c, H[0]), |c| fog_coordhv_nv(c, v())],
        ),
        (
            tex,
            [x, 0.0, 0.0, 1.0],
            [|c| tex_coord1h_nv(c, H[0]), |c| tex_coord1hv_nv(c, v())],
        ),
        (
            tex,
            [x, y, 0.0, 1.0],
            [
                |c| tex_coord2h_nv(c, H[0], H[1]),
                |c| tex_coord2hv_nv(c, v()),
            ],
        ),
        (
            tex,
            [x, y, z, 1.0],
            [
                |c| tex_coord3h_nv(c, H[0], H[1], H[2]),
                |c| tex_coord3hv_nv(c, v()),
            ],
        ),
        (
            tex,
            F,
            [
                |c| tex_coord4h_nv(c, H[0], H[1], H[2], H[3]),
                |c| tex_coord4hv_nv(c, v()),
            ],
        ),
        (
            tex + 2,
            [x, 0.0, 0.0, 1.0],
            [
                |c| multi_tex_coord1h_nv(c, TEXTURE2, H[0]),
                |c| multi_tex_coord1hv_nv(c, TEXTURE2, v()),
            ],
        ),
        (
            tex + 2,
            [x, y, 0.0, 1.0],
            [
                |c| multi_tex_coord2h_nv(c, TEXTURE2, H[0], H[1]),
                |c| multi_tex_coord2hv_nv(c, TEXTURE2, v()),
            ],
        ),
        (
            tex + 2,
            [x, y, z, 1.0],
            [
                |c| multi_tex_coord3h_nv(c, TEXTURE2, H[0], H[1], H[2]),
                |c| multi_tex_coord3hv_nv(c, TEXTURE2, v()),
            ],
        ),
        (
            tex + 2,
            F,
            [
                |c| multi_tex_coord4h_nv(c, TEXTURE2, H[0], H[1], H[2], H[3]),
                |c| multi_tex_coord4hv_nv(c, TEXTURE2, v()),
            ],
        ),
        (
            g + 3,
            [x, 0.0, 0.0, 1.0],
            [
                |c| vertex_attrib1h_nv(c, 3, H[0]),
                |c| vertex_attrib1hv_nv(c, 3, v()),
            ],
        ),
        (
            g + 3,
            [x, y, 0.0, 1.0],
            [
                |c| vertex_attrib2h_nv(c, 3, H[0], H[1]),
                |c| vertex_attrib2hv_nv(c, 3, v()),
            ],
        ),
        (
            g + 3,
            [x, y, z, 1.0],
            [
                |c| vertex_attrib3h_nv(c, 3, H[0], H[1], H[2]),
                |c| vertex_attrib3hv_nv(c, 3, v()),
            ],
        ),
        (
            g + 3,
            F,
            [
                |c| vertex_attrib4h_nv(c, 3, H[0], H[1], H[2], H[3]),
                |c| vertex_attrib4hv_nv(c, 3, v()),
            ],
        ),
    ];
    for (i, (slot, expected, commands)) in cases.iter().enumerate() {
        for command in commands {
            with_call(|call| {
                command(call).unwrap();
                let current = call.cx.immediate.current[*slot as usize];
                assert_eq!(current, *expected, "case {i}");
            });
        }
    }
}

/// Returns what a list with one vertex in it holds.
fn listed(vertex: fn(&mut Call<'_>) -> Result) -> String {
    with_call(|call| {
        list::record::new_list(call, 1, COMPILE).unwrap();
        begin(call, POINTS).unwrap();
        vertex(call).unwrap();
        immediate::begin_end::end(call).unwrap();
        list::record::end_list(call).unwrap();
        format!("{:?}", call.cx.shared.lists.lock())
    })
}

#[test]
fn half_vertices_are_vertices() {
    use crate::gl::immediate::vertex::{vertex2f, vertex3f, vertex4f};
    let [two, three, four] = [
        listed(|c| vertex2f(c, F[0], F[1])),
        listed(|c| vertex3f(c, F[0], F[1], F[2])),
        listed(|c| vertex4f(c, F[0], F[1], F[2], F[3])),
    ];
    assert!(two != three && three != four);
    assert_eq!(listed(|c| vertex2h_nv(c, H[0], H[1])), two);
    assert_eq!(listed(|c| vertex2hv_nv(c, v())), two);
    assert_eq!(listed(|c| vertex3h_nv(c, H[0], H[1], H[2])), three);
    assert_eq!(listed(|c| vertex3hv_nv(c, v())), three);
    assert_eq!(listed(|c| vertex4h_nv(c, H[0], H[1], H[2], H[3])), four);
    assert_eq!(listed(|c| vertex4hv_nv(c, v())), four);
    // Generic attribute 0 is the vertex.
    assert_eq!(listed(|c| vertex_attribs4hv_nv(c, 0, 1, v())), four);
}

#[test]
fn several_attributes_at_once() {
    with_call(|call| {
        vertex_attribs1hv_nv(call, 4, 2, v()).unwrap();
        let at = |call: &Call<'_>, i: u32| {
            call.cx.immediate.current[crate::gl::immediate::attribute_nv::slot(i) as usize]
        };
        assert_eq!(at(call, 4), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(at(call, 5), [-2.0, 0.0, 0.0, 1.0]);
        vertex_attribs2hv_nv(call, 14, 2, v()).unwrap();
        assert_eq!(at(call, 15), [0.5, 3.0, 0.0, 1.0]);
        vertex_attribs3hv_nv(call, 7, 1, v()).unwrap();
        assert_eq!(at(call, 7), [1.0, -2.0, 0.5, 1.0]);
        vertex_attribs4hv_nv(call, 8, 1, v()).unwrap();
        assert_eq!(at(call, 8), F);
        vertex_attribs4hv_nv(call, 8, 0, v()).unwrap();
    });
}

#[test]
fn errors_are_those_of_the_extensions() {
    const NULL: ClientPtr<u8> = ClientPtr::NULL;
    const BGRA_SIZE: i32 = BGRA as i32;
    type Failing = (u32, fn(&mut Call<'_>) -> Result);
    let cases: &[Failing] = &[
        (INVALID_VALUE, |c| vertex_attrib1h_nv(c, 16, 0)),
        (INVALID_VALUE, |c| vertex_attribs1hv_nv(c, 15, 2, v())),
        (INVALID_VALUE, |c| vertex_attribs4hv_nv(c, 0, -1, v())),
        (INVALID_VALUE, |c| {
            vertex_attribs4hv_nv(c, u32::MAX, i32::MAX, v())
        }),
        (INVALID_VALUE, |c| color3hv_nv(c, ClientPtr::NULL)),
        // Table 2.4 of NV_half_float has no half-precision indices, and no edge flags.
        (INVALID_ENUM, |c| index_pointer(c, HALF_FLOAT, 0, NULL)),
        // BGRA is an error with another type, and for VertexAttribPointer also without normalization.
        (INVALID_VALUE, |c| {
            color_pointer(c, BGRA_SIZE, FLOAT, 0, NULL)
        }),
        (INVALID_VALUE, |c| {
            secondary_color_pointer(c, BGRA_SIZE, UNSIGNED_SHORT, 0, NULL)
        }),
        (INVALID_VALUE, |c| {
            vertex_attrib_pointer(c, 1, BGRA_SIZE, BYTE, 1, 0, NULL)
        }),
        (INVALID_VALUE, |c| {
            vertex_attrib_pointer(c, 1, BGRA_SIZE, UNSIGNED_BYTE, 0, 0, NULL)
        }),
        (INVALID_ENUM, |c| {
            color_pointer(c, BGRA_SIZE, BITMAP, 0, NULL)
        }),
        (INVALID_VALUE, |c| {
            vertex_pointer(c, BGRA_SIZE, FLOAT, 0, NULL)
        }),
        (INVALID_VALUE, |c| {
            tex_coord_pointer(c, BGRA_SIZE, FLOAT, 0, NULL)
        }),
    ];
    for (i, (expected, command)) in cases.iter().enumerate() {
        assert_eq!(with_call(|call| code(command(call))), *expected, "case {i}");
    }
}

#[test]
fn bgra_arrays_change_places_and_are_normalized() {
    with_call(|call| {
        let bytes = [51u8, 102, 255, 204];
        let expected = [1.0, 0.4, 0.2, 0.8];
        let at = ClientPtr::of(&bytes);
        color_pointer(call, BGRA as i32, UNSIGNED_BYTE, 0, at).unwrap();
        secondary_color_pointer(call, BGRA as i32, UNSIGNED_BYTE, 0, at).unwrap();
        vertex_attrib_pointer(call, 5, BGRA as i32, UNSIGNED_BYTE, 1, 0, at).unwrap();
        enable_client_state(call, COLOR_ARRAY).unwrap();
        enable_client_state(call, SECONDARY_COLOR_ARRAY).unwrap();
        enable_vertex_attrib_array(call, 5).unwrap();
        array_element(call, 0).unwrap();
        let current = &call.cx.immediate.current;
        for slot in [
            attribute::COLOR,
            attribute::SECONDARY_COLOR,
            attribute::GENERIC_0 + 5,
        ] {
            assert_eq!(current[slot as usize], expected, "slot {slot}");
        }
        // A query returns the size that was given.
        for name in [COLOR_ARRAY_SIZE, SECONDARY_COLOR_ARRAY_SIZE] {
            let value = state::get::state_value(call.cx, name).unwrap().1[0];
            assert_eq!(value, f64::from(BGRA));
        }
        let mut size = [0i32];
        let out = ClientPtr::from_address(size.as_mut_ptr() as usize);
        get_vertex_attribiv(call, 5, VERTEX_ATTRIB_ARRAY_SIZE, out).unwrap();
        assert_eq!(size, [BGRA as i32]);
        // The next pointer has an order of its own.
        color_pointer(call, 4, UNSIGNED_BYTE, 0, at).unwrap();
        array_element(call, 0).unwrap();
        let color = call.cx.immediate.current[attribute::COLOR as usize];
        assert_eq!(color, [0.2, 0.4, 1.0, 0.8]);
    });
}

#[test]
fn every_array_takes_halves() {
    with_call(|call| {
        let at: ClientPtr<u8> = v().cast();
        vertex_pointer(call, 2, HALF_FLOAT, 0, at).unwrap();
        normal_pointer(call, HALF_FLOAT, 0, at).unwrap();
        color_pointer(call, 4, HALF_FLOAT, 0, at).unwrap();
        secondary_color_pointer(call, 3, HALF_FLOAT, 0, at).unwrap();
        fog_coord_pointer(call, HALF_FLOAT, 0, at).unwrap();
        tex_coord_pointer(call, 2, HALF_FLOAT, 0, at).unwrap();
        vertex_attrib_pointer(call, 1, 2, HALF_FLOAT, 1, 0, at).unwrap();
        for array in [
            NORMAL_ARRAY,
            COLOR_ARRAY,
            SECONDARY_COLOR_ARRAY,
            FOG_COORD_ARRAY,
            TEXTURE_COORD_ARRAY,
        ] {
            enable_client_state(call, array).unwrap();
        }
        enable_vertex_attrib_array(call, 1).unwrap();
        array_element(call, 0).unwrap();
        let at = |slot: u32| call.cx.immediate.current[slot as usize];
        assert_eq!(at(attribute::NORMAL), [1.0, -2.0, 0.5, 1.0]);
        assert_eq!(at(attribute::COLOR), F);
        assert_eq!(at(attribute::SECONDARY_COLOR), [1.0, -2.0, 0.5, 0.0]);
        assert_eq!(at(attribute::FOG_COORD), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(at(attribute::TEX_COORD_0), [1.0, -2.0, 0.0, 1.0]);
        // Floats are not normalized.
        assert_eq!(at(attribute::GENERIC_0 + 1), [1.0, -2.0, 0.0, 1.0]);
        let ty = state::get::state_value(call.cx, VERTEX_ARRAY_TYPE)
            .unwrap()
            .1[0];
        assert_eq!(ty, f64::from(HALF_FLOAT));
        assert_eq!(call.cx.arrays.array(attribute::POSITION).element_bytes(), 4);
    });
}
