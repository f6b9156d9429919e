//! Where GL has what Direct3D's usages mean, and which way is down.
//!
//! Front ends put the usages that GL does not have into generic slots, in the order in which a shader names them, for stages
//! that are linked to each other. Programs of GL's targets are loaded one by one. So here each usage has a place of its own,
//! the same in HLSL and in assembly, and in each program.

use crate::frontend::stage_program::ProgramStage;
use crate::ir::interface::{Varyings, attribute, fragment_input, varying};
use crate::ir::{Inst, Op, Program, ProgramId, Type, ValueId};
use smallvec::SmallVec;

/// The generic attributes of usages.
const ATTRIBUTES: &[(&str, u32, u32)] = &[
    ("POSITION", 1, 0),
    ("BLENDWEIGHT", 0, 1),
    ("NORMAL", 1, 2),
    ("COLOR", 2, 3),
    ("COLOR", 3, 4),
    ("DEPTH", 0, 5),
    ("PSIZE", 0, 6),
    ("BLENDINDICES", 0, 7),
    ("TEXCOORD", 8, 8),
    ("TEXCOORD", 9, 9),
    ("TEXCOORD", 10, 10),
    ("TEXCOORD", 11, 11),
    ("SAMPLE", 0, 12),
    ("TESSFACTOR", 0, 13),
    ("TANGENT", 0, 14),
    ("BINORMAL", 0, 15),
];

/// The generic varyings of usages.
const VARYINGS: &[(&str, u32, u32)] = &[
    ("NORMAL", 0, 0),
    ("NORMAL", 1, 1),
    ("TANGENT", 0, 2),
    ("BINORMAL", 0, 3),
    ("POSITION", 1, 4),
    ("POSITION", 2, 5),
    ("BLENDWEIGHT", 0, 6),
    ("BLENDINDICES", 0, 7),
    ("TEXCOORD", 8, 8),
    ("TEXCOORD", 9, 9),
    ("TEXCOORD", 10, 10),
    ("TEXCOORD", 11, 11),
    ("COLOR", 2, 12),
    ("COLOR", 3, 13),
    ("DEPTH", 0, 14),
    ("TESSFACTOR", 0, 15),
];

/// The vector of slots of a usage and an index.
type Find = fn(&str, u32) -> Option<u32>;

fn row(table: &[(&str, u32, u32)], usage: &str, index: u32) -> Option<u32> {
    let mut rows = table.iter();
    let row = rows.find(|(name, n, _)| *name == usage && *n == index)?;
    Some(row.2)
}

/// The attribute of a usage.
fn attribute_of(usage: &str, index: u32) -> Option<u32> {
    Some(match (usage, index) {
        ("POSITION" | "POSITIONT", 0) => attribute::POSITION,
        ("NORMAL", 0) => attribute::NORMAL,
        ("COLOR", 0) => attribute::COLOR,
        ("COLOR", 1) => attribute::SECONDARY_COLOR,
        ("FOG", 0) => attribute::FOG_COORD,
        ("TEXCOORD", n @ 0..8) => attribute::TEX_COORD_0 + n,
        _ => attribute::GENERIC_0 + row(ATTRIBUTES, usage, index)?,
    })
}

/// The output of a vertex program that has a usage.
fn output_of(usage: &str, index: u32) -> Option<u32> {
    Some(match (usage, index) {
        ("POSITION" | "POSITIONT", 0) => varying::POSITION,
        ("PSIZE", 0) => varying::POINT_SIZE,
        ("COLOR", n @ 0..2) => varying::FRONT_COLOR + n,
        ("FOG", 0) => varying::FOG_COORD,
        ("TEXCOORD", n @ 0..8) => varying::TEX_COORD_0 + n,
        _ => varying::GENERIC_0 + row(VARYINGS, usage, index)?,
    })
}

/// The input of a fragment program that has a usage.
fn input_of(usage: &str, index: u32) -> Option<u32> {
    Some(match (usage, index) {
        ("COLOR", n @ 0..2) => fragment_input::COLOR + n,
        ("FOG", 0) => fragment_input::FOG_COORD,
        ("TEXCOORD", n @ 0..8) => fragment_input::TEX_COORD_0 + n,
        _ => fragment_input::GENERIC_0 + row(VARYINGS, usage, index)?,
    })
}

/// Moves the attributes and varyings of a program to their places in GL. `usage` answers the usage and the index of a vector
/// of slots of an input (`false`) or an output; what has none stays. An error names a usage that GL has no place for.
pub(super) fn place(
    program: &mut Program,
    stage: ProgramStage,
    usage: impl Fn(u32, bool) -> Option<(String, u32)>,
) -> Result<(), String> {
    let is_vertex = stage == ProgramStage::Vertex;
    let new_place = |op: Op, vec4: u32| {
        let (find, is_output): (Find, bool) = match op {
            Op::LoadInput if is_vertex => (attribute_of, false),
            Op::LoadInput => (input_of, false),
            Op::StoreOutput if is_vertex => (output_of, true),
            _ => return Ok(vec4),
        };
        match usage(vec4, is_output) {
            None => Ok(vec4),
            Some((name, index)) => find(&name, index).ok_or(format!("{name}{index}")),
        }
    };
    // Nothing changes before all have a place.
    for inst in program.insts() {
        new_place(inst.op, inst.imm[0] / 4)?;
    }
    let (mut n_inputs, mut n_outputs, mut varyings) = (0, 0, Varyings::default());
    let old = program.varyings;
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let slot = inst.imm[0];
        let Ok(vec4) = new_place(inst.op, slot / 4) else {
            continue;
        };
        match inst.op {
            Op::LoadInput => {
                inst.imm[0] = 4 * vec4 + slot % 4;
                n_inputs = n_inputs.max(inst.imm[0] + 1);
                // The flags of a generic varying move with it.
                let number = |vec4: u32| vec4.checked_sub(fragment_input::GENERIC_0);
                if let (false, Some(to)) = (is_vertex, number(vec4)) {
                    let bit = |set: u32| u32::from(Varyings::has(set, slot)) << to;
                    varyings.clamped |= bit(old.clamped);
                    varyings.centroid |= bit(old.centroid);
                }
            }
            Op::StoreOutput => {
                inst.imm[0] = 4 * vec4 + slot % 4;
                n_outputs = n_outputs.max(inst.imm[0] + 1);
            }
            _ => {}
        }
    }
    program.n_inputs = program.n_inputs.max(n_inputs);
    program.n_outputs = program.n_outputs.max(n_outputs);
    program.varyings = varyings;
    program.id = ProgramId::unique();
    Ok(())
}

/// Turns the derivatives along y: in Direct3D's languages they are those toward the lower edge, as the y of vPos counts.
pub(super) fn turn_derivatives(program: &mut Program) {
    if program.insts().all(|i| i.op != Op::Ddy) {
        return;
    }
    let types = &mut program.value_types;
    for block in &mut program.blocks {
        let mut at = 0;
        while let Some(inst) = block.insts.get_mut(at) {
            at += 1;
            if inst.op != Op::Ddy {
                continue;
            }
            // The derivative of what has the other sign.
            let negated = ValueId(types.len() as u32);
            types.push(Type::F32);
            let negation = Inst {
                op: Op::FNeg,
                args: SmallVec::from_slice(&inst.args),
                imm: [0, 0],
                first_result: negated,
                span: inst.span,
            };
            inst.args = SmallVec::from_slice(&[negated]);
            block.insts.insert(at - 1, negation);
            at += 1;
        }
    }
    program.id = ProgramId::unique();
}
