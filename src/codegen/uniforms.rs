//! What fills the uniform array of a program in HLSL, and the registers of its arrays of literals.

use super::target::{Place, Target};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::hlsl::StageEntry;
use crate::frontend::c_like::hlsl::constants::Constants;
use crate::ir::Op;

/// What fills the words of the uniform array.
pub(super) fn uniforms(entry: &StageEntry, constants: &Constants) -> Vec<Option<Place>> {
    let bindings = &entry.entry.code.bindings;
    let mut places = vec![None; 4 * bindings.len()];
    for (row, binding) in bindings.iter().enumerate() {
        for c in 0..4 {
            places[4 * row + c] = match binding {
                Binding::Constant(value) => Some(Place::Literal(value[c].to_bits())),
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

/// Which of the free registers arrays of literals get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// Gives arrays of literals that computed numbers address registers.
pub(super) fn place_arrays(target: &mut Target<'_>, bindings: &[Binding], end: End) {
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
            let Some(Binding::Constant(value)) = bindings.get(row as usize) else {
                continue;
            };
            target.taken[register as usize] = true;
            target.definitions.push((register, value.map(f32::to_bits)));
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
