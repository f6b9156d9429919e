//! Checks that small draws that are merged give the same picture as one by one.

use super::fixture::Fixture;
use crate::device::vertex::stream::SPLIT_VERTICES;
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color4ub;
use crate::gl::immediate::tex_coord::tex_coord2f;
use crate::gl::immediate::vertex::vertex2f;
use crate::gl::lighting::state::ShadeModel;
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::texture::object::bind_texture;
use crate::gl::texture::{image, param};
use crate::gl::transform::commands::scalef;
use crate::gl::vertex_array::client_state::{disable_client_state, enable_client_state};
use crate::gl::vertex_array::draw::draw_arrays;
use crate::gl::vertex_array::pointer::vertex_pointer;
use crate::platform::ClientPtr;
use crate::random_for_tests::Random;
use crate::raster::{BlendFactor, PolygonMode};

/// Returns a random number from −1 to 1.
fn unit(random: &mut Random) -> f32 {
    random.below(4096) as f32 / 2048.0 - 1.0
}

fn color(random: &mut Random) -> [u8; 4] {
    [(); 4].map(|()| random.below(256) as u8)
}

/// Makes two textures of four texels, with the names 1 and 2.
fn make_textures(f: &mut Fixture) {
    for name in [1, 2] {
        let texels: Vec<u8> = (0..16).map(|i| (i * 16 + 60 * name) as u8).collect();
        f.call(|c| {
            bind_texture(c, TEXTURE_2D, name)?;
            let (format, ty, at) = (RGBA, UNSIGNED_BYTE, ClientPtr::of(&texels));
            image::tex_image2d(c, TEXTURE_2D, 0, RGBA as i32, 2, 2, 0, format, ty, at)?;
            param::tex_parameteri(c, TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST as i32)
        })
        .unwrap();
    }
}

/// Sometimes changes some state.
fn change_state(f: &mut Fixture, random: &mut Random) {
    let on = random.below(2) == 0;
    let (cx, name) = (&mut f.0, 1 + random.below(2));
    match random.below(24) {
        0 => {
            cx.lighting.group.shade_model = if on {
                ShadeModel::Flat
            } else {
                ShadeModel::Smooth
            }
        }
        1 => {
            cx.rasterization.polygon.mode = [if on {
                PolygonMode::Line
            } else {
                PolygonMode::Fill
            }; 2]
        }
        2 => cx.rasterization.line.stipple = on,
        3 => cx.fragment.color.blend = [on; 4],
        4 => {
            cx.fragment.color.blend_dst = [if on {
                BlendFactor::One
            } else {
                BlendFactor::Zero
            }; 2]
        }
        5 => cx.fragment.depth.enabled = on,
        6 => cx.textures.units[0].enabled[1] = on,
        7..12 => f.call(|c| bind_texture(c, TEXTURE_2D, name)).unwrap(),
        _ => {}
    }
}

fn draw_immediate(f: &mut Fixture, random: &mut Random) {
    let [r, g, b, a] = color(random);
    f.call(|c| color4ub(c, r, g, b, a)).unwrap();
    let mode = random.below(POLYGON + 1);
    f.call(|c| begin(c, mode)).unwrap();
    let (colors, coords) = (random.below(3) == 0, random.below(2) == 0);
    for _ in 0..random.below(9) {
        if colors {
            let [r, g, b, a] = color(random);
            f.call(|c| color4ub(c, r, g, b, a)).unwrap();
        }
        let [s, t, x, y] = [(); 4].map(|()| unit(random));
        if coords {
            f.call(|c| tex_coord2f(c, s, t)).unwrap();
        }
        if random.below(64) == 0 {
            // A window may be presented meanwhile. The primitive then goes on.
            f.0.finish();
        }
        f.call(|c| vertex2f(c, x, y)).unwrap();
    }
    f.call(end).unwrap();
}

fn draw_array(f: &mut Fixture, random: &mut Random) {
    let mode = random.below(POLYGON + 1);
    let positions: Vec<f32> = (0..24).map(|_| unit(random)).collect();
    let (first, count) = (random.below(4) as i32, random.below(9) as i32);
    f.call(|c| {
        vertex_pointer(c, 2, FLOAT, 0, ClientPtr::of(&positions))?;
        enable_client_state(c, VERTEX_ARRAY)?;
        draw_arrays(c, mode, first, count)?;
        disable_client_state(c, VERTEX_ARRAY)
    })
    .unwrap();
}

/// Returns the picture of a row of draws, and the number of records that they made.
fn picture(seed: u32, merges: bool) -> (Vec<u32>, usize) {
    let mut f = Fixture::new();
    f.0.renderer.set_merging(merges);
    make_textures(&mut f);
    let mut random = Random::new(seed);
    for _ in 0..60 {
        change_state(&mut f, &mut random);
        match random.below(4) {
            0 => draw_array(&mut f, &mut random),
            _ => draw_immediate(&mut f, &mut random),
        }
    }
    let records = f.0.renderer.n_recorded();
    let places = (0..64).map(|i| (i % 8, i / 8));
    (places.map(|(x, y)| f.pixel(x, y)).collect(), records)
}

#[test]
fn merged_draws_give_the_same_picture() {
    let (mut merged, mut apart) = (0, 0);
    for seed in 0..200 {
        let (ours, few) = picture(seed, true);
        let (theirs, many) = picture(seed, false);
        assert_eq!(ours, theirs, "seed {seed}");
        (merged, apart) = (merged + few, apart + many);
    }
    assert!(merged < apart, "{merged} records of {apart} draws");
}

#[test]
fn a_primitive_that_is_drawn_in_parts_follows_small_ones() {
    let mut f = Fixture::new();
    f.square();
    f.call(|c| color4ub(c, 255, 0, 0, 255)).unwrap();
    f.call(|c| begin(c, QUADS)).unwrap();
    for i in 0..SPLIT_VERTICES + 8 {
        // The last two squares cover the lower and the upper half.
        let below = i < SPLIT_VERTICES + 4;
        let (x, y) = [(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)][i as usize % 4];
        let y = if below { y - 1.0 } else { y };
        let x = if i < SPLIT_VERTICES { -1.0 } else { x };
        f.call(|c| vertex2f(c, x, y)).unwrap();
    }
    f.call(end).unwrap();
    assert_eq!((f.pixel(0, 0), f.pixel(7, 7)), (0xFFFF_0000, 0xFFFF_0000));
}

/// Returns the picture of a list of primitives of one kind, drawn in some states, and the number of records that it made.
fn picture_of_list(seed: u32, merges: bool) -> (Vec<u32>, usize) {
    let mut f = Fixture::new();
    f.0.renderer.set_merging(merges);
    make_textures(&mut f);
    let mut random = Random::new(seed);
    let mode = random.below(POLYGON + 1);
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    for _ in 0..40 {
        f.call(|c| begin(c, mode)).unwrap();
        for _ in 0..random.below(40) {
            let [r, g, b, a] = color(&mut random);
            f.call(|c| color4ub(c, r, g, b, a)).unwrap();
            let [x, y] = [(); 2].map(|()| unit(&mut random));
            f.call(|c| vertex2f(c, x, y)).unwrap();
        }
        f.call(end).unwrap();
    }
    f.call(end_list).unwrap();
    for _ in 0..6 {
        (0..4).for_each(|_| change_state(&mut f, &mut random));
        // Where a primitive is open, the list's first Begin is refused, and its End ends the open one.
        if random.below(4) == 0 {
            f.call(|c| begin(c, LINES)).unwrap();
        }
        f.call(|c| call_list(c, 1)).unwrap();
    }
    let records = f.0.renderer.n_recorded();
    let places = (0..64).map(|i| (i % 8, i / 8));
    (places.map(|(x, y)| f.pixel(x, y)).collect(), records)
}

#[test]
fn a_list_of_assembled_primitives_gives_the_same_picture() {
    let (mut merged, mut apart) = (0, 0);
    for seed in 0..60 {
        let (ours, few) = picture_of_list(seed, true);
        let (theirs, many) = picture_of_list(seed, false);
        assert_eq!(ours, theirs, "seed {seed}");
        (merged, apart) = (merged + few, apart + many);
    }
    assert!(2 * merged < apart, "{merged} records of {apart} draws");
}

/// Returns the number of records that two triangles, or two primitives of another mode, make. `between` runs between them.
fn records(mode: u32, prepare: fn(&mut Fixture), between: fn(&mut Fixture)) -> usize {
    let mut f = Fixture::new();
    make_textures(&mut f);
    f.0.textures.units[0].enabled[1] = true;
    prepare(&mut f);
    for i in 0..2 {
        if i == 1 {
            between(&mut f);
        }
        f.call(|c| begin(c, mode)).unwrap();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            f.call(|c| vertex2f(c, x, y)).unwrap();
        }
        f.call(end).unwrap();
    }
    f.0.renderer.n_recorded()
}

#[test]
fn what_merges_and_what_does_not() {
    let nothing: fn(&mut Fixture) = |_| {};
    for mode in POINTS..=POLYGON {
        assert_eq!(records(mode, nothing, nothing), 1, "mode {mode}");
    }
    let color: fn(&mut Fixture) = |f| f.call(|c| color4ub(c, 1, 2, 3, 4)).unwrap();
    let texture: fn(&mut Fixture) = |f| f.call(|c| bind_texture(c, TEXTURE_2D, 1)).unwrap();
    let blend: fn(&mut Fixture) = |f| f.0.fragment.color.blend = [true; 4];
    for between in [color, texture, blend] {
        assert_eq!(records(POLYGON, nothing, between), 1);
    }
    let matrix: fn(&mut Fixture) = |f| f.call(|c| scalef(c, 0.5, 0.5, 0.5)).unwrap();
    let cull: fn(&mut Fixture) = |f| f.0.rasterization.polygon.cull = true;
    for between in [matrix, cull] {
        assert_eq!(records(POLYGON, nothing, between), 2);
    }
    // The provoking vertex of a polygon is its first.
    let flat: fn(&mut Fixture) = |f| f.0.lighting.group.shade_model = ShadeModel::Flat;
    assert_eq!(records(TRIANGLE_FAN, flat, nothing), 1);
    assert_eq!(records(POLYGON, flat, nothing), 2);
    let lines: fn(&mut Fixture) = |f| f.0.rasterization.polygon.mode = [PolygonMode::Line; 2];
    let stipple: fn(&mut Fixture) = |f| f.0.rasterization.line.stipple = true;
    assert_eq!(records(TRIANGLES, lines, nothing), 2);
    assert_eq!(records(LINES, stipple, nothing), 2);
}

/// A texture that only the cache of states holds is not copied before a write.
#[test]
fn a_write_to_a_texture_is_seen_by_the_next_draw() {
    let mut f = Fixture::new();
    make_textures(&mut f);
    f.0.textures.units[0].enabled[1] = true;
    f.square();
    let before = f.pixel(4, 4);
    let texels = [200u8; 16];
    f.call(|c| {
        let at = ClientPtr::of(&texels);
        crate::gl::texture::sub_image::tex_sub_image2d(
            c,
            TEXTURE_2D,
            0,
            0,
            0,
            2,
            2,
            RGBA,
            UNSIGNED_BYTE,
            at,
        )
    })
    .unwrap();
    f.square();
    assert_ne!(f.pixel(4, 4), before);
    assert_eq!(f.pixel(4, 4), 0xC8C8_C8C8);
}
