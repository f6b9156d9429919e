//! Compares the renderer's explanation of a pixel with the pixel itself. The fragments of random scenes are discarded,
//! blended and masked in all ways. The trace must end with the drawn value.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{Scene, SceneVertex};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use trilobite::ir::interface::fragment_input;
use trilobite::ir::{Builder, Op, Program, Span};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

const SIZE: i32 = 72;

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

/// Draws the primary colour, and discards fragments whose green is below a half.
fn killing_program() -> Arc<Program> {
    let mut b = Builder::new();
    let color: [_; 4] = std::array::from_fn(|c| b.load_input(4 * fragment_input::COLOR + c as u32));
    b.set_span(Span::new(7, 9));
    let half = b.f32(0.5);
    let is_dark = b.emit1(Op::FLt, &[color[1], half]);
    b.emit(Op::Kill, &[is_dark], [0, 0]);
    for (c, x) in color.into_iter().enumerate() {
        b.store_output(c as u32, x);
    }
    Arc::new(b.finish())
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.range(0, from.len() as i32) as usize]
}

fn maybe<T>(random: &mut Random, one_in: i32, value: impl FnOnce(&mut Random) -> T) -> Option<T> {
    (random.range(0, one_in) == 0).then(|| value(random))
}

fn rectangle(random: &mut Random) -> [i32; 4] {
    let [x, y] = [0; 2].map(|_: i32| random.range(-5, SIZE));
    [x, y, random.range(0, SIZE), random.range(0, SIZE)]
}

/// Changes everything that a draw depends on.
fn change(scene: &mut Scene, random: &mut Random, multisampled: bool) {
    use StencilOp::*;
    let (raster, ops, values) = (&mut scene.raster, &mut scene.ops, &mut scene.values);
    raster.scissor = maybe(random, 3, rectangle);
    raster.polygon_stipple = maybe(random, 3, |random| {
        Arc::new([0; 32].map(|_: u32| random.bits()))
    });
    let modes = [
        PolygonMode::Fill,
        PolygonMode::Fill,
        PolygonMode::Line,
        PolygonMode::Point,
    ];
    raster.polygon_mode = [0; 2].map(|_: i32| pick(random, &modes));
    raster.line_stipple = maybe(random, 3, |random| {
        (random.range(1, 4) as u16, random.bits() as u16)
    });
    (raster.line_width, raster.point_size) = (1.0 + 5.0 * random.unit(), 9.0 * random.unit());
    raster.flat = random.range(0, 2) == 0;
    raster.line_smooth = random.range(0, 4) == 0;
    raster.point_smooth = random.range(0, 4) == 0;
    raster.polygon_smooth = random.range(0, 4) == 0;
    raster.cull.back = random.range(0, 4) == 0;
    raster.multisample = (multisampled && random.range(0, 4) != 0).then(|| Multisample {
        alpha_to_coverage: random.range(0, 3) == 0,
        alpha_to_one: random.range(0, 4) == 0,
        coverage: maybe(random, 3, |random| (random.unit(), random.range(0, 2) == 0)),
        point_threshold: 2.0,
        shades_samples: random.range(0, 3) == 0,
    });
    // With multisampling, states have no antialiased polygons.
    raster.polygon_smooth &= raster.multisample.is_none();
    ops.alpha_test = maybe(random, 3, |random| pick(random, &FUNCS));
    ops.depth_test = maybe(random, 2, |random| pick(random, &FUNCS[1..]));
    ops.depth_write = random.range(0, 3) != 0;
    ops.depth_bounds = random.range(0, 5) == 0;
    let stencil = [
        Keep, Zero, Replace, IncrClamp, DecrClamp, Invert, IncrWrap, DecrWrap,
    ];
    ops.stencil = maybe(random, 3, |random| {
        [0; 2].map(|_: i32| StencilFace {
            func: pick(random, &FUNCS),
            fail: pick(random, &stencil),
            depth_fail: pick(random, &stencil),
            pass: pick(random, &stencil),
        })
    });
    let factors = [
        BlendFactor::One,
        BlendFactor::SrcAlpha,
        BlendFactor::OneMinusSrcAlpha,
        BlendFactor::DstColor,
        BlendFactor::ConstantColor,
    ];
    ops.blend = maybe(random, 2, |random| Blend {
        equation: [BlendEquation::Add; 2],
        src: [pick(random, &factors); 2],
        dst: [pick(random, &factors); 2],
    });
    ops.logic_op = maybe(random, 6, |random| LogicOp(random.range(0, 16) as u8));
    ops.color_mask = [[0; 4].map(|_: i32| random.range(0, 6) != 0); MAX_COLOR_PLANES];
    if random.range(0, 12) == 0 {
        ops.color_mask = [[false; 4]; MAX_COLOR_PLANES];
    }
    values.alpha_reference = random.unit();
    values.depth_bounds = [0.3 * random.unit(), 1.0 - 0.3 * random.unit()];
    values.stencil_reference = [random.bits() as u8 & 3; 2];
    values.stencil_mask = [3; 2];
    values.blend_color = [random.unit(); 4];
}

fn vertices(random: &mut Random) -> Vec<SceneVertex> {
    let n = random.range(3, 30);
    let reach = pick(random, &[1.0, 1.0, 3.0]);
    (0..n)
        .map(|_| {
            let mut at = |scale: f32| (2.0 * random.unit() - 1.0) * scale;
            let position = [at(reach), at(reach), at(1.1), 1.0 + at(0.4)];
            SceneVertex {
                position,
                color: [0; 4].map(|_: i32| random.unit()),
            }
        })
        .collect()
}

const TOPOLOGIES: [Topology; 10] = [
    Topology::Points,
    Topology::Lines,
    Topology::LineStrip,
    Topology::LineLoop,
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::TriangleFan,
    Topology::Quads,
    Topology::QuadStrip,
    Topology::Polygon,
];

/// Draws a random scene, and flushes now and then. Returns the pictures, the counts and the explanations.
#[track_caller]
fn draw(seed: u64, question: Option<Question>) -> (Vec<u32>, Vec<u32>, u64, Option<Explanation>) {
    let mut random = Random::new(seed);
    let multisampled = seed.is_multiple_of(3);
    let mut scene = if multisampled {
        Scene::multisampled(SIZE as u32, SIZE as u32)
    } else {
        Scene::new(SIZE as u32, SIZE as u32)
    };
    let counter = Arc::new(AtomicU64::new(0));
    scene.occlusion = Some(counter.clone());
    let killing = killing_program();
    let plain = shim_tests::raster_scene::fragment_program();
    let mut renderer = Renderer::new();
    renderer.set_workers(1);
    if let Some(question) = question {
        renderer.explain(question);
    }
    renderer.clear(scene.clear_call([0.25, 0.5, 0.75, 1.0], 0.8, 2));
    for _ in 0..random.range(4, 20) {
        change(&mut scene, &mut random, multisampled);
        let program = if random.range(0, 3) == 0 {
            &killing
        } else {
            &plain
        };
        scene.set_fragment_program(program.clone());
        let topology = pick(&mut random, &TOPOLOGIES);
        scene
            .draw_call(topology, &vertices(&mut random))
            .record(&mut renderer);
        if random.range(0, 10) == 0 {
            let mut clear = scene.clear_call([0.5; 4], 0.9, 1);
            clear.scissor = Some(rectangle(&mut random));
            renderer.clear(clear);
        }
        if random.range(0, 5) == 0 {
            renderer.flush();
        }
    }
    let explanation = renderer.take_explanation();
    renderer.flush();
    assert!(!renderer.is_lost());
    let samples = if multisampled { 4 } else { 1 };
    let (mut colors, mut depths) = (Vec::new(), Vec::new());
    for sample in 0..samples {
        let (c, d) = scene.samples(sample);
        colors.extend(c);
        depths.extend(d);
    }
    (colors, depths, counter.load(Ordering::Relaxed), explanation)
}

/// The explained pixel is the drawn pixel, whatever happened to its fragments. Explaining changes nothing.
#[test]
fn the_trace_is_held_by_the_picture() {
    let mut fates = BTreeSet::new();
    let mut n_fragments = 0;
    for seed in 0..400 {
        let mut random = Random::new(1000 + seed);
        let [x, y] = [0; 2].map(|_: i32| random.range(0, SIZE));
        let question = Question::Pixel { x, y };
        let (colors, depths, counted, explanation) = draw(seed, Some(question));
        let explanation = explanation.expect("asked for");
        let plain = draw(seed, None);
        assert!(
            (&colors, &depths, counted) == (&plain.0, &plain.1, plain.2),
            "seed {seed}: looking changed the picture"
        );
        assert!(explanation.agrees, "seed {seed}: the flushes do not agree");
        let last = explanation.last_pixel().expect("a clear at least");
        for (sample, value) in last.iter().enumerate() {
            let at = sample * (SIZE * SIZE) as usize + (y * SIZE + x) as usize;
            let [b, g, r, a] = colors[at].to_le_bytes();
            assert_eq!(
                value.colors[..],
                [StoredPixel::Bytes([r, g, b, a])],
                "seed {seed}"
            );
            let depth = (depths[at] >> 8, depths[at] as u8);
            assert_eq!(value.depth_stencil, Some(depth), "seed {seed}");
        }
        let mut before: Option<Vec<PixelValue>> = None;
        for event in &explanation.events {
            let (old, new) = match event {
                Event::Clear(clear) => (&clear.before, &clear.after),
                Event::Fragment(f) => {
                    n_fragments += 1;
                    fates.insert(format!("{:?}", f.fate));
                    check_fragment(f);
                    (&f.before, &f.after)
                }
                Event::Vertex(_) => panic!("no vertex was asked for"),
            };
            assert!(before.is_none_or(|before| before == *old), "seed {seed}");
            before = Some(new.clone());
        }
    }
    assert!(n_fragments > 1000, "{n_fragments} fragments");
    let expected = [
        "Alpha",
        "CoverageRemoved",
        "Depth",
        "DepthBounds",
        "Killed",
        "NothingWritten",
        "Scissored",
        "Stencil",
        "Stippled",
        "Written",
    ];
    assert_eq!(
        fates.iter().map(String::as_str).collect::<Vec<_>>(),
        expected
    );
}

/// Checks that what happened to a fragment has its effect on the pixel.
#[track_caller]
fn check_fragment(fragment: &FragmentEvent) {
    let is_same_color = (fragment.before.iter().zip(&fragment.after))
        .all(|(before, after)| before.colors == after.colors);
    let is_same = fragment.before == fragment.after;
    match fragment.fate {
        Fate::Written => assert!(fragment.outcomes.iter().any(|o| !o.colors.is_empty())),
        Fate::Killed => {
            let shading = fragment.shading.as_ref().expect("it ran");
            let killer = shading.trace.killer().expect("where it was discarded");
            assert_eq!(killer.span, Span::new(7, 9));
            assert!(is_same);
        }
        Fate::Stencil | Fate::Depth => {
            assert!(is_same_color, "stencil may change");
            let tests = fragment.outcomes.iter().flat_map(|o| &o.tests);
            assert!(tests.count() > 0);
        }
        Fate::Alpha | Fate::DepthBounds | Fate::Scissored | Fate::Stippled => assert!(is_same),
        _ => assert!(is_same_color),
    }
}

#[test]
fn a_vertex_is_explained() {
    let scene = Scene::new(32, 32);
    let mut renderer = Renderer::new();
    let triangle = [[-1.0f32, -1.0], [1.0, -1.0], [0.5, 1.0]].map(|[x, y]| SceneVertex {
        position: [x, y, 0.0, 2.0],
        color: [x, y, 0.25, 1.0],
    });
    renderer.explain(Question::Vertex { draw: 1, vertex: 2 });
    for _ in 0..3 {
        scene
            .draw_call(Topology::Triangles, &triangle)
            .record(&mut renderer);
    }
    let explanation = renderer.take_explanation().expect("asked for");
    assert_eq!((explanation.n_draws, explanation.events.len()), (3, 1));
    let Event::Vertex(vertex) = &explanation.events[0] else {
        panic!("{:?}", explanation.events);
    };
    assert_eq!(vertex.outputs[0], [0.5, 1.0, 0.0, 2.0]);
    assert_eq!(vertex.window, [20.0, 24.0, 0.5]);
    assert_eq!(
        vertex.inputs,
        [(0, [0.5, 1.0, 0.0, 2.0]), (3, [0.5, 1.0, 0.25, 1.0])]
    );
    assert!(!vertex.trace.statements.is_empty());
}

#[test]
fn pixels_that_are_not_there_have_no_story() {
    for (x, y) in [(-1, 3), (3, -1), (SIZE, 0), (0, SIZE), (i32::MAX, i32::MIN)] {
        let (_, _, _, explanation) = draw(1, Some(Question::Pixel { x, y }));
        let explanation = explanation.expect("asked for");
        assert!(explanation.events.is_empty() && explanation.n_draws > 0);
    }
}
