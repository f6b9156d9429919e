//! Programs that the JIT splits into stages give each group its own results.
#![forbid(unsafe_code)]

use crate::ir::{Builder, Op, Program};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Engine, Group, Invocation, PixelWindow, Scratch, compile_for};
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;

/// A chain over inputs, planes and positions that is long enough for two stages. Its end kills some lanes.
fn long_chain() -> Program {
    let mut b = Builder::new();
    let (x, a, dx) = (
        b.load_input(0),
        b.emit(Op::LoadPlane, &[], [1, 2])[0],
        b.emit1(Op::LaneX, &[]),
    );
    let mut sum = b.emit1(Op::FFma, &[x, a, dx]);
    for i in 0..150 {
        let other = b.load_input(i % 3);
        sum = match i % 5 {
            0 => b.emit1(Op::FMul, &[sum, other]),
            1 => b.emit1(Op::FSub, &[other, sum]),
            2 => b.emit1(Op::FFma, &[sum, dx, other]),
            3 => b.emit1(Op::FMin, &[sum, a]),
            _ => b.emit1(Op::FAdd, &[sum, x]),
        };
        if i == 20 {
            b.store_output(0, sum);
        }
    }
    let zero = b.f32(0.0);
    let negative = b.emit1(Op::FLt, &[sum, zero]);
    b.emit(Op::Kill, &[negative], [0, 0]);
    let last = b.emit1(Op::FMul, &[sum, x]);
    b.store_output(1, last);
    b.finish()
}

#[test]
fn two_stages_give_each_group_its_own() {
    let program = Arc::new(long_chain());
    let planes: Vec<[f32; 4]> = (0..12).map(|i| [0.5, -0.25, i as f32 - 3.5, 0.0]).collect();
    for masks in [
        &[0u16, 0, 0x00f0, 0, 0xffff, 0x8421, 0, 0, 0x0001, 0][..],
        &[0xffff; 10],
        &[0; 10],
        &[0x0ff0],
        &[0, 0xffff],
    ] {
        let n = masks.len();
        let inputs: Vec<LanesF32> = (0..3 * n)
            .map(|i| std::array::from_fn(|l| ((i * 31 + l * 7) % 17) as f32 * 0.37 - 2.5))
            .collect();
        let groups: Vec<Group> = (0..n)
            .map(|g| Group {
                planes: (g % 5 * 2) as u32,
                ..Group::at(g as u8, 15 - g as u8)
            })
            .collect();
        let outcomes: Vec<_> = Engine::all()
            .map(|engine| {
                let (mut outputs, mut left) = (vec![[-9.0; LANES]; 2 * n], masks.to_vec());
                let mut inv = Invocation {
                    uniforms: &[],
                    inputs: &inputs,
                    n_inputs: 3,
                    outputs: &mut outputs,
                    n_outputs: 2,
                    planes: &planes,
                    groups: &groups,
                    masks: &mut left,
                    front_facing: true,
                    pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                    samplers: &[],
                };
                compile_for(&program, engine).run(&mut inv, &mut Scratch::default());
                // Only live lanes are compared. Engines may compute the others or not.
                let live = |i: usize, l: usize| masks[i / 2] >> l & 1 != 0;
                let row = |(i, row): (usize, &LanesF32)| -> [u32; LANES] {
                    std::array::from_fn(|l| if live(i, l) { row[l].to_bits() } else { 0 })
                };
                let bits: Vec<_> = outputs.iter().enumerate().map(row).collect();
                (bits, left)
            })
            .collect();
        for other in &outcomes[1..] {
            assert_eq!(*other, outcomes[0], "{masks:x?}");
        }
    }
}
