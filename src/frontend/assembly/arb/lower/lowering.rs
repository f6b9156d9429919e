//! Lowers instructions to IR. Within a block each register component is an SSA value. Programs with branches have their
//! own file, [`super::branch`].

use super::evaluate::evaluate;
use super::uniform_rows::UniformRows;
use crate::frontend::assembly::arb::check::flow_graph::FlowGraph;
use crate::frontend::assembly::arb::lower::open_blocks::Dynamic;
use crate::frontend::assembly::arb::lower::register::{Layout, Registers, is_clip_distance};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::opcode_table::row_of;
use crate::frontend::assembly::arb::parsed::{Instruction, Nest, Parsed};
use crate::frontend::assembly::arb::scalar_set::ScalarSet;
use crate::frontend::binding::MatrixName;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{PixelSource, store_clip_distances, store_position, transform};
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, fragment_output, varying};
use crate::ir::{Builder, Noted, Op, Span, ValueId};

/// The registers and the code so far.
pub(crate) struct Lowering<'p> {
    pub(crate) parsed: &'p Parsed,
    pub(crate) b: Builder,
    pub(crate) u: Uniforms,
    /// The uniform row of each vector that the program binds.
    pub(super) row_of: Vec<u32>,
    pub(crate) inputs: [Option<Vec4>; 32],
    pub(crate) r: Registers,
    /// The blocks around the instruction.
    pub(crate) nest: Nest,
    /// The lanes that the instruction at a block's end stops.
    pub(crate) stops: Option<ValueId>,
    pub(crate) dynamic: Dynamic,
    /// The depth of a pixel rectangle's fragment.
    pub(crate) rectangle_depth: Option<ValueId>,
    /// Whether the colour is clamped before fog.
    pub(crate) clamps: bool,
    /// Any value of the block, see [`Lowering::anything`].
    pub(super) anything: Option<ValueId>,
}

/// What the code of a program depends on beside its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Variant {
    /// User clip planes in use, by bit, for position-invariant vertex programs.
    ClipPlanes(u8),
    /// Where fragments come from, and whether their colours are clamped before fog.
    Pixels(PixelSource, bool),
}

/// About how many IR instructions an instruction becomes.
const VALUES_OF_INSTRUCTION: usize = 6;

/// The IR of a parsed program.
pub(crate) fn lower(parsed: &Parsed, variant: Variant) -> BoundProgram {
    let mut l = Lowering::new(parsed);
    let graph = FlowGraph::of(parsed);
    l.b.reserve(VALUES_OF_INSTRUCTION * parsed.instructions.len());
    if let Variant::Pixels(source, clamps) = variant {
        l.clamps = clamps;
        l.begin_fragment(source);
    }
    l.begin_state_program();
    if graph.is_straight(parsed) {
        l.instructions(&parsed.instructions[graph.blocks[graph.start].instructions.clone()]);
        l.b.set_span(Span::NONE);
        l.store_results();
        l.finish(variant);
        l.store_state_parameters();
    } else {
        l.flow(&graph, variant);
    }
    let mut b = l.b;
    b.reserve_uniforms(4 * l.u.bindings.len() as u32);
    BoundProgram::new(b.finish(), l.u.bindings)
}

impl<'p> Lowering<'p> {
    pub(crate) fn new(parsed: &'p Parsed) -> Lowering<'p> {
        let UniformRows { bindings, row_of } = UniformRows::of(parsed);
        Lowering {
            parsed,
            b: Builder::new(),
            u: Uniforms::with(bindings),
            row_of,
            inputs: [None; 32],
            r: Registers::new(Layout::of(parsed)),
            nest: Nest::default(),
            stops: None,
            dynamic: Dynamic::of(parsed),
            rectangle_depth: None,
            clamps: true,
            anything: None,
        }
    }

    /// Lowers the instructions of a block.
    pub(crate) fn instructions(&mut self, instructions: &[Instruction]) {
        self.anything = None;
        for inst in instructions {
            self.b.set_span(inst.span);
            self.b.count_source(1);
            self.instruction(inst);
        }
    }

    fn instruction(&mut self, inst: &Instruction) {
        self.nest = inst.nest;
        // Read the operands: only the components that the operation needs for those it writes.
        let mut s = [[self.anything(); 4]; 3];
        let mask = inst.destination.map_or(15, |d| d.mask);
        let mask = row_of(inst.opcode).components_read(mask);
        for (value, operand) in s.iter_mut().zip(&inst.sources) {
            *value = self.operand(operand, mask);
            self.convert_operand(inst, operand, mask, value);
            self.b.note(Noted::Operand, present(value, mask));
        }
        // Flow and addresses have effects of their own. Everything else computes a result and writes it.
        match inst.opcode {
            Opcode::Bra | Opcode::Brk | Opcode::Else | Opcode::Endif => {}
            Opcode::Cal => self.before_call(inst),
            Opcode::Ret => self.before_return(inst),
            Opcode::If => self.before_if(),
            Opcode::Loop | Opcode::Rep => self.begin_loop(inst.opcode, &s[0]),
            Opcode::Endloop | Opcode::Endrep => self.end_loop(inst.opcode),
            Opcode::Pusha => self.push_address(&s[0]),
            Opcode::Popa => self.pop_address(inst),
            Opcode::Kil => self.kill(inst, &s[0]),
            Opcode::Arl | Opcode::Arr | Opcode::Ara => self.load_address(inst, &s[0]),
            Opcode::Tex | Opcode::Txb | Opcode::Txd | Opcode::Txl | Opcode::Txp => {
                let result = self.sample(inst, &s).map(Some);
                self.write(inst, result);
            }
            op => {
                let numbers = self.parsed.language.numbers();
                let result = evaluate(&mut self.b, op, &s, numbers);
                self.write(inst, result);
            }
        }
    }

    /// ARL, ARR, ARA (NV_vertex_program2_option 2.14.5.3, .28, .29; QUIRKS 1.4 to 1.6).
    fn load_address(&mut self, inst: &Instruction, s: &Vec4) {
        let result = [0, 1, 2, 3].map(|c: usize| {
            Some(match inst.opcode {
                Opcode::Ara => self.address_sum(s[c & 1], s[c & 1 | 2]),
                Opcode::Arr => self.integer(s[c], Op::FRound),
                _ => self.integer(s[c], Op::FFloor),
            })
        });
        self.write(inst, result);
    }

    /// NaN gives 0. With the option addresses lie in −512 … 511. Without it they are bounded so that adding an offset
    /// cannot wrap back into an array.
    fn integer(&mut self, x: ValueId, round: Op) -> ValueId {
        let (low, high) = if self.parsed.extension.has_conditions() {
            (-512.0, 511.0)
        } else {
            (-1.0e9, 1.0e9)
        };
        let b = &mut self.b;
        let x = b.emit1(round, &[x]);
        let (zero, low, high) = (b.f32(0.0), b.f32(low), b.f32(high));
        let is_nan = b.emit1(Op::FNe, &[x, x]);
        let x = b.emit1(Op::SelectF, &[is_nan, zero, x]);
        let x = b.emit1(Op::FMax, &[x, low]);
        let x = b.emit1(Op::FMin, &[x, high]);
        b.emit1(Op::F32ToI32, &[x])
    }

    fn address_sum(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let b = &mut self.b;
        let (low, high) = (b.i32(-512), b.i32(511));
        let sum = b.emit1(Op::IAdd, &[x, y]);
        let sum = b.emit1(Op::IMax, &[sum, low]);
        b.emit1(Op::IMin, &[sum, high])
    }

    /// Stores the results that the program wrote, each whole: components that it did not write have their initial
    /// values (QUIRKS 1.28). The position and clip distances of a position-invariant program come from elsewhere.
    fn store_results(&mut self) {
        let slots = self.result_slots(&self.r.used.written.clone());
        let mut results = Vec::with_capacity(slots.len());
        for slot in slots {
            let scalar = self.r.layout.output(slot);
            results.push((slot, self.r.read(&mut self.b, scalar)));
        }
        self.store(results, true);
    }

    /// Stores scalars of results to their slots. `told`: whether notes are made for explanations.
    pub(crate) fn store(&mut self, mut results: Vec<(u32, ValueId)>, told: bool) {
        if self.parsed.fragment {
            self.fog_color(&mut results, told);
        }
        for (slot, value) in results {
            if self.parsed.fragment {
                self.limit_depth(slot, value);
            }
            self.b.store_output(slot, value);
        }
    }

    /// The output slots that the code must store when the program writes these scalars.
    pub(crate) fn result_slots(&self, written: &ScalarSet) -> Vec<u32> {
        let layout = self.r.layout;
        let is_written = |slot: u32| written.contains(layout.output(slot));
        let whole = |slot: u32| slot & !3..(slot & !3) + 4;
        let n = if self.parsed.fragment {
            fragment_output::COUNT
        } else {
            varying::GENERIC_0
        };
        // The first colour is always stored. The depth has a z only.
        let of_fragment = |slot: u32| match slot / 4 {
            0 => true,
            fragment_output::DEPTH => slot % 4 == 2 && is_written(slot),
            _ => whole(slot).any(is_written),
        };
        let of_vertex = |slot: u32| {
            if is_clip_distance(slot) {
                self.is_own_result(slot) && is_written(slot)
            } else {
                whole(slot).any(is_written)
            }
        };
        let slots = (0..4 * n).filter(|slot| {
            if self.parsed.fragment {
                of_fragment(*slot)
            } else {
                of_vertex(*slot)
            }
        });
        slots.collect()
    }

    /// The outputs that the code stores beside the program's results.
    pub(crate) fn finish(&mut self, variant: Variant) {
        match variant {
            Variant::ClipPlanes(planes) => self.fixed_position(planes),
            Variant::Pixels(..) => self.pixel_depth(),
        }
    }

    /// Whether this output is used when the program writes it.
    pub(crate) fn is_own_result(&self, slot: u32) -> bool {
        if self.parsed.fragment {
            slot / 4 != fragment_output::DEPTH || slot % 4 == 2
        } else {
            // Native programs have distances of their own instead of clip planes (NV_vertex_program2 2.11).
            !(self.clips_fixed_position() && is_clip_distance(slot))
        }
    }

    /// Whether conventional clip planes act on the fixed position.
    fn clips_fixed_position(&self) -> bool {
        self.parsed.position_invariant && !self.parsed.language.is_native()
    }

    /// Emits position and clip distances of a position-invariant program (QUIRKS 0.30, 1.27).
    fn fixed_position(&mut self, clip_planes: u8) {
        if !self.parsed.position_invariant {
            return;
        }
        let object = self.input(attribute::POSITION);
        store_position(&mut self.b, &mut self.u, &object);
        if clip_planes & 0x3f != 0 && self.clips_fixed_position() {
            let eye = transform(&mut self.b, &mut self.u, MatrixName::ModelView(0), &object);
            store_clip_distances(&mut self.b, &mut self.u, &eye, clip_planes);
        }
    }
}
