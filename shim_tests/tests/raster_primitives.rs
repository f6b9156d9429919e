//! Checks points, lines, polygons and their state in the tiled rasterizer, one rule in each test.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{DEPTH_MAX, Scene, SceneVertex, WHITE, at, drawn, full_quad};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use trilobite::ir::interface::{fragment_input, fragment_output};
use trilobite::ir::{Builder, Op};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

#[test]
fn points_are_squares_of_the_rounded_size() {
    let mut scene = Scene::new(16, 16);
    assert_eq!(
        drawn(&scene, Topology::Points, &[at(5.9, 3.1, WHITE)]),
        [(5, 3)]
    );
    scene = Scene::new(16, 16);
    scene.raster.point_size = 2.2;
    assert_eq!(
        drawn(&scene, Topology::Points, &[at(5.9, 3.1, WHITE)]),
        [(5, 2), (6, 2), (5, 3), (6, 3)]
    );
    scene = Scene::new(16, 16);
    scene.raster.point_size = 3.0;
    let corner = drawn(
        &scene,
        Topology::Points,
        &[at(0.5, 0.5, WHITE), at(-0.5, 8.0, WHITE)],
    );
    assert_eq!(
        corner,
        [(0, 0), (1, 0), (0, 1), (1, 1)],
        "a point whose centre is outside is clipped"
    );
}

#[test]
fn smooth_points_multiply_alpha_by_their_area() {
    let mut scene = Scene::new(16, 16);
    scene.raster.point_smooth = true;
    scene.raster.point_size = 5.0;
    drawn(
        &scene,
        Topology::Points,
        &[at(8.0, 8.0, [1.0, 1.0, 1.0, 0.5])],
    );
    let alpha: f64 = scene
        .colors()
        .iter()
        .map(|c| f64::from(c >> 24) / 255.0)
        .sum();
    assert!(
        (alpha - 0.5 * std::f64::consts::PI * 6.25).abs() < 0.1,
        "{alpha}"
    );
}

#[test]
fn polygon_mode_line_draws_flagged_edges_and_respects_culling() {
    let mut scene = Scene::new(16, 16);
    scene.raster.polygon_mode = [PolygonMode::Line; 2];
    let square = [[2.5, 2.5], [9.5, 2.5], [9.5, 9.5], [2.5, 9.5]].map(|[x, y]| at(x, y, WHITE));
    let outline = drawn(&scene, Topology::Quads, &square);
    let expected: Vec<(i32, i32)> = (2..10)
        .flat_map(|y| (2..10).map(move |x| (x, y)))
        .filter(|(x, y)| [2, 9].contains(x) || [2, 9].contains(y))
        .collect();
    assert_eq!(outline, expected);
    let mut polygon = Scene::new(16, 16);
    polygon.raster = scene.raster.clone();
    assert_eq!(
        drawn(&polygon, Topology::Polygon, &square),
        expected,
        "no diagonal inside a polygon"
    );
    let mut culled = Scene::new(16, 16);
    culled.raster = scene.raster.clone();
    culled.raster.cull.front = true;
    assert_eq!(drawn(&culled, Topology::Quads, &square), []);
    culled.raster.front_ccw = false;
    culled.raster.polygon_mode = [PolygonMode::Fill; 2];
    assert_eq!(drawn(&culled, Topology::Quads, &square).len(), 49);
}

#[test]
fn flat_colours_are_the_provoking_vertexs_exactly() {
    let colors = [0.2f32, 0.4, 0.6, 0.8].map(|c| [c, c, c, 1.0]);
    let corners = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]];
    let vertices: [SceneVertex; 4] =
        std::array::from_fn(|i| at(corners[i][0], corners[i][1], colors[i]));
    for (topology, byte) in [(Topology::Quads, 204), (Topology::Polygon, 51)] {
        let mut scene = Scene::new(16, 16);
        scene.raster.flat = true;
        assert_eq!(drawn(&scene, topology, &vertices).len(), 256);
        assert!(
            scene
                .colors()
                .iter()
                .all(|c| *c == 0xff00_0000 | byte << 16 | byte << 8 | byte),
            "{topology:?}"
        );
    }
}

#[test]
fn a_colour_equal_at_all_vertices_is_exact_in_perspective() {
    let scene = Scene::new(16, 16);
    let color = [0.2, 0.4, 0.6, 1.0];
    let vertices = [
        [-1.0f32, -1.0, 1.0],
        [1.0, -1.0, 3.7],
        [1.0, 1.0, 9.1],
        [-1.0, 1.0, 0.3],
    ]
    .map(|[x, y, w]| SceneVertex {
        position: [x * w, y * w, 0.0, w],
        color,
    });
    assert_eq!(drawn(&scene, Topology::Quads, &vertices).len(), 256);
    assert!(scene.colors().iter().all(|c| *c == 0xff33_6699));
}

#[test]
fn stipple_and_scissor_remove_pixels() {
    let mut scene = Scene::new(16, 16);
    let mut rows = [0u32; 32];
    rows[3] = 0x8001_0000;
    scene.raster.polygon_stipple = Some(Arc::new(rows));
    scene.raster.scissor = Some([0, 0, 15, 15]);
    assert_eq!(
        drawn(&scene, Topology::Quads, &full_quad(0.5, WHITE)),
        [(0, 3)]
    );
}

#[test]
fn masked_clears_leave_other_bits() {
    let scene = Scene::new(20, 5);
    let mut renderer = Renderer::new();
    renderer.clear(scene.clear_call([1.0, 0.0, 1.0, 1.0], 1.0, 0x55));
    renderer.clear(ClearCall {
        target: scene.target.clone(),
        scissor: Some([3, 1, 2, 100]),
        color: Some((
            [0.0, 1.0, 0.0, 0.0],
            [[true, true, false, false]; MAX_COLOR_PLANES],
        )),
        stored: Default::default(),
        srgb: Default::default(),
        depth: None,
        stencil: Some((0xff, 0x0a)),
    });
    renderer.flush();
    for (p, (color, depth)) in scene.colors().iter().zip(scene.depth_stencil()).enumerate() {
        let inside = (3..5).contains(&(p % 20)) && p / 20 >= 1;
        assert_eq!(
            (*color, depth),
            if inside {
                (0xff00_ffff, 0xffff_ff5f)
            } else {
                (0xffff_00ff, 0xffff_ff55)
            }
        );
    }
}

#[test]
fn transform_returns_varyings_and_defaults() {
    let scene = Scene::new(4, 4);
    let vertices: Vec<SceneVertex> = (0..2500)
        .map(|i| at(i as f32, 1.0, [0.5, 2.0, -1.0, 1.0]))
        .collect();
    let call = scene.draw_call(Topology::Points, &vertices);
    let transformed = Renderer::new().transform(&call.vertices, &call.state.vertex);
    assert_eq!(transformed.len(), 2500);
    for (v, t) in vertices.iter().zip(&transformed) {
        assert_eq!(
            (t[0], t[1], t[7], t[9]),
            (v.position, v.color, [0.0; 4], [0.0, 0.0, 0.0, 1.0])
        );
    }
}

#[test]
fn written_depth_and_kill_run_before_the_tests() {
    // Depth = red, killed where window x < 8.
    let mut b = Builder::new();
    let x = b.load_input(4 * fragment_input::POSITION);
    let eight = b.f32(8.0);
    let left = b.emit1(Op::FLt, &[x, eight]);
    b.emit(Op::Kill, &[left], [0, 0]);
    let red = b.load_input(4 * fragment_input::COLOR);
    b.store_output(4 * fragment_output::DEPTH + 2, red);
    for c in 0..4 {
        b.store_output(c, red);
    }
    let mut scene = Scene::new(16, 16);
    scene.set_fragment_program(Arc::new(b.finish()));
    scene.ops.depth_test = Some(CompareFunc::Always);
    scene.occlusion = Some(Arc::new(AtomicU64::new(0)));
    drawn(
        &scene,
        Topology::Quads,
        &full_quad(0.9, [1.0, 0.0, 0.0, 0.0]),
    );
    for (p, (color, depth)) in scene.colors().iter().zip(scene.depth_stencil()).enumerate() {
        assert_eq!(
            (*color, depth >> 8),
            if p % 16 < 8 { (0, 0) } else { (!0, 0xff_ffff) }
        );
    }
    assert_eq!(
        scene.occlusion.map(|c| c.load(Ordering::Relaxed)),
        Some(128)
    );
}

#[test]
fn point_sprites_replace_their_coordinates_only() {
    // Red, green = s, t of set 1; blue = s of set 0.
    let mut b = Builder::new();
    for (output, slot) in [
        (0, 4 * (fragment_input::TEX_COORD_0 + 1)),
        (1, 4 * (fragment_input::TEX_COORD_0 + 1) + 1),
    ] {
        let x = b.load_input(slot);
        b.store_output(output, x);
    }
    let s0 = b.load_input(4 * fragment_input::TEX_COORD_0);
    b.store_output(2, s0);
    let one = b.f32(1.0);
    b.store_output(3, one);
    let mut scene = Scene::new(16, 16);
    scene.set_fragment_program(Arc::new(b.finish()));
    scene.raster.point_sprite = Some(PointSprites {
        replaced: 0b10,
        third: SpriteThird::Zero,
        is_from_below: false,
    });
    scene.raster.point_size = 4.0;
    let lit = drawn(&scene, Topology::Points, &[at(8.0, 8.0, WHITE)]);
    assert_eq!((lit.len(), lit[0], lit[15]), (16, (6, 6), (9, 9)));
    let byte = |t: f32| (255.0 * t).round() as u32;
    for (x, y) in lit {
        let color = scene.colors()[(y * 16 + x) as usize];
        let (s, t) = (
            0.5 + (x as f32 + 0.5 - 8.0) / 4.0,
            0.5 - (y as f32 + 0.5 - 8.0) / 4.0,
        );
        assert_eq!(
            color,
            0xff00_0000 | byte(s) << 16 | byte(t) << 8,
            "({x}, {y})"
        );
    }
}

#[test]
fn polygon_offset_adds_slope_and_units() {
    let depth_at_centre = |offset: PolygonOffset| {
        let mut scene = Scene::new(16, 16);
        scene.ops.depth_test = Some(CompareFunc::Always);
        scene.raster.polygon_offset = offset;
        // Depth rises from 0 to 0.5 over the 16 pixels.
        let corners = [
            [-1.0, -1.0, -1.0],
            [1.0, -1.0, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, 1.0, -1.0],
        ];
        let quad = corners.map(|[x, y, z]| SceneVertex {
            position: [x, y, z, 1.0],
            color: WHITE,
        });
        drawn(&scene, Topology::Quads, &quad);
        f64::from(scene.depth_stencil()[8 * 16 + 8] >> 8)
    };
    let plain = depth_at_centre(PolygonOffset {
        enabled: [false; 3],
        factor: 2.0,
        units: 100.0,
    });
    let moved = depth_at_centre(PolygonOffset {
        enabled: [true, false, false],
        factor: 2.0,
        units: 100.0,
    });
    // A unit is two steps: one may be lost when depths are rounded.
    let expected = 2.0 * 0.5 / 16.0 * DEPTH_MAX + 2.0 * 100.0;
    assert!((moved - plain - expected).abs() <= 2.0, "{}", moved - plain);
}

/// One unit moves every fragment, also of narrow triangles, whose planes are steep and far outside [0, 1] at the corners of tiles
/// (section 3.5.5).
#[test]
fn one_unit_of_polygon_offset_moves_each_fragment() {
    let depths = |corners: &[[f32; 3]; 3], units: Option<f32>| {
        let mut scene = Scene::new(256, 256);
        scene.ops.depth_test = Some(CompareFunc::Always);
        scene.raster.polygon_offset = PolygonOffset {
            enabled: [units.is_some(), false, false],
            factor: 0.0,
            units: units.unwrap_or(0.0),
        };
        let triangle = corners.map(|[x, y, z]| SceneVertex {
            position: [x, y, z, 1.0],
            color: WHITE,
        });
        let lit = drawn(&scene, Topology::Triangles, &triangle);
        let depths = scene.depth_stencil();
        let depth = |(x, y): &(i32, i32)| depths[(y * 256 + x) as usize] >> 8;
        lit.iter().map(depth).collect::<Vec<u32>>()
    };
    let sliver = [
        [-0.442, -0.662, -0.487_273],
        [1.2, 0.872, -0.850_909],
        [0.992, 0.828, 0.814_545],
    ];
    let mut random = Random::new(1);
    let slivers = (0..60).map(|i| {
        let mut near = |x: f32, reach: f32| x + reach * random.between(-1.0, 1.0);
        let first = [near(0.0, 1.0), near(0.0, 1.0), near(0.0, 0.95)];
        let second = [near(0.0, 1.2), near(0.0, 1.2), near(0.0, 0.95)];
        // The third lies near the line between the two.
        let [t, reach] = [near(0.5, 0.6), [0.02, 0.1, 1.0][i % 3]];
        let between = |i: usize| first[i] + t * (second[i] - first[i]);
        let third = [
            near(between(0), reach),
            near(between(1), reach),
            near(0.0, 0.95),
        ];
        [first, second, third]
    });
    let mut n = 0;
    for corners in std::iter::once(sliver).chain(slivers) {
        let plain = depths(&corners, None);
        for units in [-1.0, 1.0] {
            let moved = depths(&corners, Some(units));
            assert_eq!(plain.len(), moved.len());
            for (plain, moved) in plain.iter().zip(&moved) {
                let is_moved = if units > 0.0 {
                    moved > plain
                } else {
                    moved < plain
                };
                assert!(is_moved, "{plain} became {moved} in {corners:?}");
            }
            n += moved.len();
        }
    }
    assert!(n > 100_000, "{n} fragments");
}

#[test]
fn two_sided_colours_follow_the_face() {
    // The scene's programs write no back colour, so a back face has the default, (0, 0, 0, 1).
    let mut scene = Scene::new(16, 16);
    scene.raster.two_sided = true;
    scene.raster.front_ccw = false;
    drawn(&scene, Topology::Quads, &full_quad(0.5, WHITE));
    assert!(scene.colors().iter().all(|c| *c == 0xff00_0000));
}

#[test]
fn a_scene_larger_than_its_bounds_is_drawn_in_order() {
    // There are more records than the bins hold at a time. The last triangle over each pixel is visible.
    let scene = Scene::new(16, 16);
    let mut vertices = Vec::new();
    for i in 0..60_000 {
        let shade = (i % 256) as f32 / 255.0;
        let color = if i == 59_999 {
            [1.0, 0.0, 1.0, 1.0]
        } else {
            [shade; 4]
        };
        vertices.extend([
            at(2.0, 2.0, color),
            at(4.0, 2.0, color),
            at(2.0, 4.0, color),
        ]);
    }
    let mut renderer = Renderer::new();
    renderer.set_workers(2);
    scene
        .draw_call(Topology::Triangles, &vertices)
        .record(&mut renderer);
    renderer.flush();
    assert!(scene.colors().iter().all(|c| *c == 0 || *c == 0xffff_00ff));
    assert_eq!(scene.colors()[2 * 16 + 2], 0xffff_00ff);
}
