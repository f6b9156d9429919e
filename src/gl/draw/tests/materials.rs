//! Materials that change from primitive to primitive become attributes of vertices, and the picture stays the same.

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::material::{materialf, materialfv};
use crate::gl::immediate::normal::normal3f;
use crate::gl::immediate::vertex::vertex3f;
use crate::gl::lighting::light::{light_modeli, lightfv};
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::state::enable::enable;
use crate::platform::ClientPtr;
use crate::random_for_tests::Random;

fn fraction(random: &mut Random) -> f32 {
    random.below(1000) as f32 / 999.0
}

/// Draws small triangles in two lights, with other materials before most of them.
fn draw(f: &mut Fixture, seed: u32, floats: bool) -> Vec<u32> {
    let mut random = Random::new(seed);
    f.call(|c| enable(c, LIGHTING)).unwrap();
    f.call(|c| enable(c, LIGHT0)).unwrap();
    f.call(|c| enable(c, LIGHT1)).unwrap();
    let specular = [0.5f32, 0.25, 0.75, 1.0];
    f.call(|c| lightfv(c, LIGHT1, SPECULAR, ClientPtr::of(&specular)))
        .unwrap();
    f.call(|c| light_modeli(c, LIGHT_MODEL_TWO_SIDE, (seed & 1) as i32))
        .unwrap();
    let names = [AMBIENT, DIFFUSE, SPECULAR, EMISSION, AMBIENT_AND_DIFFUSE];
    for i in 0..200 {
        if !floats {
            f.0.draws.floating = Default::default();
        }
        let face = [FRONT, BACK, FRONT_AND_BACK][random.below(3) as usize];
        let name = names[random.below(5) as usize];
        let color = [(); 4].map(|()| fraction(&mut random));
        match random.below(16) {
            // PushAttrib and PopAttrib bring back what another command has set.
            0 => {
                f.call(|c| push_attrib(c, LIGHTING_BIT)).unwrap();
                f.call(|c| materialfv(c, face, name, ClientPtr::of(&color)))
                    .unwrap();
                f.call(pop_attrib).unwrap();
            }
            1 => f
                .call(|c| materialf(c, face, SHININESS, i as f32 % 128.0))
                .unwrap(),
            2 => {}
            _ => f
                .call(|c| materialfv(c, face, name, ClientPtr::of(&color)))
                .unwrap(),
        }
        let [x, y] = [(); 2].map(|()| fraction(&mut random) * 2.0 - 1.0);
        let is_compiled = random.below(4) == 0;
        if is_compiled {
            f.call(|c| new_list(c, 1, COMPILE)).unwrap();
        }
        f.call(|c| begin(c, TRIANGLES)).unwrap();
        for (dx, dy) in [
            (0.0, 0.0),
            (0.5, 0.0),
            (0.0, if i % 3 == 0 { -0.5 } else { 0.5 }),
        ] {
            f.call(|c| normal3f(c, dx, dy, 0.9)).unwrap();
            if random.below(20) == 0 {
                f.call(|c| materialfv(c, face, name, ClientPtr::of(&color)))
                    .unwrap();
            }
            f.call(|c| vertex3f(c, x + dx, y + dy, 0.0)).unwrap();
        }
        f.call(end).unwrap();
        if is_compiled {
            f.call(end_list).unwrap();
            f.call(|c| call_list(c, 1)).unwrap();
        }
    }
    (0..64).map(|i| f.pixel(i % 8, i / 8)).collect()
}

#[test]
fn materials_of_vertices_give_the_same_picture() {
    for seed in 0..24 {
        let floating = draw(&mut Fixture::new(), seed, true);
        let uniform = draw(&mut Fixture::new(), seed, false);
        assert_eq!(floating, uniform, "seed {seed}");
    }
}

/// Primitives that differ in one property become one draw.
#[test]
fn primitives_with_materials_of_their_own_are_one_draw() {
    let mut f = Fixture::new();
    f.call(|c| enable(c, LIGHTING)).unwrap();
    f.call(|c| enable(c, LIGHT0)).unwrap();
    for i in 0..100 {
        let color = [i as f32 / 99.0, 0.5, 0.25, 1.0];
        f.call(|c| materialfv(c, FRONT_AND_BACK, DIFFUSE, ClientPtr::of(&color)))
            .unwrap();
        f.square();
    }
    let n_recorded = f.0.renderer.n_recorded();
    assert!(n_recorded < 20, "{n_recorded} draws");
}
