//! Selection and feedback, from commands to the values in the application's arrays (GL 1.5 sections 5.2 and 5.3).

use crate::gl::Result;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::feedback::record::*;
use crate::gl::feedback::render_mode::render_mode;
use crate::gl::feedback::selection::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color3f;
use crate::gl::immediate::tex_coord::tex_coord2f;
use crate::gl::immediate::vertex::vertex3f;
use crate::gl::lighting::light::shade_model;
use crate::gl::pixel_rectangle::draw;
use crate::gl::pixel_rectangle::raster_pos::{raster_pos3f, window_pos3f};
use crate::gl::primitive::commands::polygon_mode;
use crate::gl::state::enable::{disable, enable};
use crate::gl::state::get;
use crate::platform::ClientPtr;

/// A primitive of these vertices.
fn draw(f: &mut Fixture, mode: u32, vertices: &[[f32; 3]]) {
    f.call(|c| begin(c, mode)).unwrap();
    for [x, y, z] in vertices {
        f.call(|c| vertex3f(c, *x, *y, *z)).unwrap();
    }
    f.call(end).unwrap();
}

/// Returns the values that `body` feeds back, and glRenderMode's result.
fn fed_back(size: usize, ty: u32, body: impl FnOnce(&mut Fixture)) -> (Vec<f32>, i32) {
    let mut f = Fixture::new();
    feed_back(&mut f, size, ty, body)
}

fn feed_back(
    f: &mut Fixture,
    size: usize,
    ty: u32,
    body: impl FnOnce(&mut Fixture),
) -> (Vec<f32>, i32) {
    let mut array = vec![f32::NAN; size + 1];
    let p = ClientPtr::of_mut(&mut array);
    f.call(|c| feedback_buffer(c, size as i32, ty, p)).unwrap();
    assert_eq!(f.call(|c| render_mode(c, FEEDBACK)), Ok(0));
    body(f);
    let result = f.call(|c| render_mode(c, RENDER)).unwrap();
    assert!(array[size].is_nan(), "written behind the array");
    let n = array.iter().take_while(|v| !v.is_nan()).count();
    (array[..n].to_vec(), result)
}

/// Returns the values that `body` selects, and glRenderMode's result.
fn selected(size: usize, body: impl FnOnce(&mut Fixture)) -> (Vec<u32>, i32) {
    let mut f = Fixture::new();
    let mut array = vec![0xdead_beef_u32; size + 1];
    let p = ClientPtr::of_mut(&mut array);
    f.call(|c| select_buffer(c, size as i32, p)).unwrap();
    assert_eq!(f.call(|c| render_mode(c, SELECT)), Ok(0));
    f.call(init_names).unwrap();
    body(&mut f);
    let result = f.call(|c| render_mode(c, RENDER)).unwrap();
    assert_eq!(array[size], 0xdead_beef, "written behind the array");
    let n = array.iter().take_while(|v| **v != 0xdead_beef).count();
    (array[..n].to_vec(), result)
}

const TRIANGLE: [[f32; 3]; 3] = [[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.0, 0.5, 0.0]];
const MIDDLE: u32 = 0x8000_0000;

fn integer(f: &mut Fixture, name: u32) -> i32 {
    let mut out = [0; 1];
    f.call(|c| get::get_integerv(c, name, ClientPtr::of_mut(&mut out)))
        .unwrap();
    out[0]
}

#[test]
fn errors_of_the_modes() {
    let mut f = Fixture::new();
    assert_eq!(f.call(|c| render_mode(c, SELECT)), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| render_mode(c, FEEDBACK)), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| render_mode(c, FILL)), Err(INVALID_ENUM));
    let mut names = [0u32; 4];
    let p = ClientPtr::of_mut(&mut names);
    assert_eq!(f.call(|c| select_buffer(c, -1, p)), Err(INVALID_VALUE));
    let mut values = [0f32; 4];
    let q = ClientPtr::of_mut(&mut values);
    assert_eq!(
        f.call(|c| feedback_buffer(c, -1, GL_2D, q)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        f.call(|c| feedback_buffer(c, 4, GL_2D - 1, q)),
        Err(INVALID_ENUM)
    );
    assert_eq!(integer(&mut f, FEEDBACK_BUFFER_TYPE), GL_2D as i32);
    f.call(|c| select_buffer(c, 4, p)).unwrap();
    f.call(|c| feedback_buffer(c, 3, GL_3D_COLOR, q)).unwrap();
    assert_eq!(f.call(|c| render_mode(c, SELECT)), Ok(0));
    assert_eq!(f.call(|c| select_buffer(c, 2, p)), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| feedback_buffer(c, 3, GL_3D_COLOR, q)), Ok(()));
    assert_eq!(f.call(|c| render_mode(c, FEEDBACK)), Ok(0));
    assert_eq!(
        f.call(|c| feedback_buffer(c, 2, GL_2D, q)),
        Err(INVALID_OPERATION)
    );
    let state = [
        RENDER_MODE,
        SELECTION_BUFFER_SIZE,
        FEEDBACK_BUFFER_SIZE,
        FEEDBACK_BUFFER_TYPE,
    ];
    let state = state.map(|name| integer(&mut f, name));
    assert_eq!(state, [FEEDBACK as i32, 4, 3, GL_3D_COLOR as i32]);
    let mut address = [0usize; 2];
    let ask = crate::gl::vertex_array::get::get_pointerv;
    f.call(|c| {
        ask(
            c,
            SELECTION_BUFFER_POINTER,
            ClientPtr::of_mut(&mut address[..1]),
        )
    })
    .unwrap();
    f.call(|c| {
        ask(
            c,
            FEEDBACK_BUFFER_POINTER,
            ClientPtr::of_mut(&mut address[1..]),
        )
    })
    .unwrap();
    assert_eq!(address, [p.address(), q.address()]);
}

#[test]
fn errors_of_the_name_stack() {
    let mut f = Fixture::new();
    // Outside selection mode there is no effect, and no error.
    for command in [pop_name, init_names] {
        assert_eq!(f.call(command), Ok(()));
    }
    assert_eq!(f.call(|c| load_name(c, 1)), Ok(()));
    assert_eq!(f.call(|c| push_name(c, 1)), Ok(()));
    assert_eq!(integer(&mut f, NAME_STACK_DEPTH), 0);
    selected(4, |f| {
        assert_eq!(f.call(pop_name), Err(STACK_UNDERFLOW));
        assert_eq!(f.call(|c| load_name(c, 1)), Err(INVALID_OPERATION));
        for name in 0..integer(f, crate::gl::context::enums::MAX_NAME_STACK_DEPTH) {
            assert_eq!(f.call(|c| push_name(c, name as u32)), Ok(()));
        }
        assert_eq!(f.call(|c| push_name(c, 1)), Err(STACK_OVERFLOW));
        assert_eq!(integer(f, NAME_STACK_DEPTH), 64);
        f.call(init_names).unwrap();
        assert_eq!(integer(f, NAME_STACK_DEPTH), 0);
    });
}

#[test]
fn a_record_has_names_and_depths_of_what_was_hit() {
    let (values, n) = selected(64, |f| {
        f.call(|c| push_name(c, 7)).unwrap();
        f.call(|c| push_name(c, 8)).unwrap();
        draw(f, POINTS, &[[0.0, 0.0, -1.0]]);
        draw(f, POINTS, &[[0.0, 0.0, 0.0], [0.0, 2.0, 1.0]]);
        f.call(|c| load_name(c, 9)).unwrap();
        // Nothing is hit under 9.
        draw(f, TRIANGLES, &TRIANGLE.map(|[x, y, z]| [x + 4.0, y, z]));
        f.call(pop_name).unwrap();
        draw(f, LINES, &[[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]]);
        f.call(pop_name).unwrap();
        draw(
            f,
            QUADS,
            &[
                [9.0, -9.0, 0.0],
                [9.0, 9.0, 0.0],
                [-9.0, 9.0, 0.0],
                [-9.0, -9.0, 0.0],
            ],
        );
    });
    let expected = [
        [2, 0, MIDDLE, 7, 8].as_slice(),
        &[1, MIDDLE, u32::MAX, 7],
        &[0, MIDDLE, MIDDLE],
    ];
    assert_eq!((values, n), (expected.concat(), 3));
}

#[test]
fn raster_positions_and_culled_polygons_in_selection() {
    let (values, n) = selected(64, |f| {
        f.call(|c| push_name(c, 1)).unwrap();
        f.call(|c| raster_pos3f(c, 0.0, 0.0, 1.0)).unwrap();
        f.call(|c| load_name(c, 2)).unwrap();
        f.call(|c| raster_pos3f(c, 2.0, 0.0, 0.0)).unwrap();
        f.call(|c| load_name(c, 3)).unwrap();
        f.call(|c| window_pos3f(c, -9.0, 0.0, 0.0)).unwrap();
        f.call(|c| load_name(c, 4)).unwrap();
        f.call(|c| draw::bitmap(c, 0, 0, 0.0, 0.0, 1.0, 0.0, ClientPtr::NULL))
            .unwrap();
        f.call(|c| enable(c, CULL_FACE)).unwrap();
        let [a, b, c] = TRIANGLE;
        draw(f, TRIANGLES, &[a, c, b]);
        f.call(|c| load_name(c, 5)).unwrap();
        // The polygon itself is tested, whatever its mode: all its edges lie outside.
        f.call(|c| polygon_mode(c, FRONT_AND_BACK, LINE)).unwrap();
        draw(
            f,
            TRIANGLES,
            &TRIANGLE.map(|[x, y, z]| [8.0 * x, 8.0 * y, z]),
        );
    });
    let expected = [1, u32::MAX, u32::MAX, 1, 1, 0, 0, 3, 1, MIDDLE, MIDDLE, 5];
    assert_eq!((values, n), (expected.to_vec(), 3));
}

#[test]
fn records_that_do_not_fit_are_cut_and_reported() {
    let hits = |f: &mut Fixture| {
        f.call(|c| push_name(c, 1)).unwrap();
        draw(f, TRIANGLES, &TRIANGLE);
        f.call(|c| load_name(c, 2)).unwrap();
        draw(f, TRIANGLES, &TRIANGLE);
    };
    let whole = [1, MIDDLE, MIDDLE, 1, 1, MIDDLE, MIDDLE, 2];
    assert_eq!(selected(8, hits), (whole.to_vec(), 2));
    assert_eq!(selected(7, hits), (whole[..7].to_vec(), -1));
    assert_eq!(selected(4, hits), (whole[..4].to_vec(), -1));
    assert_eq!(selected(0, hits), (vec![], -1));
    // The flag is reset when the mode is left.
    let mut f = Fixture::new();
    let mut one = [0u32; 1];
    f.call(|c| select_buffer(c, 1, ClientPtr::of_mut(&mut one)))
        .unwrap();
    f.call(|c| render_mode(c, SELECT)).unwrap();
    draw(&mut f, TRIANGLES, &TRIANGLE);
    assert_eq!(f.call(|c| render_mode(c, SELECT)), Ok(-1));
    assert_eq!(f.call(|c| render_mode(c, SELECT)), Ok(0));
}

#[test]
fn every_type_feeds_back_its_values() {
    let vertex = |f: &mut Fixture| {
        f.call(|c| color3f(c, 0.25, 0.5, 2.0)).unwrap();
        f.call(|c| tex_coord2f(c, 3.0, 4.0)).unwrap();
        draw(f, POINTS, &[[0.5, -0.5, 0.5]]);
    };
    let point = POINT_TOKEN as f32;
    // w is 1; the colour is clamped.
    let all = [6.0, 2.0, 0.75, 1.0, 0.25, 0.5, 1.0, 1.0, 3.0, 4.0, 0.0, 1.0];
    for (ty, n_coordinates, others) in [
        (GL_2D, 2, 0),
        (GL_3D, 3, 0),
        (GL_3D_COLOR, 3, 4),
        (GL_3D_COLOR_TEXTURE, 3, 8),
        (GL_4D_COLOR_TEXTURE, 4, 8),
    ] {
        let mut expected = vec![point];
        expected.extend_from_slice(&all[..n_coordinates]);
        expected.extend_from_slice(&all[4..4 + others]);
        let n = expected.len();
        assert_eq!(fed_back(n, ty, vertex), (expected.clone(), n as i32));
        expected.truncate(n - 1);
        assert_eq!(fed_back(n - 1, ty, vertex), (expected, -1));
    }
}

#[test]
fn lines_reset_the_stipple_where_section_3_4_2_does() {
    let (line, reset) = (LINE_TOKEN as f32, LINE_RESET_TOKEN as f32);
    let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0]];
    let at = [[0.0f32, 0.0], [8.0, 0.0], [8.0, 8.0]];
    let segment = |token: f32, a: usize, b: usize| [token, at[a][0], at[a][1], at[b][0], at[b][1]];
    let (values, _) = fed_back(99, GL_2D, |f| draw(f, LINE_LOOP, &corners));
    let expected = [
        segment(reset, 0, 1),
        segment(line, 1, 2),
        segment(line, 2, 0),
    ];
    assert_eq!(values, expected.concat());
    let (values, _) = fed_back(99, GL_2D, |f| {
        f.call(|c| polygon_mode(c, FRONT, LINE)).unwrap();
        draw(f, TRIANGLES, &corners);
        f.call(|c| pass_through(c, 5.5)).unwrap();
        f.call(|c| polygon_mode(c, FRONT, POINT)).unwrap();
        draw(f, TRIANGLES, &corners);
    });
    let mut expected = expected.concat();
    expected.extend([PASS_THROUGH_TOKEN as f32, 5.5]);
    at.iter()
        .for_each(|[x, y]| expected.extend([POINT_TOKEN as f32, *x, *y]));
    assert_eq!(values, expected);
}

#[test]
fn polygons_come_back_clipped_and_shaded() {
    // The right half of the triangle lies outside; red runs from 0 to 1 with x.
    let (values, n) = fed_back(99, GL_3D_COLOR, |f| {
        f.call(|c| begin(c, TRIANGLES)).unwrap();
        for (x, y, red) in [(0.0, 0.0, 0.0), (2.0, 0.0, 1.0), (0.0, 1.0, 0.0)] {
            f.call(|c| color3f(c, red, 0.0, 1.0)).unwrap();
            f.call(|c| vertex3f(c, x, y, 0.0)).unwrap();
        }
        f.call(end).unwrap();
    });
    assert_eq!(values[..2], [POLYGON_TOKEN as f32, 4.0]);
    assert_eq!(n, 2 + 4 * 7);
    let corners: Vec<[f32; 3]> = values[2..]
        .chunks(7)
        .map(|v| {
            assert_eq!((v[2], &v[4..]), (0.5, &[0.0, 1.0, 1.0][..]));
            [v[0], v[1], v[3]]
        })
        .collect();
    let expected = [
        [4.0, 4.0, 0.0],
        [8.0, 4.0, 0.5],
        [8.0, 6.0, 0.5],
        [4.0, 8.0, 0.0],
    ];
    assert_eq!(corners, expected);
    // Flat colours are those of the last vertex. A culled polygon is not recorded.
    let (values, _) = fed_back(99, GL_3D_COLOR, |f| {
        f.call(|c| shade_model(c, FLAT)).unwrap();
        f.call(|c| enable(c, CULL_FACE)).unwrap();
        for order in [[0, 1, 2], [0, 2, 1]] {
            f.call(|c| begin(c, TRIANGLES)).unwrap();
            for i in order {
                let [x, y, z] = TRIANGLE[i];
                f.call(|c| color3f(c, i as f32 / 2.0, 0.0, 0.0)).unwrap();
                f.call(|c| vertex3f(c, x, y, z)).unwrap();
            }
            f.call(end).unwrap();
        }
        f.call(|c| disable(c, CULL_FACE)).unwrap();
    });
    let reds: Vec<f32> = values[2..].chunks(7).map(|v| v[3]).collect();
    assert_eq!(reds, [1.0; 3]);
}

#[test]
fn pixel_rectangles_are_fed_back_by_their_raster_position() {
    let pixels = [0u8; 4];
    let p = ClientPtr::of(&pixels);
    let (values, _) = fed_back(99, GL_3D, |f| {
        f.call(|c| window_pos3f(c, 2.0, 3.0, 0.25)).unwrap();
        f.call(|c| draw::bitmap(c, 1, 1, 0.0, 0.0, 1.0, 1.0, p))
            .unwrap();
        f.call(|c| draw::draw_pixels(c, 1, 1, RGBA, UNSIGNED_BYTE, p))
            .unwrap();
        f.call(|c| draw::copy_pixels(c, 0, 0, 1, 1, COLOR)).unwrap();
        f.call(|c| raster_pos3f(c, 5.0, 0.0, 0.0)).unwrap();
        f.call(|c| draw::bitmap(c, 1, 1, 0.0, 0.0, 1.0, 1.0, p))
            .unwrap();
    });
    let tokens = [BITMAP_TOKEN, DRAW_PIXEL_TOKEN, COPY_PIXEL_TOKEN].map(|t| t as f32);
    let [bitmap, draw, copy] = tokens;
    assert_eq!(
        values,
        [
            bitmap, 2.0, 3.0, 0.25, draw, 3.0, 4.0, 0.25, copy, 3.0, 4.0, 0.25
        ]
    );
}

#[test]
fn nothing_is_drawn_but_in_render_mode() {
    let mut f = Fixture::new();
    let before = f.pixel(4, 4);
    let (values, n) = feed_back(&mut f, 99, GL_2D, |f| {
        f.square();
        f.call(|c| crate::gl::framebuffer::window_buffers::clear(c, COLOR_BUFFER_BIT))
            .unwrap();
    });
    assert_eq!((values[0], n), (POLYGON_TOKEN as f32, 10));
    assert_eq!(f.pixel(4, 4), before);
    f.square();
    assert_ne!(f.pixel(4, 4), before);
}

#[test]
fn names_and_markers_are_kept_in_display_lists() -> Result {
    use crate::gl::list::record::{call_list, end_list, new_list};
    let (values, n) = selected(16, |f| {
        f.call(|c| new_list(c, 1, COMPILE)).unwrap();
        f.call(|c| c.run(|c| push_name(c, 6))).unwrap();
        draw(f, TRIANGLES, &TRIANGLE);
        f.call(|c| c.run(pop_name)).unwrap();
        f.call(end_list).unwrap();
        f.call(|c| call_list(c, 1)).unwrap();
    });
    assert_eq!((values, n), (vec![1, MIDDLE, MIDDLE, 6], 1));
    Ok(())
}
