//! Compares multisampling with the scalar rasterizer. The coverage of every sample is exact, and depths are those at the
//! samples. Each sample of a mesh is drawn once, and one worker gives the same as several. The areas of circles and
//! rectangles are checked.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{Scene, SceneVertex};
use shim_tests::scalar::raster::{OracleVertex, covers_point, interpolate, interpolate_at};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

const SIZE: i32 = 96;
const DEPTH_MAX: f64 = 0xff_ffff as f64;

/// The samples of a pixel from its lower left corner in 1/256 pixels: (3/8, 1/8), (7/8, 3/8), (1/8, 5/8), (5/8, 7/8).
const PLACES: [[i32; 2]; 4] = [[96, 32], [224, 96], [32, 160], [160, 224]];

fn scene_vertex(v: &OracleVertex) -> SceneVertex {
    let ndc = v
        .fixed
        .map(|c| f64::from(c) / (128.0 * f64::from(SIZE)) - 1.0);
    let position = [ndc[0] * v.w, ndc[1] * v.w, (2.0 * v.z - 1.0) * v.w, v.w].map(|c| c as f32);
    SceneVertex {
        position,
        color: [v.value as f32, 0.0, 0.0, 1.0],
    }
}

/// Triangles that are ordinary, tiny, huge, or have corners on samples, so that edges run through samples.
fn random_triangle(random: &mut Random, i: i32) -> [OracleVertex; 3] {
    let range = [
        (-2000, 256 * SIZE + 2000),
        (9000, 9900),
        (-2_000_000, 2_000_000),
        (0, 9),
    ][i as usize % 4];
    std::array::from_fn(|_| {
        let mut fixed = [0; 2].map(|_: i32| random.range(range.0, range.1));
        if i % 4 == 3 {
            let place = PLACES[random.range(0, 4) as usize];
            fixed = [0, 1].map(|c| 256 * fixed[c] + place[c]);
        }
        OracleVertex {
            fixed,
            z: f64::from(random.unit()),
            w: if i % 3 == 0 {
                1.0
            } else {
                f64::from(0.25 + 4.0 * random.unit())
            },
            value: f64::from(random.unit()),
        }
    })
}

#[track_caller]
fn draw(scene: &Scene, topology: Topology, vertices: &[SceneVertex]) {
    let mut renderer = Renderer::new();
    renderer.set_workers(0);
    scene.draw_call(topology, vertices).record(&mut renderer);
    renderer.flush();
    assert!(!renderer.is_lost());
}

#[test]
fn coverage_and_depth_of_every_sample() {
    let mut random = Random::new(1);
    let mut covered = 0;
    for i in 0..400 {
        let triangle = random_triangle(&mut random, i);
        let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
        scene.ops.depth_test = Some(CompareFunc::Always);
        draw(
            &scene,
            Topology::Triangles,
            &triangle.map(|v| scene_vertex(&v)),
        );
        for (sample, place) in PLACES.iter().enumerate() {
            let (colors, depths) = scene.samples(sample as u32);
            for (p, (color, depth)) in colors.iter().zip(&depths).enumerate() {
                let (x, y) = (p as i32 % SIZE, p as i32 / SIZE);
                let point = [256 * x + place[0], 256 * y + place[1]];
                let expected = covers_point(&triangle, point);
                let context =
                    || format!("triangle {i} {triangle:?}, sample {sample} of ({x}, {y})");
                assert_eq!(color >> 24 == 255, expected, "{}", context());
                if !expected {
                    continue;
                }
                covered += 1;
                // The colour is that of the centre, inside the triangle or not.
                let (_, value, _) = interpolate(&triangle, x, y);
                let (red, value) = (f64::from(color >> 16 & 0xff), value.clamp(0.0, 1.0));
                // A value that is extrapolated with perspective from a sliver can be any number.
                if covers_point(&triangle, [256 * x + 128, 256 * y + 128]) {
                    assert!((red - 255.0 * value).abs() <= 0.53, "{}: {red}", context());
                }
                let at = point.map(|c| f64::from(c) / 256.0);
                let (z, _, slope) = interpolate_at(&triangle, at);
                let bound = 3.0 + 4.0 * 64.0 * slope;
                let difference = f64::from(depth >> 8) - z * DEPTH_MAX;
                assert!(
                    difference.abs() <= bound,
                    "{}: off by {difference}",
                    context()
                );
            }
        }
    }
    assert!(covered > 200_000, "the scenes cover something: {covered}");
}

fn additive() -> Blend {
    Blend {
        equation: [BlendEquation::Add; 2],
        src: [BlendFactor::One; 2],
        dst: [BlendFactor::One; 2],
    }
}

#[test]
fn a_fan_covers_each_sample_once() {
    // Corners on samples around a centre on a sample, and a border far outside.
    let corner = |x: i32, y: i32| OracleVertex {
        fixed: [256 * x + 96, 256 * y + 32],
        z: 0.5,
        w: 1.0,
        value: 1.0 / 255.0,
    };
    let far = 4 * SIZE;
    let rim = [
        (far, 0),
        (far, far),
        (SIZE / 2, far),
        (-far, far),
        (-far, 7),
        (-far, -far),
        (33, -far),
        (far, -far),
        (far, 0),
    ];
    let mut vertices = vec![scene_vertex(&corner(40, 50))];
    vertices.extend(rim.map(|(x, y)| scene_vertex(&corner(x, y))));
    let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
    scene.ops.blend = Some(additive());
    scene.occlusion = Some(Arc::new(AtomicU64::new(0)));
    draw(&scene, Topology::TriangleFan, &vertices);
    for sample in 0..4 {
        let (colors, _) = scene.samples(sample);
        assert!(
            colors.iter().all(|c| c >> 16 & 0xff == 1),
            "sample {sample}"
        );
    }
    let counted = scene.occlusion.as_ref().map(|c| c.load(Ordering::Relaxed));
    assert_eq!(counted, Some(4 * (SIZE * SIZE) as u64));
}

/// Counts the samples that are not zero.
fn n_covered(scene: &Scene) -> f64 {
    let all = (0..4).flat_map(|sample| scene.samples(sample).0);
    all.filter(|color| *color != 0).count() as f64
}

fn at(x: f32, y: f32) -> SceneVertex {
    let ndc = |c: f32| 2.0 * c / SIZE as f32 - 1.0;
    SceneVertex {
        position: [ndc(x), ndc(y), 0.0, 1.0],
        color: [1.0; 4],
    }
}

#[test]
fn points_are_circles_and_lines_rectangles() {
    for size in [1.0f32, 2.5, 7.25, 40.0] {
        let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
        scene.raster.point_size = size;
        draw(&scene, Topology::Points, &[at(48.3, 47.9)]);
        let area = f64::from(size * size) * std::f64::consts::FRAC_PI_4;
        // A sample is a quarter of a pixel. About half of those at the rim are covered.
        let bound = 2.0 + 1.5 * f64::from(size);
        assert!(
            (n_covered(&scene) / 4.0 - area).abs() <= bound / 2.0,
            "{size}"
        );

        let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
        scene.raster.line_width = size;
        scene.raster.line_smooth = size > 5.0;
        draw(&scene, Topology::Lines, &[at(10.25, 24.0), at(80.0, 60.5)]);
        let length = 69.75f64.hypot(36.5);
        let area = f64::from(size) * length;
        let off = (n_covered(&scene) / 4.0 - area).abs();
        assert!(off <= 0.05 * length, "width {size}: {off} of {area}");
    }
}

#[test]
fn stippled_line_rectangles_touch_and_do_not_overlap() {
    let count = |pattern: u16| {
        let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
        scene.raster.line_width = 6.0;
        scene.raster.line_stipple = Some((3, pattern));
        scene.ops.blend = Some(additive());
        let mut ends = [at(10.25, 24.0), at(80.0, 60.5)];
        ends.iter_mut().for_each(|v| v.color = [1.0 / 255.0; 4]);
        draw(&scene, Topology::Lines, &ends);
        let all = (0..4).flat_map(|sample| scene.samples(sample).0);
        assert!(all.clone().all(|c| c & 0xff <= 1), "a sample is hit twice");
        n_covered(&scene)
    };
    // The corners between the pieces are rounded, so that the long sides have bends of half a subpixel.
    let (parts, whole) = (count(0x5a3c) + count(!0x5a3c), count(0xffff));
    assert!((parts - whole).abs() <= 3.0, "{parts} of {whole}");
}

#[test]
fn pixels_are_whole_without_multisample_rasterization() {
    let mut random = Random::new(3);
    for i in 0..40 {
        let vertices = random_triangle(&mut random, i).map(|v| scene_vertex(&v));
        let single = Scene::new(SIZE as u32, SIZE as u32);
        let mut whole = Scene::multisampled(SIZE as u32, SIZE as u32);
        whole.raster.multisample = None;
        for scene in [&single, &whole] {
            draw(scene, Topology::Triangles, &vertices);
        }
        for sample in 0..4 {
            assert!(whole.samples(sample).0 == single.colors(), "triangle {i}");
        }
    }
}

#[test]
fn workers_do_not_change_a_bit() {
    let picture = |n_workers: usize| {
        let mut random = Random::new(5);
        let mut scene = Scene::multisampled(SIZE as u32, SIZE as u32);
        let mut renderer = Renderer::new();
        renderer.set_workers(n_workers);
        renderer.clear(scene.clear_call([0.25, 0.5, 0.75, 1.0], 1.0, 3));
        let topologies = [
            Topology::Triangles,
            Topology::LineStrip,
            Topology::Points,
            Topology::Quads,
        ];
        for (i, topology) in topologies.into_iter().enumerate() {
            scene.ops.blend = (i % 2 == 0).then(additive);
            scene.ops.depth_test = Some(CompareFunc::LessEqual);
            scene.raster.line_stipple = Some((2, 0x5af3));
            scene.raster.line_width = 1.0 + i as f32;
            scene.raster.point_size = 3.0;
            scene.raster.multisample = Some(Multisample {
                alpha_to_coverage: i > 1,
                alpha_to_one: i == 3,
                coverage: (i == 1).then_some((0.6, true)),
                point_threshold: 5.0,
                shades_samples: i == 3,
            });
            let vertices: Vec<SceneVertex> = (0..200)
                .flat_map(|k| random_triangle(&mut random, k))
                .map(|v| SceneVertex {
                    color: [v.value as f32; 4],
                    ..scene_vertex(&v)
                })
                .collect();
            scene.draw_call(topology, &vertices).record(&mut renderer);
        }
        renderer.flush();
        assert!(!renderer.is_lost());
        [0, 1, 2, 3].map(|sample| scene.samples(sample))
    };
    let one = picture(0);
    assert!(one == picture(1));
    assert!(one == picture(2));
}
