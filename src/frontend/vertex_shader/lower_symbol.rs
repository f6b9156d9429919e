//! Loads the values of symbols: locals, variants, bound state, and uniforms, by name and by index.

use super::lower::{Lowering, Value, row_of};
use super::shader::*;
use super::usage::Used;
use crate::frontend::binding::{ApiValue, Binding, MatrixForm, SceneValue};
use crate::frontend::vector::*;
use crate::ir::interface::attribute;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    pub(super) fn local(&self, name: u32, data: DataType) -> Value {
        let nothing = match data {
            DataType::Matrix => Value::Matrix([[self.zero; 4]; 4]),
            _ => Value::Vector([self.zero; 4]),
        };
        self.locals.get(&name).copied().unwrap_or(nothing)
    }

    pub(super) fn value(&mut self, symbol: &Symbol) -> Value {
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

    /// A variant by its attributes: those of a matrix are its four columns.
    fn variant(&mut self, symbol: &Symbol) -> Value {
        let Some(&first) = self.variants.get(&symbol.name) else {
            return self.local(0, symbol.data);
        };
        let columns = value_of_rows(symbol.data, |n| {
            let v = self.input(first + n);
            if symbol.normalized {
                v.map(|x| clamp_signed(&mut self.b, x))
            } else {
                v
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

    pub(super) fn state(&mut self, state: SceneValue) -> Vec4 {
        self.u.load(&mut self.b, Binding::Scene(state))
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
                let row = |r| SceneValue::MatrixRow(name, MatrixForm::Plain, r);
                return Value::Matrix([0, 1, 2, 3].map(|r| self.state(row(r))));
            }
        })
    }

    /// OP_INDEX_EXT: the symbol with that distance from `of`, within their block.
    pub(super) fn index(&mut self, offset: &Value, of: &Symbol) -> Value {
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

    /// Registers and attributes have no addresses: they are compared one by one.
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
}

/// Makes a value of the rows that a function returns (one for a scalar or vector). A scalar is its first component.
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
        Storage::Invariant => Binding::Scene(SceneValue::Api(ApiValue::Invariant(name, row))),
        _ => {
            let set = shader.constants.get(&name);
            let elements = set.copied().unwrap_or_default();
            Binding::Constant(row_of(symbol.data, &elements, row as usize))
        }
    }
}

/// All rows of an indexed block, when it lies in uniforms.
pub(super) fn block_bindings(shader: &Shader, block: &Used) -> Vec<Binding> {
    let symbol = &block.symbol;
    if !matches!(symbol.storage, Storage::Invariant | Storage::LocalConstant) {
        return Vec::new();
    }
    let names = block.first..block.first + block.count;
    let rows = names.flat_map(|name| (0..symbol.data.n_rows()).map(move |row| (name, row)));
    rows.map(|(name, row)| binding(shader, symbol, name, row))
        .collect()
}
