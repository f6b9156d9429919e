//! Shader → IR (EXT_vertex_shader section 2.14). Straight-line code: each component of a local is an SSA value while the
//! statements are walked.
//!
//! What the specification leaves open: a local that nothing has written holds 0, an output's component that of
//! (0, 0, 0, 1); an index outside of its block means the nearest symbol of it; a local constant that the shader does not
//! set, and an invariant that nobody sets, hold 0.

use super::evaluate::evaluate;
use super::opcode::Opcode;
use super::shader::*;
use super::usage::Used;
use crate::frontend::BoundProgram;
use crate::frontend::binding::{Binding, MatrixForm, MatrixName, State};
use crate::frontend::common_stage::store_clip_distances;
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Builder, Noted, Op, Span, ValueId};
use rustc_hash::FxHashMap;

/// The value of a symbol: a scalar stands in all components of its vector, a matrix has four rows.
#[derive(Debug, Clone, Copy)]
enum Value {
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

/// Row `row` of an element: its numbers, or those that stand in the row of a matrix.
pub fn row_of(data: DataType, elements: &Elements, row: usize) -> [f32; 4] {
    match data {
        DataType::Matrix => std::array::from_fn(|column| elements[4 * column + row]),
        DataType::Vector => std::array::from_fn(|c| elements[c]),
        DataType::Scalar => [elements[0]; 4],
    }
}

struct Lowering<'s> {
    shader: &'s Shader,
    b: Builder,
    u: Uniforms,
    /// Where the rows of blocks that are indexed begin in the uniforms, by their first names.
    blocks: FxHashMap<u32, usize>,
    /// The attributes of variants that are used, by name.
    variants: FxHashMap<u32, u32>,
    inputs: FxHashMap<u32, Vec4>,
    locals: FxHashMap<u32, Value>,
    outputs: FxHashMap<Output, Vec4>,
    zero: ValueId,
}

impl<'s> Lowering<'s> {
    fn new(shader: &'s Shader) -> Lowering<'s> {
        let used = shader.symbols_used();
        let mut bindings = Vec::new();
        let mut blocks = FxHashMap::default();
        let mut b = Builder::new();
        let zero = b.f32(0.0);
        for block in used.iter().filter(|u| u.indexed) {
            let rows = block_bindings(shader, block);
            if !rows.is_empty() {
                blocks.insert(block.first, bindings.len());
                bindings.extend(rows);
            }
        }
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

    /// A result whose `None` components stay as they are in the destination. Of a scalar's the first counts.
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

    /// What the destination holds.
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
                // One note is the operand or the result; the rows behind it have names of their own.
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

    fn local(&self, name: u32, data: DataType) -> Value {
        let nothing = match data {
            DataType::Matrix => Value::Matrix([[self.zero; 4]; 4]),
            _ => Value::Vector([self.zero; 4]),
        };
        self.locals.get(&name).copied().unwrap_or(nothing)
    }

    fn value(&mut self, symbol: &Symbol) -> Value {
        match symbol.storage {
            Storage::Local => self.local(symbol.name, symbol.data),
            Storage::Variant => self.variant(symbol),
            Storage::Bound(parameter) => self.parameter(parameter),
            Storage::Invariant | Storage::LocalConstant => {
                let n_rows = symbol.data.n_rows();
                let base = self.blocks.get(&symbol.first).copied();
                let base = base.map(|base| base + ((symbol.name - symbol.first) * n_rows) as usize);
                let shader = self.shader;
                let (b, u) = (&mut self.b, &mut self.u);
                value_of_rows(symbol.data, |row| match base {
                    Some(base) => u.load_index(b, base + row as usize),
                    None => u.load(b, binding(shader, symbol, symbol.name, row)),
                })
            }
        }
    }

    /// A variant by its attributes: four of a matrix, which has its columns there.
    fn variant(&mut self, symbol: &Symbol) -> Value {
        let Some(&first) = self.variants.get(&symbol.name) else {
            return self.local(0, symbol.data);
        };
        let columns = value_of_rows(symbol.data, |n| {
            let v = self.input(first + n);
            match symbol.normalized {
                true => v.map(|x| clamp_signed(&mut self.b, x)),
                false => v,
            }
        });
        match columns {
            Value::Matrix(columns) => {
                Value::Matrix([0, 1, 2, 3].map(|row| map4(|column| columns[column][row])))
            }
            vector => vector,
        }
    }

    fn input(&mut self, attribute: u32) -> Vec4 {
        let b = &mut self.b;
        *self
            .inputs
            .entry(attribute)
            .or_insert_with(|| input4(b, attribute))
    }

    fn state(&mut self, state: State) -> Vec4 {
        self.u.load(&mut self.b, Binding::State(state))
    }

    fn parameter(&mut self, parameter: Parameter) -> Value {
        Value::Vector(match parameter {
            Parameter::Attribute(attribute) => self.input(attribute),
            Parameter::Normal => {
                let [x, y, z, _] = self.input(attribute::NORMAL);
                [x, y, z, self.zero]
            }
            Parameter::Component(state, c) => [self.state(state)[usize::from(c)]; 4],
            Parameter::Vector(state) => self.state(state),
            Parameter::Direction(state) => {
                let [x, y, z, _] = self.state(state);
                [x, y, z, self.zero]
            }
            Parameter::Matrix(name) => {
                let row = |r| State::MatrixRow(name, MatrixForm::Plain, r);
                return Value::Matrix([0, 1, 2, 3].map(|r| self.state(row(r))));
            }
        })
    }

    /// OP_INDEX_EXT: the symbol so many names behind `of`, as far as their block goes.
    fn index(&mut self, offset: &Value, of: &Symbol) -> Value {
        let place = of.name - of.first;
        let (low, high) = (-(place as f32), (of.count - 1 - place) as f32);
        let b = &mut self.b;
        let x = b.emit1(Op::FTrunc, &[offset.vector()[0]]);
        let (low, high) = (b.f32(low), b.f32(high));
        let x = b.emit1(Op::FMax, &[x, low]);
        let x = b.emit1(Op::FMin, &[x, high]);
        let x = b.emit1(Op::F32ToI32, &[x]);
        let place = b.i32(place as i32);
        let n = b.emit1(Op::IAdd, &[x, place]);
        match self.blocks.get(&of.first) {
            Some(&base) => self.indexed_uniform(base as u32, of, n),
            None => self.chosen(of, n),
        }
    }

    fn indexed_uniform(&mut self, base: u32, of: &Symbol, n: ValueId) -> Value {
        let n_rows = of.data.n_rows();
        let per_symbol = self.b.i32(n_rows as i32);
        let first = match n_rows {
            1 => n,
            _ => self.b.emit1(Op::IMul, &[n, per_symbol]),
        };
        value_of_rows(of.data, |row| {
            let row = self.b.i32(row as i32);
            let row = self.b.emit1(Op::IAdd, &[first, row]);
            self.b.load_param_row(4 * base, of.count * n_rows, row)
        })
    }

    /// Registers and attributes have no addresses: one after the other is asked.
    fn chosen(&mut self, of: &Symbol, n: ValueId) -> Value {
        let mut chosen = self.value(&Symbol {
            name: of.first,
            ..*of
        });
        for place in 1..of.count {
            let name = of.first + place;
            let other = self.value(&Symbol { name, ..*of });
            let place = self.b.i32(place as i32);
            let is_it = self.b.emit1(Op::IEq, &[n, place]);
            let b = &mut self.b;
            let mut pick = |x: Vec4, y: Vec4| map4(|c| b.emit1(Op::SelectF, &[is_it, y[c], x[c]]));
            chosen = match (chosen, other) {
                (Value::Matrix(x), Value::Matrix(y)) => {
                    Value::Matrix([0, 1, 2, 3].map(|r| pick(x[r], y[r])))
                }
                (x, y) => Value::Vector(pick(x.vector(), y.vector())),
            };
        }
        chosen
    }

    /// Stores the outputs that were written, each whole, and the distances to clip planes.
    fn finish(&mut self, clip_planes: u8) {
        for slot in 0..varying::COUNT {
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

    /// The planes in eye coordinates, after the projection is taken back (section 2.11).
    fn clip_distances(&mut self, planes: u8) {
        let clip = self.before(&Destination::Output(Output::Vertex)).vector();
        let row = |r| State::MatrixRow(MatrixName::Projection, MatrixForm::Inverse, r);
        let rows = [0, 1, 2, 3].map(|r| self.state(row(r)));
        let eye = rows.map(|row| dot4(&mut self.b, &row, &clip));
        store_clip_distances(&mut self.b, &mut self.u, &eye, planes);
    }
}

impl Value {
    fn vector(&self) -> Vec4 {
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

/// A value whose rows (of a scalar or vector just one) a function gives. A scalar is its first component.
fn value_of_rows(data: DataType, mut row: impl FnMut(u32) -> Vec4) -> Value {
    match data {
        DataType::Matrix => Value::Matrix([0, 1, 2, 3].map(row)),
        DataType::Vector => Value::Vector(row(0)),
        DataType::Scalar => Value::Vector([row(0)[0]; 4]),
    }
}

/// The binding of a row of an invariant or local constant.
fn binding(shader: &Shader, symbol: &Symbol, name: u32, row: u32) -> Binding {
    match symbol.storage {
        Storage::Invariant => Binding::State(State::Invariant(name, row)),
        _ => {
            let set = shader.constants.get(&name);
            let elements = set.copied().unwrap_or_default();
            Binding::Constant(row_of(symbol.data, &elements, row as usize))
        }
    }
}

/// All rows of a block that is indexed, when it lies in uniforms.
fn block_bindings(shader: &Shader, block: &Used) -> Vec<Binding> {
    let symbol = &block.symbol;
    if !matches!(symbol.storage, Storage::Invariant | Storage::LocalConstant) {
        return Vec::new();
    }
    let names = block.first..block.first + block.count;
    let rows = names.flat_map(|name| (0..symbol.data.n_rows()).map(move |row| (name, row)));
    rows.map(|(name, row)| binding(shader, symbol, name, row))
        .collect()
}

/// The output that a vector of the vertex stage's results is.
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
