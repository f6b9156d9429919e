//! Lowers a shader to IR (EXT_vertex_shader section 2.14). The code is straight: each component of a local is an SSA
//! value.
//!
//! What the specification leaves open:
//! - A local without a value holds 0, an output's component that of (0, 0, 0, 1).
//! - An index outside of its block means the nearest symbol of it.
//! - Local constants that the shader does not set, and invariants that are never set, hold 0.

use super::evaluate::evaluate;
use super::lower_symbol::block_bindings;
use super::opcode::Opcode;
use super::shader::*;
use crate::frontend::binding::{MatrixForm, MatrixName, SceneValue};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::store_clip_distances;
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Builder, Noted, Span, ValueId};
use rustc_hash::FxHashMap;

/// The value of a symbol: a scalar stands in all components of its vector, a matrix has four rows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Vector(Vec4),
    Matrix([Vec4; 4]),
}

/// The program of a shader within the limits; `clip_planes` are the user clip planes in use, by bit. Its variants are the
/// attributes from `attribute::VARIANT_0` on, in the order of [`Shader::variants`].
pub fn lower(shader: &Shader, clip_planes: u8) -> BoundProgram {
    let mut l = Lowering::new(shader);
    for statement in &shader.statements {
        l.b.set_span(statement.span);
        l.b.count_source(1);
        l.statement(statement);
    }
    l.b.set_span(Span::NONE);
    l.finish(clip_planes);
    let Lowering { mut b, u, .. } = l;
    b.reserve_uniforms(4 * u.bindings.len() as u32);
    BoundProgram::new(b.finish(), u.bindings)
}

/// Row `row` of an element: its own numbers, or those of a row of a matrix.
pub fn row_of(data: DataType, elements: &Elements, row: usize) -> [f32; 4] {
    match data {
        DataType::Matrix => std::array::from_fn(|column| elements[4 * column + row]),
        DataType::Vector => std::array::from_fn(|c| elements[c]),
        DataType::Scalar => [elements[0]; 4],
    }
}

pub(super) struct Lowering<'s> {
    pub(super) shader: &'s Shader,
    pub(super) b: Builder,
    pub(super) u: Uniforms,
    /// The first uniform row of each indexed block, by the block's first name.
    pub(super) blocks: FxHashMap<u32, usize>,
    /// The attributes of the variants that are used, by name.
    pub(super) variants: FxHashMap<u32, u32>,
    pub(super) inputs: FxHashMap<u32, Vec4>,
    pub(super) locals: FxHashMap<u32, Value>,
    outputs: FxHashMap<Output, Vec4>,
    pub(super) zero: ValueId,
}

impl<'s> Lowering<'s> {
    fn new(shader: &'s Shader) -> Lowering<'s> {
        let used = shader.symbols_used();
        let mut bindings = Vec::new();
        let mut blocks = FxHashMap::default();
        let mut b = Builder::new();
        let zero = b.f32(0.0);
        // Blocks that are indexed need their rows one after the other, so they are bound first.
        for block in used.iter().filter(|u| u.indexed) {
            let rows = block_bindings(shader, block);
            if !rows.is_empty() {
                blocks.insert(block.first, bindings.len());
                bindings.extend(rows);
            }
        }
        // Variants become attributes in their order.
        let numbered = (attribute::VARIANT_0..).zip(shader.variants());
        Lowering {
            shader,
            b,
            u: Uniforms::with(bindings),
            blocks,
            variants: numbered
                .filter(|(_, (_, row))| *row == 0)
                .map(|(attribute, (name, _))| (name, attribute))
                .collect(),
            inputs: FxHashMap::default(),
            locals: FxHashMap::default(),
            outputs: FxHashMap::default(),
            zero,
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let to = &statement.to;
        // An indexing operation reads its address only; the others read all their sources.
        let sources: Vec<Value> = match statement.action.indexed() {
            Some(_) => vec![self.value(&statement.action.sources()[0])],
            None => {
                let sources = statement.action.sources().iter();
                sources.map(|source| self.value(source)).collect()
            }
        };
        let types = statement.action.sources().iter().map(|s| s.data);
        for (value, data) in sources.iter().zip(types) {
            self.note(Noted::Operand, value, data);
        }
        // Computes the result; the destination keeps the components that it does not change.
        let result = match &statement.action {
            Action::Operation(Opcode::Index, arguments) => self.index(&sources[0], &arguments[1]),
            Action::Operation(Opcode::MultiplyMatrix, _) => {
                let (rows, vector) = (sources[0].rows(), sources[1].vector());
                Value::Vector(map4(|r| dot4(&mut self.b, &rows[r], &vector)))
            }
            Action::Operation(opcode, _) => {
                let arguments: Vec<Vec4> = sources.iter().map(Value::vector).collect();
                let is_scalar = to.data_type() == DataType::Scalar;
                let result = evaluate(&mut self.b, *opcode, &arguments, is_scalar);
                self.merged(to, result)
            }
            Action::Swizzle(_, select) => {
                let from = sources[0].vector();
                Value::Vector(map4(|c| self.select(&from, select[c])))
            }
            Action::WriteMask(_, mask) => {
                let from = sources[0].vector();
                self.merged(
                    to,
                    std::array::from_fn(|c| (mask >> c & 1 != 0).then_some(from[c])),
                )
            }
            Action::Insert(from, number) => self.inserted(to, from.data, &sources[0], *number),
            Action::Extract(from, number) => {
                let number = usize::from(*number);
                Value::Vector(match from.data {
                    DataType::Matrix => sources[0].rows()[number],
                    _ => [sources[0].vector()[number]; 4],
                })
            }
        };
        self.write(to, result);
    }

    /// Writes a result. Components that are `None` do not change in the destination. For a scalar the first counts.
    fn merged(&mut self, to: &Destination, result: [Option<ValueId>; 4]) -> Value {
        if to.data_type() == DataType::Scalar {
            return Value::Vector([result[0].unwrap_or(self.zero); 4]);
        }
        if let [Some(x), Some(y), Some(z), Some(w)] = result {
            return Value::Vector([x, y, z, w]);
        }
        let before = self.before(to).vector();
        Value::Vector(map4(|c| result[c].unwrap_or(before[c])))
    }

    /// The value of the destination.
    fn before(&mut self, to: &Destination) -> Value {
        match to {
            Destination::Local(symbol) => self.local(symbol.name, symbol.data),
            Destination::Output(output) => {
                let (zero, b) = (self.zero, &mut self.b);
                let first = || [zero, zero, zero, b.f32(1.0)];
                Value::Vector(*self.outputs.entry(*output).or_insert_with(first))
            }
        }
    }

    fn inserted(&mut self, to: &Destination, part: DataType, value: &Value, number: u8) -> Value {
        let (mut whole, part_value) = (self.before(to), value.vector());
        match (&mut whole, part) {
            (Value::Vector(v), _) => v[usize::from(number)] = part_value[0],
            (Value::Matrix(rows), _) => rows[usize::from(number)] = part_value,
        }
        whole
    }

    fn write(&mut self, to: &Destination, value: Value) {
        self.note(Noted::Result, &value, to.data_type());
        match to {
            Destination::Local(symbol) => _ = self.locals.insert(symbol.name, value),
            Destination::Output(output) => _ = self.outputs.insert(*output, value.vector()),
        }
    }

    fn note(&mut self, what: Noted, value: &Value, data: DataType) {
        match value {
            Value::Matrix(rows) => {
                // One note is the operand or the result; the rows after it have their own names.
                let names = ["row 1", "row 2", "row 3"];
                self.b.note(what, rows[0].map(Some));
                for (name, row) in names.into_iter().zip(&rows[1..]) {
                    self.b.note_fact(name, row);
                }
            }
            Value::Vector(v) => {
                let mask = if data == DataType::Scalar { 1 } else { 15 };
                self.b.note(what, present(v, mask));
            }
        }
    }

    fn select(&mut self, from: &Vec4, select: Select) -> ValueId {
        match select {
            Select::Number(n) => self.b.f32(f32::from(n)),
            Select::Component { component, negate } => {
                let x = from[usize::from(component)];
                if negate { neg(&mut self.b, x) } else { x }
            }
        }
    }

    /// Stores the written outputs, each whole, and the distances to clip planes.
    fn finish(&mut self, clip_planes: u8) {
        for slot in 0..varying::GENERIC_0 {
            let Some(output) = output_of(slot) else {
                continue;
            };
            let Some(mut value) = self.outputs.get(&output).copied() else {
                continue;
            };
            if output == Output::Fog {
                let one = self.b.f32(1.0);
                value[1..].copy_from_slice(&[self.zero, self.zero, one]);
            }
            output4(&mut self.b, slot, &value);
        }
        if clip_planes & 0x3f != 0 {
            self.clip_distances(clip_planes);
        }
    }

    /// The planes in eye coordinates, after the projection is undone (section 2.11).
    fn clip_distances(&mut self, planes: u8) {
        let clip = self.before(&Destination::Output(Output::Vertex)).vector();
        let row = |r| SceneValue::MatrixRow(MatrixName::Projection, MatrixForm::Inverse, r);
        let rows = [0, 1, 2, 3].map(|r| self.state(row(r)));
        let eye = rows.map(|row| dot4(&mut self.b, &row, &clip));
        store_clip_distances(&mut self.b, &mut self.u, &eye, planes);
    }
}

impl Value {
    pub(super) fn vector(&self) -> Vec4 {
        match self {
            Value::Vector(v) => *v,
            Value::Matrix(rows) => rows[0],
        }
    }

    fn rows(&self) -> [Vec4; 4] {
        match self {
            Value::Vector(v) => [*v; 4],
            Value::Matrix(rows) => *rows,
        }
    }
}

/// The output slot of a vector of the vertex stage's results.
fn output_of(slot: u32) -> Option<Output> {
    Some(match slot {
        varying::POSITION => Output::Vertex,
        varying::FRONT_COLOR => Output::Color(0),
        varying::FRONT_SECONDARY => Output::Color(1),
        varying::FOG_COORD => Output::Fog,
        varying::TEX_COORD_0.. => Output::Coordinate((slot - varying::TEX_COORD_0) as u8),
        _ => return None,
    })
}
