//! Elements through rows of lanes, which any kernel takes.

use super::{ArrayKernel, ArrayScratch, Slots, invocation, masks};
use crate::ir::signature::Parameter;
use crate::ir::{Op, Program};
use crate::kernel::{Engine, Group, Invocation, Kernel};
use crate::platform::Strided;
use crate::simd::LANES;
use std::ops::Range;
use std::sync::Arc;

/// A kernel that reads and writes rows.
pub(super) struct Rows {
    kernel: Arc<dyn Kernel>,
    /// Every run stores every output.
    stores_all: bool,
}

impl Rows {
    pub(super) fn new(program: &Arc<Program>, slots: &Slots, engine: Engine) -> Rows {
        Rows {
            kernel: crate::kernel::compile_for(program, engine),
            stores_all: stores_all(program, slots.outputs.len()),
        }
    }

    pub(super) fn run(
        &self,
        of: &ArrayKernel,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) {
        let ArrayScratch {
            scratch,
            rows,
            masks: all_masks,
            ..
        } = scratch;
        let n_groups = elements.len().div_ceil(LANES);
        let (n_inputs, n_outputs) = (of.n_inputs, of.n_outputs);
        rows.resize(n_groups * (n_inputs + n_outputs), [0.0; LANES]);
        let (inputs, outputs) = rows.split_at_mut(n_groups * n_inputs);
        let parameters = || of.parameters.iter().zip(arrays);
        let rows = |slot: u32, parameter: &Parameter| {
            slot as usize..slot as usize + parameter.words() as usize
        };
        for (parameter, array) in parameters() {
            if let Some(slot) = parameter.direction.input() {
                for (g, group) in inputs.chunks_exact_mut(n_inputs).enumerate() {
                    let first = elements.start + g * LANES;
                    array.read_words(first, &mut group[rows(slot, parameter)]);
                }
            }
        }
        if !self.stores_all {
            outputs.fill([0.0; LANES]);
        }
        let groups = vec![Group::default(); n_groups];
        let mut invocation = Invocation {
            inputs,
            n_inputs,
            outputs: &mut *outputs,
            n_outputs,
            groups: &groups,
            ..invocation(uniforms, masks(all_masks, elements.len()))
        };
        self.kernel.run(&mut invocation, scratch);
        for (parameter, array) in parameters() {
            if let Some(slot) = parameter.direction.output() {
                for (g, group) in outputs.chunks_exact(n_outputs).enumerate() {
                    let first = elements.start + g * LANES;
                    array.write_words(first, &group[rows(slot, parameter)]);
                }
            }
        }
    }
}

/// Whether a program surely stores this many outputs.
fn stores_all(program: &Program, n_outputs: usize) -> bool {
    let mut stored = vec![false; n_outputs];
    let is_store = |op| matches!(op, Op::StoreOutput | Op::StoreOutputI);
    let stores = program.insts().filter(|i| is_store(i.op));
    stores.for_each(|i| stored[i.imm[0] as usize] = true);
    let is_straight = program.blocks.len() == 1 && program.insts().all(|i| i.op != Op::Kill);
    is_straight && stored.into_iter().all(|s| s)
}
