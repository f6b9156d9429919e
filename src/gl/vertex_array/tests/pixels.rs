//! Draws from vertex arrays to pixels: in lists, from buffers, locked.

use super::fixture::{code, with_call};
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::multi_draw::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::vertex_array::state::*;
use crate::gl::*;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::surface::{Config, Surface};
use std::sync::Arc;

/// Makes a context that draws red and green squares into 8×8 black pixels.
fn with_surface(body: impl FnOnce(&mut Call<'_>)) {
    let config = Config {
        alpha: true,
        depth_stencil: true,
        accumulation: false,
        double_buffer: true,
        multisampled: false,
    };
    let surface = Arc::new(Surface::new(config, 8, 8).unwrap());
    with_call(|call| {
        call.cx.surfaces.draw = Some(surface.clone());
        call.cx.surfaces.read = Some(surface);
        call.cx.first_make_current(8, 8);
        body(call);
    });
}

fn pixel(call: &mut Call<'_>, x: u32, y: u32) -> u32 {
    call.cx.finish();
    let mut row = [0; 1];
    call.cx
        .surfaces
        .draw
        .as_ref()
        .unwrap()
        .buffers()
        .back
        .as_ref()
        .unwrap()
        .read_row(x, y, &mut row);
    row[0]
}

const RED: u32 = 0xFFFF_0000;
const GREEN: u32 = 0xFF00_FF00;

/// The corners of the whole surface, of its left half and of its right half.
const CORNERS: [f32; 24] = [
    -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, //
    -1.0, -1.0, 0.0, -1.0, 0.0, 1.0, -1.0, 1.0, //
    0.0, -1.0, 1.0, -1.0, 1.0, 1.0, 0.0, 1.0,
];

#[test]
fn a_list_draws_the_arrays_of_its_compilation() {
    for mode in [COMPILE, COMPILE_AND_EXECUTE] {
        with_surface(|call| {
            let mut corners = CORNERS;
            let mut colors = [[0u8, 255, 0, 255]; 12];
            vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&corners)).unwrap();
            enable_client_state(call, VERTEX_ARRAY).unwrap();
            color_pointer(call, 4, UNSIGNED_BYTE, 0, ClientPtr::of(&colors)).unwrap();
            new_list(call, 1, mode).unwrap();
            draw_elements(
                call,
                QUADS,
                4,
                UNSIGNED_BYTE,
                ClientPtr::of(&[4u8, 5, 6, 7]),
            )
            .unwrap();
            enable_client_state(call, COLOR_ARRAY).unwrap();
            draw_arrays(call, QUADS, 8, 4).unwrap();
            disable_client_state(call, COLOR_ARRAY).unwrap();
            end_list(call).unwrap();
            let compiled = [pixel(call, 1, 1), pixel(call, 6, 6)];
            assert_eq!(
                compiled,
                if mode == COMPILE {
                    [0, 0]
                } else {
                    [u32::MAX, GREEN]
                }
            );
            corners.fill(9.0);
            colors.fill([0; 4]);
            immediate::color::color3f(call, 1.0, 0.0, 0.0).unwrap();
            call_list(call, 1).unwrap();
            assert_eq!(
                [pixel(call, 1, 1), pixel(call, 6, 6)],
                [RED, GREEN],
                "the colour without an array is the caller's"
            );
            let current = call.cx.immediate.current[attribute::COLOR as usize];
            assert_eq!(
                current,
                [1.0, 0.0, 0.0, 1.0],
                "arrays leave the current colour"
            );
        });
    }
}

#[test]
fn array_elements_in_a_list_make_pixels() {
    with_surface(|call| {
        let mut corners = CORNERS;
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&corners)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        new_list(call, 1, COMPILE).unwrap();
        begin(call, QUADS).unwrap();
        (4..8).for_each(|i| array_element(call, i).unwrap());
        end(call).unwrap();
        end_list(call).unwrap();
        corners.fill(0.0);
        immediate::color::color3f(call, 0.0, 1.0, 0.0).unwrap();
        call_list(call, 1).unwrap();
        assert_eq!([pixel(call, 1, 6), pixel(call, 6, 1)], [GREEN, 0]);
    });
}

#[test]
fn everything_in_buffers_makes_pixels() {
    with_surface(|call| {
        let indices = [0u16, 0, 8, 9, 10, 8, 10, 11];
        for (target, name, bytes) in [
            (ARRAY_BUFFER, 1, bytemuck::cast_slice::<f32, u8>(&CORNERS)),
            (
                ELEMENT_ARRAY_BUFFER,
                2,
                bytemuck::cast_slice::<u16, u8>(&indices),
            ),
        ] {
            bind_buffer(call, target, name).unwrap();
            buffer_data(
                call,
                target,
                bytes.len() as isize,
                ClientPtr::of(bytes),
                STATIC_DRAW,
            )
            .unwrap();
        }
        vertex_attrib_pointer(call, 0, 2, FLOAT, 0, 0, ClientPtr::NULL).unwrap();
        enable_vertex_attrib_array(call, 0).unwrap();
        immediate::color::color3f(call, 0.0, 1.0, 0.0).unwrap();
        draw_range_elements(
            call,
            TRIANGLES,
            8,
            11,
            6,
            UNSIGNED_SHORT,
            ClientPtr::from_address(4),
        )
        .unwrap();
        assert_eq!(
            [pixel(call, 1, 1), pixel(call, 6, 1), pixel(call, 5, 7)],
            [0, GREEN, GREEN]
        );
        // Indices beyond the arrays read zeros, without a fault.
        let far = [u32::MAX, 1 << 31, 5];
        bind_buffer(call, ELEMENT_ARRAY_BUFFER, 0).unwrap();
        draw_elements(call, TRIANGLES, 3, UNSIGNED_INT, ClientPtr::of(&far)).unwrap();
        pixel(call, 0, 0);
        for target in [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] {
            bind_buffer(call, target, 1).unwrap();
        }
        crate::gl::buffer::map::map_buffer(call, ARRAY_BUFFER, READ_ONLY).unwrap();
        for result in [
            draw_arrays(call, TRIANGLES, 0, 3),
            draw_elements(call, TRIANGLES, 3, UNSIGNED_BYTE, ClientPtr::NULL),
            array_element(call, 0),
        ] {
            assert_eq!(code(result), INVALID_OPERATION, "mapped");
        }
    });
}

#[test]
fn locked_arrays_draw_as_ever() {
    with_surface(|call| {
        vertex_pointer(call, 2, FLOAT, 0, ClientPtr::of(&CORNERS)).unwrap();
        enable_client_state(call, VERTEX_ARRAY).unwrap();
        lock_arrays_ext(call, 0, 12).unwrap();
        let (firsts, counts) = ([4i32, 8], [4i32, 4]);
        multi_draw_arrays(
            call,
            QUADS,
            ClientPtr::of(&firsts),
            ClientPtr::of(&counts),
            2,
        )
        .unwrap();
        unlock_arrays_ext(call).unwrap();
        assert_eq!([pixel(call, 1, 1), pixel(call, 6, 6)], [u32::MAX; 2]);
    });
}
