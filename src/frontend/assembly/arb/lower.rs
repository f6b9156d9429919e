//! Instructions → IR. Inside a block each register component is an SSA value while instructions are walked; programs
//! with branches have their own file, [`super::lower_flow`].

use super::evaluate::{components_read, evaluate};
use super::flow::FlowGraph;
use super::opcode::Opcode;
use super::parsed::{Instruction, Parsed};
use super::register::{Layout, Registers, Scalar, is_clip_distance};
use super::scalar_set::ScalarSet;
use crate::frontend::BoundProgram;
use crate::frontend::assembly::operand::{Condition, Operand, Rule, Select, Source};
use crate::frontend::binding::MatrixName;
use crate::frontend::common_stage::{store_clip_distances, store_position, transform};
use crate::frontend::fixed_function::fragment::PixelSource;
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Builder, Op, Span, ValueId};

/// Registers and the code so far.
pub(super) struct Lowering<'p> {
    pub(super) parsed: &'p Parsed,
    pub(super) b: Builder,
    pub(super) u: Uniforms,
    pub(super) inputs: [Option<Vec4>; 32],
    pub(super) r: Registers,
}

/// What the code of a program depends on besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// User clip planes in use, by bit, for position-invariant vertex programs.
    ClipPlanes(u8),
    /// Where fragments come from.
    Pixels(PixelSource),
}

/// The IR of a parsed program.
pub(super) fn lower(parsed: &Parsed, variant: Variant) -> BoundProgram {
    let mut l = Lowering::new(parsed);
    let graph = FlowGraph::of(parsed);
    match variant {
        Variant::Pixels(source) => l.fragment(source),
        Variant::ClipPlanes(planes) if graph.is_straight(parsed) => {
            l.instructions(&parsed.instructions[graph.blocks[graph.start].instructions.clone()]);
            l.b.set_span(Span::NONE);
            l.store_results();
            l.fixed_position(planes);
        }
        Variant::ClipPlanes(planes) => l.flow(&graph, planes),
    }
    let mut b = l.b;
    b.reserve_uniforms(4 * l.u.bindings.len() as u32);
    BoundProgram::new(b.finish(), l.u.bindings)
}

impl<'p> Lowering<'p> {
    pub(super) fn new(parsed: &'p Parsed) -> Lowering<'p> {
        Lowering {
            parsed,
            b: Builder::new(),
            u: Uniforms::with(parsed.bindings.clone()),
            inputs: [None; 32],
            r: Registers::new(Layout::of(parsed)),
        }
    }

    pub(super) fn instructions(&mut self, instructions: &[Instruction]) {
        for inst in instructions {
            self.b.set_span(inst.span);
            self.b.count_source(1);
            self.instruction(inst);
        }
    }

    pub(super) fn input(&mut self, vec4: u32) -> Vec4 {
        let b = &mut self.b;
        *self.inputs[vec4 as usize].get_or_insert_with(|| input4(b, vec4))
    }

    /// The register's components of `mask`; the others are anything.
    fn register(&mut self, source: Source, mask: u8) -> Vec4 {
        let layout = self.r.layout;
        let anything = self.b.f32(0.0);
        let read = |l: &mut Self, scalar: &dyn Fn(usize) -> Scalar| {
            map4(|c| match mask >> c & 1 {
                0 => anything,
                _ => l.r.read(&mut l.b, scalar(c)),
            })
        };
        match source {
            Source::Temp(n) => read(self, &|c| layout.temp(n, c)),
            Source::Address(n) => read(self, &|c| layout.address(n, c)),
            Source::Input(n) => self.input(n),
            Source::Param(n) => self.u.load_index(&mut self.b, n as usize),
            Source::Relative {
                base,
                len,
                address,
                component,
                offset,
            } => {
                let address = layout.address(address, component as usize);
                let address = self.r.read(&mut self.b, address);
                let offset = self.b.i32(offset);
                let row = self.b.emit1(Op::IAdd, &[address, offset]);
                self.b.load_param_row(4 * base, len, row)
            }
        }
    }

    /// The operand's components of `mask`; the others are anything.
    fn operand(&mut self, operand: &Operand, mask: u8) -> Vec4 {
        let selected = operand.select.iter().enumerate();
        let selected = selected.fold(0, |bits, (i, s)| match s {
            Select::Component(c) => bits | (mask >> i & 1) << c,
            _ => bits,
        });
        let register = self.register(operand.source, selected);
        if let Source::Address(_) = operand.source {
            return register;
        }
        map4(|i| {
            let mut x = match operand.select[i] {
                Select::Component(c) => register[c as usize],
                Select::Zero => self.b.f32(0.0),
                Select::One => self.b.f32(1.0),
            };
            if operand.absolute {
                x = self.b.emit1(Op::FAbs, &[x]);
            }
            if operand.negate[i] {
                x = neg(&mut self.b, x);
            }
            x
        })
    }

    fn instruction(&mut self, inst: &Instruction) {
        let zero = self.b.f32(0.0);
        let mut s = [[zero; 4]; 3];
        let mask = inst.destination.map_or(15, |d| d.mask);
        let mask = components_read(inst.opcode, mask);
        for (value, operand) in s.iter_mut().zip(&inst.sources) {
            *value = self.operand(operand, mask);
        }
        match inst.opcode {
            Opcode::Bra | Opcode::Cal | Opcode::Ret => {}
            Opcode::Kil => self.kill(&s[0]),
            Opcode::Arl | Opcode::Arr | Opcode::Ara => self.load_address(inst, &s[0]),
            Opcode::Tex | Opcode::Txb | Opcode::Txp => {
                let result = self.sample(inst, &s[0]).map(Some);
                self.write(inst, result, result);
            }
            op => {
                let result = evaluate(&mut self.b, op, &s);
                self.write(inst, result, result);
            }
        }
    }

    /// ARL, ARR, ARA (NV_vertex_program2_option 2.14.5.3, .28, .29; TRAPS 1.4 to 1.6).
    fn load_address(&mut self, inst: &Instruction, s: &Vec4) {
        let mut result = [None; 4];
        let mut sign = [None; 4];
        for c in 0..4 {
            let integer = match inst.opcode {
                Opcode::Ara => self.address_sum(s[c & 1], s[c & 1 | 2]),
                Opcode::Arr => self.integer(s[c], Op::FRound),
                _ => self.integer(s[c], Op::FFloor),
            };
            result[c] = Some(integer);
            sign[c] = Some(self.b.emit1(Op::I32ToF32, &[integer]));
        }
        self.write(inst, result, sign);
    }

    /// NaN gives 0. With the option addresses lie in −512 … 511, without it they are bounded so that adding an offset
    /// cannot wrap back into an array.
    fn integer(&mut self, x: ValueId, round: Op) -> ValueId {
        let (low, high) = match self.parsed.nv2 {
            true => (-512.0, 511.0),
            false => (-1.0e9, 1.0e9),
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

    /// UpdateDestination (NV_vertex_program2_option 2.14.4.3): `result` goes to the destination and the signs of `sign`
    /// to the condition code, where mask and condition (as it was before) allow.
    fn write(
        &mut self,
        inst: &Instruction,
        result: [Option<ValueId>; 4],
        sign: [Option<ValueId>; 4],
    ) {
        let Some(destination) = inst.destination else {
            return;
        };
        let mask = destination.mask;
        let passes = destination.condition.map(|c| self.test(c, mask));
        for c in (0..4).filter(|c| destination.mask >> c & 1 != 0) {
            let (Some(mut value), Some(sign)) = (result[c], sign[c]) else {
                continue;
            };
            if inst.saturate {
                value = saturate(&mut self.b, value);
            }
            let passes = passes.and_then(|p| p[c]);
            if let Some(scalar) = self.r.layout.target(destination.target, c) {
                self.merge(scalar, value, passes);
            }
            if inst.updates_condition {
                self.merge(self.r.layout.condition(c), sign, passes);
            }
        }
    }

    fn merge(&mut self, scalar: Scalar, mut value: ValueId, passes: Option<ValueId>) {
        if let Some(passes) = passes {
            let old = self.r.read(&mut self.b, scalar);
            let select = if self.r.layout.is_integer(scalar) {
                Op::SelectI
            } else {
                Op::SelectF
            };
            value = self.b.emit1(select, &[passes, value, old]);
        }
        self.r.write(scalar, value);
    }

    /// TestCC of the components of `mask`. The condition code is kept as the number that it is the sign of: LT, EQ, GT
    /// and UN are what comparisons with 0 make of it.
    pub(super) fn test(&mut self, condition: Condition, mask: u8) -> [Option<ValueId>; 4] {
        let layout = self.r.layout;
        std::array::from_fn(|c| {
            let rule = match condition.rule {
                _ if mask >> c & 1 == 0 => return None,
                Rule::Tr => return Some(self.b.mask(true)),
                Rule::Fl => return Some(self.b.mask(false)),
                rule => rule,
            };
            let scalar = layout.condition(condition.swizzle[c] as usize);
            let sign = self.r.read(&mut self.b, scalar);
            let zero = self.b.f32(0.0);
            let (op, args) = match rule {
                Rule::Eq => (Op::FEq, [sign, zero]),
                Rule::Lt => (Op::FLt, [sign, zero]),
                Rule::Le => (Op::FLe, [sign, zero]),
                Rule::Gt => (Op::FLt, [zero, sign]),
                Rule::Ge => (Op::FLe, [zero, sign]),
                _ => (Op::FNe, [sign, zero]),
            };
            Some(self.b.emit1(op, &args))
        })
    }

    /// Stores the results that the program wrote, each whole: what it left is as at the beginning (TRAPS 1.28). The
    /// position and clip distances of a position-invariant program are not its own.
    fn store_results(&mut self) {
        for slot in self.result_slots(&self.r.used.written.clone()) {
            let scalar = self.r.layout.output(slot);
            let value = self.r.read(&mut self.b, scalar);
            self.b.store_output(slot, value);
        }
    }

    /// The output slots that the code must store when the program writes these scalars.
    pub(super) fn result_slots(&self, written: &ScalarSet) -> Vec<u32> {
        let layout = self.r.layout;
        let is_written = |slot: u32| written.contains(layout.output(slot));
        let slots = (0..4 * varying::COUNT).filter(|slot| {
            let whole = slot & !3..(slot & !3) + 4;
            if is_clip_distance(*slot) {
                self.is_own_result(*slot) && is_written(*slot)
            } else {
                whole.into_iter().any(is_written)
            }
        });
        slots.collect()
    }

    /// Whether what the program writes to this output counts.
    pub(super) fn is_own_result(&self, slot: u32) -> bool {
        !(self.parsed.position_invariant && is_clip_distance(slot))
    }

    /// Position and clip distances of a position-invariant program (TRAPS 0.30, 1.27).
    pub(super) fn fixed_position(&mut self, clip_planes: u8) {
        if !self.parsed.position_invariant {
            return;
        }
        let object = self.input(attribute::POSITION);
        store_position(&mut self.b, &mut self.u, &object);
        if clip_planes & 0x3f != 0 {
            let eye = transform(&mut self.b, &mut self.u, MatrixName::ModelView(0), &object);
            store_clip_distances(&mut self.b, &mut self.u, &eye, clip_planes);
        }
    }
}
