//! What fills the uniform array of a program in HLSL.

use crate::codegen::literals::{literal, rows_of_integers};
use crate::codegen::target::Place;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::hlsl::StageEntry;
use crate::frontend::c_like::hlsl::constants::Constants;

/// What fills the words of the uniform array.
pub(in crate::codegen) fn uniforms(
    entry: &StageEntry,
    constants: &Constants,
) -> Vec<Option<Place>> {
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
