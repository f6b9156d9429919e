//! An entry as a target: where its slots and uniforms lie.

use super::constants::{Constants, Held};
use super::profile::{Limits, Profile, Writing};
use crate::codegen::literals::{End, place_arrays};
use crate::codegen::machine::{Machine, Opcode};
use crate::codegen::target::{Slot, Target};
use crate::frontend::assembly::d3d::model::{File, Register};
use crate::frontend::c_like::entry::Entry;
use crate::frontend::c_like::types::Scalar;
use crate::ir::interface::{fragment_output, varying};
use crate::ir::{Op, Program};
use std::collections::BTreeMap;

/// What is asked for. `is_invariant`: fixed function computes the position.
pub(super) fn target<'e>(
    entry: &'e Entry,
    constants: &Constants,
    profile: &Profile,
    limits: &Limits,
    is_invariant: bool,
) -> Target<'e> {
    let program: &Program = &entry.code.program;
    let is_pixel = profile.machine.is_pixel;
    let mut outputs = slots(program, Op::StoreOutput, is_pixel);
    for slot in &mut outputs {
        slot.components = slot.components.min(declared(entry, slot.vec4));
    }
    outputs.retain(|s| !is_invariant || s.vec4 != varying::POSITION);
    let mut target = Target {
        machine: Machine {
            temporaries: temporaries(profile, limits, outputs.len() as u32),
            ..*profile.machine
        },
        program,
        inputs: slots(program, Op::LoadInput, false),
        outputs,
        uniforms: constants.places.clone(),
        shapes: entry.textures,
        shadows: entry.shadow_units,
        taken: (0..limits.constants)
            .map(|n| constants.held.contains_key(&n))
            .collect(),
        chains: None,
        wishes: Vec::new(),
        scalars: Vec::new(),
        bools: bools(entry, constants),
        left: Vec::new(),
        definitions: Vec::new(),
    };
    if !is_pixel || profile.machine.has(Opcode::Mova) {
        place_arrays(&mut target, End::First);
    }
    target
}

/// How many temporaries there are. Results are some of them in NV_fragment_program (3.11.4.3).
fn temporaries(profile: &Profile, limits: &Limits, outputs: u32) -> u32 {
    match profile.writing {
        Writing::NvFragment => limits.temporaries.saturating_sub(outputs),
        _ => limits.temporaries,
    }
}

/// The vectors of slots that a program reads or writes.
fn slots(program: &Program, op: Op, is_fragments_output: bool) -> Vec<Slot> {
    let mut components: BTreeMap<u32, u8> = BTreeMap::new();
    for inst in program.insts().filter(|i| i.op == op) {
        let (vec4, component) = (inst.imm[0] / 4, (inst.imm[0] % 4) as u8);
        let known = components.entry(vec4).or_default();
        *known = (*known).max(component + 1);
    }
    let file = match op {
        Op::LoadInput => File::Input,
        _ => File::Output,
    };
    let all = components.into_iter().map(|(vec4, components)| Slot {
        vec4,
        register: match vec4 {
            fragment_output::DEPTH if is_fragments_output => Register::new(File::DepthOut, 0),
            n if is_fragments_output => Register::new(File::ColorOut, n - fragment_output::COLOR_0),
            n => Register::new(file, n),
        },
        usage: None,
        components,
        scalar: Scalar::Float,
    });
    all.collect()
}

/// The components of a vector of output slots that the text declares. Others are anything.
fn declared(entry: &Entry, vec4: u32) -> u8 {
    let all = entry.outputs.iter().flat_map(|c| {
        let slots = c.slots.iter().flatten();
        slots.map(move |slot| (slot / 4, slot % 4 + c.columns))
    });
    let of_slot = all
        .filter(|(of, _)| *of == vec4)
        .map(|(_, end)| end.min(4) as u8);
    of_slot.max().unwrap_or(4)
}

/// The components of constants that are truth values.
fn bools(entry: &Entry, constants: &Constants) -> Vec<(u32, u8)> {
    let all = entry.uniforms.iter().filter(|u| u.scalar == Scalar::Bool);
    let rows = all.flat_map(|u| {
        let rows = u.first_row..u.first_row + u.n_rows();
        rows.map(move |row| (row, u.columns as u8))
    });
    let placed = rows.filter_map(|(row, n)| {
        let register = constants.rows.get(row as usize).copied().flatten()?;
        Some((0..n).map(move |c| (register, c)))
    });
    placed.flatten().collect()
}

/// What all registers of constants hold: uniforms, state and literals.
pub(super) fn held(constants: &Constants, definitions: &[(u32, [u32; 4])]) -> BTreeMap<u32, Held> {
    let mut held = constants.held.clone();
    held.extend(
        definitions
            .iter()
            .map(|(n, words)| (*n, Held::Literal(*words))),
    );
    held
}
