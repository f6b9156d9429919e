//! The registers of constants: which uniform has which, as NVIDIA's compiler gives them.
//!
//! Uniforms that the program reads follow each other, those of the function before those outside it, around what the
//! text has placed itself. The state of the API comes last. Literals take what is free.

use super::profile::Profile;
use crate::codegen::target::Place;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::cg::semantics::uniform::{self, Register};
use crate::frontend::c_like::entry::{Entry, Uniform};
use std::collections::BTreeMap;

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
    /// The first register of each uniform, in the order of the entry.
    pub(super) of: Vec<Option<u32>>,
    pub(super) held: BTreeMap<u32, Held>,
    /// What fills the words of the program's uniform array.
    pub(super) places: Vec<Option<Place>>,
}

impl Constants {
    pub(super) fn new(entry: &Entry, profile: &Profile) -> Constants {
        let bindings = &entry.code.bindings;
        let mut all = Constants {
            of: vec![None; entry.uniforms.len()],
            held: BTreeMap::new(),
            places: vec![None; 4 * bindings.len()],
        };
        let named = placed(&entry.uniforms, profile);
        // What the text has placed comes first.
        for (at, first) in named.iter().enumerate() {
            if let Some(first) = first.filter(|_| entry.uniforms[at].is_read) {
                all.place(entry, at, first);
            }
        }
        let (outside, own) = entry.uniforms.split_at(entry.n_outside[0]);
        let own = (entry.n_outside[0]..).zip(own);
        for (at, uniform) in own.chain((0..).zip(outside)) {
            if uniform.is_read && named[at].is_none() {
                let first = all.free(profile.first_constant, uniform.n_rows());
                all.place(entry, at, first);
            }
        }
        all.place_state(bindings, profile.first_constant);
        all
    }

    /// For each row of the uniform array the `program.local` that holds it.
    pub(super) fn locals(&self) -> Vec<Option<u32>> {
        let local = |place: Option<Place>| match place? {
            Place::Constant { register, .. } => {
                (self.held.get(&register) == Some(&Held::Local)).then_some(register)
            }
            _ => None,
        };
        self.places.chunks(4).map(|row| local(row[0])).collect()
    }

    fn place(&mut self, entry: &Entry, at: usize, first: u32) {
        let uniform = &entry.uniforms[at];
        self.of[at] = Some(first);
        for row in 0..uniform.n_rows() {
            let word = uniform.first_row + row;
            let held = match entry.code.bindings.get(word as usize) {
                Some(Binding::Scene(state)) => Held::State(*state),
                _ => Held::Local,
            };
            self.hold(word, first + row, held);
        }
    }

    /// Lets a register hold a row of the uniform array.
    fn hold(&mut self, row: u32, register: u32, held: Held) {
        self.held.insert(register, held);
        for component in 0..4 {
            if let Some(place) = self.places.get_mut(4 * row as usize + component) {
                *place = Some(Place::Constant {
                    register,
                    component: component as u8,
                });
            }
        }
    }

    /// Places the state that no uniform is, and the literals of the array.
    fn place_state(&mut self, bindings: &[Binding], first_constant: u32) {
        for (row, binding) in bindings.iter().enumerate() {
            match binding {
                _ if self.places[4 * row].is_some() => {}
                Binding::Scene(state) if !binding.is_hidden() => {
                    let register = self.free(first_constant, 1);
                    self.hold(row as u32, register, Held::State(*state));
                }
                Binding::Constant(value) => {
                    for (c, number) in value.iter().enumerate() {
                        self.places[4 * row + c] = Some(Place::Literal(number.to_bits()));
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
