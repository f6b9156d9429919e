//! Runs kernels on elements through rows of lanes, which any kernel takes.

use super::{ArrayScratch, Shared, Way, invocation, masks, most_staged};
use crate::ir::signature::Parameter;
use crate::ir::{Op, Program};
use crate::kernel::compile::compile_for;
use crate::kernel::engine::Engine;
use crate::kernel::interface::Kernel;
use crate::kernel::layout::{Group, Invocation};
use crate::kernel::slots::Slots;
use crate::platform::Strided;
use crate::simd::LANES;
use std::ops::Range;
use std::sync::Arc;

/// A kernel that reads and writes rows.
pub(super) struct Rows {
    kernel: Arc<dyn Kernel>,
    n_inputs: usize,
    n_outputs: usize,
    ways: Vec<Way>,
    most_staged: usize,
    /// Whether every run stores every output.
    stores_all: bool,
}

impl Rows {
    pub(super) fn new(
        program: &Arc<Program>,
        parameters: &[Parameter],
        slots: &Slots,
        engine: Engine,
    ) -> Rows {
        Rows {
            kernel: compile_for(program, engine),
            n_inputs: slots.inputs.len(),
            n_outputs: slots.outputs.len(),
            ways: Way::all(parameters, slots),
            most_staged: most_staged(slots),
            stores_all: stores_all(program, slots.outputs.len()),
        }
    }

    /// Runs the first ones of these elements; returns how many.
    pub(super) fn run(
        &self,
        shared: Shared<'_>,
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) -> usize {
        let ArrayScratch {
            scratch,
            rows,
            masks: all_masks,
            ..
        } = scratch;
        // As many elements as the rows have room for.
        let n = elements.len().min(self.most_staged);
        let n_groups = n.div_ceil(LANES);
        let (n_inputs, n_outputs) = (self.n_inputs, self.n_outputs);
        rows.resize(n_groups * (n_inputs + n_outputs), [0.0; LANES]);
        let (inputs, outputs) = rows.split_at_mut(n_groups * n_inputs);
        let first = |group: usize| elements.start + group * LANES;
        // Copy the inputs to rows, a group after the other.
        for way in self.ways.iter().filter(|way| way.is_input) {
            for (g, group) in inputs.chunks_exact_mut(n_inputs).enumerate() {
                let rows = &mut group[way.slot..way.slot + way.words];
                arrays[way.array].read_words(first(g), rows);
            }
        }
        // Outputs that the program does not store are 0.
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
            ..invocation(shared, masks(all_masks, n))
        };
        self.kernel.run(&mut invocation, scratch);
        // Copy the rows of results to the arrays.
        for way in self.ways.iter().filter(|way| !way.is_input) {
            for (g, group) in outputs.chunks_exact(n_outputs).enumerate() {
                let slot = way.slot - n_inputs;
                arrays[way.array].write_words(first(g), &group[slot..slot + way.words]);
            }
        }
        n
    }
}

/// Whether a program always stores this many outputs.
fn stores_all(program: &Program, n_outputs: usize) -> bool {
    let mut stored = vec![false; n_outputs];
    let is_store = |op| matches!(op, Op::StoreOutput | Op::StoreOutputI);
    let stores = program.insts().filter(|i| is_store(i.op));
    stores.for_each(|i| stored[i.imm[0] as usize] = true);
    let is_straight = program.blocks.len() == 1 && program.insts().all(|i| i.op != Op::Kill);
    is_straight && stored.into_iter().all(|s| s)
}
