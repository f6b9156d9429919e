//! Constants and samplers as uniforms. Each register is one by its name (`c4`, `i0`, `b0`, `s0`). A constant table gives
//! further names to the same registers, with types.

use crate::frontend::assembly::d3d::ctab::{Class, ConstantTable, Entry, RegisterSet, Type};
use crate::frontend::assembly::d3d::{Constant, D3dProgram};
use crate::frontend::binding::Binding;
use crate::frontend::stage_program::{
    Layout, MAX_SAMPLERS, NumberKind, Sampler, SamplerType, Uniform, UniformType,
};
use std::collections::BTreeMap;

/// The most registers, and the most names, that a constant table may add.
const MOST: usize = 8192;

/// The uniforms of a shader.
pub(super) struct Registers {
    /// The vector of each register.
    rows: BTreeMap<Constant, u32>,
    /// The registers that the code counts.
    constants: Vec<Constant>,
    /// The initial values of the vectors.
    pub(super) initial: Vec<[f32; 4]>,
    /// First the names of the table, then the registers.
    pub(super) uniforms: Vec<Uniform>,
    pub(super) samplers: [Option<Sampler>; MAX_SAMPLERS],
}

impl Registers {
    pub(super) fn of(shader: &D3dProgram, table: Option<&ConstantTable>) -> Registers {
        let constants = shader.interface().constants.clone();
        let mut registers = Registers {
            rows: BTreeMap::new(),
            constants,
            initial: Vec::new(),
            uniforms: Vec::new(),
            samplers: [None; MAX_SAMPLERS],
        };
        let used = shader.interface().samplers.iter().zip(0u8..);
        for (shape, n) in used {
            registers.samplers[usize::from(n)] = shape.map(|shape| Sampler {
                ty: SamplerType {
                    shape,
                    is_shadow: false,
                },
                unit: n,
            });
        }
        for entry in table.iter().flat_map(|t| &t.constants) {
            registers.named(entry);
        }
        registers.plain();
        registers
    }

    /// The bindings of the code, with the vectors of its registers.
    pub(super) fn bindings(&self, old: &[Binding]) -> Vec<Binding> {
        let bound = |b: &Binding| match b {
            Binding::Named(n) => {
                let constant = self.constants.get(*n as usize);
                let row = constant.and_then(|c| self.rows.get(c));
                row.map_or(Binding::Constant([0.0; 4]), |row| Binding::Named(*row))
            }
            other => *other,
        };
        old.iter().map(bound).collect()
    }

    /// The registers that no name has, and all registers by their own names.
    fn plain(&mut self) {
        for constant in self.constants.clone() {
            // A register that a name has keeps its row; others get a new one.
            let next = self.initial.len() as u32;
            let row = *self.rows.entry(constant).or_insert(next);
            if row == next {
                self.initial.push([0.0; 4]);
            }
            let (kind, columns) = match constant {
                Constant::Int(_) => (NumberKind::Int, 4),
                Constant::Bool(_) => (NumberKind::Bool, 1),
                Constant::BumpLuminance(_) => (NumberKind::Float, 2),
                Constant::Float(_) | Constant::BumpMatrix(_) => (NumberKind::Float, 4),
            };
            let shape = Shape {
                kind,
                rows: 1,
                columns,
                by_columns: false,
            };
            self.uniforms
                .push(shape.uniform(constant.name(), row, None));
        }
        // Samplers have their registers' names beside those of the table.
        for n in 0..MAX_SAMPLERS as u8 {
            if self.samplers[usize::from(n)].is_some() {
                self.sampler(format!("s{n}"), n);
            }
        }
    }

    fn sampler(&mut self, name: String, n: u8) {
        self.uniforms.push(Uniform {
            name,
            ty: UniformType::Sampler(n),
            count: 1,
            is_array: false,
        });
    }

    /// Gives a constant of the table its vectors. Registers beyond those that the table counts have vectors, too, which nothing
    /// reads: so a whole matrix can be set.
    fn named(&mut self, entry: &Entry) {
        if entry.set == RegisterSet::Sampler {
            let samplers = u32::from(entry.index)..u32::from(entry.index) + u32::from(entry.count);
            let is_array = entry.count > 1;
            for (i, n) in samplers.enumerate() {
                let is_used = self.samplers.get(n as usize).is_some_and(Option::is_some);
                let name = if is_array {
                    format!("{}[{i}]", entry.name)
                } else {
                    entry.name.clone()
                };
                if is_used {
                    self.sampler(name, n as u8);
                }
            }
            return;
        }
        let n = registers_of(&entry.ty, entry.set).max(entry.count.into()) as usize;
        let first = self.initial.len();
        if first + n > MOST || self.uniforms.len() >= MOST {
            return;
        }
        let index = u32::from(entry.index);
        let mut own = (index..index + u32::from(entry.count)).map(|n| constant(entry.set, n));
        // Two constants of a register are no table of a compiler.
        if own.any(|c| self.rows.contains_key(&c)) {
            return;
        }
        self.initial.resize(first + n, [0.0; 4]);
        for i in 0..u32::from(entry.count) {
            let row = first as u32 + i;
            self.rows.insert(constant(entry.set, index + i), row);
        }
        if let Some(words) = &entry.default {
            let rows = self.initial[first..].iter_mut();
            for (row, words) in rows.zip(words.chunks(entry.set.words())) {
                for (to, word) in row.iter_mut().zip(words) {
                    *to = f32::from_bits(*word);
                }
            }
        }
        self.leaves(
            entry.name.clone(),
            &entry.ty,
            entry.set,
            &mut (first as u32),
        );
    }

    /// The numbers, vectors and matrices of a constant, from a vector on.
    fn leaves(&mut self, name: String, ty: &Type, set: RegisterSet, row: &mut u32) {
        let elements = u32::from(ty.elements.max(1));
        if self.uniforms.len() >= MOST {
            return;
        }
        // A structure is its members, for each element of an array, one after the other.
        if ty.class == Class::Struct {
            for i in 0..elements {
                let base = if ty.elements > 1 {
                    format!("{name}[{i}]")
                } else {
                    name.clone()
                };
                for member in &ty.members {
                    self.leaves(format!("{base}.{}", member.name), &member.ty, set, row);
                }
            }
            return;
        }
        // Numbers have the kind of their registers, whatever the text calls them.
        let shape = Shape {
            kind: match set {
                RegisterSet::Bool => NumberKind::Bool,
                RegisterSet::Int => NumberKind::Int,
                RegisterSet::Float | RegisterSet::Sampler => NumberKind::Float,
            },
            rows: ty.rows.clamp(1, 4) as u8,
            columns: ty.columns.clamp(1, 4) as u8,
            by_columns: ty.class == Class::MatrixColumns,
        };
        let array = (ty.elements > 1).then_some(elements);
        self.uniforms.push(shape.uniform(name, *row, array));
        *row += registers_of(ty, set);
    }
}

/// A register of a set.
fn constant(set: RegisterSet, n: u32) -> Constant {
    match set {
        RegisterSet::Bool => Constant::Bool(n),
        RegisterSet::Int => Constant::Int(n),
        RegisterSet::Float | RegisterSet::Sampler => Constant::Float(n),
    }
}

/// The registers of all elements.
fn registers_of(ty: &Type, set: RegisterSet) -> u32 {
    let each = match ty.class {
        Class::Struct => ty.members.iter().map(|m| registers_of(&m.ty, set)).sum(),
        _ if set == RegisterSet::Bool => u32::from(ty.rows.max(1)) * u32::from(ty.columns.max(1)),
        Class::MatrixRows => ty.rows.into(),
        Class::MatrixColumns => ty.columns.into(),
        Class::Scalar | Class::Vector | Class::Object => 1,
    };
    each.saturating_mul(ty.elements.max(1).into())
        .min(MOST as u32)
}

/// A number, vector or matrix.
struct Shape {
    kind: NumberKind,
    rows: u8,
    columns: u8,
    /// Whether each register has a column.
    by_columns: bool,
}

impl Shape {
    /// The uniform of this shape from a vector on, with its elements if it is an array.
    fn uniform(&self, name: String, row: u32, elements: Option<u32>) -> Uniform {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let first = 4 * row;
        // A truth value has a register of its own.
        let layout = match (self.kind, self.by_columns) {
            (NumberKind::Bool, _) => Layout {
                first,
                row: 4 * columns,
                column: 4,
                element: 4 * rows * columns,
            },
            (_, true) => Layout {
                first,
                row: 1,
                column: 4,
                element: 4 * columns,
            },
            (_, false) => Layout {
                first,
                row: 4,
                column: 1,
                element: 4 * rows,
            },
        };
        Uniform {
            name,
            ty: UniformType::Numbers {
                kind: self.kind,
                rows: self.rows,
                columns: self.columns,
                layout,
            },
            count: elements.unwrap_or(1),
            is_array: elements.is_some(),
        }
    }
}
