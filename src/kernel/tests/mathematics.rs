//! The functions of assembly languages stay within their bounds, and follow their tables for special values.
#![forbid(unsafe_code)]

use super::run;
use crate::ir::{Builder, Op};
use crate::simd::{LANES, LanesF32};

/// Runs an opcode with one argument on all of `xs`.
fn unary(op: Op, xs: &[f32]) -> Vec<f32> {
    let mut b = Builder::new();
    let x = b.load_input(0);
    let y = b.emit1(op, &[x]);
    b.store_output(0, y);
    let inputs: Vec<LanesF32> = xs
        .chunks(LANES)
        .map(|c| std::array::from_fn(|l| c.get(l).copied().unwrap_or(0.0)))
        .collect();
    let masks = vec![0xffff; inputs.len()];
    run(b.finish(), &inputs, &masks).concat()[..xs.len()].to_vec()
}

#[test]
fn mathematics_stays_within_the_bounds() {
    let grid = |lo: f64, hi: f64| -> Vec<f32> {
        (0..4096)
            .map(|i| (lo + (hi - lo) * i as f64 / 4095.0) as f32)
            .collect()
    };
    let bound = 2f64.powi(-22);
    let check = |op: Op, xs: Vec<f32>, f: fn(f64) -> f64, bound: f64| {
        for (x, y) in xs.iter().zip(unary(op, &xs)) {
            let error = (y as f64 - f(*x as f64)).abs();
            assert!(
                error < bound,
                "{} {x}: {y}, error {error:e}",
                op.info().name
            );
        }
    };
    check(Op::Exp2, grid(0.0, 0.999), f64::exp2, bound);
    check(Op::Log2, grid(0.5, 2.0), f64::log2, bound);
    check(Op::Sin, grid(0.0, std::f64::consts::TAU), f64::sin, bound);
    check(Op::Cos, grid(0.0, std::f64::consts::TAU), f64::cos, bound);
    check(Op::Sin, grid(-1e4, 1e4), f64::sin, bound);
    check(Op::Cos, grid(-1e4, 1e4), f64::cos, bound);
}

#[test]
fn mathematics_of_special_values() {
    let inf = f32::INFINITY;
    let got = unary(
        Op::Exp2,
        &[0.0, 3.0, -126.0, -126.5, 128.0, inf, -inf, f32::NAN],
    );
    assert_eq!(got[..7], [1.0, 8.0, f32::MIN_POSITIVE, 0.0, inf, inf, 0.0]);
    assert!(got[7].is_nan());
    let got = unary(
        Op::Log2,
        &[1.0, 8.0, 0.0, -0.0, inf, f32::from_bits(1), -1.0, f32::NAN],
    );
    assert_eq!(got[..6], [0.0, 3.0, -inf, -inf, inf, -149.0]);
    assert!(got[6].is_nan() && got[7].is_nan());
    let got = unary(Op::Sin, &[-0.0, inf, 1e30]);
    assert_eq!(got[0].to_bits(), 0x8000_0000);
    assert!(got[1].is_nan() && got[2].abs() <= 1.0);
}

#[test]
fn pow_follows_its_table() {
    let (inf, nan) = (f32::INFINITY, f32::NAN);
    let cases = [
        (0.0, 0.0, 1.0),
        (-0.0, 2.0, 0.0),
        (0.0, -2.0, inf),
        (-2.0, 2.0, nan),
        (1.0, inf, 1.0),
        (inf, 0.0, 1.0),
        (nan, 0.0, nan),
        (1.0, nan, nan),
        (2.0, 10.0, 1024.0),
        (4.0, 0.5, 2.0),
        (-2.0, 0.0, nan),
    ];
    let mut b = Builder::new();
    let (x, y) = (b.load_input(0), b.load_input(1));
    let r = b.emit1(Op::Pow, &[x, y]);
    b.store_output(0, r);
    let column =
        |f: fn(&(f32, f32, f32)) -> f32| std::array::from_fn(|l| cases.get(l).map_or(0.0, f));
    let got = run(b.finish(), &[column(|c| c.0), column(|c| c.1)], &[0xffff]);
    for (case, got) in cases.iter().zip(got[0]) {
        assert!(
            got == case.2 || got.is_nan() && case.2.is_nan(),
            "pow{case:?} gave {got}"
        );
    }
}
