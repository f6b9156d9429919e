//! Assembles regions to a kernel's code: prologue, preamble, the loop over groups, blocks, calls and jumps.
//!
//! ```text
//! prologue; preamble
//! for each group with a live lane:
//!     its place and pixel rows; lane slots = 0
//!     straight:   the region
//!     otherwise:  flow_start → dispatch → blocks, which jump, or call a flow function → dispatch
//! straight, with calls (`interleaved`): for some groups at a time: regions, each followed by its calls
//! epilogue
//! ```
#![forbid(unsafe_code)]

use crate::ir::Program;
use crate::kernel::jit::allocate::linear::Allocator;
use crate::kernel::jit::allocate::step::Step;
use crate::kernel::jit::emit::emitter::{Emitter, FRAME, HALF, INPUTS, MASKS, Mark, OUTPUTS};
use crate::kernel::jit::emit::encoder::{Asm, Condition, Label, at};
use crate::kernel::jit::lir::region::{Call, Isa, Lir, Pipeline, Region};
use crate::kernel::jit::runtime::abi::{CallSite, field};
use crate::kernel::jit::runtime::calls;
use crate::kernel::jit::schedule::list::Scheduler;
use iced_x86::Code::*;
use iced_x86::{IcedError, Instruction, MemoryOperand, Register};
use std::ops::Range;

/// Outputs and mask of the group in its first stage, in programs of two stages.
const NEXT_OUTPUTS: Register = Register::R8;
const NEXT_MASKS: Register = Register::R9;

/// Machine code and its data.
pub(crate) struct Assembled {
    /// Constants, then code.
    pub(crate) image: Vec<u8>,
    /// The offset of the code.
    pub(crate) entry: usize,
    /// The number of rows in the frame.
    pub(crate) n_rows: usize,
    /// The source text of ranges of code.
    pub(crate) marks: Vec<Mark>,
    /// The calls by number.
    pub(crate) calls: Vec<CallSite>,
}

pub(crate) struct Assembler<'a> {
    pub(crate) lir: &'a Lir,
    pub(crate) limited: bool,
    pub(crate) interruptible: bool,
    pub(crate) scheduler: Scheduler<'a>,
    pub(crate) allocator: Allocator<'a>,
    /// The steps of the region whose constants are kept, until it is emitted.
    pub(crate) planned: Option<Planned<'a>>,
    pub(crate) emitter: Emitter<'a>,
    pub(crate) blocks: Vec<Label>,
    /// Jumps to the block whose number is in eax.
    pub(crate) dispatch: Label,
    pub(crate) next_group: Label,
    call_sites: Vec<CallSite>,
}

/// A region with its steps.
pub(crate) struct Planned<'a> {
    pub(crate) region: &'a Region,
    pub(crate) steps: Vec<Step>,
}

/// Makes code of a program's regions.
pub(crate) fn assemble(lir: &Lir, program: &Program) -> Result<Assembled, IcedError> {
    let mut asm = Asm::new(lir.pool.len());
    let blocks = lir.blocks.iter().map(|_| asm.label()).collect();
    let (dispatch, next_group) = (asm.label(), asm.label());
    let mut assembler = Assembler {
        lir,
        limited: program.instruction_limit.is_some(),
        interruptible: program.is_interruptible,
        scheduler: Scheduler::new(lir.isa, &lir.vregs),
        allocator: Allocator::new(lir.isa, &lir.vregs, lir.n_rows),
        planned: None,
        emitter: Emitter {
            asm,
            isa: lir.isa,
            vregs: &lir.vregs,
            marks: Vec::new(),
            array_table: 64 * lir.array_row.unwrap_or(0),
            array_registers: Vec::new(),
            output_index: if lir.straight { INPUTS } else { OUTPUTS },
        },
        blocks,
        dispatch,
        next_group,
        call_sites: Vec::new(),
    };
    // Spills lie after the rows of the program, so the number of rows is known only now.
    assembler.kernel();
    let n_rows = lir.n_rows + assembler.allocator.most_slots;
    let (image, entry) = assembler.emitter.asm.finish(&lir.pool)?;
    Ok(Assembled {
        image,
        entry,
        n_rows,
        marks: assembler.emitter.marks,
        calls: assembler.call_sites,
    })
}

/// The two halves, or the lower one: bytes from lane 0.
pub(crate) const GROUP: Range<u32> = 0..64;
const LOWER_HALF: Range<u32> = 0..32;

impl<'a> Assembler<'a> {
    pub(crate) fn asm(&mut self) -> &mut Asm {
        &mut self.emitter.asm
    }

    pub(crate) fn load(&mut self, to: Register, offset: usize) {
        self.asm()
            .put(Instruction::with2(Mov_r64_rm64, to, at(FRAME, offset)));
    }

    fn kernel(&mut self) {
        let lir = self.lir;
        let end = self.asm().label();
        self.prologue(end);
        for region in &lir.preamble {
            self.region(region, LOWER_HALF, None);
        }
        if lir.straight && lir.array_row.is_some() {
            self.array_groups();
        } else if let Some(pipeline) = &lir.pipeline {
            self.pipeline(pipeline, end);
        } else if let Some(kept) = &lir.kept {
            self.kept_groups(kept, end);
        } else {
            self.groups();
        }
        self.asm().bind(end);
        self.epilogue();
    }

    /// Emits the loop over groups.
    fn groups(&mut self) {
        let lir = self.lir;
        let regions = &lir.blocks[0].regions;
        if let (true, [region]) = (lir.straight, &regions[..]) {
            self.keep_constants(region);
        }
        let group = self.asm().here();
        self.group_start();
        if lir.straight {
            for region in regions {
                self.region(region, GROUP, Some(Lanes::Live));
            }
        } else {
            self.flow_start();
            (0..lir.blocks.len()).for_each(|i| self.block(i));
            self.dispatcher();
        }
        let next = self.next_group;
        self.asm().bind(next);
        if let Some(finish) = &lir.finish {
            self.region(finish, GROUP, None);
        }
        self.next_group(OUTPUTS, MASKS);
        self.asm().jump_if(Condition::NotEqual, group);
    }

    /// Emits the loop over groups of a program in two stages. Groups without a live lane are left out.
    ///
    /// ```text
    ///            ┌─dead─┐
    ///            ▼      │
    ///          search ──┘─none left──────────────────────────────────────────▶ end
    ///            │ live
    ///            ▼
    ///          first   stage 1 of the first live group
    ///            │
    ///            ▼
    ///   ┌─────▶ next ───none left──▶ last   stage 2 of the last live group ──▶ end
    ///   │        │ ▲
    ///   │   live │ └─dead: the next one
    ///   │        ▼
    ///   └────── both   stage 2 of a group, mixed with stage 1 of the next live group
    /// ```
    ///
    /// Between its stages a group's inputs are no longer needed, but its outputs and its mask are. So stage 1 finds
    /// those of its own group at [`NEXT_OUTPUTS`] and [`NEXT_MASKS`]. [`Assembler::stage_done`] moves them to where
    /// stage 2 reads them.
    fn pipeline(&mut self, pipeline: &'a Pipeline, end: Label) {
        self.keep_constants(&pipeline.both);
        let asm = self.asm();
        let (first, last) = (asm.label(), asm.label());
        for (next, now) in [(NEXT_OUTPUTS, OUTPUTS), (NEXT_MASKS, MASKS)] {
            asm.put(Instruction::with2(Mov_r64_rm64, next, now));
        }
        // Find the first live group.
        let search = self.asm().here();
        self.jump_if_live(first);
        self.next_group(NEXT_OUTPUTS, NEXT_MASKS);
        self.asm().jump_if(Condition::NotEqual, search);
        self.asm().jump(end);
        // Fill the pipeline.
        self.asm().bind(first);
        self.group_corner_and_planes();
        self.region(&pipeline.first, GROUP, None);
        self.stage_done();
        // Steady state: one group enters as another one leaves.
        let (next, both) = (self.asm().here(), self.asm().label());
        self.next_group(NEXT_OUTPUTS, NEXT_MASKS);
        self.asm().jump_if(Condition::Equal, last);
        self.jump_if_live(both);
        self.asm().jump(next);
        self.asm().bind(both);
        self.group_corner_and_planes();
        self.region(&pipeline.both, GROUP, None);
        self.stage_done();
        self.asm().jump(next);
        // Drain the pipeline.
        self.asm().bind(last);
        self.region(&pipeline.second, GROUP, None);
    }

    /// Jumps if the group at [`NEXT_MASKS`] has a live lane.
    fn jump_if_live(&mut self, label: Label) {
        let (eax, asm) = (Register::EAX, self.asm());
        asm.put(Instruction::with2(Movzx_r32_rm16, eax, at(NEXT_MASKS, 0)));
        asm.put(Instruction::with2(Test_rm32_r32, eax, eax));
        asm.jump_if(Condition::NotEqual, label);
    }

    /// Moves outputs and mask of the group that has finished stage 1 to those of stage 2, and finds its pixels.
    fn stage_done(&mut self) {
        let asm = self.asm();
        for (next, now) in [(NEXT_OUTPUTS, OUTPUTS), (NEXT_MASKS, MASKS)] {
            asm.put(Instruction::with2(Mov_r64_rm64, now, next));
        }
        self.group_pixels();
    }

    /// Emits a region, and its calls for the one group, or in the preamble.
    pub(crate) fn region(&mut self, region: &Region, lanes: Range<u32>, of: Option<Lanes>) {
        self.nodes(region, lanes, of);
        if of.is_some() && !region.calls.is_empty() {
            self.list_live_group();
        }
        self.calls(&region.calls);
    }

    /// Calls serve the group if one of its lanes lives.
    fn list_live_group(&mut self) {
        let (rax, eax) = (Register::RAX, Register::EAX);
        let asm = self.asm();
        asm.put(Instruction::with2(Xor_r32_rm32, eax, eax));
        asm.put(Instruction::with2(Cmp_rm16_imm8, at(MASKS, 0), 0));
        asm.put(Instruction::with1(Setne_rm8, Register::AL));
        let n_listed = at(FRAME, field::N_LISTED);
        asm.put(Instruction::with2(Mov_rm64_r64, n_listed, rax));
    }

    /// Emits the nodes of a region: scheduled, allocated, checked, and encoded. AVX-512 runs them for all lanes at
    /// once. AVX2 runs them for one half after the other, and skips a half in which none of `of` is set.
    pub(crate) fn nodes(&mut self, region: &Region, lanes: Range<u32>, of: Option<Lanes>) {
        let (isa, vregs) = (self.lir.isa, &self.lir.vregs);
        let is_planned = |planned: &mut Planned<'_>| std::ptr::eq(planned.region, region);
        let steps = match self.planned.take_if(is_planned) {
            Some(planned) => planned.steps,
            None => {
                let order = self.scheduler.region(region);
                self.allocator.region(&region.nodes, &order)
            }
        };
        debug_assert_eq!(
            crate::kernel::jit::allocate::checker::check(
                &region.nodes,
                vregs,
                &steps,
                self.allocator.kept()
            ),
            Ok(()),
            "allocation"
        );
        if !steps.is_empty() {
            match isa {
                Isa::Avx512 => self.emitter.steps(&region.nodes, &steps),
                Isa::Avx2 => {
                    let (again, skip) = self.half_start(of);
                    self.emitter.steps(&region.nodes, &steps);
                    self.half_end(lanes, again, skip);
                }
            }
        }
    }

    /// Opens the loop over the halves: the labels of its start and of its next turn.
    fn half_start(&mut self, of: Option<Lanes>) -> (Label, Label) {
        let half = Register::R11D;
        let asm = self.asm();
        asm.put(Instruction::with2(Xor_r32_rm32, half, half));
        let (again, skip) = (asm.here(), asm.label());
        if let Some(lanes) = of {
            let eax = Register::EAX;
            asm.put(Instruction::with2(Mov_r32_rm32, eax, half));
            asm.put(Instruction::with2(Shr_rm32_imm8, eax, 5u32));
            let (base, offset) = match lanes {
                Lanes::Live => (MASKS, 0),
                Lanes::Executing => (FRAME, field::EXEC as i64),
            };
            let byte =
                MemoryOperand::with_base_index_scale_displ_size(base, Register::RAX, 1, offset, 1);
            asm.put(Instruction::with2(Cmp_rm8_imm8, byte, 0));
            asm.jump_if(Condition::Equal, skip);
        }
        (again, skip)
    }

    /// Closes the loop over the halves; there is no second turn if only the lower half runs.
    fn half_end(&mut self, lanes: Range<u32>, again: Label, skip: Label) {
        let asm = self.asm();
        asm.bind(skip);
        if lanes != LOWER_HALF {
            asm.put(Instruction::with2(Add_rm64_imm8, HALF, 32));
            asm.put(Instruction::with2(Cmp_rm64_imm8, HALF, lanes.end as i32));
            asm.jump_if(Condition::NotEqual, again);
        }
    }

    /// Calls, those of one kind together.
    pub(crate) fn calls(&mut self, calls: &[Call]) {
        for calls in calls.chunk_by(|a, b| a.is_sample() == b.is_sample()) {
            let address = if calls[0].is_sample() {
                calls::sample as *const () as u64
            } else {
                calls::param_row as *const () as u64
            };
            let (first, n) = (self.call_sites.len() as u32, calls.len() as u32);
            self.call_sites.extend(calls.iter().map(CallSite::new));
            self.call_function(address, &[(Register::ESI, first), (Register::EDX, n)]);
        }
    }

    /// Calls a function whose first argument is the frame.
    pub(crate) fn call_function(&mut self, address: u64, args: &[(Register, u32)]) {
        let asm = self.asm();
        asm.put(Instruction::with2(Mov_r64_rm64, Register::RDI, FRAME));
        for (register, value) in args {
            asm.put(Instruction::with2(Mov_r32_imm32, *register, *value));
        }
        asm.call(address);
    }
}

/// The lanes for which a half is run.
#[derive(Clone, Copy)]
pub(crate) enum Lanes {
    Live,
    Executing,
}
