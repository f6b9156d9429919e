//! Inputs become planes, flat inputs become constants.

use crate::ir::interface::fragment_input;
use crate::ir::{Builder, Op, Program};
use crate::raster::fragment::affine::has_affine;
use crate::raster::fragment::interpolation::{Divisor, lower};
use crate::raster::fragment::stage::interpolated_slots;
use crate::raster::fragment::stage_key::FragmentStageKey;
use crate::raster::geometry::slots::COVERAGE_INPUTS;

fn color_program() -> Program {
    let mut b = Builder::new();
    for c in 0..4 {
        let v = b.load_input(4 * fragment_input::COLOR + c);
        b.store_output(c, v);
    }
    let z = b.load_input(2);
    let _ = b.emit1(Op::FAdd, &[z, z]);
    b.finish()
}

#[test]
fn inputs_become_planes_and_flat_ones_constants() {
    let program = color_program();
    assert_eq!(interpolated_slots(&program), [4, 5, 6, 7]);
    for (bits, flat) in [(0, false), (0xff, true)] {
        let key = FragmentStageKey {
            flat: bits,
            coverage: false,
            clamp: true,
            means: false,
            centroids: false,
            fraction_units: 0,
            planar_units: 0,
        };
        let scalars = interpolated_slots(&program);
        assert_eq!(has_affine(&program, key, &scalars), !flat);
        for divisor in [Divisor::Plane, Divisor::One] {
            let lowered = lower(&program, key, &scalars, divisor);
            assert!(lowered.insts().all(|i| i.op != Op::LoadInput));
            let divides = !flat && divisor == Divisor::Plane;
            assert_eq!(lowered.insts().any(|i| i.op == Op::FDiv), divides);
            assert_eq!(lowered.n_inputs, 0);
        }
    }
}

#[test]
fn coverage_reads_kernel_input_0() {
    let program = color_program();
    let lowered = lower(
        &program,
        FragmentStageKey {
            flat: 0xff,
            coverage: true,
            clamp: true,
            means: false,
            centroids: false,
            fraction_units: 0,
            planar_units: 0,
        },
        &interpolated_slots(&program),
        Divisor::Plane,
    );
    assert_eq!(lowered.insts().filter(|i| i.op == Op::LoadInput).count(), 1);
    assert_eq!(lowered.n_inputs, COVERAGE_INPUTS);
}
