//! The portable engine: runs a program over batches of up to eight groups, one instruction at a time.
//!
//! ```text
//!   program ──decode──▶ steps over rows of 16 lanes
//!
//!   a run:   preamble, once ──▶ batch of live groups ──▶ blocks, until all lanes have ended ──┐
//!                                   ▲                                                         │
//!                                   └────────────────── the next groups ──────────────────────┘
//! ```
//!
//! [`decode`] makes the steps, [`execute`] runs them, and [`control`] decides which lanes run which block. A program of one
//! block needs no masks. Groups without a live lane are in no batch.
#![forbid(unsafe_code)]

mod code;
mod control;
mod decode;
mod execute;

use super::analysis::{Needs, whole_quads};
use super::interface::Kernel;
use super::lane_rows::{BATCH, Row};
use super::layout::Invocation;
use super::scratch::Scratch;
use crate::ir::{BlockId, Op, Program, ValueId};
use crate::kernel::lane_key::{MAX_BLOCKS, MAX_CALL_DEPTH};
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};
use code::{Code, Operand};
use control::Limits;
use decode::Sharing;
use execute::{Batch, Engine, Observer};
use std::cell::Cell;

/// Returns the bits of a value in the observed lane.
pub(super) type Bits<'b> = &'b dyn Fn(ValueId) -> u64;

/// A program that has been decoded.
pub(super) struct Interpreter {
    code: Code,
    limits: Limits,
    needs: Needs,
    /// Whether the program reads or writes pixels. Then groups at the same block of pixels must run one after the other.
    touches_pixels: bool,
}

impl Interpreter {
    /// Decodes a verified program without `Math` opcodes.
    pub(super) fn new(program: &Program) -> Interpreter {
        Interpreter::prepare(program, Sharing::Free)
    }

    /// Decodes a program for [`Interpreter::run_observed`].
    pub(super) fn observable(program: &Program) -> Interpreter {
        Interpreter::prepare(program, Sharing::None)
    }

    fn prepare(program: &Program, sharing: Sharing) -> Interpreter {
        assert!(program.blocks.len() < MAX_BLOCKS, "too many blocks");
        Interpreter {
            code: decode::decode(program, sharing),
            limits: Limits {
                instructions: program.instruction_limit.unwrap_or(u32::MAX),
                call_depth: program.call_depth.min(MAX_CALL_DEPTH),
            },
            needs: Needs::of(program),
            touches_pixels: program
                .insts()
                .any(|i| matches!(i.op, Op::LoadPixel | Op::StorePixel)),
        }
    }
}

impl Interpreter {
    /// Runs an [observable](Interpreter::observable) program. After each block that `lane` of the first live group has run, it
    /// calls `observe` with the values of this lane.
    pub(super) fn run_observed(
        &self,
        inv: &mut Invocation<'_>,
        scratch: &mut Scratch,
        lane: usize,
        observe: &mut dyn FnMut(BlockId, Bits<'_>),
    ) {
        let code = &self.code;
        let mut observer = |number: u32, rows: &[Cell<Row>]| {
            let at = |row: u32| rows[row as usize].get().0[lane];
            if code.exec.is_none_or(|exec| at(exec) != 0) {
                observe(code.order[number as usize], &|v| {
                    let [low, high] = code.values[v.index()];
                    let high = if high == Operand::NONE {
                        0
                    } else {
                        at(high.row)
                    };
                    u64::from(at(low.row)) | u64::from(high) << 32
                });
            }
        };
        self.run_with(inv, scratch, Some(&mut observer));
    }

    /// Runs the program on the instruction set that `scratch` names, or on that of the process.
    fn run_with<'r>(
        &'r self,
        inv: &'r mut Invocation<'_>,
        scratch: &'r mut Scratch,
        observer: Option<&'r mut Observer<'r>>,
    ) {
        self.needs.check(inv);
        scratch.rows(self.code.n_rows);
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
                observer,
            },
        );
    }
}

impl std::fmt::Display for Interpreter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = &self.code;
        let loads = code.constants.len() + code.uniforms.len();
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
        self.run_with(inv, scratch, None);
    }
}

/// A run of the interpreter, which is compiled for each instruction set.
struct Run<'r, 'i> {
    kernel: &'r Interpreter,
    inv: &'r mut Invocation<'i>,
    scratch: &'r mut Scratch,
    observer: Option<&'r mut Observer<'r>>,
}

impl PerWidth for Run<'_, '_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Run {
            kernel,
            inv,
            scratch,
            observer,
        } = self;
        let code = &kernel.code;
        let rows = Cell::from_mut(&mut scratch.rows[..]).as_slice_of_cells();
        let n_groups = inv.masks.len();
        let mut engine = Engine {
            code,
            inv,
            rows,
            observer,
        };
        engine.preamble();
        let mut next = 0;
        loop {
            // Collects the next live groups.
            let mut batch = Batch {
                groups: [0; BATCH],
                n: 0,
            };
            while next < n_groups && batch.n < BATCH {
                if engine.inv.masks[next] != 0 {
                    // A later group at the same pixels reads what this one writes, so it waits for the next batch.
                    let is_same =
                        |g: &usize| engine.inv.groups[*g].block == engine.inv.groups[next].block;
                    if kernel.touches_pixels && batch.groups[..batch.n].iter().any(is_same) {
                        break;
                    }
                    batch.groups[batch.n] = next;
                    batch.n += 1;
                }
                next += 1;
            }
            if batch.n == 0 {
                return;
            }
            // Lanes read 0 where they have not written, whatever has run on this worker before.
            rows[code.zeroed.clone()]
                .iter()
                .for_each(|row| row.set(Row::ZERO));
            // One block runs at once. Otherwise lanes are dispatched, with the helpers that complete their quads.
            if code.exec.is_none() {
                engine.steps(&batch, &code.blocks[0].steps);
                engine.observe_block(0);
                continue;
            }
            let mut start = [0; BATCH];
            for (start, group) in start.iter_mut().zip(batch.groups).take(batch.n) {
                *start = whole_quads(engine.inv.masks[group]);
            }
            let stop = scratch.stop.as_deref();
            engine.dispatch(&batch, &start, &mut scratch.lanes, kernel.limits, stop);
        }
    }
}
