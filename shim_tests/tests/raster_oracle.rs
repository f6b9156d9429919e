//! The tiled rasterizer against the scalar one: coverage exactly, interpolation within the bounds stated below, the
//! fragment operations against their formulas, one worker against several.
#![forbid(unsafe_code)]

use shim_tests::raster_scene::{Random, Scene, SceneVertex};
use shim_tests::scalar_raster::{OracleVertex, covers, covers_clip_space, interpolate};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use trilobite::ir::interface::{fragment_input, fragment_output};
use trilobite::ir::{Builder, Op};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

const SIZE: i32 = 128;
const DEPTH_MAX: f64 = 0xff_ffff as f64;

/// The scene vertex of an oracle vertex, its value as red.
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

fn random_triangle(random: &mut Random, i: i32) -> [OracleVertex; 3] {
    // Ordinary, tiny, huge, and with corners on pixel centres: far apart, or so near that edges are often axis-aligned.
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
        renderer.draw(scene.draw_call(Topology::Triangles, &triangle.map(|v| scene_vertex(&v))));
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
        renderer.draw(scene.draw_call(Topology::Triangles, &triangle));
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
                    vertices.push(scene_vertex(&corner[triangle[(k + turn) % 3]]));
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
        renderer.draw(scene.draw_call(Topology::Triangles, &mesh(&mut Random::new(seed))));
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
fn workers_do_not_change_a_bit() {
    let picture = |n_workers: usize| {
        let mut random = Random::new(5);
        let mut scene = Scene::new(SIZE as u32, SIZE as u32);
        let mut renderer = Renderer::new();
        renderer.set_workers(n_workers);
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
                    ..scene_vertex(&v)
                })
                .take(1700)
                .collect();
            renderer.draw(scene.draw_call(topology, &vertices));
        }
        renderer.flush();
        assert!(!renderer.is_lost());
        (scene.colors(), scene.depth_stencil())
    };
    let one = picture(0);
    assert!(one == picture(1));
    assert!(one == picture(3));
}

/// A quad over the whole target at depth `z`.
fn full_quad(z: f32, color: [f32; 4]) -> [SceneVertex; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| SceneVertex {
        position: [x, y, 2.0 * z - 1.0, 1.0],
        color,
    })
}

fn passes(func: CompareFunc, a: i64, b: i64) -> bool {
    match func {
        CompareFunc::Never => false,
        CompareFunc::Less => a < b,
        CompareFunc::LessEqual => a <= b,
        CompareFunc::Equal => a == b,
        CompareFunc::GreaterEqual => a >= b,
        CompareFunc::Greater => a > b,
        CompareFunc::NotEqual => a != b,
        CompareFunc::Always => true,
    }
}

const FUNCS: [CompareFunc; 8] = [
    CompareFunc::Never,
    CompareFunc::Less,
    CompareFunc::LessEqual,
    CompareFunc::Equal,
    CompareFunc::GreaterEqual,
    CompareFunc::Greater,
    CompareFunc::NotEqual,
    CompareFunc::Always,
];

/// A target of one row whose pixels start with these depth-stencil and colour values, after one draw.
fn one_row(
    start: &[(u32, u32)],
    edit: impl FnOnce(&mut Scene),
    quad: [SceneVertex; 4],
) -> Vec<(u32, u32)> {
    let mut scene = Scene::new(start.len() as u32, 1);
    edit(&mut scene);
    let (colors, depths): (Vec<u32>, Vec<u32>) = start.iter().copied().unzip();
    scene.target.color[0].1.write_row(0, 0, &colors);
    scene
        .target
        .depth_stencil
        .as_ref()
        .unwrap()
        .write_row(0, 0, &depths);
    let mut renderer = Renderer::new();
    renderer.set_workers(0);
    renderer.draw(scene.draw_call(Topology::Quads, &quad));
    renderer.flush();
    scene
        .colors()
        .into_iter()
        .zip(scene.depth_stencil())
        .collect()
}

#[test]
fn depth_test_follows_its_formula() {
    let fixed = 0x80_0000u32;
    let z = fixed as f32 / DEPTH_MAX as f32;
    let start: Vec<(u32, u32)> = [fixed - 1, fixed, fixed + 1, 0, 0xff_ffff]
        .iter()
        .map(|d| (7, d << 8 | 0x5a))
        .collect();
    for func in FUNCS {
        for write in [false, true] {
            let edit = |scene: &mut Scene| {
                scene.ops.depth_test = Some(func);
                scene.ops.depth_write = write;
            };
            let result = one_row(&start, edit, full_quad(z, [1.0; 4]));
            for (before, after) in start.iter().zip(&result) {
                let pass = passes(func, i64::from(fixed), i64::from(before.1 >> 8));
                let depth = if pass && write {
                    fixed << 8 | 0x5a
                } else {
                    before.1
                };
                assert_eq!(
                    *after,
                    (if pass { !0 } else { 7 }, depth),
                    "{func:?} {write}"
                );
            }
        }
    }
}

fn stencil_op(op: StencilOp, old: u8, reference: u8) -> u8 {
    match op {
        StencilOp::Keep => old,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::IncrClamp => old.saturating_add(1),
        StencilOp::DecrClamp => old.saturating_sub(1),
        StencilOp::Invert => !old,
        StencilOp::IncrWrap => old.wrapping_add(1),
        StencilOp::DecrWrap => old.wrapping_sub(1),
    }
}

#[test]
fn stencil_test_follows_its_formula() {
    use StencilOp::*;
    let ops = [
        Keep, Zero, Replace, IncrClamp, DecrClamp, Invert, IncrWrap, DecrWrap,
    ];
    let mut random = Random::new(9);
    let start: Vec<(u32, u32)> = [0u32, 1, 0x40, 0x7f, 0x80, 0xfe, 0xff]
        .iter()
        .flat_map(|s| [(7, 0x4000_0000 | s), (7, 0xc000_0000 | s)])
        .collect();
    for func in FUNCS {
        for k in 0..8 {
            let face = StencilFace {
                func,
                fail: ops[k],
                depth_fail: ops[(k + 3) % 8],
                pass: ops[(k + 5) % 8],
            };
            let [reference, mask, write_mask] = [0; 3].map(|_: u8| random.bits() as u8);
            let edit = |scene: &mut Scene| {
                let other = StencilFace {
                    func: CompareFunc::Never,
                    fail: Zero,
                    depth_fail: Zero,
                    pass: Zero,
                };
                scene.ops.stencil = Some([face, other]);
                scene.ops.depth_test = Some(CompareFunc::Less);
                scene.values.stencil_reference[0] = reference;
                scene.values.stencil_mask[0] = mask;
                scene.values.stencil_write_mask[0] = write_mask;
            };
            let result = one_row(&start, edit, full_quad(0.5, [1.0; 4]));
            for (before, after) in start.iter().zip(&result) {
                let old = before.1 as u8;
                let stencil_pass = passes(func, i64::from(reference & mask), i64::from(old & mask));
                let depth_pass = 0x80_0000 < before.1 >> 8;
                let op = match (stencil_pass, depth_pass) {
                    (false, _) => face.fail,
                    (true, false) => face.depth_fail,
                    (true, true) => face.pass,
                };
                let new = (old & !write_mask) | (stencil_op(op, old, reference) & write_mask);
                let both = stencil_pass && depth_pass;
                let depth = if both { 0x80_0000 } else { before.1 >> 8 };
                assert_eq!(
                    *after,
                    (if both { !0 } else { 7 }, depth << 8 | u32::from(new)),
                    "{face:?} {reference:x} {mask:x}"
                );
            }
        }
    }
}

const FACTORS: [BlendFactor; 15] = [
    BlendFactor::Zero,
    BlendFactor::One,
    BlendFactor::SrcColor,
    BlendFactor::OneMinusSrcColor,
    BlendFactor::DstColor,
    BlendFactor::OneMinusDstColor,
    BlendFactor::SrcAlpha,
    BlendFactor::OneMinusSrcAlpha,
    BlendFactor::DstAlpha,
    BlendFactor::OneMinusDstAlpha,
    BlendFactor::ConstantColor,
    BlendFactor::OneMinusConstantColor,
    BlendFactor::ConstantAlpha,
    BlendFactor::OneMinusConstantAlpha,
    BlendFactor::SrcAlphaSaturate,
];

fn factor(f: BlendFactor, c: usize, src: [f64; 4], dst: [f64; 4], constant: [f64; 4]) -> f64 {
    match f {
        BlendFactor::Zero => 0.0,
        BlendFactor::One => 1.0,
        BlendFactor::SrcColor => src[c],
        BlendFactor::OneMinusSrcColor => 1.0 - src[c],
        BlendFactor::DstColor => dst[c],
        BlendFactor::OneMinusDstColor => 1.0 - dst[c],
        BlendFactor::SrcAlpha => src[3],
        BlendFactor::OneMinusSrcAlpha => 1.0 - src[3],
        BlendFactor::DstAlpha => dst[3],
        BlendFactor::OneMinusDstAlpha => 1.0 - dst[3],
        BlendFactor::ConstantColor => constant[c],
        BlendFactor::OneMinusConstantColor => 1.0 - constant[c],
        BlendFactor::ConstantAlpha => constant[3],
        BlendFactor::OneMinusConstantAlpha => 1.0 - constant[3],
        BlendFactor::SrcAlphaSaturate => {
            if c == 3 {
                1.0
            } else {
                src[3].min(1.0 - dst[3])
            }
        }
    }
}

#[test]
fn blending_follows_its_formula() {
    use BlendEquation::*;
    let mut random = Random::new(11);
    let shifts = [16, 8, 0, 24];
    for k in 0..120 {
        let mut pick = || FACTORS[random.range(0, 15) as usize];
        let blend = Blend {
            equation: [
                [Add, Subtract, ReverseSubtract, Min, Max][k % 5],
                [Add, Subtract, ReverseSubtract][k % 3],
            ],
            src: [FACTORS[k % 15], pick()],
            dst: [FACTORS[k / 15], pick()],
        };
        let start: Vec<(u32, u32)> = (0..16).map(|_| (random.bits(), 0)).collect();
        let src = [0; 4].map(|_: i32| random.unit());
        let constant = [0; 4].map(|_: i32| random.unit());
        let has_alpha = k % 4 != 0;
        let edit = |scene: &mut Scene| {
            scene.ops.blend = Some(blend);
            scene.ops.stored[0] = if has_alpha {
                StoredColor::Rgba
            } else {
                StoredColor::Rgb
            };
            scene.values.blend_color = constant;
        };
        let result = one_row(&start, edit, full_quad(0.5, src));
        for (before, after) in start.iter().zip(&result) {
            let mut dst = shifts.map(|s| f64::from(before.0 >> s & 0xff) / 255.0);
            if !has_alpha {
                dst[3] = 1.0;
            }
            let (src, constant) = (src.map(f64::from), constant.map(f64::from));
            for c in 0..4 {
                let part = usize::from(c == 3);
                let s = src[c] * factor(blend.src[part], c, src, dst, constant);
                let d = dst[c] * factor(blend.dst[part], c, src, dst, constant);
                let mixed = match blend.equation[part] {
                    Add => s + d,
                    Subtract => s - d,
                    ReverseSubtract => d - s,
                    Min => src[c].min(dst[c]),
                    Max => src[c].max(dst[c]),
                };
                let expected = if c == 3 && !has_alpha {
                    255.0
                } else {
                    255.0 * mixed.clamp(0.0, 1.0)
                };
                let got = f64::from(after.0 >> shifts[c] & 0xff);
                assert!(
                    (got - expected).abs() <= 0.501,
                    "{blend:?} component {c}: {got}, {expected}"
                );
            }
        }
    }
}

#[test]
fn logic_operations_and_masks_work_on_bits() {
    let start: Vec<(u32, u32)> = [0x0f0f_3355, 0, !0, 0x1234_5678].map(|c| (c, 0)).to_vec();
    for table in 0..16u8 {
        let edit = |scene: &mut Scene| {
            scene.ops.logic_op = Some(LogicOp(table));
            scene.ops.color_mask = [true, false, true, true];
        };
        let result = one_row(&start, edit, full_quad(0.5, [0.2, 0.4, 0.6, 0.8]));
        let source = 0xcc33_6699u32;
        for (before, after) in start.iter().zip(&result) {
            let expected = (0..32).fold(0u32, |word, bit| {
                let (s, d) = (source >> bit & 1, before.0 >> bit & 1);
                word | u32::from(table >> (2 * s + d) & 1) << bit
            });
            assert_eq!(
                after.0,
                (expected & 0xffff_00ff) | (before.0 & 0xff00),
                "table {table:04b}"
            );
        }
    }
}

#[test]
fn alpha_test_kills_before_depth_is_written() {
    let start = [(7, 0xffff_ff00); 4];
    let edit = |scene: &mut Scene| {
        scene.ops.alpha_test = Some(CompareFunc::Greater);
        scene.values.alpha_reference = 0.5;
        scene.ops.depth_test = Some(CompareFunc::Less);
    };
    assert_eq!(
        one_row(&start, edit, full_quad(0.25, [1.0, 1.0, 1.0, 0.5])),
        start
    );
    let passed = one_row(&start, edit, full_quad(0.25, [1.0, 1.0, 1.0, 0.6]));
    assert!(
        passed
            .iter()
            .all(|p| p.0 == 0x99ff_ffff && p.1 >> 8 == 0x40_0000)
    );
    // Both alphas count as 8-bit integers (GL 1.5 section 4.1.4): 0.5 and 0.503 are 128.
    assert_eq!(
        one_row(&start, edit, full_quad(0.25, [1.0, 1.0, 1.0, 0.503])),
        start
    );
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
            renderer.draw(scene.draw_call(topology, &vertices));
        }
    }
    renderer.flush();
    assert!(!renderer.is_lost());
}

/// The set pixels of a small scene, as (x, y).
fn pixels(scene: &Scene) -> Vec<(i32, i32)> {
    let width = scene.target.width as i32;
    let lit =
        |(p, color): (usize, &u32)| (*color != 0).then_some((p as i32 % width, p as i32 / width));
    scene.colors().iter().enumerate().filter_map(lit).collect()
}

/// A vertex at these window coordinates of a target 16 pixels wide and high.
fn at(x: f32, y: f32, color: [f32; 4]) -> SceneVertex {
    SceneVertex {
        position: [x / 8.0 - 1.0, y / 8.0 - 1.0, 0.0, 1.0],
        color,
    }
}

fn drawn(scene: &Scene, topology: Topology, vertices: &[SceneVertex]) -> Vec<(i32, i32)> {
    let mut renderer = Renderer::new();
    renderer.set_workers(0);
    renderer.draw(scene.draw_call(topology, vertices));
    renderer.flush();
    pixels(scene)
}

const WHITE: [f32; 4] = [1.0; 4];

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
        color: Some(([0.0, 1.0, 0.0, 0.0], [true, true, false, false])),
        stored: Default::default(),
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
    let transformed = Renderer::new().transform(&call.vertices, &call.vertex);
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
    scene.raster.point_sprite = 0b10;
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
    let expected = 2.0 * 0.5 / 16.0 * DEPTH_MAX + 100.0;
    assert!((moved - plain - expected).abs() <= 2.0, "{}", moved - plain);
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
    // More records than the bins hold at a time; the last triangle over each pixel wins.
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
    renderer.draw(scene.draw_call(Topology::Triangles, &vertices));
    renderer.flush();
    assert!(scene.colors().iter().all(|c| *c == 0 || *c == 0xffff_00ff));
    assert_eq!(scene.colors()[2 * 16 + 2], 0xffff_00ff);
}
