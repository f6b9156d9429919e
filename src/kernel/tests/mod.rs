//! Compares every engine with `semantics`, with f64 mathematics and with hand-computed control flow.
#![forbid(unsafe_code)]

mod cache;
mod control_flow;
mod mathematics;
mod opcodes;
mod stages;
mod trace;

use crate::ir::Program;
use crate::kernel::layout::{MAX_PIXEL_PLANES, SamplerSlot};
use crate::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;

/// Runs `program` on every engine, which must agree, and returns its outputs. Lanes that it does not store are -9. `inputs` has
/// the program's input slots for each group of `masks`.
fn run(program: Program, inputs: &[LanesF32], masks: &[u16]) -> Vec<LanesF32> {
    assert_eq!(crate::ir::verify::verify(&program), Ok(()));
    let expanded = crate::passes::expand_math::expand_math(&program);
    assert_eq!(crate::ir::verify::verify(&expanded), Ok(()));
    assert!(crate::ir::verify::is_expanded(&expanded));
    let program = Arc::new(program);
    let all = Engine::all().map(|engine| (engine, run_on(engine, &program, inputs, masks)));
    let all: Vec<_> = all.collect();
    for (engine, outputs) in &all[1..] {
        for (got, want) in outputs.concat().iter().zip(all[0].1.concat()) {
            let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
            assert!(same, "{engine:?}: {got}, not {want}\n{program}");
        }
    }
    all.into_iter().next().expect("an engine").1
}

/// Runs `program` on one engine.
fn run_on(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
) -> Vec<LanesF32> {
    run_with(engine, program, inputs, masks, &mut Scratch::default())
}

/// Does the same with this scratch memory.
fn run_with(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
    scratch: &mut Scratch,
) -> Vec<LanesF32> {
    run_sampling(engine, program, inputs, masks, scratch, &[])
}

/// Does the same with these texture units.
fn run_sampling(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
    scratch: &mut Scratch,
    samplers: &[SamplerSlot<'_>],
) -> Vec<LanesF32> {
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    let mut outputs = vec![[-9.0; LANES]; masks.len() * n_outputs];
    let mut inv = Invocation {
        uniforms: &[],
        inputs,
        n_inputs,
        outputs: &mut outputs,
        n_outputs,
        planes: &[],
        groups: &[],
        masks: &mut masks.to_vec(),
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers,
    };
    compile_for(program, engine).run(&mut inv, scratch);
    outputs
}
