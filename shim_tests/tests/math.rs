//! Compares 2^x, log2 x, sin x and cos x with f64 mathematics, and reciprocals and square roots with IEEE. It runs on
//! the fastest engine of this CPU.
//!
//! The inputs are every 4,001st of the 2^32, or every `TRILOBITE_MATH_STEP`th. `scripts/soak math` takes all of them.

use std::sync::Arc;
use trilobite::ir::{Builder, Op, Program};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::{LANES, LanesF32};

const DEFAULT_STEP: usize = 4_001;
/// The number of groups of one run.
const GROUPS: usize = 256;
/// The bound of sine and cosine, which are reduced in three parts, holds up to here.
const FAR: f64 = 1e4;

fn unary(op: Op) -> Program {
    let mut b = Builder::new();
    let x = b.load_input(0);
    let y = match op {
        Op::FDiv => {
            let one = b.f32(1.0);
            b.emit1(op, &[one, x])
        }
        _ => b.emit1(op, &[x]),
    };
    b.store_output(0, y);
    b.finish()
}

/// Calls `judge(x, y)` with the result for each input.
#[track_caller]
fn for_all(op: Op, judge: impl Fn(f32, f32) -> bool + Sync) {
    let step =
        std::env::var("TRILOBITE_MATH_STEP").map_or(DEFAULT_STEP, |s| s.parse().expect("a step"));
    let program = Arc::new(unary(op));
    let engine = Engine::all().last().expect("an engine");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (program, judge) = (&program, &judge);
            scope.spawn(move || {
                let kernel = compile_for(program, engine);
                let mut scratch = Scratch::default();
                let mut bits = (0..=u64::from(u32::MAX))
                    .step_by(step)
                    .skip(thread)
                    .step_by(threads);
                loop {
                    let xs: Vec<f32> = bits
                        .by_ref()
                        .take(GROUPS * LANES)
                        .map(|b| f32::from_bits(b as u32))
                        .collect();
                    if xs.is_empty() {
                        return;
                    }
                    let groups = xs.chunks(LANES);
                    let inputs: Vec<LanesF32> = groups
                        .map(|c| std::array::from_fn(|l| c.get(l).copied().unwrap_or(1.0)))
                        .collect();
                    let mut outputs = vec![[0.0; LANES]; inputs.len()];
                    kernel.run(
                        &mut Invocation {
                            uniforms: &[],
                            inputs: &inputs,
                            n_inputs: 1,
                            outputs: &mut outputs,
                            n_outputs: 1,
                            planes: &[],
                            groups: &[],
                            masks: &mut vec![0xffff; inputs.len()],
                            front_facing: true,
                            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                            samplers: &[],
                        },
                        &mut scratch,
                    );
                    for (x, y) in xs.iter().zip(outputs.as_flattened()) {
                        assert!(
                            judge(*x, *y),
                            "{} of {x:e} ({:#x}): {y:e}",
                            op.info().name,
                            x.to_bits()
                        );
                    }
                }
            });
        }
    });
}

/// Whether both are NaN, or the same value within the error.
fn near(got: f32, want: f64, error: f64) -> bool {
    let got = f64::from(got);
    got == want || (got - want).abs() <= error || got.is_nan() && want.is_nan()
}

/// Whether both have the same bits, or both are NaN.
fn same(got: f32, want: f32) -> bool {
    got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan()
}

#[test]
fn exp2_is_near_everywhere() {
    for_all(Op::Exp2, |x, y| {
        let want = f64::from(x).exp2();
        if x < -126.0 {
            return y.to_bits() == 0;
        }
        // A result outside of f32's range is infinite.
        want > f64::from(f32::MAX) * (1.0 - 1e-6) && y == f32::INFINITY
            || near(y, want, want * 2f64.powi(-21))
    });
}

#[test]
fn log2_is_near_everywhere() {
    for_all(Op::Log2, |x, y| {
        let want = f64::from(x).log2();
        near(y, want, 2f64.powi(-22) + want.abs() * 2f64.powi(-22))
    });
}

#[test]
fn sines_are_near_and_never_leave_their_range() {
    type Function = fn(f64) -> f64;
    for (op, f) in [(Op::Sin, f64::sin as Function), (Op::Cos, f64::cos)] {
        for_all(op, |x, y| match f64::from(x) {
            x if x.abs() <= FAR => near(y, f(x), 2f64.powi(-22)),
            x if x.is_finite() => y.abs() <= 1.0 + f32::EPSILON,
            _ => y.is_nan(),
        });
    }
}

#[test]
fn reciprocals_and_roots_are_exact() {
    for_all(Op::FDiv, |x, y| same(y, 1.0 / x));
    for_all(Op::FSqrt, |x, y| same(y, x.sqrt()));
}
