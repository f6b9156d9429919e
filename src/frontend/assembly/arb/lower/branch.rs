//! Programs with branches → IR (NV_vertex_program2_option 2.14.4.X and 2.14.5.30 to .34, QUIRKS 1.15 to 1.19;
//! NV_fragment_program2 3.11.4.X and 3.11.X).
//!
//! Values that live across blocks are in lane slots (DESIGN 3). Each block that writes results stores them to the
//! outputs at its end. So the outputs are right however the program ends: at its last instruction, by RET with an empty
//! stack, by a call too many, or at the instruction limit.

use super::lowering::{Lowering, Variant};
use crate::frontend::assembly::arb::check::flow_graph::{BlockUse, Exit, FlowGraph};
use crate::frontend::assembly::arb::limits::{MAX_CALL_DEPTH, MAX_EXEC_INSTRUCTIONS};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Instruction, Parsed};
use crate::frontend::assembly::arb::scalar_set::ScalarSet;
use crate::frontend::assembly::operand::{Relative, Source};
use crate::ir::{BlockId, Op, Span, ValueId};

impl Lowering<'_> {
    /// Lowers the whole program, block by block.
    pub(crate) fn flow(&mut self, graph: &FlowGraph, variant: Variant) {
        let use_of = block_uses(self.parsed, graph);
        let live_out = graph.live_out(self.parsed, &use_of, self.r.layout.len());
        self.take_slots(&live_out);
        if graph.calls || graph.has_back_edge(self.parsed) {
            self.b.set_instruction_limit(MAX_EXEC_INSTRUCTIONS);
        }
        if graph.calls {
            self.b.set_call_depth(MAX_CALL_DEPTH);
        }
        self.prologue(graph, &use_of, variant);
        let code: Vec<BlockId> = graph.blocks.iter().map(|_| self.b.new_block()).collect();
        self.b.jump(code[graph.start], &[]);
        for (block, live) in live_out.iter().enumerate() {
            if graph.blocks[block].reached {
                self.block(graph, block, live, &code);
            }
        }
    }

    /// A lane slot for each scalar that lives across blocks.
    fn take_slots(&mut self, live_out: &[ScalarSet]) {
        for live in live_out {
            for scalar in live.iter() {
                self.r.slots[scalar].get_or_insert_with(|| self.b.new_slot());
            }
        }
    }

    /// Emits what all blocks share: uniforms and inputs in registers, results at their initial values, a fixed
    /// position.
    fn prologue(&mut self, graph: &FlowGraph, use_of: &[BlockUse], variant: Variant) {
        let reached = || graph.blocks.iter().zip(use_of).filter(|(b, _)| b.reached);
        for (block, _) in reached() {
            for inst in &self.parsed.instructions[block.instructions.clone()] {
                self.load_operands(inst);
            }
        }
        self.finish(variant);
        let mut written = ScalarSet::new(self.r.layout.len());
        for (_, used) in reached() {
            written.merge(&used.written);
        }
        let mut results = Vec::new();
        for slot in self.result_slots(&written) {
            let scalar = self.r.layout.output(slot);
            let initial = self.b.f32(self.r.layout.initial(scalar));
            results.push((slot, initial));
            // Lane slots begin as 0.
            if let (Some(lane_slot), 1.0) = (self.r.slots[scalar], self.r.layout.initial(scalar)) {
                self.b.emit(Op::StoreSlot, &[initial], [lane_slot, 0]);
            }
        }
        self.store(results, false);
    }

    /// Loads the inputs and uniforms that an instruction reads.
    fn load_operands(&mut self, inst: &Instruction) {
        self.load_texture_lod(inst);
        for operand in &inst.sources {
            match operand.source {
                Source::Input(n) => drop(self.input(n)),
                Source::RelativeInput(Relative { base, len, .. }) => {
                    for n in base..base + len {
                        self.input(n);
                    }
                }
                Source::Param(n) => drop(self.parameter(n)),
                _ => {}
            }
        }
    }

    /// Emits a block's own code.
    fn code(&mut self, graph: &FlowGraph, block: usize) {
        self.r.begin_block();
        let range = graph.blocks[block].instructions.clone();
        let before = range
            .start
            .checked_sub(1)
            .map(|n| &self.parsed.instructions[n]);
        if let Some(call) = before.filter(|i| i.opcode == Opcode::Cal) {
            self.count_open_blocks(call, -1.0);
        }
        self.instructions(&self.parsed.instructions[range]);
    }

    /// The condition under which the branch at a block's end is taken; `None`: always.
    fn branch_mask(&mut self, inst: &Instruction) -> Option<ValueId> {
        self.b.set_span(inst.span);
        let (name, mask) = match inst.opcode {
            Opcode::If => ("holds", self.any(inst.condition?)),
            Opcode::Loop | Opcode::Rep => ("is skipped", self.loop_branch(inst)),
            Opcode::Endloop | Opcode::Endrep => ("goes round again", self.loop_branch(inst)),
            _ => match inst.condition {
                Some(condition) => ("taken", self.any(condition)),
                None => {
                    self.note_jump(inst.opcode);
                    return None;
                }
            },
        };
        self.b.note_fact(name, &[mask]);
        match inst.opcode {
            Opcode::If => Some(self.b.emit1(Op::MNot, &[mask])),
            _ => Some(mask),
        }
    }

    /// A branch that all lanes take has nothing else to report.
    fn note_jump(&mut self, opcode: Opcode) {
        if matches!(
            opcode,
            Opcode::Bra | Opcode::Brk | Opcode::Cal | Opcode::Ret
        ) {
            let always = self.b.mask(true);
            self.b.note_fact("taken", &[always]);
        }
    }

    fn block(&mut self, graph: &FlowGraph, block: usize, live: &ScalarSet, code: &[BlockId]) {
        self.b.switch_to(code[block], &[]);
        self.code(graph, block);
        self.b.set_span(Span::NONE);
        self.r.store_slots(&mut self.b, live);
        self.store_written_results();
        if let Some(stops) = self.stops.take() {
            let (end, go_on) = (code[graph.blocks.len() - 1], self.b.new_block());
            self.b.branch(stops, (end, &[]), (go_on, &[]));
            self.b.switch_to(go_on, &[]);
        }
        let branch = graph.branch(self.parsed, block);
        let taken = branch.and_then(|b| self.branch_mask(b));
        match (graph.exit(self.parsed, block), taken) {
            (Exit::End, _) => self.b.end(),
            (Exit::Next, _) => self.b.jump(code[block + 1], &[]),
            (Exit::Branch(target), None) => self.b.jump(code[target], &[]),
            (Exit::Call(target), None) => self.b.call(code[target], code[block + 1]),
            (Exit::Return, None) => self.b.ret(),
            (exit, Some(taken)) => self.conditional(exit, taken, code, block + 1),
        }
        self.b.set_span(Span::NONE);
    }

    /// Ends the block with a branch that lanes take where `taken` is true; the others go on at `next`.
    fn conditional(&mut self, exit: Exit, taken: ValueId, code: &[BlockId], next: usize) {
        if let Exit::Branch(target) = exit {
            return self.b.branch(taken, (code[target], &[]), (code[next], &[]));
        }
        let at = self.b.new_block();
        self.b.branch(taken, (at, &[]), (code[next], &[]));
        self.b.switch_to(at, &[]);
        match exit {
            Exit::Call(target) => self.b.call(code[target], code[next]),
            _ => self.b.ret(),
        }
    }

    fn store_written_results(&mut self) {
        let layout = self.r.layout;
        let written = self.r.written();
        let results = written.filter_map(|(scalar, value)| {
            let slot = layout.output_slot(scalar)?;
            self.is_own_result(slot).then_some((slot, value))
        });
        self.store(results.collect(), true);
    }
}

/// Finds what each reached block does with registers. Each block is lowered once for this alone.
fn block_uses(parsed: &Parsed, graph: &FlowGraph) -> Vec<BlockUse> {
    let mut trial = Lowering::new(parsed);
    let mut uses = Vec::with_capacity(graph.blocks.len());
    for block in 0..graph.blocks.len() {
        trial.r.begin_block();
        if graph.blocks[block].reached {
            trial.code(graph, block);
            if let Some(branch) = graph.branch(parsed, block) {
                trial.branch_mask(branch);
            }
        }
        uses.push(trial.r.used.clone());
    }
    uses
}
