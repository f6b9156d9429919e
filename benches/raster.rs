//! Measures the renderer alone, with the shortest vertex and fragment programs: triangles, smooth points and smooth lines
//! per second, and filled pixels per second. It runs with all workers, and with the calling thread only.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shim_tests::random::Random;
use shim_tests::raster_scene::{Scene, SceneDraw, SceneVertex};
use std::sync::Arc;
use trilobite::raster::{RasterState, Renderer, Topology};

const WIDTH: u32 = 1024;
const HEIGHT: u32 = 768;

/// `n` triangles of about `area` pixels, anywhere in the window.
fn triangles(n: usize, area: f32) -> Vec<SceneVertex> {
    let mut random = Random::new(1);
    let mut unit = || random.below(1 << 16) as f32 / 65536.0;
    let side = (2.0 * area).sqrt();
    let mut vertices = Vec::with_capacity(3 * n);
    for _ in 0..n {
        let (x, y) = (
            unit() * (WIDTH as f32 - side),
            unit() * (HEIGHT as f32 - side),
        );
        for (dx, dy) in [(0.0, 0.0), (side, 0.0), (0.0, side)] {
            let position = [
                (x + dx) / WIDTH as f32 * 2.0 - 1.0,
                (y + dy) / HEIGHT as f32 * 2.0 - 1.0,
                0.0,
                1.0,
            ];
            vertices.push(SceneVertex {
                position,
                color: [unit(), unit(), unit(), 1.0],
            });
        }
    }
    vertices
}

/// `n` rectangles over the whole window.
fn covers(n: usize) -> Vec<SceneVertex> {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let corner = |(x, y): (f32, f32)| SceneVertex {
        position: [x, y, 0.0, 1.0],
        color: [x.abs() * 0.5, 0.25, 0.75, 1.0],
    };
    std::iter::repeat_n(corners, n)
        .flatten()
        .map(corner)
        .collect()
}

/// `n` vertices anywhere in the window, for points or for lines.
fn anywhere(n: usize) -> Vec<SceneVertex> {
    let mut random = Random::new(2);
    let mut unit = || random.below(1 << 16) as f32 / 65536.0;
    let mut vertex = |_| SceneVertex {
        position: [2.0 * unit() - 1.0, 2.0 * unit() - 1.0, 0.0, 1.0],
        color: [unit(), unit(), unit(), 1.0],
    };
    (0..n).map(&mut vertex).collect()
}

/// Measures antialiased points or lines.
fn draw_smooth(
    c: &mut Criterion,
    name: &str,
    scene: &Scene,
    (topology, n): (Topology, usize),
    change: impl FnOnce(&mut RasterState),
) {
    let mut call = scene.draw_call(topology, &anywhere(n));
    let state = Arc::make_mut(&mut call.state);
    change(Arc::make_mut(&mut state.raster));
    let primitives = if topology == Topology::Lines {
        n / 2
    } else {
        n
    };
    draw(c, name, Throughput::Elements(primitives as u64), &call);
}

fn draw(c: &mut Criterion, name: &str, work: Throughput, draw: &SceneDraw) {
    let mut group = c.benchmark_group("raster");
    group.throughput(work);
    for (who, workers) in [("all workers", None), ("one thread", Some(0))] {
        let mut renderer = Renderer::new();
        if let Some(n) = workers {
            renderer.set_workers(n);
        }
        group.bench_function(format!("{name}, {who}"), |b| {
            b.iter(|| {
                draw.clone().record(&mut renderer);
                renderer.flush();
            });
        });
    }
    group.finish();
}

fn bench(c: &mut Criterion) {
    let scene = Scene::new(WIDTH, HEIGHT);
    for (area, n) in [(10, 20_000), (1000, 1000)] {
        let call = scene.draw_call(Topology::Triangles, &triangles(n, area as f32));
        draw(
            c,
            &format!("triangles of {area} pixels"),
            Throughput::Elements(n as u64),
            &call,
        );
    }
    for size in [1, 4, 16, 64] {
        let name = format!("smooth points of {size} pixels");
        draw_smooth(c, &name, &scene, (Topology::Points, 1000), |raster| {
            raster.point_smooth = true;
            raster.point_size = size as f32;
        });
    }
    for width in [1, 3, 10] {
        let name = format!("smooth lines of width {width}");
        draw_smooth(c, &name, &scene, (Topology::Lines, 400), |raster| {
            raster.line_smooth = true;
            raster.line_width = width as f32;
        });
    }
    let call = scene.draw_call(Topology::Quads, &covers(4));
    draw(
        c,
        "fill",
        Throughput::Elements(u64::from(4 * WIDTH * HEIGHT)),
        &call,
    );
}

criterion_group!(benches, bench);
criterion_main!(benches);
