//! Clears that would change nothing are left out. So clears, draws and writes of rows in any order are compared with a model.

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::fragment::commands::{clear_color, clear_depth, color_mask, depth_func, scissor};
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color3f;
use crate::gl::immediate::vertex::vertex3f;
use crate::gl::state::enable::{disable, enable};
use crate::platform::PixelStorage;
use crate::random_for_tests::Random;

const SIDE: u32 = 8;

/// What the pixels of the surface must be, row by row.
struct Model {
    colors: [u32; 64],
    depths: [f64; 64],
}

fn each([x0, y0, x1, y1]: [u32; 4]) -> impl Iterator<Item = usize> {
    (y0..y1).flat_map(move |y| (x0..x1).map(move |x| (y * SIDE + x) as usize))
}

/// Clears colours and depths in a rectangle, perhaps with a mask that leaves red.
fn cleared(f: &mut Fixture, model: &mut Model, random: &mut Random, whole: bool) {
    let rect = match whole {
        true => [0, 0, SIDE, SIDE],
        false => [
            random.below(3),
            random.below(3),
            3 + random.below(6),
            3 + random.below(6),
        ],
    };
    let (green, depth) = (random.below(2), f64::from(random.below(2)));
    let keeps_red = random.below(3) == 0;
    f.call(|c| {
        clear_color(c, 0.0, green as f32, 0.0, 1.0)?;
        clear_depth(c, depth)?;
        let [x0, y0, x1, y1] = rect.map(|n| n as i32);
        scissor(c, x0, y0, x1 - x0, y1 - y0)?;
        enable(c, SCISSOR_TEST)?;
        color_mask(c, u8::from(!keeps_red), 1, 1, 1)?;
        clear(c, COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT)?;
        color_mask(c, 1, 1, 1, 1)?;
        disable(c, SCISSOR_TEST)
    })
    .unwrap();
    for i in each(rect) {
        let red = if keeps_red {
            model.colors[i] & 0xff_0000
        } else {
            0
        };
        model.colors[i] = 0xff00_0000 | red | (green * 0xff00);
        model.depths[i] = depth;
    }
}

/// Draws a red square over everything or the left half, in front of depth 1 and behind depth 0.
fn drawn(f: &mut Fixture, model: &mut Model, random: &mut Random) {
    let width = if random.below(2) == 0 { SIDE } else { SIDE / 2 };
    let right = width as f32 / (SIDE / 2) as f32 - 1.0;
    f.call(|c| {
        enable(c, DEPTH_TEST)?;
        depth_func(c, LESS)?;
        color3f(c, 1.0, 0.0, 0.0)?;
        begin(c, QUADS)?;
        for (x, y) in [(-1.0, -1.0), (right, -1.0), (right, 1.0), (-1.0, 1.0)] {
            vertex3f(c, x, y, 0.0)?;
        }
        end(c)?;
        disable(c, DEPTH_TEST)
    })
    .unwrap();
    for i in each([0, 0, width, SIDE]) {
        if model.depths[i] > 0.5 {
            (model.colors[i], model.depths[i]) = (0xffff_0000, 0.5);
        }
    }
}

#[test]
fn pixels_are_as_if_every_clear_wrote_them() {
    let mut random = Random::new(14);
    for _ in 0..300 {
        let mut f = Fixture::new();
        let mut model = Model {
            colors: [0; 64],
            depths: [0.0; 64],
        };
        cleared(&mut f, &mut model, &mut random, true);
        for _ in 0..random.below(12) {
            match random.below(5) {
                0 | 1 => cleared(&mut f, &mut model, &mut random, true),
                2 => cleared(&mut f, &mut model, &mut random, false),
                3 => drawn(&mut f, &mut model, &mut random),
                _ => {
                    f.0.finish();
                    let y = random.below(SIDE);
                    let buffers = f.0.surfaces.draw.as_ref().unwrap().buffers();
                    let plane = buffers.back.as_ref().unwrap();
                    plane.write_row(2, y, &[0xff00_00ff; 3]);
                    each([2, y, 5, y + 1]).for_each(|i| model.colors[i] = 0xff00_00ff);
                }
            }
            if random.below(3) == 0 {
                f.0.finish();
            }
        }
        f.0.finish();
        let buffers = f.0.surfaces.draw.as_ref().unwrap().buffers();
        let plane = buffers.back.as_ref().unwrap();
        for (y, expected) in (0..SIDE).zip(model.colors.chunks(SIDE as usize)) {
            let mut row = [0; SIDE as usize];
            plane.read_row(0, y, &mut row);
            assert_eq!(row, expected);
        }
        check_known(plane, &model.colors);
    }
}

/// A value that is known of the tile is that of all pixels.
fn check_known(plane: &PixelStorage, colors: &[u32]) {
    if let Some(value) = plane.uniform_tile(0, 0) {
        assert!(colors.iter().all(|color| *color == value));
    }
}

#[test]
fn a_value_is_known_after_a_clear() {
    let mut f = Fixture::new();
    let mut model = Model {
        colors: [0; 64],
        depths: [0.0; 64],
    };
    let mut known = 0;
    for seed in 0..20 {
        cleared(&mut f, &mut model, &mut Random::new(seed), true);
        f.0.finish();
        let buffers = f.0.surfaces.draw.as_ref().unwrap().buffers();
        let plane = buffers.back.as_ref().unwrap();
        known += u32::from(plane.uniform_tile(0, 0) == Some(model.colors[0]));
    }
    assert_eq!(known, 20);
}
