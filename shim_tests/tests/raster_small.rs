//! Compares many small triangles in a draw with the scalar rasterizer: their coverage inside a scissor. Those of one mesh
//! are drawn like single triangles.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{Scene, SceneDraw, SceneVertex};
use shim_tests::scalar::raster::{OracleVertex, covers};
use trilobite::raster::*;

const SIZE: i32 = 128;
const TRIANGLES: usize = 60;

/// Triangles of up to `reach` subpixels, some with corners on pixel centres.
fn small_triangles(random: &mut Random, reach: i32) -> Vec<[OracleVertex; 3]> {
    let triangle = |i: usize| {
        let start = [0; 2].map(|_: i32| random.range(-300, 256 * SIZE + 300));
        std::array::from_fn(|_| {
            let mut fixed = start.map(|c| c + random.range(0, reach));
            if i % 4 == 3 {
                fixed = fixed.map(|c| c / 256 * 256 + 128);
            }
            OracleVertex {
                fixed,
                z: f64::from(random.unit()),
                w: [1.0, f64::from(0.25 + 4.0 * random.unit())][i / 7 % 2],
                value: f64::from(random.unit()),
            }
        })
    };
    (0..TRIANGLES).map(triangle).collect()
}

/// The colours and the depths of a scene after some draws.
fn picture(scene: &Scene, draws: impl IntoIterator<Item = SceneDraw>) -> (Vec<u32>, Vec<u32>) {
    let mut renderer = Renderer::new();
    renderer.set_workers(0);
    renderer.set_merging(false);
    renderer.clear(scene.clear_call([0.0; 4], 1.0, 0));
    draws
        .into_iter()
        .for_each(|draw| draw.record(&mut renderer));
    renderer.flush();
    (scene.colors(), scene.depth_stencil())
}

/// The pixels that some of the triangles cover.
fn covered(triangles: &[[OracleVertex; 3]]) -> Vec<bool> {
    let mut covered = vec![false; (SIZE * SIZE) as usize];
    for triangle in triangles {
        let range = |c: usize| {
            let c = triangle.map(|v| v.fixed[c].div_euclid(256));
            let (first, last) = (c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
            first.max(0)..(last + 1).min(SIZE)
        };
        for (x, y) in range(0).flat_map(|x| range(1).map(move |y| (x, y))) {
            covered[(y * SIZE + x) as usize] |= covers(triangle, x, y);
        }
    }
    covered
}

fn in_scene(triangle: &[OracleVertex; 3]) -> [SceneVertex; 3] {
    triangle.each_ref().map(|v| v.in_scene(SIZE))
}

/// The scissor's edges are inside tiles, on their borders, and inside and between blocks of pixels.
#[test]
fn small_triangles_end_at_the_scissor() {
    let mut random = Random::new(11);
    let (mut n_covered, mut n_cut) = (0, 0);
    for round in 0..60 {
        let triangles = small_triangles(&mut random, [600, 1400, 2600, 5000][round % 4]);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        let step = [1, 4, 32][round % 3];
        let mut place = |from: i32, to: i32| random.range(from, to) / step * step;
        let scissor = [place(0, 90), place(0, 90), place(1, 80), place(1, 80)];
        scene.raster.scissor = Some(scissor);
        let vertices: Vec<SceneVertex> = triangles.iter().flat_map(in_scene).collect();
        let draw = scene.draw_call(Topology::Triangles, &vertices);
        let (colors, _) = picture(&scene, [draw]);
        for (p, (color, covered)) in colors.iter().zip(covered(&triangles)).enumerate() {
            let (x, y) = (p as i32 % SIZE, p as i32 / SIZE);
            let [left, low, width, height] = scissor;
            let is_inside = (left..left + width).contains(&x) && (low..low + height).contains(&y);
            assert_eq!(
                color >> 24 == 255,
                covered && is_inside,
                "round {round}, scissor {scissor:?} at ({x}, {y})"
            );
            n_covered += u32::from(covered && is_inside);
            n_cut += u32::from(covered && !is_inside);
        }
    }
    assert!(n_covered > 1_000 && n_cut > 5_000, "{n_covered} {n_cut}");
}

/// Sixteen triangles are set up at a time. One by one they have the same colours and depths, wherever the batches
/// begin.
#[test]
fn triangles_of_a_mesh_are_drawn_as_they_are_alone() {
    let mut random = Random::new(12);
    for round in 0..40 {
        let triangles = small_triangles(&mut random, [900, 3000][round % 2]);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        scene.ops.depth_test = Some(trilobite::texture::CompareFunc::Less);
        scene.raster.flat = round % 3 == 1;
        if round % 5 == 2 {
            scene.raster.polygon_offset = PolygonOffset {
                enabled: [true; 3],
                factor: 1.5,
                units: 20.0,
            };
        }
        let vertices: Vec<[SceneVertex; 3]> = triangles.iter().map(in_scene).collect();
        let draw = |vertices: &[SceneVertex]| scene.draw_call(Topology::Triangles, vertices);
        let together = picture(&scene, [draw(vertices.as_flattened())]);
        assert!(together.0.iter().any(|color| *color != 0));
        let alone = picture(&scene, vertices.iter().map(|triangle| draw(triangle)));
        assert_eq!(together, alone, "round {round}");
    }
}
