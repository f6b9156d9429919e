//! The portable engine: runs a program over batches of up to eight groups, one instruction at a time.
//!
//! [`decode`] turns the program into steps over rows of 16 lanes, [`execute`] runs steps, [`control`] decides which lanes
//! run which block. A program of one block runs straight through without any masks. Groups without a live lane are
//! left out of the batches.
#![forbid(unsafe_code)]

mod code;
mod control;
mod decode;
mod execute;

use super::Kernel;
use super::layout::Invocation;
use crate::ir::{Op, Program};
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};
use code::{BATCH, Code};
use control::{Lanes, Limits, MAX_BLOCKS, MAX_CALL_DEPTH};

use execute::{Batch, Engine, Row};
use std::cell::Cell;

/// A worker's memory for kernels; grows as needed and is reused.
#[derive(Debug, Default)]
pub struct Scratch {
    rows: Vec<Row>,
    lanes: Lanes,
    instruction_set: Option<InstructionSet>,
}

impl Scratch {
    /// Kernels run with this scratch use this instruction set, or the widest one below it that the CPU has: tests
    /// compare them.
    pub fn with_instruction_set(set: InstructionSet) -> Scratch {
        Scratch {
            instruction_set: Some(set),
            ..Scratch::default()
        }
    }
}

/// A prepared program.
pub(super) struct Interpreter {
    code: Code,
    limits: Limits,
    needs: Needs,
}

/// The least sizes of an invocation's slices.
struct Needs {
    uniforms: usize,
    /// Input slots, when any is read.
    inputs: Option<usize>,
    /// Output slots, when any is written.
    outputs: Option<usize>,
    planes: usize,
    groups: bool,
}

impl Needs {
    fn of(program: &Program) -> Needs {
        let planes = program
            .insts()
            .filter(|i| i.op == Op::LoadPlane)
            .map(|i| i.imm[0] as usize + 1);
        let has = |ops: &[Op]| program.insts().any(|i| ops.contains(&i.op));
        Needs {
            uniforms: program.n_uniforms as usize,
            inputs: has(&[Op::LoadInput]).then_some(program.n_inputs as usize),
            outputs: has(&[Op::StoreOutput]).then_some(program.n_outputs as usize),
            planes: planes.max().unwrap_or(0),
            groups: has(&[Op::LaneX, Op::LaneY, Op::LoadPixel, Op::StorePixel]),
        }
    }

    fn check(&self, inv: &Invocation<'_>) {
        let n_groups = inv.masks.len();
        assert!(
            inv.uniforms.len() >= self.uniforms,
            "the uniform array is shorter than the program needs"
        );
        if let Some(n) = self.inputs {
            assert!(
                inv.n_inputs >= n,
                "fewer input slots than the program needs"
            );
            assert!(
                inv.inputs.len() >= n_groups * inv.n_inputs,
                "the inputs are shorter than the groups"
            );
        }
        if let Some(n) = self.outputs {
            assert!(
                inv.n_outputs >= n,
                "fewer output slots than the program needs"
            );
            assert!(
                inv.outputs.len() >= n_groups * inv.n_outputs,
                "the outputs are shorter than the groups"
            );
        }
        assert!(
            inv.planes.len() >= self.planes,
            "fewer planes than the program needs"
        );
        assert!(
            !self.groups || inv.groups.len() >= n_groups,
            "fewer group places than masks"
        );
    }
}

impl Interpreter {
    /// Prepares a verified program without `Math` opcodes.
    pub(super) fn new(program: &Program) -> Interpreter {
        assert!(program.blocks.len() < MAX_BLOCKS, "too many blocks");
        Interpreter {
            code: decode::decode(program),
            limits: Limits {
                instructions: program.instruction_limit.unwrap_or(u32::MAX),
                call_depth: program.call_depth.min(MAX_CALL_DEPTH),
            },
            needs: Needs::of(program),
        }
    }
}

impl std::fmt::Display for Interpreter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = &self.code;
        let loads = code.constants.len() + code.uniforms.len() + code.planes.len();
        let steps: usize = code.blocks.iter().map(|b| b.steps.len()).sum();
        write!(
            f,
            "{steps} steps a batch in {} blocks; {loads} loads and {} steps a run; {} rows ({} bytes)",
            code.blocks.len(),
            code.preamble.len(),
            code.n_rows,
            code.n_rows * size_of::<Row>()
        )
    }
}

impl Kernel for Interpreter {
    fn run(&self, inv: &mut Invocation<'_>, scratch: &mut Scratch) {
        self.needs.check(inv);
        let n_rows = scratch.rows.len().max(self.code.n_rows);
        scratch.rows.resize(n_rows, Row::ZERO);
        scratch.lanes.reserve(self.limits.call_depth);
        let set = scratch
            .instruction_set
            .unwrap_or_else(InstructionSet::of_process);
        run_on(
            set,
            Run {
                kernel: self,
                inv,
                scratch,
            },
        );
    }
}

struct Run<'r, 'i> {
    kernel: &'r Interpreter,
    inv: &'r mut Invocation<'i>,
    scratch: &'r mut Scratch,
}

impl PerWidth for Run<'_, '_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Run {
            kernel,
            inv,
            scratch,
        } = self;
        let code = &kernel.code;
        let rows = Cell::from_mut(&mut scratch.rows[..]).as_slice_of_cells();
        let n_groups = inv.masks.len();
        let mut engine = Engine { code, inv, rows };
        engine.preamble();
        let mut next = 0;
        loop {
            let mut batch = Batch {
                groups: [0; BATCH],
                n: 0,
            };
            while next < n_groups && batch.n < BATCH {
                batch.groups[batch.n] = next;
                batch.n += usize::from(engine.inv.masks[next] != 0);
                next += 1;
            }
            if batch.n == 0 {
                return;
            }
            // What lanes read that they never wrote is 0, whatever ran before on this worker.
            rows[code.zeroed.clone()]
                .iter()
                .for_each(|row| row.set(Row::ZERO));
            if code.exec.is_none() {
                engine.steps(&batch, &code.blocks[0].steps);
                continue;
            }
            let mut start = [0; BATCH];
            for (start, group) in start.iter_mut().zip(batch.groups).take(batch.n) {
                *start = whole_quads(engine.inv.masks[group]);
            }
            engine.dispatch(&batch, &start, &mut scratch.lanes, kernel.limits);
        }
    }
}

/// The mask with every quad full that has a lane in it.
fn whole_quads(mask: u16) -> u16 {
    let any = mask | mask >> 1 | mask >> 2 | mask >> 3;
    (any & 0x1111) * 0xf
}

#[cfg(test)]
mod tests;
