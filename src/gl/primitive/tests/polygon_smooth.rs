//! Tests of antialiased polygons (GL 1.5 section 3.5.3): coverage as a factor of alpha, and what stays as it was.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::commands::blend_func;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color4f;
use crate::gl::immediate::vertex::vertex2f;
use crate::gl::state::enable::{disable, enable};
use crate::gl::*;
use crate::platform::ClientPtr;

/// Makes a context that blends white antialiased polygons onto opaque black. Vertices are in pixels.
fn fixture() -> Fixture {
    let mut f = Fixture::new();
    f.call(|c| {
        transform::commands::ortho(c, 0.0, 8.0, 0.0, 8.0, -1.0, 1.0)?;
        enable(c, POLYGON_SMOOTH)?;
        enable(c, BLEND)?;
        blend_func(c, SRC_ALPHA, ONE_MINUS_SRC_ALPHA)?;
        color4f(c, 1.0, 1.0, 1.0, 1.0)
    })
    .unwrap();
    f
}

fn draw(f: &mut Fixture, mode: u32, corners: &[[f32; 2]]) {
    f.call(|c| {
        framebuffer::window_buffers::clear(c, COLOR_BUFFER_BIT)?;
        begin(c, mode)?;
        for [x, y] in corners {
            vertex2f(c, *x, *y)?;
        }
        end(c)
    })
    .unwrap();
}

/// The red of every pixel, rows from below.
fn reds(f: &mut Fixture) -> Vec<u32> {
    let at = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
    at.map(|(x, y)| f.pixel(x, y) >> 16 & 0xff).collect()
}

#[test]
fn a_rectangle_covers_parts_of_pixels() {
    let mut f = fixture();
    let corners = [[1.5, 2.25], [5.0, 2.25], [5.0, 4.5], [1.5, 4.5]];
    // Along x the polygon covers half of column 1, along y three quarters of row 2 and half of row 4.
    let (x, y) = ([0.0, 0.5, 1.0, 1.0, 1.0], [0.0, 0.0, 0.75, 1.0, 0.5]);
    let expected = |column: usize, row: usize| {
        let part = |parts: &[f32; 5], i: usize| parts.get(i).copied().unwrap_or(0.0);
        (255.0 * part(&x, column) * part(&y, row)).round() as u32
    };
    let reversed: Vec<[f32; 2]> = corners.iter().rev().copied().collect();
    for corners in [&corners[..], &reversed] {
        for mode in [QUADS, POLYGON] {
            draw(&mut f, mode, corners);
            for (i, red) in reds(&mut f).into_iter().enumerate() {
                let wanted = expected(i % 8, i / 8);
                assert!(red.abs_diff(wanted) <= 1, "{mode} {i}: {red} {wanted}");
            }
        }
    }
}

#[test]
fn a_polygon_has_no_seams() {
    let mut f = fixture();
    // An octagon is one primitive, and the edges between its six triangles must not show.
    let corner = |k: u32| {
        let (sin, cos) = (std::f32::consts::FRAC_PI_4 * k as f32 + 0.2).sin_cos();
        [4.0 + 3.5 * cos, 4.0 + 3.5 * sin]
    };
    let corners: Vec<[f32; 2]> = (0..8).map(corner).collect();
    draw(&mut f, POLYGON, &corners);
    let inside = reds(&mut f);
    for (x, y) in (2..6).flat_map(|x| (2..6).map(move |y| (x, y))) {
        assert_eq!(inside[y * 8 + x], 255, "{x}, {y}");
    }
    let sum: u32 = inside.iter().sum();
    let area = 0.5 * 8.0 * 3.5f32.powi(2) * std::f32::consts::FRAC_PI_4.sin() * 255.0;
    assert!((sum as f32 - area).abs() < 40.0, "{sum} {area}");
}

#[test]
fn colours_run_over_the_pieces_of_a_quadrilateral() {
    let mut f = fixture();
    f.call(|c| {
        framebuffer::window_buffers::clear(c, COLOR_BUFFER_BIT)?;
        begin(c, QUADS)?;
        for (x, y) in [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)] {
            color4f(c, x / 8.0, 1.0, 1.0, 1.0)?;
            vertex2f(c, x, y)?;
        }
        end(c)
    })
    .unwrap();
    let all = reds(&mut f);
    for (i, red) in all.into_iter().enumerate() {
        let wanted = ((i % 8) as f32 + 0.5) / 8.0 * 255.0;
        assert!((red as f32 - wanted).abs() <= 1.0, "{i}: {red} {wanted}");
    }
}

/// Where a polygon covers part of a pixel, data are means over that part, not values at the centre.
#[test]
fn partly_covered_fragments_have_the_mean_of_their_part() {
    let mut f = fixture();
    // The picture's alpha is the coverage. Its red must be that of the middle of each part.
    f.call(|c| {
        disable(c, BLEND)?;
        framebuffer::window_buffers::clear(c, COLOR_BUFFER_BIT)?;
        begin(c, QUADS)?;
        for (x, y) in [(0.0, 0.0), (4.25, 0.0), (4.25, 8.0), (0.0, 8.0)] {
            color4f(c, x / 4.25, 1.0, 1.0, 1.0)?;
            vertex2f(c, x, y)?;
        }
        end(c)
    })
    .unwrap();
    let row = reds(&mut f)[32..40].to_vec();
    for (column, middle) in [(0, 0.5f32), (3, 3.5), (4, 4.125)] {
        let wanted = middle / 4.25 * 255.0;
        let red = row[column] as f32;
        assert!((red - wanted).abs() <= 1.0, "{column}: {red} {wanted}");
    }
    assert_eq!(f.pixel(4, 4) >> 24, 64);
}

#[test]
fn stipple_culling_and_modes_go_on() {
    let mut f = fixture();
    let corners = [[1.5, 1.5], [6.5, 1.5], [6.5, 6.5], [1.5, 6.5]];
    // Every second column.
    let pattern = [0x55u8; 128];
    f.call(|c| {
        primitive::commands::polygon_stipple(c, ClientPtr::of(&pattern))?;
        enable(c, POLYGON_STIPPLE)
    })
    .unwrap();
    draw(&mut f, QUADS, &corners);
    let row = reds(&mut f)[24..32].to_vec();
    assert_eq!(row, [0, 128, 0, 255, 0, 255, 0, 0]);
    f.call(|c| disable(c, POLYGON_STIPPLE)).unwrap();
    f.call(|c| enable(c, CULL_FACE)).unwrap();
    f.call(|c| primitive::commands::cull_face(c, FRONT))
        .unwrap();
    draw(&mut f, QUADS, &corners);
    assert_eq!(reds(&mut f), [0; 64]);
    f.call(|c| disable(c, CULL_FACE)).unwrap();
    // The lines of a polygon are not its interior, so nothing is antialiased.
    f.call(|c| primitive::commands::polygon_mode(c, FRONT_AND_BACK, LINE))
        .unwrap();
    draw(&mut f, QUADS, &corners);
    assert!(reds(&mut f).iter().all(|red| [0, 255].contains(red)));
}

#[test]
fn without_the_enable_centres_count() {
    let mut f = fixture();
    f.call(|c| disable(c, POLYGON_SMOOTH)).unwrap();
    draw(
        &mut f,
        QUADS,
        &[[1.4, 1.4], [6.6, 1.4], [6.6, 6.6], [1.4, 6.6]],
    );
    assert!(reds(&mut f).iter().all(|red| [0, 255].contains(red)));
}
