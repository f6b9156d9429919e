//! Compares the tiled rasterizer with the scalar one. Coverage is exact, and interpolation is within the bounds stated
//! below. One worker gives the same as several.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{DEPTH_MAX, Scene, SceneVertex};
use shim_tests::scalar::raster::{OracleVertex, covers, covers_clip_space, interpolate};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

const SIZE: i32 = 128;

fn random_triangle(random: &mut Random, i: i32) -> [OracleVertex; 3] {
    // Triangles are ordinary, tiny, huge, or have corners on pixel centres. These are far apart, or so near that edges
    // are often axis-aligned.
    let centres = if i % 8 == 3 { (0, SIZE) } else { (0, 7) };
    let range = [
        (-2000, 256 * SIZE + 2000),
        (9000, 9900),
        (-2_000_000, 2_000_000),
        centres,
    ][i as usize % 4];
    std::array::from_fn(|_| {
        let mut fixed = [0; 2].map(|_: i32| random.range(range.0, range.1));
        if i % 4 == 3 {
            fixed = fixed.map(|c| 256 * c + 128);
        }
        let w = if i % 3 == 0 {
            1.0
        } else {
            f64::from(0.25 + 4.0 * random.unit())
        };
        OracleVertex {
            fixed,
            z: f64::from(random.unit()),
            w,
            value: f64::from(random.unit()),
        }
    })
}

#[test]
fn coverage_is_exact_and_interpolation_within_its_bound() {
    let mut random = Random::new(1);
    let mut covered = 0;
    for i in 0..400 {
        let triangle = random_triangle(&mut random, i);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        scene.ops.depth_test = Some(CompareFunc::Always);
        let mut renderer = Renderer::new();
        renderer.set_workers(0);
        scene
            .draw_call(Topology::Triangles, &triangle.map(|v| v.in_scene(SIZE)))
            .record(&mut renderer);
        renderer.flush();
        let (colors, depths) = (scene.colors(), scene.depth_stencil());
        for (p, (color, depth)) in colors.iter().zip(&depths).enumerate() {
            let (x, y) = (p as i32 % SIZE, p as i32 / SIZE);
            let expected = covers(&triangle, x, y);
            assert_eq!(
                color >> 24 == 255,
                expected,
                "triangle {i} {triangle:?} at ({x}, {y})"
            );
            if !expected {
                continue;
            }
            covered += 1;
            let (z, value, slope) = interpolate(&triangle, x, y);
            let red = f64::from(color >> 16 & 0xff);
            assert!(
                (red - 255.0 * value).abs() <= 0.51 + 0.02,
                "triangle {i} at ({x}, {y}): {red}, {}",
                value * 255.0
            );
            // Rounding of A, B, C and of two fma, each at most 64 × slope × 2^-24 of what a tile spans.
            let bound = 3.0 + 4.0 * 64.0 * slope;
            let difference = f64::from(depth >> 8) - z * DEPTH_MAX;
            assert!(
                difference.abs() <= bound,
                "triangle {i} at ({x}, {y}): depth is off by {difference} of {bound}"
            );
        }
    }
    assert!(covered > 100_000, "the scenes cover something: {covered}");
}

#[test]
fn clipped_triangles_agree_away_from_their_edges() {
    let mut random = Random::new(2);
    let mut compared = 0;
    for i in 0..200 {
        let vertices: [[f32; 4]; 3] = std::array::from_fn(|_| {
            let mut coordinate = |scale: f32| (random.unit() * 2.0 - 1.0) * scale;
            let far = if i % 3 == 0 { 500.0 } else { 3.0 };
            [
                coordinate(far),
                coordinate(far),
                coordinate(2.0),
                coordinate(2.0) + 0.5,
            ]
        });
        let scene = Scene::new(SIZE as u32, SIZE as u32);
        let mut renderer = Renderer::new();
        renderer.set_workers(0);
        let triangle = vertices.map(|position| SceneVertex {
            position,
            color: [1.0; 4],
        });
        scene
            .draw_call(Topology::Triangles, &triangle)
            .record(&mut renderer);
        renderer.flush();
        let exact = vertices.map(|v| v.map(f64::from));
        for (p, color) in scene.colors().iter().enumerate() {
            let centre = [p as i32 % SIZE, p as i32 / SIZE].map(|c| f64::from(c) + 0.5);
            let at = |dx: f64, dy: f64| {
                let ndc = [centre[0] + dx, centre[1] + dy].map(|c| c * 2.0 / f64::from(SIZE) - 1.0);
                covers_clip_space(&exact, ndc[0], ndc[1])
            };
            let d = 1.0 / 64.0;
            let around = [at(d, d), at(-d, d), at(d, -d), at(-d, -d)];
            if around.iter().all(|c| *c == around[0]) {
                compared += 1;
                assert_eq!(
                    *color != 0,
                    around[0],
                    "triangle {i} {vertices:?} at {centre:?}"
                );
            }
        }
    }
    assert!(compared > 1_000_000);
}

/// A jittered mesh over the whole target and beyond, as separate triangles in random order of corners.
fn mesh(random: &mut Random) -> Vec<SceneVertex> {
    const CELLS: usize = 24;
    let step = 256 * (SIZE + 8) / CELLS as i32;
    let corner: Vec<OracleVertex> = (0..(CELLS + 1) * (CELLS + 1))
        .map(|i| {
            let (column, row) = ((i % (CELLS + 1)) as i32, (i / (CELLS + 1)) as i32);
            let inner = |c: i32| c != 0 && c != CELLS as i32;
            let mut jitter = |c: i32| {
                if inner(c) {
                    random.range(-step / 4, step / 4)
                } else {
                    0
                }
            };
            let fixed = [
                column * step - 1024 + jitter(column),
                row * step - 1024 + jitter(row),
            ];
            OracleVertex {
                fixed,
                z: 0.5,
                w: 1.0,
                value: 1.0 / 255.0,
            }
        })
        .collect();
    let mut vertices = Vec::new();
    for row in 0..CELLS {
        for column in 0..CELLS {
            let i = row * (CELLS + 1) + column;
            let (a, b, c, d) = (i, i + 1, i + CELLS + 1, i + CELLS + 2);
            for triangle in [[a, b, c], [d, c, b]] {
                let turn = random.range(0, 3) as usize;
                let flip = random.bits() & 1 == 1;
                for k in 0..3 {
                    let k = if flip { 2 - k } else { k };
                    vertices.push(corner[triangle[(k + turn) % 3]].in_scene(SIZE));
                }
            }
        }
    }
    vertices
}

fn additive() -> Blend {
    Blend {
        equation: [BlendEquation::Add; 2],
        src: [BlendFactor::One; 2],
        dst: [BlendFactor::One; 2],
    }
}

#[test]
fn a_mesh_covers_each_pixel_once() {
    for seed in 0..4 {
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        scene.ops.blend = Some(additive());
        scene.occlusion = Some(Arc::new(AtomicU64::new(0)));
        let mut renderer = Renderer::new();
        scene
            .draw_call(Topology::Triangles, &mesh(&mut Random::new(seed)))
            .record(&mut renderer);
        renderer.flush();
        for (p, color) in scene.colors().iter().enumerate() {
            assert_eq!(
                color >> 16 & 0xff,
                1,
                "seed {seed}, pixel ({}, {})",
                p as i32 % SIZE,
                p as i32 / SIZE
            );
        }
        let counted = scene.occlusion.as_ref().map(|c| c.load(Ordering::Relaxed));
        assert_eq!(counted, Some((SIZE * SIZE) as u64));
    }
}

#[test]
fn workers_and_lengths_of_runs_do_not_change_a_bit() {
    let picture = |n_workers: usize, groups_of_a_run: Option<usize>| {
        let mut random = Random::new(5);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        let mut renderer = Renderer::new();
        renderer.set_workers(n_workers);
        if let Some(n) = groups_of_a_run {
            renderer.set_groups_of_a_run(n);
        }
        renderer.clear(scene.clear_call([0.25, 0.5, 0.75, 1.0], 1.0, 3));
        let topologies = [
            Topology::Triangles,
            Topology::LineStrip,
            Topology::Points,
            Topology::TriangleStrip,
            Topology::Quads,
            Topology::LineLoop,
            Topology::Polygon,
        ];
        for (i, topology) in topologies.into_iter().enumerate() {
            scene.ops.blend = (i % 2 == 0).then(additive);
            scene.ops.depth_test = Some(CompareFunc::LessEqual);
            scene.raster.line_stipple = Some((2, 0x5af3));
            scene.raster.line_smooth = i == 5;
            scene.raster.line_width = 1.0 + i as f32 * 0.7;
            scene.raster.point_size = 3.0;
            let vertices: Vec<SceneVertex> = (0..600)
                .flat_map(|k| random_triangle(&mut random, k))
                .map(|v| SceneVertex {
                    color: [v.value as f32; 4],
                    ..v.in_scene(SIZE)
                })
                .take(1700)
                .collect();
            scene.draw_call(topology, &vertices).record(&mut renderer);
        }
        renderer.flush();
        assert!(!renderer.is_lost());
        (scene.colors(), scene.depth_stencil())
    };
    let one = picture(0, None);
    assert!(one == picture(1, None));
    assert!(one == picture(3, None));
    for n in [1, 7, 128, 4096] {
        assert!(one == picture(0, Some(n)), "{n} groups of a run");
    }
}

/// Triangles in the whole view volume, moved by `x` times half of its width.
fn scattered(random: &mut Random, n: i32, x: f32) -> Vec<SceneVertex> {
    let corners = (0..n).flat_map(|k| random_triangle(random, 4 * k));
    let mut vertices: Vec<SceneVertex> = corners.map(|v| v.in_scene(SIZE)).collect();
    for vertex in &mut vertices {
        vertex.position[0] += x * vertex.position[3];
    }
    vertices
}

#[test]
fn vertices_out_of_view_and_when_tiles_are_drawn_do_not_change_a_bit() {
    let picture = |flushes: bool, draws_hidden: bool| {
        let mut random = Random::new(21);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        scene.ops.depth_test = Some(CompareFunc::LessEqual);
        let mut renderer = Renderer::new();
        renderer.set_workers(1);
        renderer.clear(scene.clear_call([0.25, 0.5, 0.75, 1.0], 1.0, 3));
        for i in 0..6 {
            let visible = scattered(&mut random, 2000, 0.0);
            let hidden = scattered(&mut random, 2000, 9.0);
            if draws_hidden {
                scene
                    .draw_call(Topology::Triangles, &hidden)
                    .record(&mut renderer);
            }
            scene
                .draw_call(Topology::Triangles, &visible)
                .record(&mut renderer);
            if flushes {
                renderer.flush();
            }
            if i == 3 {
                let mut clear = scene.clear_call([0.5, 0.0, 0.0, 1.0], 0.9, 0);
                clear.scissor = Some([3, 3, SIZE / 2, SIZE / 2]);
                renderer.clear(clear);
            }
            if draws_hidden {
                scene
                    .draw_call(Topology::Quads, &hidden)
                    .record(&mut renderer);
            }
        }
        renderer.flush();
        assert!(!renderer.is_lost());
        (scene.colors(), scene.depth_stencil())
    };
    let plain = picture(true, false);
    for (flushes, draws_hidden) in [(false, false), (true, true), (false, true)] {
        assert!(
            plain == picture(flushes, draws_hidden),
            "{flushes} {draws_hidden}"
        );
    }
}

#[test]
fn degenerate_input_is_safe() {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-42,
        -1e30,
    ];
    let mut random = Random::new(13);
    let mut scene = Scene::new(33, 17);
    let mut renderer = Renderer::new();
    for (i, viewport) in [
        [0, 0, 0, 0],
        [-50, 20, 300, 300],
        [i32::MIN, i32::MAX, i32::MAX, 1],
        [0, 0, -5, 5],
    ]
    .into_iter()
    .cycle()
    .take(24)
    .enumerate()
    {
        scene.raster.viewport = viewport;
        scene.raster.scissor = [
            None,
            Some([5, 5, 0, 9]),
            Some([-9, i32::MIN, i32::MAX, i32::MAX]),
        ][i % 3];
        scene.raster.polygon_mode =
            [[PolygonMode::Fill, PolygonMode::Line, PolygonMode::Point][i % 3]; 2];
        scene.raster.line_smooth = i % 5 == 0;
        scene.raster.point_smooth = i % 7 == 0;
        scene.raster.point_size = numbers[i % numbers.len()];
        scene.raster.line_width = numbers[(i + 4) % numbers.len()];
        scene.raster.line_stipple = (i % 2 == 0).then_some((0, 0xaaaa));
        let vertices: Vec<SceneVertex> = (0..300)
            .map(|_| SceneVertex {
                position: [0; 4]
                    .map(|_: i32| numbers[random.range(0, numbers.len() as i32) as usize]),
                color: [f32::NAN; 4],
            })
            .collect();
        for topology in [
            Topology::Triangles,
            Topology::LineStrip,
            Topology::Points,
            Topology::Quads,
            Topology::Polygon,
        ] {
            scene.draw_call(topology, &vertices).record(&mut renderer);
        }
    }
    renderer.flush();
    assert!(!renderer.is_lost());
}
