//! The uniform array of an entry: a row of four words for each scalar, each vector and each row of a matrix. So elements
//! of arrays can be read by computed indices, row by row.

use super::leaves::{Leaf, leaves, rows_and_columns};
use super::maker::{Maker, Sampler, Uniform, Uniforms, Varying};
use super::units::Units;
use crate::frontend::binding::Binding;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::{SamplerUse, Val, Values};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::{Op, Program};
use smallvec::smallvec;

/// The most rows of a program.
const MAX_ROWS: u32 = 16384;

impl<'m> Maker<'m, '_> {
    /// Gives a value from outside its place, and returns its scalars.
    pub(super) fn uniform(
        &mut self,
        varying: Varying<'_>,
        default: Option<&'m Expression>,
    ) -> Result<Values, Stop> {
        let default = match default {
            Some(e) => Some(self.l.value_of(e)?),
            None => None,
        };
        let leaves = self.leaves(varying)?;
        let mut values = Values::new();
        for leaf in leaves {
            let n = leaf.count() * self.l.module.types.count(leaf.element);
            let default = default.as_ref().and_then(|all| {
                let first = leaf.first as usize;
                all.get(first..first + n as usize)
            });
            values.extend(match leaf.element {
                Type::Sampler(_) => smallvec![self.sampler(leaf)],
                _ => self.uniform_leaf(leaf, default)?,
            });
        }
        Ok(values)
    }

    /// The leaves of a value.
    pub(super) fn leaves(&mut self, varying: Varying<'_>) -> Result<Vec<Leaf>, Stop> {
        let types = &self.l.module.types;
        let semantics = self.options.semantics;
        let order = |owner: Option<&str>, name: &str| semantics.is_by_columns(owner, name);
        match leaves(types, varying.name, varying.ty, varying.semantic, &order) {
            Some(leaves) => Ok(leaves),
            None => Err(self.l.refuse(Rule::Text(format!(
                "\"{}\" has too many members to be set from outside one by one",
                varying.name
            )))),
        }
    }

    /// A sampler's value is its number, which becomes an image unit at the end.
    pub(super) fn sampler(&mut self, leaf: Leaf) -> Val {
        let number = self.uniforms.samplers.len();
        let semantic = leaf.semantic.map(|(semantic, _)| semantic);
        self.uniforms
            .samplers
            .push((leaf.name, leaf.element, semantic));
        self.l.uses.samplers.push(SamplerUse::default());
        Val::Bits(self.l.b.i32(number as i32))
    }

    pub(super) fn uniform_leaf(
        &mut self,
        leaf: Leaf,
        default: Option<&[Val]>,
    ) -> Result<Values, Stop> {
        let scalar = leaf.element.scalar().unwrap_or(Scalar::Float);
        let (rows, columns) = rows_and_columns(leaf.element);
        let (first, n) = (self.l.bindings.len() as u32, leaf.rows());
        let used = first.saturating_add(n);
        if used > MAX_ROWS {
            let limit = MAX_ROWS;
            return Err(self.l.refuse(Rule::TooManyUniforms { used, limit }));
        }
        let states = self.states(&leaf);
        // The array has floats and ints of 32 bits. State has floats only.
        let given = match scalar {
            _ if states.is_some() => Scalar::Float,
            scalar if scalar.is_wide() && scalar.is_real() => Scalar::Float,
            scalar if scalar.is_wide() => Scalar::Int,
            scalar => scalar,
        };
        let own = || (0..n).map(|row| Binding::Named(first + row)).collect();
        self.l.bindings.extend(states.clone().unwrap_or_else(own));
        let start = match states {
            Some(_) => self.options.semantics.state_component(&leaf.name),
            None => 0,
        };
        let words = (0..n).flat_map(|row| (0..columns).map(move |c| 4 * (first + row) + start + c));
        let values: Values = words
            .map(|word| {
                if given == scalar || given.is_real() && scalar.is_real() && !scalar.is_wide() {
                    return Val::Uniform(word);
                }
                self.l.convert(Val::Uniform(word), given, scalar)
            })
            .collect();
        self.l.b.reserve_uniforms(4 * used);
        let default = default.and_then(|values| {
            let bits = values.iter().map(|v| self.default_bits(*v, scalar));
            let bits: Option<Vec<f32>> = bits.collect();
            Some(padded(&bits?, columns as usize))
        });
        self.uniforms.uniforms.push(Uniform {
            name: leaf.name,
            scalar,
            rows,
            columns,
            sizes: leaf.sizes,
            first_row: first,
            default,
            semantic: leaf.semantic.map(|(semantic, _)| semantic),
            is_read: false,
        });
        Ok(values)
    }

    /// What the rows of a leaf stand for without being set. It is set from outside if a row of it is no state; of the whole state, what
    /// the API does not have is 0.
    fn states(&self, leaf: &Leaf) -> Option<Vec<Binding>> {
        let (semantic, from) = leaf.semantic.as_ref()?;
        let is_whole = semantic.name.eq_ignore_ascii_case("state");
        let (name, from) = if is_whole {
            (&leaf.name, 0)
        } else {
            (&semantic.name, *from)
        };
        let semantics = self.options.semantics;
        (0..leaf.rows())
            .map(|row| {
                let absent = is_whole.then_some(Binding::Constant([0.0; 4]));
                semantics.state(name, from + row).or(absent)
            })
            .collect()
    }

    /// A constant as a word of the array.
    fn default_bits(&mut self, value: Val, scalar: Scalar) -> Option<f32> {
        let narrow = match scalar {
            _ if scalar.is_real() => Scalar::Float,
            Scalar::Bool => Scalar::Int,
            scalar if scalar.is_wide() => Scalar::Int,
            scalar => scalar,
        };
        let value = self.l.convert(value, scalar, narrow);
        let bits = self.l.bits(value, narrow);
        let bits = self.l.b.known(bits)?;
        Some(f32::from_bits(bits as u32))
    }
}

fn padded(words: &[f32], columns: usize) -> Vec<[f32; 4]> {
    let rows = words.chunks(columns);
    rows.map(|row| std::array::from_fn(|c| row.get(c).copied().unwrap_or(0.0)))
        .collect()
}

impl Uniforms {
    /// What applications know of them.
    pub(super) fn finish(
        mut self,
        program: &Program,
        units: &Units,
    ) -> (Vec<Uniform>, Vec<Sampler>) {
        let read = rows_read(program);
        for uniform in &mut self.uniforms {
            let (first, end) = (uniform.first_row, uniform.first_row + uniform.n_rows());
            uniform.is_read = read.iter().any(|(a, b)| *a < end && first < *b);
        }
        let samplers = self.samplers.into_iter().zip(&units.of);
        let samplers = samplers.map(|((name, ty, semantic), unit)| Sampler {
            name,
            ty,
            semantic,
            unit: *unit,
        });
        (self.uniforms, samplers.collect())
    }
}

/// The rows that code reads, by ranges.
fn rows_read(program: &Program) -> Vec<(u32, u32)> {
    let mut read: Vec<(u32, u32)> = Vec::new();
    for inst in program.insts() {
        let first = inst.imm[0] / 4;
        match inst.op {
            Op::LoadUniform | Op::LoadUniformI => read.push((first, first + 1)),
            Op::LoadParamRow => read.push((first, first + inst.imm[1])),
            _ => {}
        }
    }
    read.sort_unstable();
    read.dedup();
    read
}

/// Drops the rows from `start` on that code does not read, and gives the others the places that become free.
pub(super) fn drop_unread(program: &mut Program, bindings: &mut Vec<Binding>, start: u32) {
    let read = rows_read(program);
    let rows = start..bindings.len() as u32;
    let mut next = start;
    let is_read = |row: u32| read.iter().any(|(a, b)| (*a..*b).contains(&row));
    // The new place of each row: rows that are read follow each other from `start` on.
    let places: Vec<Option<u32>> = rows
        .clone()
        .map(|row| {
            is_read(row).then(|| {
                next += 1;
                next - 1
            })
        })
        .collect();
    // Bindings and instructions move together.
    let old = bindings.split_off(start as usize);
    let kept = old.into_iter().zip(&places);
    bindings.extend(kept.filter(|(_, place)| place.is_some()).map(|(b, _)| b));
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let reads = matches!(
            inst.op,
            Op::LoadUniform | Op::LoadUniformI | Op::LoadParamRow
        );
        let place = (inst.imm[0] / 4).checked_sub(start).filter(|_| reads);
        if let Some(Some(place)) = place.map(|row| places[row as usize]) {
            inst.imm[0] = 4 * place + inst.imm[0] % 4;
        }
    }
}
