//! Runs programs that need no draw over words: a list of input words for each lane.

use std::sync::Arc;
use trilobite::ir::Program;
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// Runs a program on an engine. Takes the input words of each lane, and returns its output words. Words that are not written
/// are 0xdeadbeef.
pub fn run_program(
    program: &Arc<Program>,
    uniforms: &[f32],
    engine: Engine,
    lanes: &[Vec<u32>],
) -> Vec<Vec<u32>> {
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    let n_groups = lanes.len().div_ceil(LANES);
    let word = |lane: usize, slot: usize| {
        let words = lanes.get(lane).and_then(|words| words.get(slot));
        f32::from_bits(words.copied().unwrap_or(0))
    };
    // Lay the words out by groups and slots. Lanes beyond the last are masked off.
    let rows = (0..n_groups).flat_map(|group| (0..n_inputs).map(move |slot| (group, slot)));
    let inputs: Vec<[f32; LANES]> = rows
        .map(|(group, slot)| std::array::from_fn(|l| word(group * LANES + l, slot)))
        .collect();
    let mut outputs = vec![[f32::from_bits(0xdead_beef); LANES]; n_groups * n_outputs];
    let mut masks: Vec<u16> = (0..n_groups)
        .map(|group| match lanes.len() - group * LANES {
            n @ 0..LANES => (1 << n) - 1,
            _ => u16::MAX,
        })
        .collect();
    compile_for(program, engine).run(
        &mut Invocation {
            uniforms,
            inputs: &inputs,
            n_inputs,
            n_outputs,
            outputs: &mut outputs,
            planes: &[],
            groups: &[],
            masks: &mut masks,
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        },
        &mut Scratch::default(),
    );
    // Take the outputs apart by lane.
    let output = |lane: usize, slot: usize| outputs[lane / LANES * n_outputs + slot][lane % LANES];
    (0..lanes.len())
        .map(|lane| {
            (0..n_outputs)
                .map(|slot| output(lane, slot).to_bits())
                .collect()
        })
        .collect()
}
