//! The changes of colours on their way to a pixel, on every engine.
#![forbid(unsafe_code)]

use crate::ir::{Op, Program};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use crate::raster::call::fragment_operations::{Blend, BlendEquation, BlendFactor, StoredColor};
use crate::raster::fragment::colour::{ColourKey, ColourPlane, build, pack};
use crate::raster::fragment::uniform;
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;

const ALL: [StoredColor; 3] = [
    StoredColor::Rgba,
    StoredColor::Rgb,
    StoredColor::LuminanceAlpha,
];

/// The colour kernel of a plane, with the pixel as its output; the one before is white.
fn program(stored: StoredColor, blend: Option<Blend>) -> Program {
    let plane = ColourPlane {
        output: 0,
        stored,
        is_float: false,
        is_srgb: false,
        mask: [true; 4],
        blends: true,
    };
    let mut program = build(&ColourKey {
        planes: [plane].into_iter().collect(),
        clamp: true,
        blend,
        logic_op: None,
    });
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        match inst.op {
            Op::StorePixel => inst.op = Op::StoreOutputI,
            Op::LoadPixel => (inst.op, inst.imm) = (Op::ConstI32, [u32::MAX, 0]),
            _ => {}
        }
    }
    program.n_outputs = 1;
    program
}

/// The pixels of sixteen colours.
fn pixels(program: &Arc<Program>, engine: Engine, colors: [LanesF32; 4]) -> [u32; LANES] {
    let mut outputs = [[0.0; LANES]];
    let mut inv = Invocation {
        uniforms: &[0.0; uniform::COUNT as usize],
        inputs: &colors,
        n_inputs: 4,
        outputs: &mut outputs,
        n_outputs: 1,
        planes: &[],
        groups: &[Default::default()],
        masks: &mut [u16::MAX],
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: &[],
    };
    compile_for(program, engine).run(&mut inv, &mut Scratch::default());
    outputs[0].map(f32::to_bits)
}

/// Numbers on both sides of every bound of packing, then those between bytes.
fn numbers() -> Vec<f32> {
    let near = [0.0, 1.0, 256.0, 2f32.powi(31) / 255.0, f32::MAX]
        .into_iter()
        .flat_map(|x: f32| [x.next_down(), x, x.next_up()]);
    let mut numbers: Vec<f32> = near.flat_map(|x| [x, -x]).collect();
    numbers.extend([f32::NAN, -f32::NAN, f32::INFINITY, -f32::INFINITY, 1e-42]);
    let between = (0..255).map(|byte| (byte as f32 + 0.5) / 255.0);
    numbers.extend(between.flat_map(|x| [x.next_down(), x, x.next_up()]));
    numbers
}

/// Calls `check` with sixteen colours whose components walk the numbers at paces of their own.
fn with_colors(mut check: impl FnMut([LanesF32; 4])) {
    let numbers = numbers();
    for first in (0..numbers.len()).step_by(LANES) {
        let number = |c: usize, l: usize| numbers[(first + l) * (2 * c + 1) % numbers.len()];
        check(std::array::from_fn(|c| {
            std::array::from_fn(|l| number(c, l))
        }));
    }
}

#[test]
fn pixels_are_clamped_and_rounded_colours_and_nan_is_0() {
    for stored in ALL {
        let program = Arc::new(program(stored, None));
        for engine in Engine::all() {
            with_colors(|colors| {
                let got = pixels(&program, engine, colors);
                for (l, got) in got.into_iter().enumerate() {
                    let color = colors.map(|c| c[l]);
                    let want = pack(stored, false, color);
                    assert_eq!(got, want, "{engine:?} {stored:?} {color:?}: {got:08x}");
                }
            });
        }
    }
}

#[test]
fn blended_colours_are_clamped() {
    for (equation, want) in [(BlendEquation::Add, u32::MAX), (BlendEquation::Subtract, 0)] {
        let blend = Blend {
            equation: [equation; 2],
            src: [BlendFactor::One; 2],
            dst: [BlendFactor::One; 2],
        };
        let program = Arc::new(program(StoredColor::Rgba, Some(blend)));
        for engine in Engine::all() {
            with_colors(|colors| {
                let got = pixels(&program, engine, colors);
                assert_eq!(got, [want; LANES], "{engine:?} {equation:?} {colors:?}");
            });
        }
    }
}

#[test]
fn planes_have_masks_of_their_own() {
    let plane = |mask| ColourPlane {
        output: 0,
        stored: StoredColor::Rgba,
        is_float: false,
        is_srgb: false,
        mask,
        blends: true,
    };
    let key = |masks: [[bool; 4]; 3]| ColourKey {
        planes: masks.into_iter().map(plane).collect(),
        clamp: true,
        blend: None,
        logic_op: None,
    };
    let stored = |key: &ColourKey, op: Op| -> Vec<u32> {
        let program = build(key);
        let planes = program.insts().filter(|i| i.op == op).map(|i| i.imm[0]);
        planes.collect()
    };
    // All of plane 0, nothing of plane 1, and of plane 2 red alone, so that it is read first.
    let some = key([[true; 4], [false; 4], [true, false, false, false]]);
    assert_eq!(stored(&some, Op::StorePixel), [0, 2]);
    assert_eq!(stored(&some, Op::LoadPixel), [2]);
    assert!(!some.is_empty() && key([[false; 4]; 3]).is_empty());
}
