//! Vertices as the doors send them, to draw calls and to pixels.

use super::fixture::{Fixture, GREEN, RED};
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color3f;
use crate::gl::immediate::vertex::{vertex2f, vertex3f};
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::delete::delete_buffers;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::pointer::interleaved::interleaved_arrays;
use crate::gl::vertex_array::pointer::*;
use crate::platform::ClientPtr;
use std::sync::Arc;

#[test]
fn begin_and_end_make_pixels() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.square();
    assert_eq!((f.pixel(0, 0), f.pixel(7, 7)), (RED, RED));
    assert_eq!(f.call(end), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| begin(c, POLYGON + 1)), Err(INVALID_ENUM));
    f.call(|c| begin(c, LINES)).unwrap();
    assert_eq!(f.call(|c| begin(c, LINES)), Err(INVALID_OPERATION));
}

#[test]
fn arrays_are_copied_at_the_draw() {
    let mut f = Fixture::new();
    // Colour and position are interleaved. The four vertices follow one that no index names.
    let mut data = vec![0u8; 16];
    for (x, y) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        data.extend_from_slice(&[255, 0, 0, 255]);
        [x, y, 0.0]
            .iter()
            .for_each(|v| data.extend_from_slice(&v.to_ne_bytes()));
    }
    let indices = [1u16, 2, 3, 1, 3, 4];
    f.call(|c| interleaved_arrays(c, C4UB_V3F, 0, ClientPtr::of(&data)))
        .unwrap();
    f.call(|c| draw_elements(c, TRIANGLES, 6, UNSIGNED_SHORT, ClientPtr::of(&indices)))
        .unwrap();
    data.fill(0);
    assert_eq!((f.pixel(0, 7), f.pixel(7, 0)), (RED, RED));
    assert_eq!(
        f.call(|c| draw_arrays(c, TRIANGLES, 0, -1)),
        Err(INVALID_VALUE)
    );
    assert_eq!(f.call(|c| draw_arrays(c, 77, 0, 1)), Err(INVALID_ENUM));
    assert_eq!(
        f.call(|c| draw_elements(c, POINTS, 1, FLOAT, ClientPtr::of(&indices))),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 1, FLOAT, 0, ClientPtr::NULL)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 3, UNSIGNED_BYTE, 0, ClientPtr::NULL)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 3, FLOAT, -4, ClientPtr::NULL)),
        Err(INVALID_VALUE)
    );
}

#[test]
fn buffers_keep_the_version_of_a_recorded_draw() {
    use crate::gl::buffer::map::*;
    use crate::gl::buffer::object::*;
    let mut f = Fixture::new();
    let corners: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
    let bytes: &[u8] = bytemuck::cast_slice(&corners);
    f.call(|c| bind_buffer(c, ARRAY_BUFFER, 9)).unwrap();
    f.call(|c| buffer_data(c, ARRAY_BUFFER, 32, ClientPtr::of(bytes), STATIC_DRAW))
        .unwrap();
    f.call(|c| vertex_pointer(c, 2, FLOAT, 0, ClientPtr::NULL))
        .unwrap();
    f.call(|c| enable_client_state(c, VERTEX_ARRAY)).unwrap();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| draw_arrays(c, QUADS, 0, 4)).unwrap();
    f.call(|c| buffer_sub_data(c, ARRAY_BUFFER, 0, 32, ClientPtr::of(&[0u8; 32])))
        .unwrap();
    assert_eq!(f.pixel(5, 5), RED);
    assert_eq!(
        f.call(|c| buffer_sub_data(c, ARRAY_BUFFER, 1, 32, ClientPtr::of(bytes))),
        Err(INVALID_VALUE)
    );
    assert!(
        !f.call(|c| map_buffer(c, ARRAY_BUFFER, READ_WRITE))
            .unwrap()
            .is_null()
    );
    assert_eq!(
        f.call(|c| draw_arrays(c, QUADS, 0, 4)),
        Err(INVALID_OPERATION),
        "mapped"
    );
    assert_eq!(
        f.call(|c| map_buffer(c, ARRAY_BUFFER, READ_WRITE)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(f.call(|c| unmap_buffer(c, ARRAY_BUFFER)), Ok(1));
    assert_eq!(
        f.call(|c| unmap_buffer(c, ARRAY_BUFFER)),
        Err(INVALID_OPERATION)
    );
    f.call(|c| delete_buffers(c, 1, ClientPtr::of(&[9u32])))
        .unwrap();
    assert_eq!(
        f.call(|c| buffer_data(c, ARRAY_BUFFER, 1, ClientPtr::NULL, STATIC_DRAW)),
        Err(INVALID_OPERATION)
    );
}

#[test]
fn raster_positions_are_transformed_and_clipped() {
    use crate::gl::pixel_rectangle::raster_pos::*;
    let mut f = Fixture::new();
    f.call(|c| raster_pos2f(c, 0.5, -0.5)).unwrap();
    assert!(f.0.immediate.raster_pos.valid);
    assert_eq!(f.0.immediate.raster_pos.window, [6.0, 2.0, 0.5, 1.0]);
    f.call(|c| raster_pos2f(c, 1.5, 0.0)).unwrap();
    assert!(!f.0.immediate.raster_pos.valid);
    f.call(|c| window_pos3f(c, 20.0, -3.0, 7.0)).unwrap();
    assert!(f.0.immediate.raster_pos.valid);
    assert_eq!(f.0.immediate.raster_pos.window, [20.0, -3.0, 1.0, 1.0]);
}

#[test]
fn a_bitmap_draws_its_ones_in_the_raster_colour() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 0.0, 1.0, 0.0)).unwrap();
    f.call(|c| crate::gl::pixel_rectangle::raster_pos::window_pos2f(c, 2.0, 3.0))
        .unwrap();
    f.0.pixel.unpack.alignment = 1;
    f.call(|c| {
        crate::gl::pixel_rectangle::draw::bitmap(
            c,
            2,
            1,
            0.0,
            0.0,
            0.0,
            0.0,
            ClientPtr::of(&[0x40u8]),
        )
    })
    .unwrap();
    assert_eq!(
        [f.pixel(1, 3), f.pixel(2, 3), f.pixel(3, 3), f.pixel(4, 3)],
        [0, 0, GREEN, 0]
    );
    let pixels = [255u8, 0, 0, 255, 0, 255, 0, 255];
    f.call(|c| {
        crate::gl::pixel_rectangle::draw::draw_pixels(
            c,
            2,
            1,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of(&pixels),
        )
    })
    .unwrap();
    assert_eq!(
        [f.pixel(1, 3), f.pixel(2, 3), f.pixel(3, 3), f.pixel(4, 3)],
        [0, RED, GREEN, 0]
    );
}

#[test]
fn unchanged_state_keeps_its_blocks() {
    let mut f = Fixture::new();
    let build = |f: &mut Fixture| crate::gl::draw::state::draw_state(&mut f.0, 0).unwrap();
    let a = build(&mut f);
    f.call(|c| color3f(c, 0.5, 0.25, 0.0)).unwrap();
    assert!(
        Arc::ptr_eq(&a, &build(&mut f)),
        "a current value is no state"
    );
    f.0.lighting.group.shade_model = crate::gl::lighting::state::ShadeModel::Flat;
    let b = build(&mut f);
    assert!(b.raster.flat && !Arc::ptr_eq(&a.raster, &b.raster));
    // Values that did not change keep their `Arc` even then.
    assert!(Arc::ptr_eq(&a.target, &b.target));
    assert!(Arc::ptr_eq(&a.vertex.program, &b.vertex.program));
    assert!(Arc::ptr_eq(&a.vertex.uniforms, &b.vertex.uniforms));
}

#[test]
fn a_large_strip_is_drawn_in_portions() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| begin(c, TRIANGLE_STRIP)).unwrap();
    let n = 40_001;
    for i in 0..n {
        let x = -1.0 + 2.0 * (i / 2) as f32 / (n / 2) as f32;
        f.call(|c| vertex3f(c, x, if i % 2 == 0 { -1.0 } else { 1.0 }, 0.0))
            .unwrap();
    }
    f.call(end).unwrap();
    for x in 0..8 {
        assert_eq!(f.pixel(x, 4), RED, "column {x}");
    }
}

#[test]
fn quadrilaterals_follow_the_provoking_vertex() {
    let mut f = Fixture::new();
    f.0.lighting.group.shade_model = crate::gl::lighting::state::ShadeModel::Flat;
    for (convention, color) in [
        (FIRST_VERTEX_CONVENTION, RED),
        (LAST_VERTEX_CONVENTION, GREEN),
    ] {
        f.call(|c| crate::gl::lighting::light::provoking_vertex(c, convention))
            .unwrap();
        f.call(|c| begin(c, QUADS)).unwrap();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        for (i, (x, y)) in corners.into_iter().enumerate() {
            let part = |corner| f32::from(u8::from(i == corner));
            f.call(|c| color3f(c, part(0), part(3), 0.0)).unwrap();
            f.call(|c| vertex2f(c, x, y)).unwrap();
        }
        f.call(end).unwrap();
        assert_eq!(f.pixel(3, 3), color);
    }
}
