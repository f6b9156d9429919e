//! The values of varying inputs, row by row. Those without a semantic take free registers at the end, if the program
//! reads them.

use super::leaves::Leaf;
use super::maker::{Connector, Inputs, Maker, Options, Varying};
use super::semantics::{Input, Stage};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::{Val, Values};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::interface::{attribute, fragment_input};
use crate::ir::{Op, Program, Span};
use smallvec::smallvec;

/// Rows without a register have numbers from here on until the program is made.
const WAITING: u32 = 1 << 20;

impl Maker<'_, '_> {
    /// The scalars of a varying input.
    pub(super) fn input(&mut self, varying: Varying<'_>) -> Result<Values, Stop> {
        let mut values = Values::new();
        for leaf in self.leaves(varying)? {
            // A sampler is a uniform, whether the text says so or not.
            if let Type::Sampler(_) = leaf.element {
                values.push(self.sampler(leaf));
                continue;
            }
            if leaf.is_uniform {
                values.extend(self.uniform_leaf(leaf, None)?);
                continue;
            }
            let scalar = leaf.element.scalar().unwrap_or(Scalar::Float);
            let (rows, columns) = leaf.registers();
            let base = values.len();
            values.resize(base + (rows * columns) as usize, Val::Undefined);
            let mut slots = Vec::new();
            for row in 0..rows {
                let bound = leaf.semantic.as_ref().and_then(|(semantic, first)| {
                    let stage = self.options.stage;
                    self.options.semantics.input(stage, semantic, first + row)
                });
                let input = bound.unwrap_or_else(|| self.inputs.waiting(&leaf));
                slots.push(match input {
                    Input::Slot(slot) => Some(slot),
                    Input::WindowPosition { .. } => Some(4 * fragment_input::POSITION),
                    Input::Facing(..) => None,
                });
                let numbers = self.input_row(input, scalar, columns);
                for (at, number) in leaf.scalars_of(row).zip(numbers) {
                    values[base + at] = number;
                }
            }
            self.inputs.connectors.push(Connector {
                name: leaf.name.clone(),
                semantic: leaf.semantic.as_ref().map(|(s, _)| s.clone()),
                scalar,
                rows,
                columns,
                slots,
            });
        }
        Ok(values)
    }

    fn input_row(&mut self, input: Input, scalar: Scalar, columns: u32) -> Values {
        let floats: Values = match input {
            Input::Slot(slot) => (0..columns).map(|c| Val::Input(slot + c)).collect(),
            Input::WindowPosition {
                from_top,
                is_integer,
            } => {
                let position = self.window_position(from_top, is_integer);
                Values::from_slice(&position[..columns as usize])
            }
            Input::Facing(front, back) => return self.facing(front, back, scalar, columns),
        };
        let each = floats.into_iter();
        if scalar == Scalar::Bool && self.options.semantics.is_true_above_zero() {
            return each.map(|v| self.above_zero(v)).collect();
        }
        each.map(|v| self.l.outside_number(v, scalar)).collect()
    }

    /// Whether a number from outside is above zero.
    fn above_zero(&mut self, value: Val) -> Val {
        let (zero, x) = (self.l.b.f32(0.0), self.l.real(value, Scalar::Float));
        Val::Mask(self.l.b.emit1(Op::FLt, &[zero, x]))
    }

    fn window_position(&mut self, from_top: bool, is_integer: bool) -> [Val; 4] {
        let b = &mut self.l.b;
        let mut position = [0, 1, 2, 3].map(|c| b.load_input(4 * fragment_input::POSITION + c));
        if from_top {
            let height = Binding::Scene(SceneValue::FramebufferHeight);
            let [height, ..] = self.l.bound(height);
            position[1] = self.l.b.emit1(Op::FSub, &[height, position[1]]);
        }
        if is_integer {
            let half = self.l.b.f32(0.5);
            for c in &mut position[..2] {
                *c = self.l.b.emit1(Op::FSub, &[*c, half]);
            }
        }
        position.map(Val::Exact)
    }

    /// Which way the primitive faces, in the first component.
    fn facing(&mut self, front: f32, back: f32, scalar: Scalar, columns: u32) -> Values {
        let mask = self.l.b.emit(Op::FrontFacing, &[], [0, 0])[0];
        let mut values: Values = smallvec![match scalar {
            Scalar::Bool => Val::Mask(mask),
            _ => {
                let (front, back) = (self.l.b.f32(front), self.l.b.f32(back));
                let value = self.l.b.emit1(Op::SelectF, &[mask, front, back]);
                self.l.convert(Val::Exact(value), Scalar::Float, scalar)
            }
        }];
        let zero = self.l.zeros(Type::Scalar(scalar));
        values.resize(columns as usize, zero[0]);
        values
    }
}

impl Inputs {
    /// A row that waits for a register, or for the error that its semantic means nothing, if it is read.
    fn waiting(&mut self, leaf: &Leaf) -> Input {
        let named = leaf.semantic.as_ref();
        self.waiting
            .push(named.map(|(semantic, _)| (semantic.name.clone(), semantic.span)));
        Input::Slot(4 * (WAITING + self.waiting.len() as u32 - 1))
    }

    /// Gives rows that wait for a register, and that the program reads, free ones.
    pub(super) fn finish(
        mut self,
        program: &mut Program,
        options: &Options<'_>,
    ) -> Result<Vec<Connector>, (Rule, Option<Span>)> {
        let mut is_read = vec![false; self.waiting.len()];
        for inst in program.insts().filter(|i| i.op == Op::LoadInput) {
            if let Some(row) = (inst.imm[0] / 4).checked_sub(WAITING) {
                is_read[row as usize] = true;
            }
        }
        let given = self.give_registers(&is_read, options)?;
        program.n_inputs = move_inputs(program, &given);
        Ok(self.connectors)
    }

    /// Writes the slots of waiting rows into the connectors. Returns the first slot of each waiting row, and 0 for those not read.
    fn give_registers(
        &mut self,
        is_read: &[bool],
        options: &Options<'_>,
    ) -> Result<Vec<u32>, (Rule, Option<Span>)> {
        let mut taken = self.taken_registers(options.stage);
        let mut given: Vec<u32> = vec![0; is_read.len()];
        let mut next = 0;
        for connector in &mut self.connectors {
            for slot in &mut connector.slots {
                let Some(row) = slot.and_then(|slot| (slot / 4).checked_sub(WAITING)) else {
                    continue;
                };
                *slot = None;
                if !is_read[row as usize] {
                    continue;
                }
                // A row with a semantic waits only where the stage has no register for it.
                if let Some((name, span)) = self.waiting[row as usize].take() {
                    let (way, stage) = ("input", options.stage.name());
                    return Err((Rule::UnboundSemantic { name, way, stage }, Some(span)));
                }
                let Some(free) = free_slot(options, &mut next, &taken) else {
                    let (name, way) = (connector.name.clone(), "input");
                    return Err((Rule::NoFreeSlot { name, way }, None));
                };
                taken.push(register(options.stage, free / 4));
                given[row as usize] = free;
                *slot = Some(free);
            }
        }
        Ok(given)
    }

    /// The registers of the rows that semantics have placed.
    fn taken_registers(&self, stage: Stage) -> Vec<u32> {
        let slots = self.connectors.iter().flat_map(|c| &c.slots);
        let rows = slots.flatten().map(|slot| slot / 4);
        let placed = rows.filter(|row| *row < WAITING);
        placed.map(|row| register(stage, row)).collect()
    }
}

/// The first slot of the next free input whose register is not taken. `next` counts the free inputs that were tried.
fn free_slot(options: &Options<'_>, next: &mut u32, taken: &[u32]) -> Option<u32> {
    loop {
        let input = options.semantics.free_input(options.stage, *next)?;
        *next += 1;
        if let Input::Slot(free) = input
            && !taken.contains(&register(options.stage, free / 4))
        {
            return Some(free);
        }
    }
}

/// Moves the loads of waiting rows to the slots that were given to them. Returns the number of input slots, which is one above the
/// highest that is read.
fn move_inputs(program: &mut Program, given: &[u32]) -> u32 {
    let mut n_inputs = 0;
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        if inst.op == Op::LoadInput {
            if let Some(row) = (inst.imm[0] / 4).checked_sub(WAITING) {
                inst.imm[0] = given[row as usize] + inst.imm[0] % 4;
            }
            n_inputs = n_inputs.max(inst.imm[0] + 1);
        }
    }
    n_inputs
}

/// The register of a row. Generic vertex attributes count as the conventional ones of the same number, as they do in
/// programs of NVIDIA.
fn register(stage: Stage, row: u32) -> u32 {
    let is_generic = (attribute::GENERIC_0..attribute::GENERIC_0 + 16).contains(&row);
    if stage == Stage::Vertex && is_generic {
        row - attribute::GENERIC_0
    } else {
        row
    }
}
