//! Resource counts and limits (QUIRKS 0.38, 0.44, 0.45; ARB_vertex_program 2.14.5, ARB_fragment_program 3.11.6).

use crate::frontend::assembly::arb::limits::{Counts, Limits};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::{Instruction, Parsed};
use crate::frontend::assembly::operand::{Source, Target};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::common_stage::FogMode;
use crate::frontend::diagnostic::ErrorKind;
use rustc_hash::FxHashSet;

/// Counts resources, or returns the limit that is exceeded.
pub(crate) fn count(p: &Parsed, limits: &Limits) -> Result<Counts, ErrorKind> {
    let tex = p.instructions.iter().filter(|i| is_texture(i)).count() as u32;
    let instructions = p.instructions.len() as u32;
    let counts = Counts {
        instructions,
        alu: if p.fragment { instructions - tex } else { 0 },
        tex,
        indirections: if p.fragment { indirections(p) } else { 0 },
        temporaries: p.n_temps,
        parameters: parameters(p)?,
        attributes: p.attributes.count_ones() + p.indexed.len() as u32,
        addresses: p.n_addresses,
    };
    check(p, &counts, limits)?;
    Ok(counts)
}

fn check(p: &Parsed, counts: &Counts, limits: &Limits) -> Result<(), ErrorKind> {
    let fog = match p.fog {
        None => 0,
        Some(FogMode::Linear) => 2,
        Some(FogMode::Exp) => 3,
        Some(FogMode::Exp2) => 4,
    };
    let with_fog = |n: u32| if fog > 0 { n } else { 0 };
    let invariant = if p.position_invariant { 4 } else { 0 };
    // Each row has a resource, its count and its limit. Fog and position invariance reduce the limits, since they add
    // code.
    let mut rows = vec![
        (
            "instructions",
            counts.instructions,
            limits.instructions.saturating_sub(fog + invariant),
        ),
        (
            "temporaries",
            counts.temporaries,
            limits.temporaries.saturating_sub(with_fog(1)),
        ),
        (
            "parameters",
            counts.parameters,
            limits.parameters.saturating_sub(with_fog(2)),
        ),
        (
            "attributes",
            counts.attributes,
            limits.attributes.saturating_sub(with_fog(1)),
        ),
    ];
    if p.fragment {
        rows.push((
            "ALU instructions",
            counts.alu,
            limits.alu.saturating_sub(fog),
        ));
        rows.push(("texture instructions", counts.tex, limits.tex));
        rows.push((
            "texture indirections",
            counts.indirections,
            limits.indirections,
        ));
    } else {
        rows.push(("address registers", counts.addresses, limits.addresses));
    }
    for (what, used, limit) in rows {
        if used > limit {
            return Err(ErrorKind::Limit { what, used, limit });
        }
    }
    Ok(())
}

fn is_texture(i: &Instruction) -> bool {
    matches!(
        i.opcode,
        Opcode::Tex | Opcode::Txb | Opcode::Txd | Opcode::Txl | Opcode::Txp | Opcode::Kil
    )
}

/// A vector in the form in which it is counted.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    /// Constants are compared as numbers (−0 = +0).
    Constant([u32; 4]),
    Env(u32),
    Local(u32),
    Named(u32),
    State(SceneValue),
}

pub(crate) fn identity(binding: &Binding) -> Identity {
    match binding {
        Binding::Constant(c) => Identity::Constant(c.map(|x| (x + 0.0).to_bits())),
        Binding::Env(n) => Identity::Env(*n),
        Binding::Local(n) => Identity::Local(*n),
        Binding::Named(n) => Identity::Named(*n),
        Binding::Scene(state) => Identity::State(*state),
    }
}

fn parameters(p: &Parsed) -> Result<u32, ErrorKind> {
    let mut distinct = FxHashSet::default();
    let mut relative_constants = 0;
    let mut relative = FxHashSet::default();
    let mut covered = vec![false; p.bindings.len()];
    for array in p.arrays.iter().filter(|a| a.relative) {
        for n in array.base..array.base + array.len {
            covered[n as usize] = true;
            let binding = &p.bindings[n as usize];
            if matches!(binding, Binding::Constant(_)) {
                relative_constants += 1;
            } else if !relative.insert(identity(binding)) {
                return Err(ErrorKind::RelativeDuplicate);
            }
        }
    }
    distinct.extend(
        p.bindings
            .iter()
            .zip(&covered)
            .filter(|(_, c)| !**c)
            .map(|(b, _)| identity(b)),
    );
    distinct.extend(relative);
    Ok(distinct.len() as u32 + relative_constants)
}

/// Texture indirections (QUIRKS 0.45).
fn indirections(p: &Parsed) -> u32 {
    let n = p.n_temps as usize;
    let mut nodes = 1;
    // The node in which a temporary was last written, and last used by an ALU instruction.
    let (mut written, mut alu) = (vec![0; n], vec![0; n]);
    for i in &p.instructions {
        let destination = i.destination.and_then(|d| match d.target {
            Target::Temp(t) => Some(t as usize),
            _ => None,
        });
        let sources = i.sources.iter().filter_map(|s| match s.source {
            Source::Temp(t) => Some(t as usize),
            _ => None,
        });
        if is_texture(i) {
            let depends = sources.clone().any(|t| written[t] == nodes);
            if depends || destination.is_some_and(|t| alu[t] == nodes) {
                nodes += 1;
            }
        } else {
            sources.chain(destination).for_each(|t| alu[t] = nodes);
        }
        if let Some(t) = destination {
            written[t] = nodes;
        }
    }
    nodes
}
