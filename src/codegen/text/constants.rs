//! The registers of constants: which uniform has which, as NVIDIA's compiler gives them.
//!
//! What the text has placed itself comes first. Then matrices follow each other, then the state of the API, then all else;
//! parameters of the function come before variables outside of it. What the program does not read has no register: of an
//! array each element counts alone, unless computed numbers address it. Literals take what is free.

use super::profile::Profile;
use crate::codegen::literals::{literal, rows_of_integers};
use crate::codegen::target::Place;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::cg::semantics::uniform::{self, Register};
use crate::frontend::c_like::entry::{Entry, Uniform, live};
use crate::ir::{Inst, Op, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What a register holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Held {
    /// `program.local` of the same number.
    Local,
    State(SceneValue),
    Literal([u32; 4]),
}

/// The registers of an entry.
#[derive(Debug, Clone, Default)]
pub(super) struct Constants {
    /// The register of each row of the program's uniform array.
    pub(super) rows: Vec<Option<u32>>,
    pub(super) held: BTreeMap<u32, Held>,
    /// What fills the words of the uniform array.
    pub(super) places: Vec<Option<Place>>,
}

/// Rows of the uniform array that lie in registers which follow each other.
struct Block {
    rows: Range<u32>,
    /// The register that the text gives it.
    placed: Option<u32>,
    is_matrix: bool,
}

impl Constants {
    /// Lays out the constants of an entry. `None`: they take more registers than `limit`.
    pub(super) fn new(entry: &Entry, profile: &Profile, limit: u32) -> Option<Constants> {
        let bindings = &entry.code.bindings;
        let mut all = Constants {
            rows: vec![None; bindings.len()],
            held: BTreeMap::new(),
            places: vec![None; 4 * bindings.len()],
        };
        let blocks = blocks(entry, profile);
        // So many would not be laid out in time, either.
        let n_rows: u64 = blocks.iter().map(|b| b.rows.len() as u64).sum();
        if n_rows > limit.into() {
            return None;
        }
        for block in &blocks {
            if let Some(first) = block.placed {
                all.place(bindings, block, first);
            }
        }
        let from = profile.first_constant;
        let place_free = |all: &mut Constants, is_matrix: bool| {
            let free = blocks.iter().filter(|b| b.placed.is_none());
            for block in free.filter(|b| b.is_matrix == is_matrix) {
                let first = all.free(from, block.rows.len() as u32);
                all.place(bindings, block, first);
            }
        };
        place_free(&mut all, true);
        all.place_others(entry, from);
        place_free(&mut all, false);
        let end = all.held.last_key_value().map_or(0, |(n, _)| n + 1);
        (end <= limit).then_some(all)
    }

    /// For each row of the uniform array the `program.local` that holds it.
    pub(super) fn locals(&self) -> Vec<Option<u32>> {
        let is_local = |register: &u32| self.held.get(register) == Some(&Held::Local);
        self.rows.iter().map(|row| row.filter(is_local)).collect()
    }

    fn place(&mut self, bindings: &[Binding], block: &Block, first: u32) {
        for (row, register) in block.rows.clone().zip(first..) {
            let held = match bindings.get(row as usize) {
                Some(Binding::Scene(state)) => Held::State(*state),
                _ => Held::Local,
            };
            self.hold(row, register, held);
        }
    }

    /// Lets a register hold a row of the uniform array.
    fn hold(&mut self, row: u32, register: u32, held: Held) {
        self.held.insert(register, held);
        let row = row as usize;
        let Some(known) = self.rows.get_mut(row) else {
            return;
        };
        *known = Some(register);
        for (component, place) in self.places[4 * row..4 * row + 4].iter_mut().enumerate() {
            *place = Some(Place::Constant {
                register,
                component: component as u8,
            });
        }
    }

    /// Places the state that no uniform is, and the literals of the uniform array.
    fn place_others(&mut self, entry: &Entry, from: u32) {
        let is_uniform = |row: u32| {
            let mut all = entry.uniforms.iter();
            all.any(|u| (u.first_row..u.first_row + u.n_rows()).contains(&row))
        };
        let whole = rows_of_integers(&entry.code.program);
        for (row, binding) in entry.code.bindings.iter().enumerate() {
            match binding {
                Binding::Scene(state) if !binding.is_hidden() && !is_uniform(row as u32) => {
                    let register = self.free(from, 1);
                    self.hold(row as u32, register, Held::State(*state));
                }
                // What a level of detail is computed from is no constant: look-ups by derivatives stand for it.
                Binding::Scene(SceneValue::TextureLod(unit, _)) => {
                    for c in 0..4 {
                        self.places[4 * row + c] = Some(Place::TexelScale {
                            unit: *unit,
                            component: c as u8,
                        });
                    }
                }
                Binding::Constant(value) if self.rows[row].is_none() => {
                    let is_integer = whole.contains(&(row as u32));
                    for (c, number) in value.iter().enumerate() {
                        self.places[4 * row + c] = Some(literal(number.to_bits(), is_integer));
                    }
                }
                _ => {}
            }
        }
    }

    /// The first of so many registers that are free.
    fn free(&self, from: u32, n: u32) -> u32 {
        let is_free = |first: &u32| self.held.range(*first..first + n).next().is_none();
        (from..).find(is_free).unwrap_or(from)
    }
}

/// What has registers, in the order of the function's parameters and of the variables outside.
fn blocks(entry: &Entry, profile: &Profile) -> Vec<Block> {
    let placed = placed(&entry.uniforms, profile);
    let read = RowsRead::of(&entry.code.program);
    let n_outside = entry.n_outside[0];
    let order = (n_outside..entry.uniforms.len()).chain(0..n_outside);
    let mut all = Vec::new();
    for at in order {
        let uniform = &entry.uniforms[at];
        let rows = uniform.first_row..uniform.first_row + uniform.n_rows();
        // Elements that are read by computed numbers stand together.
        let step = match read.is_computed(&rows) {
            true => rows.len(),
            false => uniform.rows as usize,
        };
        for first in rows.clone().step_by(step.max(1)) {
            let block = first..first + step as u32;
            if read.rows.range(block.clone()).next().is_some() {
                all.push(Block {
                    placed: placed[at].map(|register| register + first - rows.start),
                    is_matrix: uniform.rows > 1 && uniform.semantic.is_none(),
                    rows: block,
                });
            }
        }
    }
    all
}

/// The rows of the uniform array that a program reads.
#[derive(Default)]
struct RowsRead {
    rows: BTreeSet<u32>,
    /// The first and the last row of what computed numbers address.
    computed: BTreeSet<(u32, u32)>,
}

impl RowsRead {
    fn of(program: &Program) -> RowsRead {
        let live = live::values(program, |_| false);
        let mut read = RowsRead::default();
        let is_read = |inst: &&Inst| inst.results().any(|v| live[v.index()]);
        for inst in program.insts().filter(is_read) {
            let row = inst.imm[0] / 4;
            match inst.op {
                Op::LoadUniform | Op::LoadUniformI => {
                    read.rows.insert(row);
                }
                Op::LoadParamRow if read.computed.insert((row, row + inst.imm[1])) => {
                    read.rows.extend(row..row + inst.imm[1]);
                }
                _ => {}
            }
        }
        read
    }

    /// Whether computed numbers address some of these rows, of which they may be one.
    fn is_computed(&self, rows: &Range<u32>) -> bool {
        let mut all = self.computed.iter();
        all.any(|(start, end)| end - start > 1 && *start < rows.end && rows.start < *end)
    }
}

/// The registers that the text gives uniforms. Members of a structure with a register follow each other.
fn placed(uniforms: &[Uniform], profile: &Profile) -> Vec<Option<u32>> {
    let mut last = None;
    let all = uniforms.iter().map(|uniform| {
        let semantic = uniform.semantic.as_ref()?;
        let Ok(Register::Constant(first)) = uniform::find(profile.cg, &semantic.name) else {
            return None;
        };
        let register = match last {
            Some((span, next)) if span == semantic.span => next,
            _ => first,
        };
        last = Some((semantic.span, register + uniform.n_rows()));
        Some(register)
    });
    all.collect()
}

/// A literal. The language cannot write what is no number; its results are anything.
pub(super) fn printable(word: u32) -> f32 {
    match f32::from_bits(word) {
        x if x.is_nan() => 0.0,
        x => x,
    }
}
