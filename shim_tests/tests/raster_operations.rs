//! Compares the fragment operations of the tiled rasterizer with their formulas.
#![forbid(unsafe_code)]

use shim_tests::random::Random;
use shim_tests::raster_scene::{DEPTH_MAX, Scene, SceneVertex, full_quad};
use trilobite::raster::*;
use trilobite::texture::CompareFunc;

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

/// Draws once to a target of one row, whose pixels start with these depth-stencil and colour values.
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
    scene
        .draw_call(Topology::Quads, &quad)
        .record(&mut renderer);
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
            scene.ops.stored[0] = StoredColor::of_surface(has_alpha);
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
            scene.ops.color_mask = [[true, false, true, true]; MAX_COLOR_PLANES];
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
    // Both alphas are compared as 8-bit integers (GL 1.5 section 4.1.4): 0.5 and 0.503 are 128.
    assert_eq!(
        one_row(&start, edit, full_quad(0.25, [1.0, 1.0, 1.0, 0.503])),
        start
    );
}
