//! How much of everything a version has, with Microsoft's numbers for too much.

use crate::codegen::graph::flatten::Flat;
use crate::codegen::graph::numbers::Kind;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::Slots;
use crate::frontend::assembly::d3d::model::{Shader, Version};

/// Look-ups of ps_2_0 and ps_2_b whose coordinates come from others, one after the other.
const CHAIN: u32 = 4;

/// Refuses a graph with too long a chain of look-ups.
pub(in crate::codegen) fn check_chains(target: &Target<'_>, flat: &Flat) -> Result<(), Refusal> {
    let Some(number) = target.chains else {
        return Ok(());
    };
    let mut depths: Vec<u32> = Vec::with_capacity(flat.graph.nodes.len());
    for node in &flat.graph.nodes {
        let below = node.args.iter().map(|a| depths[a.0 as usize]).max();
        let own = u32::from(matches!(node.kind, Kind::Sample(..)));
        depths.push(below.unwrap_or(0) + own);
    }
    let used = depths.into_iter().max().unwrap_or(0);
    limit(
        target.machine.name,
        "look-ups after each other are needed",
        used,
        CHAIN,
        number,
    )
}

/// Refuses a shader with too many instruction slots.
pub(in crate::codegen) fn check_slots(shader: &Shader) -> Result<(), Refusal> {
    let slots = Slots::of(shader);
    let what = "instruction slots are needed";
    let name = shader.version.name();
    match shader.version {
        Version::Ps20 => {
            let arithmetic = "arithmetic instruction slots are needed";
            limit(name, arithmetic, slots.arithmetic, 64, 5608)?;
            let texture = "texture instruction slots are needed";
            limit(name, texture, slots.texture, 32, 5609)
        }
        Version::Vs11 => limit(name, what, slots.all(), 128, 5612),
        Version::Vs20 | Version::Vs2x => limit(name, what, slots.all(), 256, 5615),
        Version::Ps2x => limit(name, what, slots.all(), 512, 5608),
        _ => Ok(()),
    }
}

/// Refuses more than there is.
fn limit(
    version: &'static str,
    what: &'static str,
    used: u32,
    limit: u32,
    number: u32,
) -> Result<(), Refusal> {
    if used <= limit {
        return Ok(());
    }
    Err(Refusal::Limit {
        what,
        used,
        limit,
        version,
        number,
    })
}
