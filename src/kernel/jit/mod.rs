//! Programs → machine code for x86-64, AVX-512 (16 lanes) or AVX2 with FMA (8 lanes). Same bits as the interpreter.
//!
//! # The phases
//! | phase | from → to |
//! |---|---|
//! | `select/plan` | program → which region each instruction goes to |
//! | `select` | instructions → machine operations, and homes of values that cross regions |
//! | `schedule/software_pipeline`, `schedule/unroll` | two stages of long straight code; two or four groups of short code |
//! | `schedule/list` | an order under a register limit |
//! | `allocate/linear`, `allocate/checker` | registers by next use, and their check |
//! | `emit` | operations with registers → bytes, through iced-x86 |
//! | `assemble` | bytes of regions → a function: prologue, loops, jumps around the blocks |
//!
//! # Regions
//! A *region* is straight code between two calls (samples, indexed parameters), branches or block ends. No value stays
//! in a register from one region to the next. A value that crosses has a *home* in the group's rows of the frame, and
//! is mostly read as a memory operand. Where lanes may diverge, it is written under the mask of the executing lanes. A
//! value of 64 bits is two vectors of half the lanes.
//!
//! # Why it is fast
//! - Long straight code for 16 lanes is cut into two stages, so that one group's second runs beside the next one's first. The
//!   dependences of one group alone leave half of the units idle.
//! - Constants stay in registers while a loop runs over the groups (`assemble/hoist`).
//! - Straight programs with calls interleave several groups (`assemble/interleaved`). Each region runs for all of them,
//!   then one call of a sampler serves them all. So other groups hide the latency of one group's texels.
//! - Values that only later regions use are computed there.
//! - Code over arrays reads packed arrays of words and of four-word vectors in place. Vectors are split by shuffles
//!   within 128 bits; the lanes then have an order of their own, which nothing else sees.
//!
//! # Control flow
//! As long as all running lanes of a group agree, blocks jump directly: one comparison, which a uniform branch always
//! passes (`assemble/flow`). Where lanes diverge, `runtime/dispatch` chooses the next block by the interpreter's rule.
//!
//! # NaN in arrays
//! Straight AVX-512 code over arrays stores floats unchanged. It finds NaNs by one comparison for two vectors. Arrays
//! with NaNs are corrected after the last group.
//!
//! # Rooms
//! From the top floor to the ground. A room uses rooms of lower floors only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 6 | `assemble` | Whole functions: prologue, loops, jumps around the blocks. |
//! | 5 | `emit` | Machine operations become bytes. |
//! | 4 | `allocate` | Registers, and their check. |
//! | 3 | `schedule` | The order of machine operations, and software pipelines. |
//! | 2 | `select` | IR becomes machine operations. |
//! | 1 | `runtime` | The frame of generated code, and the functions that it calls. |
//! | 0 | `lir` | Machine operations with virtual registers: the types that every phase uses. |

mod allocate;
mod assemble;
mod emit;
mod lir;
mod runtime;
mod schedule;
mod select;

use super::analysis::Needs;
use super::interface::{Kernel, OutputNans};
use super::layout::{Invocation, PixelWindow};
use super::scratch::Scratch;
use super::slots::{Slot, Slots};
use crate::ir::{Program, Span};
use crate::kernel::jit::emit::emitter::Mark;
use crate::kernel::jit::lir::region::{Isa, RawNans};
use crate::kernel::jit::runtime::abi::{CallSite, EntryPoint, Frame, FrameProgram, TILE_ROWS};
use crate::kernel::jit::select::inst::STORED_NAN;
use crate::kernel::lane_key::{MAX_BLOCKS, MAX_CALL_DEPTH};
use crate::platform::{ArrayPart, ExecMemory};
use crate::simd::{InstructionSet, LanesF32};
use std::fmt::{self, Display, Formatter};

/// The reason why there is no machine code.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unsupported {
    /// The CPU lacks AVX2 or FMA, or it is no x86-64.
    #[error("this CPU has no AVX2 and FMA")]
    Cpu,
    /// More instructions, blocks or memory than code is made for.
    #[error("the program is too large")]
    TooLarge,
    /// The assembler refused an instruction: a bug of ours.
    #[error("{0}")]
    Encoding(#[from] iced_x86::IcedError),
    /// The system refused executable memory.
    #[error("executable memory: {0}")]
    Memory(#[from] std::io::Error),
}

/// The limit on a program's instructions, and on the greatest index that it names.
const MAX_INSTRUCTIONS: usize = 1 << 16;
const MAX_INDEX: u32 = 1 << 20;

/// A program's machine code.
pub(super) struct JitKernel {
    memory: ExecMemory,
    /// The source text of ranges of code.
    marks: Box<[Mark]>,
    /// The range of the code in `memory`.
    code: std::ops::Range<usize>,
    needs: Needs,
    n_rows: usize,
    /// Planes of pixels that are read or written.
    pixel_planes: u32,
    costs: Vec<u32>,
    calls: Vec<CallSite>,
    /// The limits of instructions and of call depth, where lanes may diverge.
    flow: Option<(u32, u32)>,
    /// Of code over arrays.
    arrays: Option<ArrayTable>,
}

/// The data of code over arrays.
struct ArrayTable {
    /// The place of the addresses in the frame.
    row: usize,
    /// The bytes of one group in the array of each address.
    bytes: Vec<usize>,
    raw_nans: Vec<RawNans>,
}

impl ArrayTable {
    fn of(slots: &Slots, row: usize, raw_nans: Vec<RawNans>) -> ArrayTable {
        let bytes = |slot| match slot {
            Slot::Word => size_of::<LanesF32>(),
            Slot::Component(0) => 4 * size_of::<LanesF32>(),
            Slot::Component(_) | Slot::None => 0,
        };
        ArrayTable {
            row,
            bytes: slots.iter().map(bytes).collect(),
            raw_nans,
        }
    }

    /// The end of the groups in each array.
    fn ends(&self, n_groups: usize, parts: &[ArrayPart<'_>]) -> impl Iterator<Item = *mut u8> {
        let all = self.bytes.iter().zip(parts);
        all.map(move |(bytes, part)| part.base().wrapping_add(n_groups * bytes))
    }

    /// Replaces each NaN of floats by the one that all engines store.
    fn mend_nans(&self, parts: &[ArrayPart<'_>]) {
        for RawNans { entry, words, word } in &self.raw_nans {
            let words = (usize::from(*word), usize::from(*words));
            parts[*entry as usize].replace_nans(words.0, words.1, STORED_NAN);
        }
    }

    fn check(&self, n_groups: usize, parts: &[ArrayPart<'_>]) {
        assert_eq!(self.bytes.len(), parts.len(), "an array is missing");
        let mut all = self.bytes.iter().zip(parts);
        let fits = all.all(|(bytes, part)| part.bytes() >= n_groups.saturating_mul(*bytes));
        assert!(fits, "an array is shorter than the groups");
    }
}

/// Makes code of a verified program without `Math` opcodes. Needs the instruction set, or a lower one, on this CPU.
pub(super) fn compile(
    program: &Program,
    set: InstructionSet,
    nans: OutputNans,
    slots: Option<&Slots>,
) -> Result<JitKernel, Unsupported> {
    let isa = match set.min(InstructionSet::widest()) {
        InstructionSet::Avx512 => Isa::Avx512,
        InstructionSet::Avx2 => Isa::Avx2,
        InstructionSet::Portable => return Err(Unsupported::Cpu),
    };
    check_size(program)?;
    // The phases: selection, the two transforms of a straight program's loop, then scheduling, allocation and
    // encoding in one.
    let mut lir = select::selector::select(program, isa, nans, slots);
    lir.pipeline = schedule::software_pipeline::cut(&mut lir);
    lir.round = schedule::unroll::round(&mut lir);
    let assembled = assemble::straight::assemble(&lir, program)?;
    Ok(JitKernel {
        memory: ExecMemory::new(&assembled.image)?,
        marks: assembled.marks.into(),
        code: assembled.entry..assembled.image.len(),
        needs: Needs::of(program),
        n_rows: assembled.n_rows,
        pixel_planes: lir.pixel_planes,
        calls: assembled.calls,
        arrays: slots
            .zip(lir.array_row)
            .map(|(slots, row)| ArrayTable::of(slots, row, lir.raw_nans)),
        costs: lir.blocks.iter().map(|b| b.cost).collect(),
        flow: (!lir.straight).then(|| {
            let instruction_limit = program.instruction_limit.unwrap_or(u32::MAX);
            (instruction_limit, program.call_depth.min(MAX_CALL_DEPTH))
        }),
    })
}

fn check_size(program: &Program) -> Result<(), Unsupported> {
    let n_insts: usize = program.blocks.iter().map(|b| b.insts.len()).sum();
    let indices = [
        program.n_uniforms,
        program.n_inputs,
        program.n_outputs,
        program.n_slots,
    ];
    let fits = n_insts <= MAX_INSTRUCTIONS
        && program.blocks.len() < MAX_BLOCKS.min(MAX_INSTRUCTIONS)
        && indices.into_iter().all(|n| n <= MAX_INDEX)
        && program
            .insts()
            .all(|i| i.op != crate::ir::Op::LoadPlane || i.imm[0] <= MAX_INDEX)
        && program.call_depth <= MAX_CALL_DEPTH;
    if fits {
        Ok(())
    } else {
        Err(Unsupported::TooLarge)
    }
}

impl Kernel for JitKernel {
    fn run(&self, inv: &mut Invocation<'_>, scratch: &mut Scratch) {
        assert!(self.arrays.is_none(), "the code is for arrays");
        self.needs.check(inv);
        self.enter(inv, &[], scratch);
    }
}

impl JitKernel {
    /// Runs code over arrays for the groups of `inv.masks`, all of whose lanes live. `parts` has one array for each address.
    pub(super) fn run_over(
        &self,
        inv: &mut Invocation<'_>,
        parts: &[ArrayPart<'_>],
        scratch: &mut Scratch,
    ) {
        self.needs.check_uniforms(inv);
        let arrays = self.arrays.as_ref().expect("the code is for arrays");
        arrays.check(inv.masks.len(), parts);
        if self.enter(inv, parts, scratch) {
            arrays.mend_nans(parts);
        }
    }

    /// Whether NaNs must be corrected in arrays.
    fn enter(
        &self,
        inv: &mut Invocation<'_>,
        parts: &[ArrayPart<'_>],
        scratch: &mut Scratch,
    ) -> bool {
        let lacks = |(plane, window): (usize, &PixelWindow<'_>)| {
            self.pixel_planes >> plane & 1 != 0 && window.base().is_null()
        };
        let sink_rows = if self.pixel_planes != 0 && inv.pixels.iter().enumerate().any(lacks) {
            TILE_ROWS
        } else {
            0
        };
        let stop = scratch.stop.clone();
        let (rows, is_new) = scratch.frame(self.n_rows + sink_rows);
        let rows = rows.as_mut_ptr();
        let sink = rows.wrapping_add(self.n_rows).cast();
        let frame: *mut Frame = rows.cast();
        let n_groups = inv.masks.len();
        let program = FrameProgram {
            pixel_planes: self.pixel_planes,
            costs: &self.costs,
            calls: &self.calls,
            flow: self.flow,
            stop: stop.as_deref().unwrap_or(&runtime::abi::NEVER),
        };
        // SAFETY: the scratch has the rows that the code was made for, the header among them, and a tile for planes that
        // are not there. The callers compared the invocation's slices, or the arrays, with what the program names, and the
        // verifier and `assemble` name nothing else. The code is for instruction sets that this CPU has.
        unsafe {
            if is_new {
                Frame::write_constants(frame);
            }
            Frame::fill(frame, inv, &program, sink);
            if let Some(arrays) = &self.arrays {
                Frame::bind_arrays(frame, arrays.row, arrays.ends(n_groups, parts), n_groups);
            }
            let entry: EntryPoint = std::mem::transmute(self.memory.as_ptr().add(self.code.start));
            entry(frame, 0, n_groups);
            self.arrays.is_some() && Frame::stored_nans(frame)
        }
    }
}

impl Display for JitKernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes of code, {} of constants; a frame of {} rows",
            self.code.len(),
            self.code.start,
            self.n_rows
        )
    }
}

impl JitKernel {
    /// The code as text; `comment` gives the line before the code of a piece of source text.
    pub(super) fn disassembly(&self, comment: &dyn Fn(Span) -> Option<String>) -> String {
        // SAFETY: the range was copied into the memory.
        let code = unsafe {
            let start = self.memory.as_ptr().add(self.code.start);
            std::slice::from_raw_parts(start, self.code.len())
        };
        emit::disassemble::disassemble(code, &self.marks, comment)
    }
}
