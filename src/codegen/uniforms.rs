//! What fills the uniform array of a program in HLSL, and the registers of its arrays of literals.

use super::target::{Place, Target};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::hlsl::StageEntry;
use crate::frontend::c_like::hlsl::constants::Constants;
use crate::ir::{Op, Program, ValueId};
use rustc_hash::FxHashSet;

/// What fills the words of the uniform array.
pub(super) fn uniforms(entry: &StageEntry, constants: &Constants) -> Vec<Option<Place>> {
    let bindings = &entry.entry.code.bindings;
    let whole = rows_of_integers(&entry.entry.code.program);
    let mut places = vec![None; 4 * bindings.len()];
    for (row, binding) in bindings.iter().enumerate() {
        for c in 0..4 {
            places[4 * row + c] = match binding {
                Binding::Constant(value) => {
                    Some(literal(value[c].to_bits(), whole.contains(&(row as u32))))
                }
                Binding::Scene(SceneValue::FramebufferHeight) => Some(Place::Height),
                Binding::Scene(SceneValue::TextureLod(unit, _)) => Some(Place::TexelScale {
                    unit: *unit,
                    component: c as u8,
                }),
                _ => None,
            };
        }
    }
    for feed in &constants.feeds {
        let word = (4 * feed.row + feed.column) as usize;
        if let Some(place) = places.get_mut(word) {
            *place = Some(Place::Constant {
                register: feed.register,
                component: feed.component as u8,
            });
        }
    }
    places
}

/// A literal by its bits; one of integers becomes the float that the machine computes with.
pub(super) fn literal(bits: u32, is_integer: bool) -> Place {
    match is_integer {
        true => Place::Literal((bits as i32 as f32).to_bits()),
        false => Place::Literal(bits),
    }
}

/// The rows of arrays that computed numbers address and whose words are integers: the program reads them as bits.
pub(super) fn rows_of_integers(program: &Program) -> FxHashSet<u32> {
    let as_bits = program.insts().filter(|i| i.op == Op::BitsOfF32);
    let as_bits: FxHashSet<ValueId> = as_bits.map(|i| i.args[0]).collect();
    let loads = program.insts().filter(|i| i.op == Op::LoadParamRow);
    let whole = loads.filter(|i| i.results().any(|v| as_bits.contains(&v)));
    whole
        .flat_map(|i| i.imm[0] / 4..i.imm[0] / 4 + i.imm[1])
        .collect()
}

/// Which of the free registers arrays of literals get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// Gives arrays of literals that computed numbers address registers.
pub(super) fn place_arrays(target: &mut Target<'_>, end: End) {
    let loads = target.program.insts().filter(|i| i.op == Op::LoadParamRow);
    let arrays: Vec<[u32; 2]> = loads.map(|i| [i.imm[0] / 4, i.imm[1]]).collect();
    for [first, rows] in arrays {
        let rows = first..first + rows;
        // An array of which some rows are set from outside has registers already.
        let is_literal = |row: &u32| {
            let place = target.uniforms.get(4 * *row as usize);
            matches!(place, Some(Some(Place::Literal(_))))
        };
        if !rows.clone().all(|row| is_literal(&row)) {
            continue;
        }
        let Some(start) = free(&target.taken, rows.len(), end) else {
            continue;
        };
        // Its rows follow each other in registers, and the program's uniforms become these.
        for (register, row) in (start..).zip(rows) {
            let value = [0, 1, 2, 3].map(|c| match target.place(4 * row + c) {
                Some(Place::Literal(bits)) => bits,
                _ => 0,
            });
            target.taken[register as usize] = true;
            target.definitions.push((register, value));
            for component in 0..4u8 {
                target.uniforms[4 * row as usize + usize::from(component)] =
                    Some(Place::Constant {
                        register,
                        component,
                    });
            }
        }
    }
}

/// A place where so many registers are free.
fn free(taken: &[bool], n: usize, end: End) -> Option<u32> {
    let mut windows = taken.windows(n.max(1));
    let is_free = |w: &[bool]| !w.contains(&true);
    let at = match end {
        End::First => windows.position(is_free),
        End::Last => windows.rposition(is_free),
    };
    at.map(|at| at as u32)
}
