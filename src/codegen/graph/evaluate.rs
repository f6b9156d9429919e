//! The numbers that operations of the IR become. Integers are floats with whole values.

use super::flatten::Walk;
use super::numbers::{Graph, Kind, NodeId};
use super::waves::wave_of;
use crate::codegen::machine::{Opcode, Waves};
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Place;
use crate::format::TextureShape;
use crate::frontend::assembly::d3d::model::{File, Register};
use crate::ir::interface::{LodMode, fragment_input};
use crate::ir::{Inst, Op, Program, Terminator, ValueId};

impl Walk<'_> {
    /// Walks over an instruction.
    pub(in crate::codegen) fn instruction(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let mut a = Vec::with_capacity(inst.args.len());
        for argument in &inst.args {
            a.push(self.value(*argument)?);
        }
        if let Some(bits) = self.on_bits(inst.op, &a) {
            self.set_value(inst.first_result, bits);
            return Ok(());
        }
        // Stores and kills change the state of the path; all other operations give numbers.
        let results = match inst.op {
            Op::StoreOutput | Op::StoreOutputI => {
                self.state.outputs.insert(inst.imm[0], a[0]);
                return Ok(());
            }
            Op::StoreSlot => {
                self.state.slots.insert(inst.imm[0], a[0]);
                return Ok(());
            }
            Op::Kill => {
                self.kills.push(a[0]);
                return Ok(());
            }
            Op::Sample => self.sample(inst, &a)?.to_vec(),
            Op::LoadParamRow => self.parameter_row(inst, a[0])?.to_vec(),
            _ => vec![self.operation(inst, &a)?],
        };
        for (value, number) in inst.results().zip(results) {
            self.set_value(value, number);
        }
        Ok(())
    }

    fn operation(&mut self, inst: &Inst, a: &[NodeId]) -> Result<NodeId, Refusal> {
        let g = &mut self.graph;
        Ok(match inst.op {
            Op::ConstF32 => g.literal(f32::from_bits(inst.imm[0])),
            Op::ConstI32 => g.literal(inst.imm[0] as i32 as f32),
            Op::ConstMask => self.truth(inst.imm[0] != 0),
            Op::FAdd | Op::IAdd => g.add(a[0], a[1]),
            Op::FSub | Op::ISub => return self.difference(a[0], a[1]),
            Op::FMul if self.is_scaled => g.scaled_by(a[0], a[1]),
            Op::FMul => g.product(a[0], a[1]),
            Op::IMul => g.mul(a[0], a[1]),
            Op::FFma => g.mad(a[0], a[1], a[2]),
            Op::FDiv => self.quotient(a[0], a[1]),
            Op::FNeg => g.neg(a[0]),
            Op::FAbs => g.abs(a[0]),
            Op::FMin | Op::IMin => self.minimum(a[0], a[1]),
            Op::FMax | Op::IMax => self.maximum(a[0], a[1]),
            Op::FFloor => g.floor(a[0]),
            Op::FCeil => {
                let minus = g.neg(a[0]);
                let floor = g.floor(minus);
                g.neg(floor)
            }
            Op::FTrunc | Op::F32ToI32 if self.target.leaves(inst.first_result) => a[0],
            Op::FTrunc | Op::F32ToI32 => self.truncated(a[0]),
            Op::FRound => {
                let half = g.literal(0.5);
                let sum = g.add(a[0], half);
                g.floor(sum)
            }
            Op::FSqrt => {
                let inverse = g.rsq(a[0]);
                g.rcp(inverse)
            }
            // Quotients of integers without a sign are computed in f64.
            Op::I32ToF32 | Op::I32ToF64 => a[0],
            // Only rows of uniforms are read as bits, and their integers are whole floats here.
            Op::BitsOfF32 => a[0],
            Op::DDiv => self.quotient(a[0], a[1]),
            Op::F64ToI32 => self.truncated(a[0]),
            Op::IShrU => match g.value(a[1]) {
                Some(n) => {
                    let scale = g.literal(f32::exp2(-n));
                    let scaled = g.mul(a[0], scale);
                    g.floor(scaled)
                }
                None => g.node(Kind::Missing(inst.op), &[]),
            },
            Op::FLt | Op::ILt | Op::IULt => self.compare(Kind::Lt, a[0], a[1]),
            Op::FLe => self.compare(Kind::Le, a[0], a[1]),
            Op::FEq | Op::IEq => self.compare(Kind::Eq, a[0], a[1]),
            Op::FNe => self.compare(Kind::Ne, a[0], a[1]),
            Op::MAnd => self.and(a[0], a[1]),
            Op::MOr => self.or(a[0], a[1]),
            Op::MXor => self.xor(a[0], a[1]),
            Op::MNot => self.not(a[0]),
            Op::SelectF | Op::SelectI => self.select(a[0], a[1], a[2]),
            Op::FrontFacing => g.node(Kind::Facing, &[]),
            Op::Ddx => g.node(Kind::Ddx, a),
            Op::Ddy => {
                let slope = g.node(Kind::Ddy, a);
                match self.target.machine.counts_from_top {
                    true => g.neg(slope),
                    false => slope,
                }
            }
            Op::LoadUniform | Op::LoadUniformI => self.uniform(inst.imm[0]),
            Op::LoadInput => self.input(inst.imm[0])?,
            Op::LoadSlot => match self.state.slots.get(&inst.imm[0]) {
                Some(value) => *value,
                None => g.literal(0.0),
            },
            Op::IShl => match g.value(a[1]) {
                Some(n) => {
                    let scale = g.literal(f32::exp2(n));
                    g.mul(a[0], scale)
                }
                None => g.node(Kind::Missing(inst.op), &[]),
            },
            _ => self.function(inst, a),
        })
    }

    /// An operation on the bits of whole numbers, where the machine has them. Short shifts to the left are products.
    fn on_bits(&mut self, op: Op, a: &[NodeId]) -> Option<NodeId> {
        let opcode = match op {
            Op::IAnd => Opcode::BitAnd,
            Op::IOr => Opcode::BitOr,
            Op::IXor => Opcode::BitXor,
            Op::IShrS => Opcode::ShiftRight,
            Op::IShl if self.graph.value(a[1]).is_none_or(|n| n >= 16.0) => Opcode::ShiftLeft,
            _ => return None,
        };
        let machine = &self.target.machine;
        (machine.has(opcode)).then(|| self.graph.node(Kind::Bits(opcode), &a[..2]))
    }

    /// a − b. The place in the frame is counted from its upper edge.
    fn difference(&mut self, a: NodeId, b: NodeId) -> Result<NodeId, Refusal> {
        let half = self.graph.value(b) == Some(0.5);
        Ok(match (self.graph.kind(a), self.graph.kind(b)) {
            (Kind::WindowY, Kind::Register(File::WindowPosition, 0, 3)) => {
                self.position(File::WindowPosition, 2)
            }
            (Kind::Register(File::WindowPosition, 0, 2), _) if half => {
                self.position(File::WindowPosition, 1)
            }
            (Kind::Register(File::WindowPosition, 0, 4), _) if half => {
                self.position(File::WindowPosition, 0)
            }
            _ => self.graph.sub(a, b),
        })
    }

    /// A component of the place in the frame. 2 and 3 stand for y before its parts are subtracted, 4 for x.
    fn position(&mut self, file: File, component: u8) -> NodeId {
        self.graph.node(Kind::Register(file, 0, component), &[])
    }

    pub(super) fn quotient(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let g = &mut self.graph;
        if let (Some(x), Some(y)) = (g.value(a), g.value(b)) {
            return g.literal(x / y);
        }
        let inverse = g.rcp(b);
        g.mul(a, inverse)
    }

    /// Toward zero: the floor of the magnitude, with the sign.
    fn truncated(&mut self, a: NodeId) -> NodeId {
        if self.graph.is_integer(a) || self.is_whole(a) {
            return a;
        }
        if let Some(x) = self.graph.value(a) {
            return self.graph.literal(x.trunc());
        }
        let magnitude = self.graph.abs(a);
        let floor = self.graph.floor(magnitude);
        let (zero, minus) = (self.graph.literal(0.0), self.graph.neg(floor));
        let below = self.compare(Kind::Lt, a, zero);
        self.select(below, minus, floor)
    }

    /// Whether the text gives a number as a whole one: an input.
    fn is_whole(&self, a: NodeId) -> bool {
        let g = &self.graph;
        match g.kind(a) {
            Kind::Register(file, number, _) => {
                let register = Register::new(file, number);
                let scalar = self.target.scalar_of_input(register);
                scalar.is_some_and(|s| !s.is_real())
            }
            _ => false,
        }
    }

    /// A sine or cosine; the angle is first brought between −π and π. Model 1 has a series of the cosine.
    pub(super) fn wave(&mut self, kind: Kind, a: NodeId) -> NodeId {
        use std::f32::consts::{PI, TAU};
        let waves = self.target.machine.waves;
        let has_wave = waves != Waves::None;
        let g = &mut self.graph;
        if let Some(x) = g.value(a) {
            return g.literal(wave_of(kind, x));
        }
        if waves == Waves::Single {
            return g.node(kind, &[a]);
        }
        let quarter = !has_wave && kind == Kind::Sin;
        let (turn, start) = (
            g.literal(1.0 / TAU),
            g.literal(if quarter { 0.25 } else { 0.5 }),
        );
        let turns = g.mad(a, turn, start);
        let part = g.fraction(turns);
        let (tau, pi) = (g.literal(TAU), g.literal(-PI));
        let angle = g.mad(part, tau, pi);
        if has_wave {
            return g.node(kind, &[angle]);
        }
        g.wave_series(Kind::Cos, angle)
    }

    fn uniform(&mut self, word: u32) -> NodeId {
        let g = &mut self.graph;
        match self.target.place(word) {
            Some(Place::Constant {
                register,
                component,
            }) => g.node(Kind::Register(File::Const, register, component), &[]),
            Some(Place::Height) => g.node(Kind::WindowY, &[]),
            Some(Place::TexelScale { unit, component }) => {
                g.node(Kind::TexelScale(unit, component), &[])
            }
            Some(Place::Literal(bits)) => g.literal(f32::from_bits(bits)),
            None => g.literal(0.0),
        }
    }

    fn input(&mut self, slot: u32) -> Result<NodeId, Refusal> {
        let (vec4, component) = (slot / 4, (slot % 4) as u8);
        if self.target.machine.is_pixel && vec4 == fragment_input::POSITION {
            let place = match component {
                c if !self.target.machine.counts_from_top => c,
                0 => 4,
                1 => 3,
                // No result depends on it.
                _ => return Ok(self.graph.literal(0.0)),
            };
            return Ok(self.position(File::WindowPosition, place));
        }
        let Some(register) = self.target.input_register(vec4) else {
            return Err(self.lacks("an input without a register", 4502));
        };
        Ok((self.graph).node(
            Kind::Register(register.file, register.number, component),
            &[],
        ))
    }

    /// Coordinates that all are quotients by one number: what they divide, and that number.
    fn projected(&self, coordinates: &[NodeId]) -> Option<Vec<NodeId>> {
        let g = &self.graph;
        if !self.target.machine.has(Opcode::TexLdP) {
            return None;
        }
        let parts = coordinates.iter().map(|n| match (g.kind(*n), g.args(*n)) {
            (Kind::Mul, [x, inverse]) if g.kind(*inverse) == Kind::Rcp => Some((*x, *inverse)),
            _ => None,
        });
        let parts: Vec<(NodeId, NodeId)> = parts.collect::<Option<_>>()?;
        let (_, inverse) = *parts.first()?;
        let is_one = parts.iter().all(|(_, i)| *i == inverse);
        let divided = parts.iter().map(|(x, _)| *x);
        is_one.then(|| divided.chain([g.args(inverse)[0]]).collect())
    }

    /// Whether anything reads a result of an instruction.
    fn is_read(&self, inst: &Inst) -> bool {
        let program = self.target.program;
        let read = self.read.get_or_init(|| read_values(program));
        inst.results().any(|v| read[v.index()])
    }

    fn sample(&mut self, inst: &Inst, a: &[NodeId]) -> Result<[NodeId; 4], Refusal> {
        let unit = inst.imm[0];
        let shape = self.target.shapes.get(unit as usize).copied().flatten();
        // A texture whose shape is not known is looked up as 2D.
        let dimensions = match shape {
            Some(TextureShape::D3 | TextureShape::Cube) => 3,
            Some(TextureShape::D1) => 1,
            _ => 2,
        };
        let mut args = a[..dimensions].to_vec();
        // What is compared follows two coordinates.
        if self.target.shadows >> unit & 1 != 0 {
            args.resize(2, a[0]);
            args.push(a[3]);
        }
        // A level that was computed from derivatives becomes the look-up by them.
        let opcode = match LodMode::from_immediate(inst.imm[1]) {
            Some(LodMode::Bias) => Opcode::TexLdB,
            Some(LodMode::Explicit) => match self.derivatives(a[4], unit, shape, dimensions) {
                Some(derivatives) => {
                    args.extend(derivatives);
                    Opcode::TexLdD
                }
                None => Opcode::TexLdL,
            },
            _ => match self.projected(&args) {
                Some(projected) => {
                    args = projected;
                    Opcode::TexLdP
                }
                None => Opcode::TexLd,
            },
        };
        if matches!(opcode, Opcode::TexLdB | Opcode::TexLdL) {
            args.push(self.without_bias(a[4], unit));
        }
        // The version may lack the look-up. One that nothing reads is left out of the shader.
        if !self.target.machine.has(opcode) && self.is_read(inst) {
            return Err(self.lacks(&format!("a look-up by {}", opcode_name(opcode)), 4532));
        }
        let sample = self.graph.node(Kind::Sample(opcode, unit), &args);
        Ok([0, 1, 2, 3].map(|c| self.graph.node(Kind::Texel(c), &[sample])))
    }
}

impl Walk<'_> {
    /// A level without the unit's bias, which look-ups add themselves.
    fn without_bias(&mut self, level: NodeId, unit: u32) -> NodeId {
        let g = &mut self.graph;
        let is_bias = |g: &Graph, n: NodeId| g.kind(n) == Kind::TexelScale(unit, 3);
        let args = g.args(level).to_vec();
        match g.kind(level) {
            _ if is_bias(g, level) => g.literal(0.0),
            Kind::Add if is_bias(g, args[1]) => args[0],
            Kind::Add if is_bias(g, args[0]) => args[1],
            _ => level,
        }
    }
}

/// Of each value of a program whether an instruction or a terminator reads it.
fn read_values(program: &Program) -> Vec<bool> {
    let mut read = vec![false; program.value_types.len()];
    let mut mark = |values: &[ValueId]| values.iter().for_each(|v| read[v.index()] = true);
    for block in &program.blocks {
        block.insts.iter().for_each(|inst| mark(&inst.args));
        match &block.terminator {
            Terminator::Jump(edge) => mark(&edge.args),
            Terminator::Branch(mask, yes, no) => {
                mark(&[*mask]);
                mark(&yes.args);
                mark(&no.args);
            }
            _ => {}
        }
    }
    read
}

fn opcode_name(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::TexLdL => "level",
        Opcode::TexLdD => "derivatives",
        Opcode::TexLdB => "bias",
        _ => "coordinates",
    }
}
