//! The image units of samplers. They are arranged as Microsoft's compiler does, or else a sampler has the unit that its
//! semantic names, and the others take free units in the order in which the program first reads them.

use super::arrange;
use super::maker::{UNITS, Uniforms};
use super::semantics::Semantics;
use crate::format::TextureShape;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::Lowering;
use crate::frontend::c_like::rule::Rule;
use crate::ir::{Op, Program};

/// The units of a program.
pub(super) struct Units {
    /// Of each sampler that is read.
    pub(super) of: Vec<Option<u32>>,
    pub(super) textures: [Option<TextureShape>; UNITS],
    pub(super) shadow_units: u16,
}

/// Gives each sampler that is read its unit.
pub(super) fn assign(
    l: &mut Lowering<'_>,
    uniforms: &Uniforms,
    semantics: &dyn Semantics,
) -> Result<Units, Stop> {
    let samplers = l.uses.samplers.clone();
    let mut units = Units {
        of: vec![None; samplers.len()],
        textures: [None; UNITS],
        shadow_units: 0,
    };
    let chosen = if semantics.arranges_units() {
        arrange::arranged(&l.uses, uniforms, semantics)
    } else {
        in_order(&l.uses.order, uniforms, semantics)
    };
    for (number, unit) in chosen {
        let unit = unit.filter(|unit| (*unit as usize) < UNITS);
        let (Some(unit), Some(shape)) = (unit, samplers[number as usize].shape) else {
            let own = uniforms.samplers.get(number as usize);
            return Err(match own.and_then(|(_, _, semantic)| semantic.as_ref()) {
                Some(register) => l.refuse_at(Rule::ImageUnitName(UNITS as u32), register.span),
                None => l.refuse(Rule::ImageUnits(UNITS as u32)),
            });
        };
        // One unit has one texture at a time, so that samplers that share it have one shape.
        let known = *units.textures[unit as usize].get_or_insert(shape);
        if known != shape {
            return Err(l.refuse(Rule::SamplerKinds(known, shape)));
        }
        units.of[number as usize] = Some(unit);
        units.shadow_units |= u16::from(samplers[number as usize].is_shadow) << unit;
    }
    Ok(units)
}

/// Units in the order of the first reads.
fn in_order(
    order: &[u32],
    uniforms: &Uniforms,
    semantics: &dyn Semantics,
) -> Vec<(u32, Option<u32>)> {
    // Units that semantics name are taken first, so that no other sampler gets them.
    let named = |number: u32| {
        let semantic = uniforms.samplers[number as usize].2.as_ref();
        semantic.and_then(|s| semantics.image_unit(s))
    };
    let mut is_taken = [false; UNITS];
    for unit in order.iter().filter_map(|n| named(*n)) {
        if let Some(taken) = is_taken.get_mut(unit as usize) {
            *taken = true;
        }
    }
    let each = order.iter().map(|number| {
        let unit = named(*number).or_else(|| {
            let free = is_taken.iter().position(|taken| !taken)?;
            is_taken[free] = true;
            Some(free as u32)
        });
        (*number, unit)
    });
    each.collect()
}

impl Units {
    /// Writes units where the code and the bindings have the numbers of samplers.
    pub(super) fn apply(&self, program: &mut Program, bindings: &mut [Binding]) {
        let unit = |number: u32| self.of[number as usize].unwrap_or(0);
        for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            if inst.op == Op::Sample {
                inst.imm[0] = unit(inst.imm[0]);
            }
        }
        for binding in bindings {
            if let Binding::Scene(SceneValue::TextureLod(number, _)) = binding {
                *number = unit(*number);
            }
        }
    }
}
